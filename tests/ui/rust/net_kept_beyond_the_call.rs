//! The hosts of a call are not reached after it.

use std::sync::OnceLock;

use toolgen_runtime::{Net, Result, tool};

static KEPT: OnceLock<&'static Net> = OnceLock::new();

/// Fetch a page.
#[tool(effect = read)]
fn keeps(#[arg(hosts("example.com"))] net: &Net) -> Result<u16> {
    let _ = KEPT.set(net);
    net.get("https://example.com/").map(|response| response.status)
}

/// Fetch a page later.
#[tool(effect = read)]
fn spawns(#[arg(hosts("example.com"))] net: &Net) -> Result<u16> {
    std::thread::spawn(move || net.get("https://example.com/"));
    Ok(0)
}

fn main() {}
