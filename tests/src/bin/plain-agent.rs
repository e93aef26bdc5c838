//! A small agent with a command line: words in, the reply of one of its two tools out. It may reach this machine.

use std::process::ExitCode;
use std::time::Duration;

use toolgen_runtime::capability::net::Request;
use toolgen_runtime::{Net, Network, Result, Table, Tools, tool, tools};

/// Look at something.
#[tool(effect = read)]
fn look() -> &'static str {
    "seen"
}

/// Fetch a page.
#[tool(effect = read)]
fn fetch(
    /// Where.
    url: String,
    #[arg(hosts("${input.url}"))] net: &Net,
) -> Result<String> {
    net.send(Request::new("GET", url).timeout(Duration::from_secs(2))).map(|response| response.status.to_string())
}

static TOOLS: Table = tools![look, fetch];

fn main() -> ExitCode {
    let range = "127.0.0.0/8".parse();
    let network = range.map_or_else(|_| Network::default(), |range| Network::default().allow(range));
    toolgen_runtime::main(Tools::from(&TOOLS).network(network))
}
