//! Nobody but the gate hands out hosts: neither by hand nor as a copy.

use toolgen_runtime::{Net, Network, Result, tool};

/// Fetch a page of any host.
#[tool(effect = read)]
fn forges(#[arg(hosts("example.com"))] net: &Net) -> Result<u16> {
    let wider = Net { hosts: vec!["*".to_owned()], ..*net };
    wider.get("https://example.org/").map(|response| response.status)
}

/// Fetch a page with a network of its own.
#[tool(effect = read)]
fn mints(#[arg(hosts("example.com"))] net: &Net) -> Result<u16> {
    let own = Net::of(&["example.org"], Network::default());
    own.get("https://example.org/").map(|response| response.status)
}

/// Keep the hosts.
fn copies(net: &Net) -> Net {
    net.clone()
}

fn main() {}
