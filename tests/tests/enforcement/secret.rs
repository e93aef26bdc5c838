//! Credentials, one test each: a tool that asks for one in, whether it gets it out.

use std::process::{Command, Stdio};

/// Whether the agent's tool gets the credential, with these variables set.
fn gets(words: &[&str], variables: &[(&str, &str)]) -> bool {
    let folder = tempfile::tempdir().unwrap();
    let mut agent = Command::new(env!("CARGO_BIN_EXE_plain-agent"));
    let agent = agent.args(words).current_dir(folder.path()).envs(variables.iter().copied());
    let agent = agent.env("XDG_CONFIG_HOME", folder.path()).env("HOME", folder.path()).stdin(Stdio::null());
    agent.output().unwrap().status.success()
}

const SHARED: (&str, &str) = ("PLAIN_TOKEN", "a-shared-token");

#[test]
fn hosts() {
    assert!(gets(&["token", "--host", "api.example.com"], &[SHARED]));
    assert!(!gets(&["token", "--host", "evil.example.com"], &[SHARED]));
}

#[test]
fn declared() {
    assert!(gets(&["token", "--host", "api.example.com"], &[SHARED]));
    assert!(!gets(&["undeclared"], &[SHARED]));
}

#[test]
fn no_fallback() {
    let agent = ["--agent", "hana", "account"];
    assert!(gets(&agent, &[SHARED, ("PLAIN_TOKEN__hana", "hanas-own-token")]));
    assert!(!gets(&agent, &[SHARED]));
}
