//! Plans with hostile and plain values: requests and outcomes out. Nothing is sent here.

use toolgen_model::handler::Http;
use toolgen_model::json::Json;

use super::answer::outcome;
use super::*;
use crate::reply::Body;

const ISSUE: &str = r#"{"method":"POST","origin":"https://api.github.com",
    "path":["/repos/",{"variables":[{"name":"owner"}]},"/",{"variables":[{"name":"repo"}]},"/issues"],
    "query":[["q",{"text":[{"input":["q"]}]}],["tag",{"text":[{"input":["labels"]}]}]],
    "headers":[["X-Note",[{"input":["note"]}]],["Accept",["application/json"]]],
    "body":{"object":[["title",{"text":[{"input":["title"]}]}],["labels",{"text":[{"input":["labels"]}]}],
        ["n",{"constant":1}],["by",{"text":["for ",{"input":["owner"]}]}]]}}"#;

fn plan(text: &str) -> Http {
    serde_json::from_str(text).unwrap()
}

fn given(http: &str, input: &str) -> Result<Sent, ToolError> {
    sent(&plan(http), &Values::new(Json::parse(input).unwrap()))
}

fn reason(error: &ToolError) -> String {
    let reason = error.context.as_ref().and_then(|context| context.get("reason"));
    reason.and_then(Json::as_str).unwrap_or_default().to_owned()
}

#[test]
fn each_value_is_encoded_for_its_place_and_keeps_its_type_in_json() {
    let input =
        r#"{"owner":"a b","repo":"c/../d?x=1#y","title":"q\"uote","labels":["l 1","&l"],"q":"a=b&c","note":"n"}"#;
    let sent = given(ISSUE, input).unwrap();
    assert_eq!(
        sent.url,
        "https://api.github.com/repos/a%20b/c%2F..%2Fd%3Fx%3D1%23y/issues?q=a%3Db%26c&tag=l%201&tag=%26l"
    );
    let body = r#"{"title":"q\"uote","labels":["l 1","&l"],"n":1,"by":"for a b"}"#;
    assert_eq!(sent.body, Some(Json::parse(body).unwrap()));
    assert_eq!(sent.headers, [("X-Note".to_owned(), "n".to_owned()), ("Accept".into(), "application/json".into())]);
}

