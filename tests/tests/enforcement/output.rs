//! What leaves a call, one test each: a handler that says too much in, the reply out.

use std::sync::Arc;

use toolgen_runtime::gate::hook::Redact;
use toolgen_runtime::{Context, Table, Tools, tool, tools};

/// Tell a secret.
#[tool(effect = read)]
fn tell() -> String {
    "the key is hunter2!".to_owned()
}

/// Tell much.
#[tool(effect = read)]
fn much() -> String {
    "é".repeat(40_000)
}

static TOOLS: Table = tools![tell, much];

struct Hunter;

impl Redact for Hunter {
    fn text(&self, text: &str) -> Option<String> {
        text.contains("hunter2").then(|| text.replace("hunter2", "[REDACTED]"))
    }
}

#[test]
fn redaction() {
    let tools = Tools::from(&TOOLS).redact(Arc::new(Hunter));
    assert_eq!(tools.call_now(&Context::new(), "tell", "{}").text(), "the key is [REDACTED]!");
}

#[test]
fn cap() {
    let reply = Tools::from(&TOOLS).call_now(&Context::new(), "much", "{}");
    assert!(reply.cut.is_some() && reply.text().len() < 51_000, "{}", reply.text().len());
}
