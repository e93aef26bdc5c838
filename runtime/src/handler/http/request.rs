//! A plan and the values of a call in, the request that would be sent out. The origin is a constant; a value
//! stays inside its path segment, its query value, its header or its place in the JSON body.

use toolgen_model::handler::uri::{Operator, UriPart, encode};
use toolgen_model::handler::{Http, Part, Reference, Template, Value};
use toolgen_model::json::{Json, Object};

use crate::error::ToolError;
use crate::handler::Values;
use crate::handler::values::{names, plain, refused, shown};

/// The most bytes of a URL.
const URL: usize = 8 * 1024;
/// The most bytes of a header.
const HEADER: usize = 8 * 1024;
/// The most bytes of a body.
const BODY: usize = 16 << 20;

/// What would be sent, without the credential.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sent {
    /// The method, in upper case
    pub method: String,
    /// The whole URL
    pub url: String,
    /// The headers
    pub headers: Vec<(String, String)>,
    /// The body
    pub body: Option<Json>,
}

impl Sent {
    /// The same as data, for a comparison; header names in lower case.
    pub(crate) fn to_json(&self) -> Json {
        let mut object = Object::new();
        object.insert("method", self.method.as_str());
        object.insert("url", self.url.as_str());
        let headers = self.headers.iter().map(|(name, value)| (name.to_ascii_lowercase(), Json::from(value.as_str())));
        object.insert("headers", headers.collect::<Object>());
        if let Some(body) = &self.body {
            object.insert("json", body.clone());
        }
        object.into()
    }
}

/// The request of `http` with `values`.
///
/// # Errors
/// `InvalidArguments` with the property at fault: a path segment that would climb or vanish, a line break in
/// a header, a size above the limits.
pub fn sent(http: &Http, values: &Values) -> Result<Sent, ToolError> {
    let mut url = format!("{}{}", http.origin, path(http, values)?);
    for (name, value) in &http.query {
        for text in query(value, values) {
            url.push(if url.contains('?') { '&' } else { '?' });
            url.push_str(&format!("{}={}", encode(name, false), encode(&text, false)));
        }
    }
    if url.len() > URL {
        let message = format!("the URL would have {} bytes, and {URL} are sent at most", url.len());
        return Err(refused(&Template::default(), "url.too_long", message).suggestion("Give shorter values."));
    }
    let mut headers = Vec::new();
    for (name, template) in &http.headers {
        if let Some(value) = values.text(template) {
            headers.push((name.clone(), header(template, value)?));
        }
    }
    let body = http.body.as_ref().and_then(|body| json(body, values));
    if let Some(size) = body.as_ref().map(|body| body.to_string().len()).filter(|size| *size > BODY) {
        let message = format!("the body would have {size} bytes, and {BODY} are sent at most");
        return Err(refused(&Template::default(), "body.too_long", message).suggestion("Send less at once."));
    }
    Ok(Sent { method: http.method.clone(), url, headers, body })
}

/// What follows the origin. The values are judged one by one and then what they make together: a segment that
/// is empty or climbs would reach another path than the one that was declared.
fn path(http: &Http, values: &Values) -> Result<String, ToolError> {
    let value = |name: &str| values.get(&reference(name));
    let (mut text, mut in_query) = (String::new(), false);
    let mut placed = Template::default();
    for part in &http.path.0 {
        let expression = match part {
            UriPart::Text(constant) => {
                in_query |= constant.contains('?');
                text.push_str(&encode(constant, true));
                continue;
            }
            UriPart::Expression(expression) => expression,
        };
        in_query |= expression.operator == Operator::Query;
        for variable in &expression.variables {
            let at = Template(vec![Part::Value(reference(&variable.name))]);
            placed.0.extend(at.0.iter().cloned());
            let Some(value) = value(&variable.name) else {
                if expression.operator.leaves_out() {
                    continue;
                }
                let message = format!("{} is needed for the URL", names(&at));
                return Err(refused(&at, "url.absent", message).suggestion("Give it a value."));
            };
            let written = plain(&value);
            if !in_query && written.is_empty() {
                let message = format!("{} is empty, and the request would go to another path", names(&at));
                return Err(refused(&at, "url.empty_segment", message).suggestion("Give it a value."));
            }
            if expression.operator.keeps_reserved() && written.contains(['?', '#']) && !in_query {
                let message = format!("{} is {}, and a path has no `?` or `#`", names(&at), shown(&written));
                return Err(refused(&at, "url.delimiter", message).suggestion("Leave them out."));
            }
        }
        text.push_str(&expression.expand(&value));
    }
    let path = text.split(['?', '#']).next().unwrap_or_default();
    if let Some(segment) = path.split('/').find(|segment| climbs(segment)) {
        let message =
            format!("{} would make the path segment {}, which leads elsewhere", names(&placed), shown(segment));
        return Err(refused(&placed, "url.dot_segment", message).suggestion("Give a value that is no `.` or `..`."));
    }
    if !text.is_empty() && !text.starts_with(['/', '?']) {
        text.insert(0, '/');
    }
    Ok(text)
}

/// Whether a server would read the segment as `.` or `..`.
fn climbs(segment: &str) -> bool {
    let plain = segment.to_ascii_lowercase().replace("%2e", ".");
    matches!(plain.split(';').next(), Some("." | ".."))
}

/// `owner`, `input.owner` and `context.agent` as a URL names them.
fn reference(name: &str) -> Reference {
    match name.strip_prefix("context.") {
        Some(name) => Reference::Context(name.to_owned()),
        None => Reference::Input(name.strip_prefix("input.").unwrap_or(name).split('.').map(str::to_owned).collect()),
    }
}

/// The texts of a query value: none when it is absent, several of a list.
fn query(value: &Value, values: &Values) -> Vec<String> {
    match json(value, values) {
        None | Some(Json::Null) => Vec::new(),
        Some(Json::Array(items)) => items.iter().filter(|item| !item.is_null()).map(plain).collect(),
        Some(single) => vec![plain(&single)],
    }
}

/// A JSON value with its references filled in; none when it is one that is absent.
fn json(value: &Value, values: &Values) -> Option<Json> {
    Some(match value {
        Value::Constant(value) => value.clone(),
        Value::Text(template) => match template.whole() {
            Some(reference) => values.get(reference)?,
            None => values.text(template)?.into(),
        },
        Value::List(items) => Json::Array(items.iter().filter_map(|item| json(item, values)).collect()),
        Value::Object(entries) => {
            let entries = entries.iter().filter_map(|(key, value)| Some((key.clone(), json(value, values)?)));
            Json::Object(entries.collect())
        }
    })
}

/// A header's value, if it is one: what breaks the line would begin another header.
fn header(template: &Template, value: String) -> Result<String, ToolError> {
    let odd = value.chars().find(|c| !matches!(c, ' '..='~' | '\t'));
    if let Some(odd) = odd {
        let message = format!("{} has {:?} in it, and a header takes visible ASCII characters", names(template), odd);
        return Err(refused(template, "header.bad_value", message).suggestion("Take it out."));
    }
    if value.len() > HEADER {
        let message = format!("{}: {} bytes, and a header takes {HEADER}", names(template), value.len());
        return Err(refused(template, "header.too_long", message).suggestion("Give a shorter value."));
    }
    Ok(value.trim().to_owned())
}
