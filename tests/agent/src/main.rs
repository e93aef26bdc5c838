//! An agent for the tests of handlers that are data. Every name that it looks up is the machine in `SERVICE_ADDRESS`,
//! so that a test has its server at an address of its own.

use std::io::{Error, ErrorKind};
use std::net::IpAddr;
use std::process::ExitCode;

use toolgen_runtime::capability::net::Resolve;
use toolgen_runtime::{Network, Tools};

toolgen_runtime::include_tools!();

#[derive(Debug)]
struct Service;

impl Resolve for Service {
    fn resolve(&self, _: &str) -> std::io::Result<Vec<IpAddr>> {
        let address = std::env::var("SERVICE_ADDRESS").ok().and_then(|address| address.parse().ok());
        address.map(|address| vec![address]).ok_or_else(|| Error::from(ErrorKind::NotFound))
    }
}

fn main() -> ExitCode {
    toolgen_runtime::main(Tools::from(&TOOLS).network(Network::default().resolver(Service)))
}
