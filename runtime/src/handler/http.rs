//! `handler: {http: …}`: one request to a fixed origin. A call in, what the answer says out.

use toolgen_model::handler::Http;
use toolgen_model::json::Json;

use super::{Plan, Values};
use crate::error::ToolError;
use crate::gate::Granted;
use crate::tool::Outcome;

mod answer;
#[cfg(feature = "net")]
pub mod credential;
#[cfg(feature = "net")]
mod oauth;
mod request;
#[cfg(feature = "net")]
mod send;

pub use answer::Answer;
pub use request::{Sent, sent};

/// Answers a call: works out the request, sends it and reads the answer.
///
/// # Errors
/// `InvalidArguments` when an argument cannot be put where it belongs, and what the exchange gives.
pub fn call(plan: &Plan<Http>, granted: &Granted<'_>) -> Outcome {
    let http = plan.get()?;
    let request = sent(http, &Values::of(granted))?;
    let answer = match granted.call().tools.mock() {
        Some(mock) => mocked(mock.send(request.to_json())),
        None => send(http, &request, granted)?,
    };
    answer::outcome(http, &answer, granted.row()?.output.as_ref())
}

#[cfg(feature = "net")]
fn send(http: &Http, request: &Sent, granted: &Granted<'_>) -> Result<Answer, ToolError> {
    use crate::binding::Injected;
    use crate::capability::net::Net;
    let net = <&Net>::inject(granted)?;
    send::send(http, request, net, granted.context(), &credential::OfCall(granted))
}

/// Without the capability nothing is sent; the entry of such a build is [`Entry::Data`](crate::tool::Entry).
#[cfg(not(feature = "net"))]
fn send(_: &Http, _: &Sent, _: &Granted<'_>) -> Result<Answer, ToolError> {
    Err(ToolError::new("NotEnabled", "this program was built without `net`, so that it sends no requests"))
}

/// The answer that `mock:` of a case describes: `{status, json}`, or `{status, text, contentType}`.
fn mocked(answer: &Json) -> Answer {
    let status = answer.get("status").and_then(Json::as_u64).and_then(|status| u16::try_from(status).ok());
    let (body, media) = match (answer.get("json"), answer.get("text").and_then(Json::as_str)) {
        (Some(json), _) => (json.to_string(), "application/json"),
        (None, Some(text)) => (text.to_owned(), "text/plain"),
        (None, None) => (String::new(), ""),
    };
    let media = answer.get("contentType").and_then(Json::as_str).unwrap_or(media);
    Answer { status: status.unwrap_or(200), media_type: media.to_owned(), retry_after: None, body: body.into_bytes() }
}

/// The entry of a tool whose handler is a request; documented only where nothing can send it.
#[doc(hidden)]
#[macro_export]
#[cfg(feature = "net")]
macro_rules! __http_entry {
    ($text:expr) => {{
        fn call<'call>(
            granted: $crate::__private::Granted<'call>,
            _: &'call mut [$crate::__private::Slot<'call>],
        ) -> $crate::__private::Outcome {
            static PLAN: $crate::__private::Plan<$crate::__private::Http> = $crate::__private::Plan::new($text);
            $crate::__private::http(&PLAN, &granted)
        }
        $crate::__private::Entry::Sync(call)
    }};
}

/// The entry of a tool whose handler is a request; documented only where nothing can send it.
#[doc(hidden)]
#[macro_export]
#[cfg(not(feature = "net"))]
macro_rules! __http_entry {
    ($text:expr) => {
        $crate::__private::Entry::Data
    };
}

#[cfg(test)]
mod tests;
