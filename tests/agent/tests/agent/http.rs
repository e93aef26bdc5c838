//! `http` handlers: a call on the command line in, the request that the service sees and what the caller reads out.

use std::io::Write;
use std::process::Stdio;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::server::reply;
use crate::service::{Service, authority};

const TOKEN: (&str, &str) = ("SERVICE_TOKEN", "token-0123456789");
const ITEM: &[u8] = br#"{"item":{"name":"One","parts":[{"name":"first"},{"name":"second"}]},"secret":"x"}"#;
const JSON: &str = "content-type: application/json\r\n";

/// A service that answers the same to everything.
fn always(status: u16, headers: &'static str, body: &'static [u8]) -> Service {
    Service::start(move |_, stream| reply(stream, status, headers, body))
}

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

#[test]
fn values_are_encoded_by_their_place_and_the_answer_is_mapped() {
    let service = always(200, JSON, ITEM);
    let (code, out, err) = service.agent(&["call", "item_show", r#"{"id":"a/b?c=d","tags":["x y","&z"]}"#], &[TOKEN]);
    assert_eq!((code, json(&out)), (0, json!({"name": "One", "first": "first"})), "{err}");
    let request = &service.server.seen()[0];
    assert_eq!(request.path(), "/items/a%2Fb%3Fc%3Dd?tag=x%20y&tag=%26z");
    assert_eq!((request.name.as_str(), request.header("host")), ("api.test", Some("api.test:8711")));
    assert_eq!(request.header("authorization"), Some("Bearer token-0123456789"));
    // The same by flags, with a body.
    let (code, _, err) = service.agent(
        &["--agent", "hana", "item", "add", "--name", "q\"uote", "--size", "3"],
        &[("SERVICE_KEY", "key-012345")],
    );
    assert_eq!(code, 0, "{err}");
    let request = &service.server.seen()[1];
    assert!(request.head.starts_with("POST /items HTTP/1.1\r\n"), "{}", request.head);
    assert_eq!(json(&request.body), json!({"name": "q\"uote", "size": 3, "kind": "item"}));
    assert_eq!((request.header("x-api-key"), request.header("x-agent")), (Some("key-012345"), Some("hana")));
    // What is absent is left out.
    service.agent(&["item", "add", "--name", "n"], &[("SERVICE_KEY", "key-012345")]);
    assert_eq!(json(&service.server.seen()[2].body), json!({"name": "n", "kind": "item"}));
}

#[test]
fn a_variable_of_the_agent_decides_nobody_that_is_trusted() {
    let service = always(200, JSON, ITEM);
    let call = ["call", "item_show", r#"{"id":"a"}"#];
    assert_eq!(service.agent(&call, &[TOKEN]).0, 0);
    service.configure("[net]\nallow_private = [\"127.0.0.0/8\"]\n");
    let folder = tempfile::tempdir().unwrap();
    std::fs::copy(authority().file(), folder.path().join("ca.pem")).unwrap();
    let (file, folder) = (authority().file().display().to_string(), folder.path().display().to_string());
    for variable in [("SSL_CERT_FILE", file.as_str()), ("SSL_CERT_DIR", folder.as_str())] {
        let (code, _, err) = service.agent(&call, &[TOKEN, variable]);
        assert!(code == 1 && err.contains("its certificate is not trusted"), "{variable:?}: {code} {err}");
    }
    assert_eq!(service.server.seen().len(), 1, "nothing was sent");
}

#[test]
fn each_kind_of_credential_is_sent_and_none_comes_back() {
    let service = Service::start(|request, stream| match request.path() {
        "/token" => reply(stream, 200, JSON, br#"{"access_token":"fetched-0123456789","expires_in":60}"#),
        // The worst that a service can do: it says everything again.
        _ => reply(stream, 200, "content-type: text/plain\r\n", request.head.as_bytes()),
    });
    for (tool, secret, sent) in [
        ("as_user", ("SERVICE_PASSWORD", "pass-0123456789"), "authorization: Basic bWU6cGFzcy0wMTIzNDU2Nzg5"),
        ("as_key", ("SERVICE_KEY", "key-0123456789&"), "GET /echo?key=key-0123456789%26 HTTP/1.1"),
        ("as_client", ("SERVICE_CLIENT", "id:client-0123456789"), "authorization: Bearer fetched-0123456789"),
        ("as_agent", ("SERVICE_TOKEN__hana", "own-0123456789"), "authorization: Bearer own-0123456789"),
    ] {
        let (code, out, err) = service.agent(&["--agent", "hana", tool], &[secret]);
        assert_eq!(code, 0, "{tool}: {err}");
        let seen = service.server.seen().pop().unwrap();
        assert!(seen.head.contains(sent), "{tool}: {}", seen.head);
        let gone = ["0123456789", "bWU6cGFzcy0wMTIzNDU2Nzg5"];
        assert!(!gone.iter().any(|value| out.contains(value) || err.contains(value)), "{tool}: {out}{err}");
        assert!(out.contains("[REDACTED]"), "{tool}: {out}");
    }
    let token = service.server.seen().into_iter().find(|request| request.path() == "/token").unwrap();
    assert_eq!(token.body, "grant_type=client_credentials&scope=read");
    assert_eq!(token.header("authorization"), Some("Basic aWQ6Y2xpZW50LTAxMjM0NTY3ODk="));
}

#[test]
fn a_credential_that_is_missing_is_asked_for_by_its_name_and_nothing_is_sent() {
    let service = always(200, "", b"");
    for (tool, set, wanted) in [
        ("as_user", TOKEN, "SERVICE_PASSWORD"),
        // The account that all share is never taken for an agent's own.
        ("as_agent", TOKEN, "SERVICE_TOKEN__hana"),
        ("as_client", ("SERVICE_CLIENT", "no-colon-in-it"), "CLIENT_ID:CLIENT_SECRET"),
    ] {
        let (code, out, err) = service.agent(&["--agent", "hana", tool], &[set]);
        assert!(code == 1 && err.contains(wanted), "{tool}: {code} {out}{err}");
    }
    let (_, _, err) = service.agent(&["as_agent"], &[TOKEN]);
    assert!(err.contains("no agent is named"), "{err}");
    assert!(service.server.seen().is_empty());
}

#[test]
fn it_is_sent_again_where_that_is_safe_and_after_the_time_that_the_service_asks_for() {
    let count = AtomicUsize::new(0);
    let service = Service::start(move |_, stream| match count.fetch_add(1, Ordering::SeqCst) {
        0 | 2 => reply(stream, 503, "retry-after: 1\r\n", b"busy"),
        _ => reply(stream, 200, JSON, ITEM),
    });
    let started = Instant::now();
    let (code, out, err) = service.agent(&["call", "item_show", r#"{"id":"one"}"#], &[TOKEN]);
    assert_eq!((code, json(&out)["name"].as_str()), (0, Some("One")), "{err}");
    assert!(started.elapsed() >= Duration::from_secs(1) && service.server.seen().len() == 2);
    let (code, _, err) = service.agent(&["item", "add", "--name", "n"], &[("SERVICE_KEY", "key-012345")]);
    let keys: Vec<String> =
        service.server.seen()[2..].iter().map(|seen| seen.header("idempotency-key").unwrap().to_owned()).collect();
    assert!(code == 0 && keys.len() == 2 && keys[0] == keys[1], "{code} {keys:?} {err}");
}

#[test]
fn what_the_service_refuses_is_told_with_its_words_and_the_next_step() {
    let service = Service::start(|request, stream| match request.path().trim_start_matches("/pages/") {
        "400" => reply(stream, 400, JSON, br#"{"error":{"message":"`page` must be even"}}"#),
        "401" => reply(stream, 401, "", b""),
        "404" => reply(stream, 404, "content-type: text/html\r\n", b"<h1>no such page</h1>"),
        "429" => reply(stream, 429, "retry-after: 7\r\n", b"slow down"),
        _ => reply(stream, 500, "content-type: text/plain\r\n", b"\x1b[2Jboom\nat line 1"),
    });
    for (page, wanted) in [
        ("400", ["status 400: `page` must be even", "Correct the arguments"]),
        ("401", ["status 401", "The credential is missing"]),
        ("404", ["no such page", "Check the names"]),
        ("429", ["slow down", "Wait before calling again"]),
        ("500", ["boom", "try again later"]),
    ] {
        let (code, out, err) = service.agent(&["fetch", "--page", page], &[]);
        assert_eq!(code, 1, "{page}: {out}{err}");
        assert!(wanted.iter().all(|part| err.contains(part)), "{page}: {wanted:?} in {err}");
        assert!(!err.contains('\x1b'), "nothing acts on the terminal");
    }
    let (_, out, err) = service.agent(&["fetch", "--page", "429", "-j"], &[]);
    let told = json(if out.trim().is_empty() { &err } else { &out });
    assert!(told.to_string().contains(r#""retryAfter":7"#), "{told}");
}

#[test]
fn answers_that_are_too_long_or_not_what_was_promised_are_none() {
    let service = Service::start(|request, stream| match request.path() {
        "/pages/big" => reply(stream, 200, "content-type: text/plain\r\n", &[b'x'; 5000]),
        "/pages/binary" => reply(stream, 200, "content-type: image/png\r\n", b"\x89PNG"),
        "/pages/text" => reply(stream, 200, "content-type: text/plain\r\n", "grün".as_bytes()),
        "/items/nameless" => reply(stream, 200, JSON, br#"{"item":{"name":7}}"#),
        _ => reply(stream, 200, JSON, b"<html>"),
    });
    for (page, wanted) in [("big", "more than 4096 bytes"), ("binary", "image/png")] {
        let (code, _, err) = service.agent(&["fetch", "--page", page], &[]);
        assert!(code == 1 && err.contains(wanted), "{page}: {code} {err}");
    }
    assert_eq!(service.agent(&["fetch", "--page", "text"], &[]).1.trim_end(), "grün");
    for (item, wanted) in [("nameless", "at `/name` expected"), ("html", "was to answer with JSON")] {
        let (code, _, err) = service.agent(&["call", "item_show", &json!({ "id": item }).to_string()], &[TOKEN]);
        assert!(code == 1 && err.contains(wanted), "{item}: {code} {err}");
    }
}

#[test]
fn a_redirect_leads_nowhere_else() {
    let service = Service::start(|request, stream| match request.path() {
        "/pages/elsewhere" => reply(stream, 302, "location: https://evil.test:8711/\r\n", b""),
        "/pages/plain" => reply(stream, 302, "location: http://api.test:8711/pages/end\r\n", b""),
        "/pages/meta" => reply(stream, 307, "location: http://169.254.169.254/latest\r\n", b""),
        "/pages/file" => reply(stream, 302, "location: file:///etc/passwd\r\n", b""),
        "/pages/here" => reply(stream, 302, "location: /pages/end\r\n", b""),
        _ => reply(stream, 200, "content-type: text/plain\r\n", b"end"),
    });
    for (page, wanted) in [
        ("elsewhere", "evil.test is not in the list of hosts"),
        ("plain", "from https to http"),
        ("meta", "169.254.169.254"),
        ("file", "file"),
    ] {
        let before = service.server.seen().len();
        let (code, out, err) = service.agent(&["fetch", "--page", page], &[]);
        assert!(code != 0 && err.contains(wanted), "{page}: {code} {out}{err}");
        assert_eq!(service.server.seen().len(), before + 1, "{page}");
    }
    assert_eq!(service.agent(&["fetch", "--page", "here"], &[]).1.trim_end(), "end");
}

#[test]
fn a_slow_service_ends_at_the_limit_and_an_interrupted_call_at_once() {
    let service = Service::start(|_, stream| {
        let _ = stream.write_all(b"HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n");
        for _ in 0..600 {
            std::thread::sleep(Duration::from_millis(100));
            if stream.write_all(b"x").and_then(|()| stream.flush()).is_err() {
                return;
            }
        }
    });
    let started = Instant::now();
    let (code, _, err) = service.agent(&["hurry"], &[]);
    assert!(code == 1 && err.contains("did not answer in time"), "{code} {err}");
    assert!(started.elapsed() < Duration::from_secs(30), "{:?}", started.elapsed());
    let before = service.server.seen().len();
    let mut command = service.command(&["wait_for"], &[]);
    let mut agent = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let end = Instant::now() + Duration::from_secs(40);
    while service.server.seen().len() == before && Instant::now() < end {
        std::thread::sleep(Duration::from_millis(20));
    }
    let pid = rustix::process::Pid::from_child(&agent);
    let started = Instant::now();
    rustix::process::kill_process(pid, rustix::process::Signal::INT).unwrap();
    assert_eq!(agent.wait().unwrap().code(), Some(130));
    assert!(started.elapsed() < Duration::from_secs(20), "{:?}", started.elapsed());
}

#[test]
fn without_the_operators_word_neither_the_address_nor_the_authority_is_trusted() {
    let service = always(200, "", b"");
    service.configure("[net]\nallow_private = [\"127.0.0.0/8\"]\n");
    let (code, _, err) = service.agent(&["fetch", "--page", "one"], &[]);
    assert!(code == 1 && err.contains("certificate is not trusted") && err.contains("ca_file"), "{code} {err}");
    service.configure("");
    let (code, _, err) = service.agent(&["fetch", "--page", "one"], &[]);
    assert!(code != 0 && err.contains("is not reached from here"), "{code} {err}");
    service.configure("[net]\nca_file = \"ca.pem\"\n");
    let (code, _, err) = service.agent(&["fetch", "--page", "one"], &[]);
    assert!(code != 0 && err.contains("absolute path"), "{code} {err}");
    assert!(service.server.seen().is_empty());
}
