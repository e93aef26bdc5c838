//! Any text as the arguments of a call: decoded or refused in words, and never taken where serde_json finds
//! no JSON. `cargo +nightly fuzz run decode`.

#![no_main]

use libfuzzer_sys::fuzz_target;
use toolgen_runtime::{Context, Table, Tools, tool, tools};

/// One of each kind.
#[tool(effect = read)]
#[allow(clippy::too_many_arguments)]
fn kinds(
    /// Whole.
    #[arg(range(-5..=5))]
    whole: i64,
    /// Long.
    long: Option<u64>,
    /// Real.
    real: Option<f64>,
    /// Switch.
    #[arg(default = true)]
    switch: bool,
    /// Text.
    #[arg(length(..=9), pattern = "^[a-z]*$", alias = "words")]
    text: Option<String>,
    /// List.
    list: Option<Vec<String>>,
) -> String {
    format!("{whole}{long:?}{real:?}{switch}{text:?}{list:?}")
}

static TOOLS: Table = tools![kinds];

fuzz_target!(|text: &str| {
    let reply = Tools::from(&TOOLS).call_now(&Context::new(), "kinds", text);
    let is_json = serde_json::from_str::<serde_json::Value>(text).is_ok();
    assert!(is_json || !reply.is_ok(), "taken, and no JSON: {text}");
    assert!(serde_json::from_str::<serde_json::Value>(&reply.to_json()).is_ok());
});
