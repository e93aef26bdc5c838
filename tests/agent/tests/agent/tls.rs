//! HTTPS to a server on this machine, whose certificates a private authority of the test signs: certificates in, who
//! is spoken to out.

use std::io::{Read, Write};
use std::net::{IpAddr, Ipv4Addr, TcpListener};
use std::time::Duration;

use rcgen::date_time_ymd;
use serde_json::{Value, json};
use toolgen_runtime::capability::net::Resolve;
use toolgen_runtime::{Config, Context, Net, Network, Table, ToolError, Tools, tool, tools};

use crate::server::{Authority, Identity, Server, reply, self_signed};

/// Fetch a page of the host that is named.
#[tool(effect = read)]
fn fetch(
    /// Where.
    url: String,
    #[arg(hosts("${input.url}"))] net: &Net,
) -> toolgen_runtime::Result<String> {
    net.get(&url).map(|response| String::from_utf8_lossy(&response.body).into_owned())
}

static TOOLS: Table = tools![fetch];

/// Says that every name is this machine.
#[derive(Debug)]
struct Here;

impl Resolve for Here {
    fn resolve(&self, _: &str) -> std::io::Result<Vec<IpAddr>> {
        Ok(vec![Ipv4Addr::LOCALHOST.into()])
    }
}

/// A server with that certificate, which answers with the name that it was asked for in the handshake.
fn server(identity: Identity) -> Server {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    Server::start(listener, identity, |request, stream| reply(stream, 200, "", request.name.as_bytes()))
}

fn fetched(settings: Config, url: &str) -> Result<String, ToolError> {
    let network = Network::default().resolver(Here).allow("127.0.0.0/8".parse().unwrap());
    let tools = Tools::from(&TOOLS).network(network).config(settings);
    let reply =
        tools.call_now(&Context::new().within(Duration::from_secs(20)), "fetch", &json!({ "url": url }).to_string());
    reply.outcome.as_ref().map_err(Clone::clone)?;
    Ok(reply.text().into_owned())
}

fn trusting(authority: &Authority) -> Config {
    Config::new().set("net.ca_file", authority.file().to_str().unwrap())
}

fn reason(error: &ToolError) -> String {
    let json: Value = serde_json::from_str(&error.to_json()).unwrap();
    json["context"]["reason"].as_str().unwrap_or_default().to_owned()
}

#[test]
fn a_private_authority_is_trusted_only_where_the_operator_says_so() {
    let authority = Authority::new();
    let server = server(authority.signs(&["right.test"], |_| {}));
    let url = format!("https://right.test:{}/secret", server.port);
    assert_eq!(fetched(trusting(&authority), &url).unwrap(), "right.test", "the handshake names the host");
    assert!(server.seen()[0].head.starts_with("GET /secret HTTP/1.1\r\n"));
    let error = fetched(Config::new(), &url).unwrap_err();
    assert_eq!((error.error_type.as_ref(), reason(&error).as_str()), ("ToolExecutionError", "net.tls"));
    assert!(error.message.contains("UnknownIssuer") && error.to_json().contains("ca_file"), "{error}");
    assert!(!error.to_json().contains("secret"), "no error holds the path");
    let other = fetched(trusting(&Authority::new()), &url).unwrap_err();
    assert_eq!(reason(&other), "net.tls", "another authority is none");
    assert_eq!(server.seen().len(), 1, "nothing is sent before the server has shown who it is");
}

#[test]
fn whoever_answers_must_be_the_host_of_the_url_whatever_its_address_is() {
    let authority = Authority::new();
    let faulty = [
        ("not valid for name", authority.signs(&["other.test"], |_| {})),
        // The address that was pinned is this one, and that says nothing of the name.
        ("not valid for name", authority.signs(&["127.0.0.1"], |_| {})),
        ("not valid for name", authority.signs(&["*.right.test"], |_| {})),
        (
            "certificate expired",
            authority.signs(&["right.test"], |params| params.not_after = date_time_ymd(2020, 1, 1)),
        ),
        (
            "certificate not valid yet",
            authority.signs(&["right.test"], |params| params.not_before = date_time_ymd(2999, 1, 1)),
        ),
        ("invalid peer certificate", self_signed(&["right.test"])),
    ];
    for (wanted, identity) in faulty {
        let server = server(identity);
        let error = fetched(trusting(&authority), &format!("https://right.test:{}/", server.port)).unwrap_err();
        assert_eq!(reason(&error), "net.tls", "{wanted}: {error}");
        assert!(error.message.contains(wanted), "{wanted}: {error}");
        assert!(server.seen().is_empty(), "{wanted}");
    }
    let by_address = server(authority.signs(&["127.0.0.1"], |_| {}));
    assert!(fetched(trusting(&authority), &format!("https://127.0.0.1:{}/", by_address.port)).is_ok());
}

#[test]
fn plain_http_and_tls_do_not_talk_to_each_other() {
    let plain = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = plain.local_addr().unwrap().port();
    let first = std::thread::spawn(move || {
        let (mut stream, _) = plain.accept().unwrap();
        let mut start = [0; 1024];
        let length = stream.read(&mut start).unwrap();
        stream.write_all(b"HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n").unwrap();
        String::from_utf8_lossy(&start[..length]).into_owned()
    });
    let error = fetched(Config::new(), &format!("https://right.test:{port}/secret")).unwrap_err();
    assert_eq!(reason(&error), "net.tls", "{error}");
    assert!(!first.join().unwrap().contains("secret"), "nothing of the request was sent in the clear");
    let server = server(Authority::new().signs(&["right.test"], |_| {}));
    let error = fetched(Config::new(), &format!("http://right.test:{}/", server.port)).unwrap_err();
    assert_eq!(error.error_type, "ToolExecutionError", "{error}");
    assert!(server.seen().is_empty());
}

#[test]
fn a_file_of_authorities_that_is_none_stops_every_request() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, text: &str| {
        std::fs::write(folder.path().join(name), text).unwrap();
        folder.path().join(name).to_str().unwrap().to_owned()
    };
    let broken = "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n";
    for wrong in [
        json!("ca.pem"),
        json!(true),
        json!(folder.path().join("missing.pem").to_str().unwrap()),
        json!(file("empty.pem", "")),
        json!(file("none.pem", "no certificate")),
        json!(file("broken.pem", broken)),
    ] {
        let settings = Config::new().set("net.ca_file", toolgen_model::json::Json::parse(&wrong.to_string()).unwrap());
        let error = fetched(settings, "https://right.test:1/").unwrap_err();
        assert_eq!(error.error_type, "InitError", "{wrong}: {error}");
        assert!(error.message.contains("net.ca_file"), "{error}");
    }
    let authority = Authority::new();
    let tools = Tools::from(&TOOLS).config(trusting(&authority)).workspace(authority.file().parent().unwrap());
    let reply = tools.call_now(&Context::new(), "fetch", r#"{"url":"https://right.test:1/"}"#);
    let error = reply.outcome.as_ref().unwrap_err();
    assert!(error.error_type == "InitError" && error.message.contains("lies in the workspace"), "{error}");
}
