//! The runner: pipelines, connectors and ends as bash has them.

use std::collections::BTreeMap;
use std::io::{Read, Write, pipe};
use std::process::Command;

use toolgen_runtime::shell::{Ended, Input, PlainSpawner, Script, SearchPath, Streams, parse, run};

use crate::stubs::require;

/// The output, complaints and end of a plain script that runs without a shell.
fn without_shell(text: &str, input: &str) -> (String, String, Ended) {
    let Script::Plain(plan) = parse(text) else { panic!("{text:?} is not plain") };
    let spawner = PlainSpawner {
        programs: SearchPath::system(),
        folder: std::env::temp_dir(),
        environment: BTreeMap::from([("LC_ALL".into(), "C".into())]),
    };
    let (stdin, mut to_stdin) = pipe().unwrap();
    let (mut from_stdout, stdout) = pipe().unwrap();
    let (mut from_stderr, stderr) = pipe().unwrap();
    to_stdin.write_all(input.as_bytes()).unwrap();
    drop(to_stdin);
    std::thread::scope(|scope| {
        let out = scope.spawn(move || {
            let mut text = String::new();
            from_stdout.read_to_string(&mut text).unwrap();
            text
        });
        let complaints = scope.spawn(move || {
            let mut text = String::new();
            from_stderr.read_to_string(&mut text).unwrap();
            text
        });
        let streams = Streams { stdin: Input::Pipe(stdin), stdout: Some(stdout), stderr: Some(stderr) };
        let ended = run(&plan, &spawner, &streams).unwrap();
        drop(streams);
        (out.join().unwrap(), complaints.join().unwrap(), ended)
    })
}

#[test]
fn output_and_end_are_those_of_bash() {
    let bash = require("/bin/bash");
    for text in [
        "/bin/echo a b | tr a-z A-Z",
        "false && /bin/echo no || /bin/echo yes",
        "true || /bin/echo no; /bin/echo yes",
        "false; true",
        "true | false",
        "false | true",
        "no-such-program; /bin/echo after",
        "no-such-program",
        "no-such-program | /bin/cat",
        "/bin/echo x | no-such-program || /bin/echo failed",
        "/etc",
        "sh -c 'kill -9 $$'",
        "sh -c 'exit 7'",
        "seq 100000 | head -n 3",
        "yes | head -n 2 | wc -l",
        "sort | uniq | wc -l",
        "/bin/echo 'it is $HOME' \"and 'quoted'\"",
        "A=1 B='x y' env",
        "",
    ] {
        let input = "b\na\nb\n";
        let (stdout, stderr, ended) = without_shell(text, input);
        let mut child = Command::new(bash)
            .args(["--norc", "--noprofile", "-c", text])
            .env_clear()
            .envs([("LC_ALL", "C"), ("PATH", "/usr/local/bin:/usr/bin:/bin")])
            .current_dir(std::env::temp_dir())
            .stdin(std::process::Stdio::piped())
            .stdout(std::process::Stdio::piped())
            .stderr(std::process::Stdio::piped())
            .spawn()
            .unwrap();
        let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
        let bash = child.wait_with_output().unwrap();
        let mut expected = String::from_utf8(bash.stdout).unwrap();
        if text.starts_with("A=1") {
            // Bash adds variables of its own.
            expected = expected
                .lines()
                .filter(|line| ["A=", "B=", "LC"].iter().any(|name| line.starts_with(name)))
                .map(|line| format!("{line}\n"))
                .collect();
            let mut lines: Vec<&str> = stdout.lines().collect();
            lines.sort_unstable();
            let mut wanted: Vec<&str> = expected.lines().collect();
            wanted.sort_unstable();
            assert_eq!(lines, wanted);
            continue;
        }
        assert_eq!(stdout, expected, "{text}");
        assert_eq!(
            ended.code,
            std::os::unix::process::ExitStatusExt::signal(&bash.status)
                .map_or(bash.status.code().unwrap_or(0), |signal| 128 + signal),
            "{text}"
        );
        assert_eq!(stderr.is_empty(), bash.stderr.is_empty(), "{text}: {stderr}");
    }
}

#[test]
fn a_program_that_is_missing_is_named() {
    let (_, stderr, ended) = without_shell("no-such-program x", "");
    assert_eq!((ended.code, stderr.as_str()), (127, "no-such-program: there is no program `no-such-program`\n"));
}
