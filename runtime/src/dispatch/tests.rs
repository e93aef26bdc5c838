//! Calls through the whole road, with descriptors as generated code writes them.

use super::*;
use crate::reply::Body;
use crate::slot::Slot;
use crate::tool::{Field, Kind, RowText, Rules, Tool, Verdict};

const fn field(name: &'static str, kind: Kind, required: bool) -> Field {
    Field { name, kind, required, nullable: false, rules: None }
}

const ADD: Tool = Tool {
    name: "add",
    origin: "demo src/main.rs:3",
    fields: &[
        field("a", Kind::Integer, true),
        Field { rules: Some(&Rules { default: Some("1"), ..Rules::NONE }), ..field("b", Kind::Integer, false) },
    ],
    verdict: Verdict::Allow,
    entry: Entry::Sync(|_, slots| match slots {
        [Slot::Int(a), Slot::Int(b)] => Ok(Body::Text((*a + *b).to_string())),
        _ => Err(ToolError::new("UnhandledError", "slots")),
    }),
    row: RowText {
        text: r#"{"name":"add","tool":"add","description":"Add.","input":{"type":"object","required":["a"],"properties":{"a":{"type":"integer"},"b":{"type":"integer","default":1}},"additionalProperties":false},"effects":{"effect":"read"},"verdict":"allow","handler":{"kind":"rust"},"source":{"file":"src/main.rs","line":3,"column":1},"digest":""}"#,
        deferred: &[],
    },
    more: None,
};

crate::__table!(static TOOLS = [&[ADD]]);

fn tools() -> Tools {
    Tools::from(&TOOLS)
}

fn say(reply: &Reply) -> String {
    reply.text().into_owned()
}

#[test]
fn a_call_comes_back_with_its_reply() {
    assert_eq!(say(&tools().call_now(&Context::new(), "add", r#"{"a":2,"b":3}"#)), "5");
    assert_eq!(say(&tools().call_now(&Context::new(), "add", r#"{"a":2}"#)), "3");
}

#[test]
fn an_unknown_tool_is_answered_with_the_nearest() {
    let reply = tools().call_now(&Context::new(), "ad", "{}");
    assert_eq!(reply.stage, Stage::Find);
    assert_eq!(reply.outcome.unwrap_err().suggestion.clone().unwrap(), "Did you mean `add`?");
}

#[test]
fn wrong_arguments_are_answered_with_all_that_is_wrong() {
    let reply = tools().call_now(&Context::new(), "add", r#"{"c":2}"#);
    assert_eq!(reply.stage, Stage::Decode);
    let error = reply.outcome.unwrap_err();
    assert_eq!(error.error_type, "InvalidArguments");
    assert!(error.message.contains("/c: expected one of `a`, `b`, got the unknown argument `c`"), "{error}");
}
