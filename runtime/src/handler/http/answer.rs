//! The answer of a server in, the outcome of the call out.

use toolgen_model::handler::Http;
use toolgen_model::json::{Json, Object};
use toolgen_model::validate::validate;

use crate::error::ToolError;
use crate::reply::Body;
use crate::tool::Outcome;

/// The most characters of a server's words in an error.
const SAID: usize = 500;

/// What a server answered.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Answer {
    /// The status code
    pub status: u16,
    /// The media type in lower case, without parameters
    pub media_type: String,
    /// Seconds after which to try again, where the server says so
    pub retry_after: Option<u64>,
    /// The body, decoded
    pub body: Vec<u8>,
}

impl Answer {
    fn is_json(&self) -> bool {
        let (kind, sub) = self.media_type.split_once('/').unwrap_or_default();
        kind == "application" && (sub == "json" || sub.ends_with("+json"))
    }

    fn is_text(&self) -> bool {
        let (kind, sub) = self.media_type.split_once('/').unwrap_or_default();
        let textual = matches!(sub, "xml" | "javascript" | "x-yaml" | "yaml" | "toml" | "x-www-form-urlencoded");
        self.media_type.is_empty() || kind == "text" || self.is_json() || textual || sub.ends_with("+xml")
    }
}

/// The outcome of a call that was answered so.
pub(super) fn outcome(http: &Http, answer: &Answer, schema: Option<&Json>) -> Outcome {
    if !(200..300).contains(&answer.status) {
        return Err(failed(http, answer));
    }
    let structured = !http.map.is_empty() || schema.is_some();
    if answer.body.is_empty() && !structured {
        return Ok(Body::Empty);
    }
    if !answer.is_text() {
        let text = format!("{} answered with `{}`, which is no text", http.origin, shown(&answer.media_type));
        return Err(ToolError::new("ToolExecutionError", text));
    }
    if !structured && !answer.is_json() {
        return Ok(Body::Text(String::from_utf8_lossy(&answer.body).into_owned()));
    }
    let value = if answer.body.is_empty() { Json::Object(Object::new()) } else { parsed(http, answer)? };
    let value = if http.map.is_empty() { value } else { mapped(&http.map, &value) };
    if let Some(fault) = schema.and_then(|schema| validate(schema, &value).into_iter().next()) {
        let text = format!(
            "the answer of {} is not what the tool promises: at `{}` expected {}, got {}",
            http.origin, fault.pointer, fault.expected, fault.got
        );
        return Err(ToolError::new("ToolExecutionError", text)
            .suggestion("This is a fault of the tool or the service; other arguments may avoid it."));
    }
    Ok(Body::Json(value.to_string()))
}

fn parsed(http: &Http, answer: &Answer) -> Result<Json, ToolError> {
    let text = std::str::from_utf8(&answer.body).map_err(|error| error.to_string());
    text.and_then(|text| Json::parse(text).map_err(|error| error.to_string())).map_err(|error| {
        let text = format!("{} was to answer with JSON, and it answered with something else: {error}", http.origin);
        ToolError::new("ToolExecutionError", text).context([("body", Json::from(said(&answer.body)))])
    })
}

/// The reply that the map makes of an answer; what is not in the answer is left out.
fn mapped(map: &[(String, String)], answer: &Json) -> Json {
    let entries = map.iter().filter_map(|(name, place)| Some((name.clone(), at(answer, place)?.clone())));
    Json::Object(entries.collect())
}

/// The value at `$.a.b[0]`.
fn at<'j>(answer: &'j Json, place: &str) -> Option<&'j Json> {
    let mut rest = place.strip_prefix('$')?;
    let mut value = answer;
    while !rest.is_empty() {
        if let Some(after) = rest.strip_prefix('.') {
            let end = after.find(['.', '[']).unwrap_or(after.len());
            let (name, after) = after.split_at(end);
            (value, rest) = (value.get(name)?, after);
        } else {
            let (index, after) = rest.strip_prefix('[')?.split_once(']')?;
            (value, rest) = (value.as_array()?.get(index.parse::<usize>().ok()?)?, after);
        }
    }
    Some(value)
}

/// The error of an answer that is no success, with the next step for a model.
fn failed(http: &Http, answer: &Answer) -> ToolError {
    let words = said(&answer.body);
    let first = message(&words).unwrap_or_else(|| words.lines().next().unwrap_or_default().to_owned());
    let mut text = format!("{} {} answered with status {}", http.method, http.origin, answer.status);
    if !first.trim().is_empty() && answer.is_text() {
        text = format!("{text}: {}", shown(first.trim()));
    }
    let (kind, next) = match answer.status {
        400 | 422 => ("ToolExecutionError", "Correct the arguments by what the server says, and call again."),
        401 | 403 => ("ToolExecutionError", "The credential is missing or may not do this; the operator can mend it."),
        404 | 410 => ("NotFound", "Check the names in the arguments; what they name is not there."),
        409 | 412 => ("ToolExecutionError", "Look at the present state first, and call again if it is still wanted."),
        429 => ("RateLimited", "Wait before calling again."),
        300..=399 => ("ToolExecutionError", "The service has moved; the tool must be changed."),
        _ => ("ToolExecutionError", "The service has a fault; try again later."),
    };
    let mut context = Object::new();
    context.insert("status", i64::from(answer.status));
    if let Some(seconds) = answer.retry_after {
        context.insert("retryAfter", seconds);
    }
    if answer.is_text() && words.len() > first.len() {
        context.insert("body", words);
    }
    ToolError::new(kind, text).context(context).suggestion(next)
}

/// What JSON errors usually call their sentence.
fn message(words: &str) -> Option<String> {
    let json = Json::parse(words).ok()?;
    let error = json.get("error");
    let found = [json.get("message"), error.and_then(|error| error.get("message")), json.get("detail"), error];
    found.into_iter().flatten().find_map(Json::as_str).map(str::to_owned)
}

/// The beginning of a body as text.
fn said(body: &[u8]) -> String {
    String::from_utf8_lossy(body.get(..body.len().min(4 * SAID)).unwrap_or_default()).chars().take(SAID).collect()
}

/// Text without control characters, short.
fn shown(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).take(200).collect()
}
