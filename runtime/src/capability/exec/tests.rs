//! Programs that are run, on a real system.

use std::time::{Duration, Instant};

use super::*;
use crate::context::Cancel;

fn exec(folder: &tempfile::TempDir) -> Exec {
    let programs = ["sh", "cat", "env", "pwd", "/bin/sh", "no-such-program"].map(str::to_owned).to_vec();
    Exec {
        root: workspace(folder.path()).unwrap(),
        programs,
        context: Context::new(),
        seal: None,
        #[cfg(feature = "shell")]
        scripts: Vec::new(),
        #[cfg(all(feature = "sandbox", target_os = "linux"))]
        jail: None,
    }
}

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().unwrap()
}

#[test]
fn arguments_are_words_and_no_shell_reads_them() {
    let folder = folder();
    let output = exec(&folder)
        .command("sh")
        .unwrap()
        .args(["-c", "printf '%s|' \"$@\"", "x", "a b", "$HOME;", "*"])
        .run()
        .unwrap();
    assert_eq!((output.code, output.stdout.text().as_str()), (Some(0), "a b|$HOME;|*|"));
}

#[test]
fn only_named_programs_run_and_a_missing_one_is_said_to_be() {
    let folder = folder();
    let exec = exec(&folder);
    for program in ["bash", "./sh", "../bin/sh", "/bin/cat", ""] {
        assert_eq!(exec.command(program).unwrap_err().error_type, "PermissionDenied", "{program}");
    }
    assert_eq!(exec.command("no-such-program").unwrap_err().message, "Program not found: no-such-program");
    assert!(exec.command("/bin/sh").is_ok());
}

#[test]
fn a_program_gets_its_folder_its_input_and_nine_variables() {
    let folder = folder();
    std::fs::create_dir(folder.path().join("sub")).unwrap();
    let exec = exec(&folder);
    let output = exec.command("env").unwrap().run().unwrap();
    let names: Vec<String> =
        output.stdout.text().lines().map(|line| line.split('=').next().unwrap().to_owned()).collect();
    assert!(names.iter().all(|name| VARIABLES.contains(&name.as_str())), "{names:?}");
    assert!(std::env::var_os("CARGO_MANIFEST_DIR").is_some(), "there is more to leak");
    let output = exec.command("pwd").unwrap().folder("sub").unwrap().run().unwrap();
    assert_eq!(output.stdout.text().trim_end(), exec.root.join("sub").to_str().unwrap());
    assert_eq!(exec.command("pwd").unwrap().folder("..").unwrap_err().error_type, "PermissionDenied");
    let mut input = vec![b'x'; 3 << 20];
    input.extend(b"the end");
    let output = exec.command("cat").unwrap().input(input).run().unwrap();
    assert_eq!((output.stdout.total(), output.stdout.kept()), ((3 << 20) + 7, 1 << 20));
    assert!(output.stdout.text().ends_with("xthe end") && output.stdout.text().contains(" bytes left out]\n"));
}

#[test]
fn exit_codes_and_signals_are_told() {
    let folder = folder();
    let run = |script: &str| exec(&folder).command("sh").unwrap().args(["-c", script]).run().unwrap();
    let output = run("echo out; echo err >&2; exit 3");
    assert_eq!((output.code, output.stderr.text().as_str(), output.is_ok()), (Some(3), "err\n", false));
    assert_eq!(run("kill -9 $$").signal, Some(9));
}

#[test]
fn a_timeout_kills_the_whole_group() {
    let folder = folder();
    let started = Instant::now();
    let script = "(sleep 1; touch survived) & sleep 30";
    let command = exec(&folder);
    let error =
        command.command("sh").unwrap().args(["-c", script]).timeout(Duration::from_millis(200)).run().unwrap_err();
    assert_eq!(error.error_type, "ToolTimeout");
    assert!(started.elapsed() < Duration::from_secs(10));
    std::thread::sleep(Duration::from_millis(1500));
    assert!(!folder.path().join("survived").exists());
}

#[test]
fn what_a_program_leaves_running_neither_stays_nor_holds_the_call_up() {
    let folder = folder();
    let started = Instant::now();
    let script = "(sleep 1; touch survived) & echo done";
    let output = exec(&folder).command("sh").unwrap().args(["-c", script]).run().unwrap();
    assert_eq!(output.stdout.text(), "done\n");
    assert!(started.elapsed() < Duration::from_secs(10));
    std::thread::sleep(Duration::from_millis(1500));
    assert!(!folder.path().join("survived").exists());
}

#[test]
fn the_end_of_the_call_ends_the_program() {
    let folder = folder();
    let cancel = Cancel::new();
    let mut exec = exec(&folder);
    exec.context = Context::new().cancelled_by(&cancel);
    let started = Instant::now();
    std::thread::scope(|scope| {
        scope.spawn(|| {
            std::thread::sleep(Duration::from_millis(100));
            cancel.cancel();
        });
        let error = exec.command("sh").unwrap().args(["-c", "sleep 30"]).run().unwrap_err();
        assert_eq!(error.error_type, "Interrupted");
    });
    exec.context = Context::new().within(Duration::from_millis(50));
    assert_eq!(exec.command("sh").unwrap().args(["-c", "sleep 30"]).run().unwrap_err().error_type, "ToolTimeout");
    assert!(started.elapsed() < Duration::from_secs(10));
}
