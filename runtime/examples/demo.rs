//! A small agent: `cargo run -p toolgen-runtime --features cli --example demo -- add --a 1 --b 2`.

use std::process::ExitCode;

use toolgen_runtime::{Context, Result, ToolError, tool, tools};

/// Add two whole numbers.
#[tool(effect = read)]
fn add(
    /// First addend.
    a: i64,
    /// Second addend.
    #[arg(default = 1, range(-100..=100))]
    b: i64,
) -> i64 {
    a.saturating_add(b)
}

/// Join words into one line.
#[tool(effect = read)]
fn join(
    /// The words, in order.
    words: Vec<String>,
    /// What stands between two of them.
    #[arg(default = " ")]
    between: &str,
    /// Whether to write it in capitals.
    loud: Option<bool>,
) -> Result<String> {
    let line = words.join(between);
    if line.is_empty() {
        return Err(ToolError::new("NotFound", "there are no words").suggestion("Give at least one."));
    }
    Ok(if loud == Some(true) { line.to_uppercase() } else { line })
}

/// Throw everything away.
#[tool(effect = destructive, confirm = "Throw “${input.what}” away?")]
fn discard(
    /// What to throw away.
    what: String,
) -> String {
    format!("{what} is gone")
}

/// Put a label on something.
#[tool(effect = read)]
fn label(
    /// What to write on it.
    set: String,
) -> String {
    set
}

/// Wait until the call is over.
#[tool(effect = read, timeout = "2s")]
async fn wait(context: &Context) -> String {
    std::future::pending::<()>().await;
    context.agent().to_owned()
}

static TOOLS: toolgen_runtime::Table = tools![add, join, discard, label, wait];

fn main() -> ExitCode {
    toolgen_runtime::main(&TOOLS)
}
