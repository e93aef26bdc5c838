//! Programs: a tool that starts one that it did not declare in, whether it runs out.

use std::process::{Command, Stdio};

/// Whether the agent's tool runs the program.
fn runs(program: &str) -> bool {
    let folder = tempfile::tempdir().unwrap();
    let mut agent = Command::new(env!("CARGO_BIN_EXE_plain-agent"));
    let agent = agent.args(["run", "--program", program]).current_dir(folder.path());
    let agent = agent.env("XDG_CONFIG_HOME", folder.path()).stdin(Stdio::null());
    agent.output().unwrap().status.success()
}

/// What a script sees, with this variable in the agent's environment.
fn sees(name: &str) -> String {
    let folder = tempfile::tempdir().unwrap();
    let mut agent = Command::new(env!("CARGO_BIN_EXE_plain-agent"));
    let script = format!("echo \"[${{{name}-}}]\"");
    let agent = agent.args(["--set", "security.sandbox.backend=none", "script", "--text", &script]);
    let agent = agent.current_dir(folder.path()).env("XDG_CONFIG_HOME", folder.path()).env(name, "hunter2");
    String::from_utf8(agent.stdin(Stdio::null()).output().unwrap().stdout).unwrap().trim().to_owned()
}

#[test]
fn environment() {
    assert_eq!(sees("LANG"), "[hunter2]");
    assert_eq!(sees("MY_TOKEN"), "[]");
}

#[test]
fn programs() {
    assert!(runs("true"));
    assert!(!runs("ls"));
}