#[test]
fn what_is_absent_is_left_out_of_query_headers_and_body() {
    let sent = given(ISSUE, r#"{"owner":"a","repo":"b"}"#).unwrap();
    assert_eq!(sent.url, "https://api.github.com/repos/a/b/issues");
    assert_eq!(sent.body, Some(Json::parse(r#"{"n":1,"by":"for a"}"#).unwrap()));
    assert_eq!(sent.headers.len(), 1);
}

#[test]
fn no_value_leaves_its_place() {
    for (input, wanted) in [
        (r#"{"owner":"..","repo":"b"}"#, "url.dot_segment"),
        (r#"{"owner":".","repo":"b"}"#, "url.dot_segment"),
        (r#"{"owner":"","repo":"b"}"#, "url.empty_segment"),
        (r#"{"repo":"b"}"#, "url.absent"),
        (r#"{"owner":"a","repo":"b","note":"x\r\nHost: evil"}"#, "header.bad_value"),
        (r#"{"owner":"a","repo":"b","note":"ü"}"#, "header.bad_value"),
    ] {
        let error = given(ISSUE, input).unwrap_err();
        assert_eq!((error.error_type.as_ref(), reason(&error).as_str()), ("InvalidArguments", wanted), "{input}");
    }
    let long = Json::from([("owner", Json::from("x".repeat(9000))), ("repo", "b".into())]).to_string();
    assert_eq!(reason(&given(ISSUE, &long).unwrap_err()), "url.too_long");
    // Written twice, dots stay text.
    assert!(given(ISSUE, r#"{"owner":"%2e%2e","repo":"b"}"#).unwrap().url.contains("/%252e%252e/"));
}

#[test]
fn reserved_values_stay_in_the_path() {
    let raw =
        r#"{"method":"GET","origin":"https://a.b","path":["/x/",{"operator":"Reserved","variables":[{"name":"p"}]}]}"#;
    assert_eq!(given(raw, r#"{"p":"a/b.txt"}"#).unwrap().url, "https://a.b/x/a/b.txt");
    for (path, wanted) in [
        ("../y", "url.dot_segment"),
        ("a/%2E%2e/y", "url.dot_segment"),
        ("a/..;v=1/y", "url.dot_segment"),
        ("a?admin=1", "url.delimiter"),
        ("a#b", "url.delimiter"),
    ] {
        assert_eq!(reason(&given(raw, &format!(r#"{{"p":"{path}"}}"#)).unwrap_err()), wanted, "{path}");
    }
}

#[test]
fn a_query_expression_leaves_out_what_is_absent() {
    let raw = r#"{"method":"GET","origin":"https://a.b","path":["/x",{"operator":"Query","variables":[{"name":"q"},{"name":"l","explode":true}]}],
        "query":[["z",{"constant":1}]]}"#;
    assert_eq!(given(raw, r#"{"q":"..","l":[1,2]}"#).unwrap().url, "https://a.b/x?q=..&l=1&l=2&z=1");
    assert_eq!(given(raw, "{}").unwrap().url, "https://a.b/x?z=1");
}

fn answer(status: u16, media_type: &str, body: &str) -> Answer {
    Answer { status, media_type: media_type.into(), retry_after: None, body: body.as_bytes().to_vec() }
}

#[test]
fn an_answer_is_json_text_or_what_the_map_takes_from_it() {
    let http = plan(r#"{"method":"GET","origin":"https://a.b","path":["/"]}"#);
    let json = |text: &str| Ok(Body::Json(text.into()));
    assert_eq!(outcome(&http, &answer(200, "application/vnd.x+json", r#"{"a": 1}"#), None), json(r#"{"a":1}"#));
    assert_eq!(outcome(&http, &answer(200, "text/html", "<p>"), None), Ok(Body::Text("<p>".into())));
    assert_eq!(outcome(&http, &answer(204, "", ""), None), Ok(Body::Empty));
    assert!(outcome(&http, &answer(200, "image/png", "x"), None).unwrap_err().message.contains("image/png"));
    assert!(outcome(&http, &answer(200, "application/json", "{"), None).unwrap_err().message.contains("JSON"));
    let map = plan(r#"{"method":"GET","origin":"https://a.b","path":["/"],"map":[["n","$.a[1].n"],["m","$.b"]]}"#);
    let came = answer(200, "application/json", r#"{"a":[{},{"n":7}]}"#);
    assert_eq!(outcome(&map, &came, None), json(r#"{"n":7}"#));
    let schema = Json::parse(r#"{"type":"object","properties":{"m":{"type":"integer"}},"required":["m"]}"#).unwrap();
    assert!(outcome(&map, &came, Some(&schema)).unwrap_err().message.contains("/m"));
}

#[test]
fn a_failure_says_what_the_server_said_and_what_to_do() {
    let http = plan(r#"{"method":"POST","origin":"https://a.b","path":["/secret/path"]}"#);
    let error =
        outcome(&http, &answer(404, "application/json", r#"{"message":"no such\u0007 repo"}"#), None).unwrap_err();
    assert_eq!(error.error_type, "NotFound");
    assert_eq!(error.message, "POST https://a.b answered with status 404: no such  repo");
    assert!(error.suggestion.is_some() && !error.to_json().contains("secret"));
    let limited = Answer { retry_after: Some(7), ..answer(429, "text/plain", "slow down") };
    let error = outcome(&http, &limited, None).unwrap_err();
    assert_eq!(
        (error.error_type.as_ref(), error.context.as_ref().and_then(|c| c.get("retryAfter"))),
        ("RateLimited", Some(&Json::from(7)))
    );
}
