//! Hosts, one test each: a request that must not go there in, where it went out.

use std::io::{Read as _, Write as _};
use std::net::{IpAddr, Ipv4Addr, TcpListener};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use toolgen_runtime::capability::net::Resolve;
use toolgen_runtime::{Context, Net, Network, Reply, Table, Tools, tool, tools};

/// Fetch a page of one host, at a port where nobody listens.
#[tool(effect = read)]
fn page(
    /// Where.
    url: String,
    #[arg(hosts("listed.test:9"))] net: &Net,
) -> toolgen_runtime::Result<String> {
    net.get(&url).map(|response| response.status.to_string())
}

/// Fetch a page of the host that is named.
#[tool(effect = read)]
fn fetch(
    /// Where.
    url: String,
    #[arg(hosts("${input.url}"))] net: &Net,
) -> toolgen_runtime::Result<String> {
    net.get(&url).map(|response| response.status.to_string())
}

static TOOLS: Table = tools![page, fetch];

const LOOPBACK: &str = "127.0.0.0/8";

/// Says that every name is this machine, and counts how often it is asked.
#[derive(Debug)]
struct Here(Arc<AtomicUsize>);

impl Resolve for Here {
    fn resolve(&self, _: &str) -> std::io::Result<Vec<IpAddr>> {
        self.0.fetch_add(1, Ordering::SeqCst);
        Ok(vec![Ipv4Addr::LOCALHOST.into()])
    }
}

fn call(network: Network, name: &str, url: &str) -> Reply {
    let tools = Tools::from(&TOOLS).network(network);
    tools.call_now(&Context::new(), name, &format!(r#"{{"url":"{url}"}}"#))
}

/// Whether the request was refused, and not only without an answer.
fn refused(reply: &Reply) -> bool {
    reply.outcome.as_ref().is_err_and(|error| error.error_type == "PermissionDenied")
}

#[test]
fn hosts() {
    let asked = Arc::new(AtomicUsize::new(0));
    let network = || Network::default().resolver(Here(Arc::clone(&asked)));
    call(network(), "page", "http://listed.test:9/");
    assert_eq!(asked.load(Ordering::SeqCst), 1);
    // A host that is not listed is not even looked up.
    call(network(), "page", "http://other.test:9/");
    assert_eq!(asked.load(Ordering::SeqCst), 1);
}

#[test]
fn address() {
    let network = || Network::default().resolver(Here(Arc::default()));
    assert!(!refused(&call(network().allow(LOOPBACK.parse().unwrap()), "page", "http://listed.test:9/")));
    assert!(refused(&call(network(), "page", "http://listed.test:9/")));
}

#[test]
fn redirect() {
    let (from, to) = (TcpListener::bind("127.0.0.1:0").unwrap(), TcpListener::bind("127.0.0.1:0").unwrap());
    to.set_nonblocking(true).unwrap();
    let (port, other) = (from.local_addr().unwrap().port(), to.local_addr().unwrap().port());
    let server = std::thread::spawn(move || {
        let (mut stream, _) = from.accept().unwrap();
        let _ = stream.read(&mut [0; 1024]);
        let head = format!("HTTP/1.1 302 Found\r\nlocation: http://127.0.0.1:{other}/\r\ncontent-length: 0\r\n\r\n");
        stream.write_all(head.as_bytes()).unwrap();
    });
    let tools = Tools::from(&TOOLS).network(Network::default().allow(LOOPBACK.parse().unwrap()));
    let context = Context::new().within(Duration::from_secs(3));
    let reply = tools.call_now(&context, "fetch", &format!(r#"{{"url":"http://127.0.0.1:{port}/"}}"#));
    server.join().unwrap();
    assert!(refused(&reply), "{:?}", reply.outcome);
    assert!(to.accept().is_err());
}

#[test]
fn proxy() {
    let target = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = target.local_addr().unwrap().port();
    let first = std::thread::spawn(move || {
        let (mut stream, _) = target.accept().unwrap();
        let mut start = vec![0; 1024];
        let length = stream.read(&mut start).unwrap();
        stream.write_all(b"HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n").unwrap();
        String::from_utf8_lossy(&start[..length]).into_owned()
    });
    let folder = tempfile::tempdir().unwrap();
    let mut agent = Command::new(env!("CARGO_BIN_EXE_plain-agent"));
    let url = format!("http://127.0.0.1:{port}/page");
    let agent = agent.args(["fetch", "--url", &url]).current_dir(folder.path());
    for name in ["HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"] {
        agent.env(name, "http://127.0.0.1:9");
    }
    let agent = agent.env("XDG_CONFIG_HOME", folder.path()).env_remove("NO_PROXY").env_remove("no_proxy");
    agent.stdin(Stdio::null()).output().unwrap();
    // A proxy would be asked for another host: `CONNECT …`, or the whole URL.
    let first = first.join().unwrap();
    assert!(first.starts_with("GET /page HTTP/1.1\r\n"), "{first}");
}
