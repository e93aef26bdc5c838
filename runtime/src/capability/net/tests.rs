//! Requests to a real server on this machine, which the tests allow by its address, and to names that a
//! resolver of the tests answers.

use std::io::{Read, Write};
use std::sync::Arc;
use std::time::{Duration, Instant};

use flate2::Compression;
use flate2::read::GzEncoder;

use super::server::{Names, Server, reply};
use super::target::judge;
use super::*;
use crate::context::Cancel;

fn reason(error: &ToolError) -> String {
    let reason = error.context.as_ref().and_then(|context| context.get("reason"));
    reason.and_then(Json::as_str).unwrap_or_default().to_owned()
}

#[test]
fn scheme_host_port_and_list_are_judged_in_order() {
    let hosts = ["api.github.com", "*.example.com", "local.test:8080"].map(str::to_owned);
    let of = |url: &str, hosts: &[String]| match judge(url, hosts) {
        Ok(target) => target.url.to_string(),
        Err(refusal) => refusal.reason.to_owned(),
    };
    for (url, wanted) in [
        ("https://API.GitHub.com:443/a", "https://api.github.com/a"),
        ("https://api.github.com./", "https://api.github.com/"),
        ("http://%61pi.github.com/", "http://api.github.com/"),
        ("https://a.b.example.com/x?y=1", "https://a.b.example.com/x?y=1"),
        ("http://local.test:8080/", "http://local.test:8080/"),
        ("http://local.test/", "net.not_allowed"),
        ("https://example.com/", "net.not_allowed"),
        ("https://evilexample.com/", "net.not_allowed"),
        ("https://api.github.com.evil.test/", "net.not_allowed"),
        ("https://api.github.com:22/", "net.port"),
        ("https://api.github.com../", "net.bad_host"),
        ("https://user@api.github.com/", "net.userinfo"),
        ("https://api.github.com@evil.test/", "net.userinfo"),
        ("https://api.github.com\\@evil.test/", "net.bad_url"),
        ("https://api.gith\tub.com/", "net.bad_url"),
        (" https://api.github.com/", "net.bad_url"),
        ("ftp://api.github.com/", "net.scheme"),
        ("file:///etc/passwd", "net.scheme"),
        ("http://2130706433/", "net.ip_literal"),
        ("http://0x7f.1/", "net.ip_literal"),
        ("http://[::ffff:7f00:1]/", "net.ip_literal"),
        ("http://169.254.169.254/", "net.metadata"),
        ("http://[64:ff9b::169.254.169.254]/", "net.metadata"),
        ("https:///", "net.bad_url"),
        ("api.github.com", "net.bad_url"),
    ] {
        assert_eq!(of(url, &hosts), wanted, "{url}");
    }
    assert_eq!(of("https://api.github.com/", &[]), "net.not_allowed", "an empty list is none");
}

#[test]
fn an_explanation_has_the_canonical_form_and_judges_known_addresses() {
    let hosts = ["api.github.com".to_owned()];
    let of = |url: &str, addresses: &[&str]| {
        let addresses: Vec<IpAddr> = addresses.iter().map(|address| address.parse().unwrap()).collect();
        let verdict = explain(url, &hosts, &addresses, &Ranges::default());
        (verdict.canonical, verdict.allowed, verdict.reason.into_owned())
    };
    assert_eq!(
        of("HTTPS://API.github.com:443", &["8.8.8.8"]),
        (Some("https://api.github.com/".into()), true, "net.allowed".into())
    );
    assert_eq!(of("https://api.github.com/", &["8.8.8.8", "10.0.0.1"]).2, "net.resolved_ip");
    assert_eq!(of("http://evil.test/x", &[]), (Some("http://evil.test/x".into()), false, "net.not_allowed".into()));
    assert_eq!(of("no url", &[]), (None, false, "net.bad_url".into()));
}

