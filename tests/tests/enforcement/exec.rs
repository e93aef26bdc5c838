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

#[test]
fn programs() {
    assert!(runs("true"));
    assert!(!runs("ls"));
}
