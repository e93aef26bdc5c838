//! Step 15, the outcome: a reply in, the same without secrets, capped and written down, out.

use crate::gate::hook::{Outcome, Redact};
use crate::gate::pass::Pass;
use crate::reply::{Body, Content, Reply};
use toolgen_model::enforced;
use toolgen_model::json::Json;

/// Closes a call whose handler was reached.
pub(crate) fn close(mut pass: Pass<'_>, reply: Reply) -> Reply {
    pass.ran = true;
    let Some(guard) = pass.guard else { return reply };
    let mut reply = reply;
    if let Some(redact) = guard.redact.as_deref().filter(|_| enforced!("output.redaction")) {
        clean(redact, &mut reply);
    }
    let reply = reply.capped();
    let record = pass.record.take().filter(|_| enforced!("gate.outcome"));
    if let (Some(record), Some(audit)) = (record, guard.audit.as_deref()) {
        audit.outcome(
            pass.subject(),
            record,
            &Outcome::Ran(&reply, pass.approved.as_ref().map(|approved| approved.by.as_str())),
        );
    }
    reply
}

/// Takes secrets out of all that a reply says.
pub(crate) fn clean(redact: &dyn Redact, reply: &mut Reply) {
    let text = |text: &mut String| {
        if let Some(clean) = redact.text(text) {
            *text = clean;
        }
    };
    match &mut reply.outcome {
        Ok(Body::Text(body)) => text(body),
        Ok(Body::Json(body)) => {
            if redact.text(body).is_some() {
                // Part by part, so that what stands for a secret cannot break the value.
                *body = Json::parse(body).map(|value| redact.json(value).to_string()).unwrap_or_default();
            }
        }
        Ok(Body::Content(parts)) => parts.iter_mut().for_each(|part| match part {
            Content::Text(body) => text(body),
            Content::Link { uri, name } => {
                text(uri);
                text(name);
            }
            Content::Image { .. } | Content::Audio { .. } => {}
        }),
        Ok(Body::Empty) => {}
        Err(error) => {
            text(&mut error.message);
            if let Some(suggestion) = &mut error.suggestion {
                text(suggestion);
            }
            error.context = error.context.take().map(|context| redact.json(context));
        }
    }
}