#[test]
fn a_request_is_answered_and_says_who_asks() {
    let server = Server::start(|_, stream| reply(stream, 200, "content-type: Text/Plain; charset=utf-8\r\n", b"hello"));
    let request = Request::new("POST", server.url("/a?b=c")).header("x-note", "n").body("body");
    let answer = server.net().send(request).unwrap();
    assert_eq!(
        (answer.status, answer.media_type().as_str(), answer.body.as_slice()),
        (200, "text/plain", b"hello".as_slice())
    );
    let seen = server.seen().remove(0);
    assert!(seen.starts_with("POST /a?b=c HTTP/1.1\r\n") && seen.ends_with("body"), "{seen}");
    for wanted in
        [&format!("host: here.test:{}", server.port), "user-agent: toolgen/", "x-note: n", "accept-encoding: gzip"]
    {
        assert!(seen.to_ascii_lowercase().contains(wanted), "{wanted}: {seen}");
    }
}

#[test]
fn every_address_of_a_name_must_be_allowed_and_the_name_is_asked_once() {
    let server = Server::start(|_, stream| reply(stream, 200, "", b""));
    let host = format!("mixed.test:{}", server.port);
    let names = Names::of(&[("mixed.test", "127.0.0.1"), ("mixed.test", "10.0.0.1")]);
    let network = Network::default().resolver(names).allow("127.0.0.1".parse().unwrap());
    let error = Net::of(&[&host], network).get(&format!("http://{host}/secret")).unwrap_err();
    assert_eq!((error.error_type.as_ref(), reason(&error).as_str()), ("PermissionDenied", "net.resolved_ip"));
    assert!(!error.to_json().contains("secret"), "no error holds the path");
    assert!(server.seen().is_empty());
    let names = Names::of(&[("here.test", "127.0.0.1")]);
    let asked = Arc::clone(&names.1);
    let host = format!("here.test:{}", server.port);
    let network = Network::default().resolver(names).allow("127.0.0.1".parse().unwrap());
    Net::of(&[&host], network).get(&format!("http://{host}/")).unwrap();
    assert_eq!(*asked.lock().unwrap(), 1, "what was judged is what is connected to");
    let unknown = Net::of(&["none.test"], Network::default().resolver(Names::default())).get("http://none.test/");
    assert_eq!(reason(&unknown.unwrap_err()), "net.unresolved");
}

#[test]
fn a_redirect_is_judged_anew_and_takes_no_secret_elsewhere() {
    let server = Server::start(|path, stream| match path {
        "/same" => reply(stream, 302, "location: /end\r\n", b""),
        "/port" => reply(stream, 302, "location: http://127.0.0.1:1/\r\n", b""),
        "/meta" => reply(stream, 307, "location: http://169.254.169.254/latest\r\n", b""),
        "/loop" => reply(stream, 302, "location: /loop\r\n", b""),
        "/file" => reply(stream, 302, "location: file:///etc/passwd\r\n", b""),
        other => match other.strip_prefix("/to/") {
            Some(port) => reply(stream, 307, &format!("location: http://127.0.0.1:{port}/end\r\n"), b""),
            None => reply(stream, 200, "", b"end"),
        },
    });
    let net = server.net();
    let get = |path: &str| {
        net.send(Request::new("POST", server.url(path)).secret_header("authorization", "Bearer s3cret").body("b"))
    };
    assert_eq!(get("/same").unwrap().body, b"end");
    let seen = server.seen();
    assert!(seen[1].starts_with("GET /end") && seen[1].contains("s3cret") && !seen[1].ends_with('b'), "{}", seen[1]);
    for (path, wanted) in
        [("/port", "net.port"), ("/meta", "net.metadata"), ("/file", "net.scheme"), ("/loop", "net.redirects")]
    {
        assert_eq!(reason(&get(path).unwrap_err()), wanted, "{path}");
    }
    assert_eq!(get(&format!("/to/{}", server.port)).unwrap().body, b"end");
    let last = server.seen().pop().unwrap();
    assert!(last.starts_with("POST /end") && !last.contains("s3cret"), "another origin gets no credential: {last}");
}

#[test]
fn a_redirect_never_leaves_https() {
    let hosts = ["a.test".to_owned()];
    let from = judge("https://a.test/", &hosts).unwrap();
    assert_eq!(exchange::redirected(&from, "http://a.test/", &hosts).unwrap_err().reason, "net.downgrade");
    assert!(exchange::redirected(&from, "/b", &hosts).is_ok());
}

