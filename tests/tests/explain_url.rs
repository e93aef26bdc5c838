//! What `explain --url` says beside what a call does: URLs in, the same reason from both out. No request leaves this
//! machine.

#![allow(clippy::unwrap_used, clippy::panic, reason = "tests fail by panicking")]

use std::net::TcpListener;
use std::process::{Command, Stdio};

use serde_json::{Value, json};

/// Exit code and the JSON that the agent prints.
fn agent(words: &[&str]) -> (i32, Value) {
    let folder = tempfile::tempdir().unwrap();
    let mut agent = Command::new(env!("CARGO_BIN_EXE_plain-agent"));
    let agent = agent.args(words).current_dir(folder.path()).env("XDG_CONFIG_HOME", folder.path());
    let output = agent.stdin(Stdio::null()).output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let json = serde_json::from_str(&text);
    (output.status.code().unwrap(), json.unwrap_or_else(|_| panic!("{words:?}: {text}{output:?}")))
}

/// What `explain` says of the tool, and with which reason a call of it ends.
fn both(tool: &str, url: &str) -> (Value, String) {
    let (_, said) = agent(&["explain", tool, "--url", url, "--json"]);
    let (_, done) = agent(&["call", tool, &json!({ "url": url }).to_string(), "-j"]);
    let reason = done.pointer("/error/context/reason").or_else(|| done.pointer("/context/reason"));
    (said, reason.and_then(Value::as_str).unwrap_or_default().to_owned())
}

#[test]
fn a_url_is_refused_for_the_same_reason() {
    for tool in ["fetch", "page"] {
        for url in [
            "no url",
            "ftp://127.0.0.1/x",
            "http://u:p@127.0.0.1/",
            "http://10.0.0.1/",
            "http://169.254.169.254/latest",
            "http://[::ffff:10.0.0.1]/",
            "http://0x0a000001/",
            "http://elsewhere.invalid/",
            "http://127.0.0.1:1/",
        ] {
            let (said, reason) = both(tool, url);
            let by_tool = &said["tools"][0];
            if by_tool["allowed"] == true {
                // It may go there, and nobody answers.
                assert_eq!(reason, "net.failed", "{tool} {url}: {said}");
            } else {
                assert_eq!(by_tool["reason"], reason, "{tool} {url}: {said}");
            }
        }
    }
}

#[test]
fn the_form_the_host_the_port_and_the_addresses_are_shown() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    let (_, said) = agent(&["explain", "--url", &format!("HTTP://0x7f000001:{port}/a/../b"), "--json"]);
    let place = format!("http://127.0.0.1:{port}/b");
    assert_eq!(said["canonical"], place.as_str());
    assert_eq!((&said["host"], &said["port"]), (&json!("127.0.0.1"), &json!(port)));
    assert_eq!(said["addresses"], json!(["127.0.0.1"]));
    let tools: Vec<(&Value, &Value)> =
        said["tools"].as_array().unwrap().iter().map(|tool| (&tool["tool"], &tool["reason"])).collect();
    let expected = [(&json!("fetch"), &json!("net.allowed")), (&json!("page"), &json!("net.port"))];
    assert_eq!(tools, expected);
    drop(listener);
}

#[test]
fn a_tool_without_the_network_reaches_nothing() {
    let (_, said) = agent(&["explain", "look", "--url", "https://example.com/", "--json"]);
    assert_eq!(said["tools"][0]["reason"], "net.none");
    let (_, said) = agent(&[
        "--set",
        "security.tool_policy.tools.fetch=deny",
        "explain",
        "fetch",
        "--url",
        "http://127.0.0.1/",
        "--json",
    ]);
    assert_eq!(said["tools"][0]["reason"], "policy.deny");
}
