//! Plans carried out against a real server on this machine.

use std::sync::atomic::{AtomicUsize, Ordering};

use toolgen_model::json::Json;

use super::*;
use crate::capability::net::server::{Server, reply};
use crate::context::Cancel;
use crate::handler::Values;
use crate::handler::http::request::sent;

/// Knows one secret, and keeps what it hears of others.
#[derive(Default)]
struct Kept(std::cell::RefCell<Vec<String>>);

impl Keeper for Kept {
    fn secret(&self, _: &Credential) -> Result<String, ToolError> {
        Ok("id:s3cret".to_owned())
    }

    fn learn(&self, _: &Credential, value: &str) -> Result<(), ToolError> {
        self.0.borrow_mut().push(value.to_owned());
        Ok(())
    }
}

/// The answer to a call of the plan, whose origin is the server; secrets are `id:s3cret`.
fn carried(server: &Server, plan: &str, context: &Context) -> Result<Answer, ToolError> {
    carried_by(server, plan, context, &Kept::default())
}

fn carried_by(server: &Server, plan: &str, context: &Context, keeper: &Kept) -> Result<Answer, ToolError> {
    let http: Http =
        serde_json::from_str(&plan.replace("ORIGIN", &origin(server)).replace("PORT", &server.port.to_string()))
            .unwrap();
    let request = sent(&http, &Values::new(Json::parse(r#"{"x":"a b"}"#).unwrap())).unwrap();
    super::send(&http, &request, &server.net(), context, keeper)
}

fn origin(server: &Server) -> String {
    format!("http://127.0.0.1:{}", server.port)
}

/// A server that fails so often with 503 before it answers.
fn failing(times: usize, headers: &'static str) -> Server {
    let count = AtomicUsize::new(0);
    Server::start(move |_, stream| match count.fetch_add(1, Ordering::SeqCst) {
        at if at < times => reply(stream, 503, headers, b"busy"),
        _ => reply(stream, 200, "content-type: application/json\r\n", br#"{"ok":true}"#),
    })
}

#[test]
fn a_body_goes_out_as_json_and_the_answer_comes_back() {
    let server = failing(0, "");
    let plan = r#"{"method":"POST","origin":"ORIGIN","path":["/x/",{"variables":[{"name":"x"}]}],"body":{"object":[["t",{"text":[{"input":["x"]}]}]]}}"#;
    let answer = carried(&server, plan, &Context::new()).unwrap();
    assert_eq!(
        (answer.status, answer.media_type.as_str(), answer.body.as_slice()),
        (200, "application/json", br#"{"ok":true}"#.as_slice())
    );
    let seen = server.seen().remove(0);
    assert!(seen.starts_with("POST /x/a%20b HTTP/1.1") && seen.ends_with(r#"{"t":"a b"}"#), "{seen}");
    assert!(seen.to_ascii_lowercase().contains("content-type: application/json"), "{seen}");
}

#[test]
fn only_what_is_safe_is_sent_again() {
    let plan =
        |more: &str| format!(r#"{{"method":"POST","origin":"ORIGIN","path":["/"],"retryOn":[503],"retries":2{more}}}"#);
    for (more, failures, wanted, times) in [
        ("", 1, 503, 1),
        (r#","idempotent":true"#, 1, 200, 2),
        (r#","idempotent":true"#, 5, 503, 3),
        (r#","headers":[["Idempotency-Key",[{"context":"call"}]]]"#, 2, 200, 3),
    ] {
        let server = failing(failures, "retry-after: 0\r\n");
        let answer = carried(&server, &plan(more), &Context::new()).unwrap();
        assert_eq!((answer.status, server.seen().len()), (wanted, times), "{more} {failures}");
    }
    let keyed = failing(1, "retry-after: 0\r\n");
    carried(&keyed, &plan(r#","headers":[["Idempotency-Key",[{"context":"call"}]]]"#), &Context::new()).unwrap();
    let keys: Vec<String> = keyed
        .seen()
        .iter()
        .map(|seen| {
            seen.lines().find(|line| line.to_ascii_lowercase().starts_with("idempotency-key")).unwrap().to_owned()
        })
        .collect();
    assert_eq!(keys[0], keys[1], "a second sending has the same key");
}

#[test]
fn the_server_says_how_long_to_wait_and_too_long_is_not_waited() {
    let plan = r#"{"method":"GET","origin":"ORIGIN","path":["/"],"retryOn":[503],"retries":2,"idempotent":true,"timeoutMs":5000}"#;
    let server = failing(1, "retry-after: 1\r\n");
    let started = Instant::now();
    assert_eq!(carried(&server, plan, &Context::new()).unwrap().status, 200);
    assert!(started.elapsed() >= Duration::from_secs(1));
    let server = failing(1, "retry-after: 3600\r\n");
    let started = Instant::now();
    let answer = carried(&server, plan, &Context::new()).unwrap();
    assert_eq!((answer.status, answer.retry_after, server.seen().len()), (503, Some(3600), 1));
    assert!(started.elapsed() < Duration::from_secs(3));
}

#[test]
fn a_cancelled_call_does_not_wait_to_send_again() {
    let server = failing(9, "retry-after: 2\r\n");
    let plan = r#"{"method":"GET","origin":"ORIGIN","path":["/"],"retryOn":[503],"retries":5,"idempotent":true}"#;
    let cancel = Cancel::new();
    let context = Context::new().cancelled_by(&cancel);
    let ender = thread::spawn(move || {
        thread::sleep(Duration::from_millis(300));
        cancel.cancel();
    });
    assert_eq!(carried(&server, plan, &context).unwrap_err().error_type, "Interrupted");
    ender.join().unwrap();
}

#[test]
fn a_credential_goes_where_its_kind_says_and_only_to_its_hosts() {
    let plan = |kind: &str, hosts: &str| {
        format!(
            r#"{{"method":"GET","origin":"ORIGIN","path":["/?a=1"],"auth":{{"name":"c","kind":{kind},"hosts":["{hosts}"]}}}}"#
        )
    };
    for (kind, wanted) in [
        (r#""bearer""#, "authorization: Bearer id:s3cret"),
        (r#"{"basic":null}"#, "authorization: Basic aWQ6czNjcmV0"),
        (r#"{"basic":"user"}"#, "authorization: Basic dXNlcjppZDpzM2NyZXQ="),
        (r#"{"header":"x-key"}"#, "x-key: id:s3cret"),
        (r#"{"query":"key"}"#, "GET /?a=1&key=id%3As3cret HTTP/1.1"),
    ] {
        let server = failing(0, "");
        carried(&server, &plan(kind, "127.0.0.1:PORT"), &Context::new()).unwrap();
        let seen = server.seen().remove(0);
        assert!(seen.contains(wanted), "{wanted}: {seen}");
    }
    let server = failing(0, "");
    let error = carried(&server, &plan(r#""bearer""#, "other.test"), &Context::new()).unwrap_err();
    assert_eq!(error.error_type, "PermissionDenied");
    assert!(server.seen().is_empty() && !error.to_json().contains("s3cret"));
}

#[test]
fn an_oauth_token_is_fetched_once_and_kept() {
    let server = Server::start(|path, stream| match path {
        "/token" => reply(stream, 200, "", br#"{"access_token":"t0ken","expires_in":3600}"#),
        _ => reply(stream, 200, "", b""),
    });
    let plan = r#"{"method":"GET","origin":"ORIGIN","path":["/x"],"auth":{"name":"c","hosts":["127.0.0.1:PORT"],
        "kind":{"oAuth2":{"tokenUrl":"ORIGIN/token","scopes":["read","write"]}}}}"#;
    for _ in 0..2 {
        let keeper = Kept::default();
        carried_by(&server, plan, &Context::new(), &keeper).unwrap();
        // Also the one that was kept: this call may have another redactor.
        assert_eq!(*keeper.0.borrow(), ["s3cret", "t0ken"], "the redactor hears of what was fetched");
    }
    let seen = server.seen();
    assert_eq!(seen.len(), 3, "{seen:?}");
    assert!(
        seen[0].contains("grant_type=client_credentials&scope=read%20write") && seen[0].contains("Basic aWQ6czNjcmV0")
    );
    assert!(seen[1].contains("Bearer t0ken") && seen[2].contains("Bearer t0ken"));
}

#[test]
fn a_date_of_http_is_a_time() {
    assert_eq!(date("Sun, 06 Nov 1994 08:49:37 GMT"), Some(784_111_777));
    assert_eq!(date("Thu, 29 Feb 2024 00:00:00 GMT"), Some(1_709_164_800));
    assert_eq!(date("Thu, 01 Jan 1970 00:00:01 GMT"), Some(1));
    for text in [
        "",
        "soon",
        "Sun, 06 Nov 1994",
        "Sun, 06 Foo 1994 08:49:37 GMT",
        "Sun, 99999999999999999999 Nov 1994 08:49:37 GMT",
    ] {
        assert_eq!(date(text), None, "{text}");
    }
}
