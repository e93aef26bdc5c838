//! The cases of a manifest as tests: a call and what must come of it in, a failed test out where something
//! else came. Whatever reaches outside is mocked, so that the request or argument list is compared that
//! would be sent.

use toolgen_model::json::Json;

use super::Mock;
use crate::config::Config;
use crate::context::Context;
use crate::gate::{Answer, Approver, Asking, Question};
use crate::tools::Tools;

/// Runs a case of a manifest: calls the tool with `input` and holds what came against `expect`, which has
/// an `output` (the structured value, or the text), an `error` (the error object, as far as it is written),
/// a `request` or an `argv`, and the answer of a `mock`. What the gate would ask is answered with yes, and
/// what the tool waits for is set.
///
/// # Panics
/// When something else came; it is for tests.
#[expect(clippy::panic, reason = "a failed case is a failed test")]
pub fn case(tools: impl Into<Tools>, name: &str, input: &str, expect: &str) {
    let Ok(expect) = Json::parse(expect) else {
        panic!("the expectation of a case of `{name}` is no JSON: {expect}");
    };
    let (tools, came) = called(tools.into(), name, input, expect.get("mock"));
    let sent = tools.mock().and_then(Mock::sent);
    for (what, part) in [("request", None), ("argv", Some("argv"))] {
        let Some(wanted) = expect.get(what) else { continue };
        let Some(sent) = &sent else { panic!("{name}({input}): nothing was sent; the reply is {came}") };
        let got = part.map_or(Some(sent), |part| sent.get(part));
        assert!(got.is_some_and(|got| covers(got, wanted)), "{name}({input}):\nexpected {wanted}\ngot      {sent}");
    }
    // A mock that says nothing cannot make a reply, so that only what was sent is compared.
    let only_sent = expect.get("mock").is_none() && (expect.get("request").is_some() || expect.get("argv").is_some());
    match (expect.get("error"), expect.get("output")) {
        (Some(error), _) => assert!(is_error(&came, error), "{name}({input}):\nexpected {error}\ngot      {came}"),
        (None, Some(output)) => {
            let got = came.get("structured").or_else(|| came.get("text"));
            assert!(got.is_some_and(|got| covers(got, output)), "{name}({input}):\nexpected {output}\ngot      {came}");
        }
        (None, None) if only_sent => {}
        (None, None) => assert!(came.get("status").and_then(Json::as_str) == Some("ok"), "{name}({input}): {came}"),
    }
}

/// The tools with a mocked world, and the reply of a call in it.
pub(super) fn called(tools: Tools, name: &str, input: &str, answer: Option<&Json>) -> (Tools, Json) {
    let mut tools = tools.approver(Yes).mocked(Mock::new(answer.cloned().unwrap_or_default()));
    let tool = tools.table().get(name);
    if let Some(key) = tool.and_then(|tool| tool.more?.when) {
        tools = tools.config(Config::new().set(key, true));
    }
    if let Some(Ok(row)) = tool.map(|tool| tools.row(tool)) {
        let id = row.id();
        tools = match id.action {
            Some(action) => tools.grant(id.tool, action),
            None => tools.grant_tool(id.tool),
        };
    }
    let reply = tools.call_now(&Context::new(), name, input);
    let came = Json::parse(&reply.to_json()).unwrap_or_default();
    (tools, came)
}

/// Whether the reply is that error: `code` is its kind, in either spelling; `path` points at an argument that
/// it names; anything else is a part of the error object.
fn is_error(came: &Json, wanted: &Json) -> bool {
    let kind = came.get("error_type").and_then(Json::as_str).unwrap_or_default();
    let Some(wanted) = wanted.as_object() else { return wanted.as_str() == Some(kind) };
    !kind.is_empty()
        && wanted.iter().all(|(key, wanted)| match (key, wanted.as_str()) {
            ("code", Some("invalid_input")) => kind == "InvalidArguments",
            ("code", Some(code)) => code == kind || code == snake(kind),
            ("path", Some(path)) => places(came).any(|place| place == path),
            _ => came.get(key).is_some_and(|got| covers(got, wanted)),
        })
}

/// The arguments that an error names, as pointers.
fn places(came: &Json) -> impl Iterator<Item = &str> {
    let context = came.get("context");
    let violations = context.and_then(|context| context.get("violations")).and_then(Json::as_array);
    let pointers = violations.unwrap_or_default().iter().filter_map(|violation| violation.get("pointer"));
    pointers.chain(context.and_then(|context| context.get("path"))).filter_map(Json::as_str)
}

/// `NotFound` as `not_found`.
fn snake(kind: &str) -> String {
    let mut text = String::new();
    for letter in kind.chars() {
        if letter.is_uppercase() && !text.is_empty() {
            text.push('_');
        }
        text.extend(letter.to_lowercase());
    }
    text
}

/// Whether `got` has all that `wanted` has; objects may have more.
pub(super) fn covers(got: &Json, wanted: &Json) -> bool {
    match (got, wanted) {
        (Json::Object(got), Json::Object(wanted)) => {
            wanted.iter().all(|(key, wanted)| got.get(key).is_some_and(|got| covers(got, wanted)))
        }
        _ => got == wanted,
    }
}

/// Approves everything, in the tests of cases.
struct Yes;

impl Approver for Yes {
    fn ask<'a>(&'a self, _: &'a Question) -> Asking<'a> {
        Box::pin(std::future::ready(Answer::Yes))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_is_known_by_its_kind_its_place_and_its_parts() {
        let came = Json::parse(
            r#"{"status":"error","error_type":"InvalidArguments","message":"m","context":{"violations":[{"pointer":"/a"}]}}"#,
        )
        .unwrap();
        for (wanted, holds) in [
            (r#"{"code":"invalid_input","path":"/a"}"#, true),
            (r#"{"code":"invalid_arguments"}"#, true),
            (r#"{"error_type":"InvalidArguments","message":"m"}"#, true),
            (r#"{"code":"invalid_input","path":"/b"}"#, false),
            (r#"{"code":"not_found"}"#, false),
            (r#""InvalidArguments""#, true),
        ] {
            assert_eq!(is_error(&came, &Json::parse(wanted).unwrap()), holds, "{wanted}");
        }
        let fine = Json::parse(r#"{"status":"ok","text":""}"#).unwrap();
        assert!(!is_error(&fine, &Json::parse("{}").unwrap()));
    }
}
