//! The sandbox, one test each: a backend that is missing, and programs that reach for what is not theirs, in; what they
//! get out.
#![cfg(target_os = "linux")]

use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::Duration;

use toolgen_runtime::sandbox::{Backend, Choice, select};

#[test]
fn named_backend() {
    let agent = Path::new(env!("CARGO_BIN_EXE_plain-agent"));
    let works = |backend| select(Choice::Named(backend), agent).is_ok_and(|found| found.backend == backend);
    assert!(works(Backend::None));
    let missing = Backend::ALL.into_iter().find(|backend| !works(*backend)).unwrap();
    assert!(select(Choice::Named(missing), agent).is_err());
}

/// Runs a script in the sandbox of an agent that `setup` of a shell has started; it is over when this returns.
fn confined(folder: &Path, setup: &str, script: &str) -> Output {
    let agent = env!("CARGO_BIN_EXE_plain-agent");
    let mut shell = Command::new("sh");
    let start = format!("{setup} exec {agent} --set security.sandbox.backend=none script --text \"$1\"");
    shell
        .args(["-c", &start, "sh", script])
        .current_dir(folder)
        .env("XDG_CONFIG_HOME", folder)
        .env("SECRET", "hunter2");
    shell.stdin(Stdio::null()).output().unwrap()
}

#[test]
fn environment() {
    let folder = tempfile::tempdir().unwrap();
    // The program's parent is the launcher, which has nothing to hide.
    let script = "echo begun; grep -z ^SECRET= /proc/$PPID/environ; true";
    let output = confined(folder.path(), "", script);
    assert_eq!(String::from_utf8_lossy(&output.stdout).trim(), "begun", "{output:?}");
}

#[test]
fn descriptors() {
    let folder = tempfile::tempdir().unwrap();
    let output = confined(folder.path(), "exec 9>leak;", "echo begun; echo leaked >&9");
    assert!(String::from_utf8_lossy(&output.stdout).starts_with("begun"), "{output:?}");
    assert_eq!(std::fs::read_to_string(folder.path().join("leak")).unwrap(), "");
}

#[test]
fn kill() {
    let folder = tempfile::tempdir().unwrap();
    let script = "setsid sh -c 'sleep 1; echo x > survived' > /dev/null 2>&1 & echo begun";
    let output = confined(folder.path(), "", script);
    assert!(String::from_utf8_lossy(&output.stdout).starts_with("begun"), "{output:?}");
    std::thread::sleep(Duration::from_secs(2));
    assert!(!folder.path().join("survived").exists());
}