#[test]
fn size_is_limited_after_decoding_and_headers_too() {
    let server = Server::start(|path, stream| match path {
        "/bomb" => {
            let mut packed = Vec::new();
            GzEncoder::new(std::io::repeat(0).take(64 << 20), Compression::best()).read_to_end(&mut packed).unwrap();
            reply(stream, 200, "content-encoding: gzip\r\n", &packed);
        }
        "/gzip" => {
            let mut packed = Vec::new();
            GzEncoder::new(&b"plain"[..], Compression::best()).read_to_end(&mut packed).unwrap();
            reply(stream, 200, "content-encoding: gzip\r\n", &packed);
        }
        "/headers" => reply(stream, 200, &format!("x: {}\r\n", "y".repeat(1 << 20)), b""),
        "/short" => {
            let _ = stream.write_all(b"HTTP/1.1 200 OK\r\ncontent-length: 100\r\nconnection: close\r\n\r\nonly this");
        }
        "/endless" => {
            let _ = stream.write_all(b"HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n");
            while stream.write_all(&[b'x'; 4096]).is_ok() {}
        }
        _ => {
            let _ = stream.write_all(b"no http at all\r\n\r\n");
        }
    });
    let get = |path: &str| server.net().send(Request::new("GET", server.url(path)).most(1000));
    assert_eq!(get("/gzip").unwrap().body, b"plain");
    for path in ["/bomb", "/endless"] {
        assert_eq!(reason(&get(path).unwrap_err()), "net.response_too_large", "{path}");
    }
    for path in ["/headers", "/short", "/garbage"] {
        let error = get(path).unwrap_err();
        assert_eq!(
            (error.error_type.as_ref(), reason(&error).as_str()),
            ("ToolExecutionError", "net.failed"),
            "{path}: {error}"
        );
        assert!(!error.to_json().contains(path), "{error:?}");
    }
}

#[test]
fn a_slow_server_ends_at_the_limit_and_a_cancelled_call_at_once() {
    let server = Server::start(|_, stream| {
        let _ = stream.write_all(b"HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n");
        for _ in 0..100 {
            std::thread::sleep(Duration::from_millis(100));
            if stream.write_all(b"x").is_err() {
                return;
            }
        }
    });
    let started = Instant::now();
    let slow = server.net().send(Request::new("GET", server.url("/")).timeout(Duration::from_millis(300)));
    assert_eq!(slow.unwrap_err().error_type, "ToolTimeout");
    assert!(started.elapsed() < Duration::from_secs(3));
    let cancel = Cancel::new();
    let mut net = server.net();
    net.context = Context::new().cancelled_by(&cancel);
    let ender = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(200));
        cancel.cancel();
    });
    let started = Instant::now();
    assert_eq!(net.get(&server.url("/")).unwrap_err().error_type, "Interrupted");
    assert!(started.elapsed() < Duration::from_secs(3));
    ender.join().unwrap();
}

#[test]
fn the_configuration_allows_blocks_or_refuses_to_start() {
    let set = |value: &str| crate::config::Config::new().set("net.allow_private", Json::parse(value).unwrap());
    let configured = |config: &crate::config::Config| Network::default().configured(config, "/workspace".as_ref());
    assert_eq!(configured(&set(r#"["127.0.0.0/8"]"#)).unwrap().allowed.0.len(), 1);
    for wrong in [r#""127.0.0.0/8""#, "[1]", r#"["localhost"]"#, "true"] {
        assert_eq!(configured(&set(wrong)).unwrap_err().error_type, "InitError", "{wrong}");
    }
    assert!(configured(&crate::config::Config::new()).unwrap().allowed.0.is_empty());
}

#[test]
fn an_entry_can_refer_to_an_argument() {
    let input = Json::parse(r#"{"url":"https://Docs.rs:8443/x","host":"docs.rs","n":1}"#).unwrap();
    assert_eq!(listed("${input.url}", &input), ["docs.rs:8443"]);
    assert_eq!(listed("${input.host}", &input), ["docs.rs"]);
    assert_eq!((listed("${input.n}", &input).len(), listed("a.b", &input)), (0, vec!["a.b".to_owned()]));
}
