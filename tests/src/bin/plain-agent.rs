//! A small agent with a command line: words in, the reply of one of its tools out. It may reach this machine.

use std::process::ExitCode;
use std::time::Duration;

use toolgen_runtime::capability::net::Request;
use toolgen_runtime::{Credential, Exec, Net, Network, Result, Secret, Table, Tools, tool, tools};

/// Look at something.
#[tool(effect = read)]
fn look() -> &'static str {
    "seen"
}

/// Change something.
#[tool(effect = write, default = allow)]
fn change() -> &'static str {
    "changed"
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

/// Fetch a page of this machine.
#[tool(effect = read)]
fn page(
    /// Where.
    url: String,
    #[arg(hosts("127.0.0.1"))] net: &Net,
) -> Result<String> {
    net.send(Request::new("GET", url).timeout(Duration::from_secs(2))).map(|response| response.status.to_string())
}

/// Run a script of the shell.
#[tool(effect = read)]
fn script(
    /// Its text.
    text: String,
    #[arg(programs("sh"))] exec: &Exec,
) -> Result<String> {
    exec.command("sh")?.arg("-c").arg(text).run().map(|output| output.stdout.text())
}

/// Run a program.
#[tool(effect = read)]
fn run(
    /// Which.
    program: String,
    #[arg(programs("true"))] exec: &Exec,
) -> Result<String> {
    exec.command(&program)?.run().map(|output| format!("{:?}", output.code))
}

struct Plain;

impl Credential for Plain {
    const NAME: &'static str = "plain";
    const VARIABLE: Option<&'static str> = Some("PLAIN_TOKEN");
    const HOSTS: &'static [&'static str] = &["api.example.com"];
}

/// Use a credential.
#[tool(effect = read)]
fn token(
    /// For which host.
    host: String,
    #[arg(secrets("plain"))] secret: &Secret<Plain>,
) -> Result<usize> {
    secret.for_host(&host).map(str::len)
}

/// Use a credential that is not declared.
#[tool(effect = read)]
fn undeclared(#[arg(secrets("own"))] secret: &Secret<Plain>) -> Result<usize> {
    secret.for_host("api.example.com").map(str::len)
}

struct Own;

impl Credential for Own {
    const NAME: &'static str = "own";
    const VARIABLE: Option<&'static str> = Some("PLAIN_TOKEN");
    const HOSTS: &'static [&'static str] = &["api.example.com"];
    const PER_AGENT: bool = true;
}

/// Use the credential of the agent itself.
#[tool(effect = read)]
fn account(#[arg(secrets("own"))] secret: &Secret<Own>) -> Result<usize> {
    secret.for_host("api.example.com").map(str::len)
}

static TOOLS: Table = tools![look, change, fetch, page, script, run, token, undeclared, account];

fn main() -> ExitCode {
    let range = "127.0.0.0/8".parse();
    let network = range.map_or_else(|_| Network::default(), |range| Network::default().allow(range));
    toolgen_runtime::main(Tools::from(&TOOLS).network(network))
}
