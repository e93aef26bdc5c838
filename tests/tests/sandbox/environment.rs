//! A child gets the base names and what was declared, and finds the agent's secrets nowhere.

use std::process::Command;

use toolgen_runtime::sandbox::{Backend, Launcher};

use crate::grounds::{Grounds, agent, backends, environment, plan};

/// Runs a script of `sh` by an agent that has secrets in its environment.
fn with_secrets(backend: Backend, grounds: &Grounds, script: &str) -> String {
    let output = Command::new(agent())
        .args(["--run", backend.name()])
        .arg(grounds.workspace())
        .args(["{}", "sh", "-c", script])
        .envs([
            ("API_KEY", "hunter2"),
            ("SECRET_TOKEN", "hunter2"),
            ("LD_LIBRARY_PATH", "/nonexistent"),
            ("LANG", "C.UTF-8"),
            ("TERM", "dumb"),
        ])
        .output()
        .unwrap();
    let value: serde_json::Value =
        serde_json::from_slice(&output.stdout).unwrap_or_else(|error| panic!("{error}: {output:?}"));
    assert!(!value.to_string().contains("hunter2"), "{backend}: {script}: {value}");
    value["stdout"].as_str().unwrap().to_owned()
}

#[test]
fn only_the_base_names_reach_a_child() {
    let base = toolgen_runtime::sandbox::BASE_NAMES;
    for &backend in backends() {
        let grounds = Grounds::new(&format!("env-{backend}"));
        let text = with_secrets(backend, &grounds, "env");
        // What shells and firejail set by themselves.
        let mut own = vec!["PWD", "OLDPWD", "SHLVL", "_"];
        if backend == Backend::Firejail {
            own.extend([
                "container",
                "PROMPT_COMMAND",
                "FIREJAIL_QUIET",
                "FIREJAIL_FILE_COPY_LIMIT",
                "QT_X11_NO_MITSHM",
            ]);
            own.extend([
                "DBUS_SESSION_BUS_ADDRESS",
                "DBUS_SYSTEM_BUS_ADDRESS",
                "QML_DISABLE_DISK_CACHE",
                "KDE_FORK_SLAVES",
            ]);
        }
        let odd: Vec<&str> = text
            .lines()
            .filter_map(|line| line.split('=').next())
            .filter(|name| !base.contains(name) && !own.contains(name))
            .collect();
        assert!(odd.is_empty(), "{backend}: {odd:?}");
        assert!(text.contains("LANG=C.UTF-8\n") && text.contains("TERM=dumb\n"), "{backend}: {text}");
    }
}

#[test]
fn no_process_shows_the_agents_environment() {
    for &backend in backends() {
        if backend == Backend::None {
            continue;
        }
        let grounds = Grounds::new(&format!("proc-{backend}"));
        for script in [
            "tr '\\0' '\\n' < /proc/1/environ",
            "tr '\\0' '\\n' < /proc/$PPID/environ",
            "cat /proc/[0-9]*/environ 2>/dev/null",
            "cat /proc/self/environ /proc/[0-9]*/cmdline",
        ] {
            with_secrets(backend, &grounds, script);
        }
    }
}

#[test]
fn assignments_reach_the_program_and_not_the_sandbox() {
    for &backend in backends() {
        let grounds = Grounds::new(&format!("assign-{backend}"));
        let outcome = Launcher::at(agent(), backend)
            .run(&plan("MINE='a b' OTHER=x env | grep -E '^(MINE|OTHER)=' | sort"), &grounds.profile(), &environment())
            .unwrap();
        assert_eq!(outcome.stdout.text(), "MINE=a b\nOTHER=x\n", "{backend}: {}", outcome.stderr.text());
    }
}

#[test]
fn declared_names_reach_a_child_and_dangerous_ones_do_not() {
    let mut environment = environment();
    environment.declare("REGION", "eu 1").unwrap();
    assert_eq!(environment.declare("LD_PRELOAD", "x").unwrap_err().code, "env.dangerous");
    for &backend in backends() {
        let grounds = Grounds::new(&format!("declare-{backend}"));
        let outcome =
            Launcher::at(agent(), backend).run(&plan("printenv REGION"), &grounds.profile(), &environment).unwrap();
        assert_eq!(outcome.stdout.text(), "eu 1\n", "{backend}");
    }
}

#[test]
fn inherited_descriptors_are_closed() {
    for &backend in backends() {
        let grounds = Grounds::new(&format!("fds-{backend}"));
        // A shell that starts the agent with two descriptors open.
        let output = Command::new("sh")
            .args(["-c", "exec 7>\"$2/../leak\" 8</etc/passwd; exec \"$1\" --run \"$3\" \"$2\" '{}' sh -c 'echo x >&7; cat <&8; true'", "sh"])
            .arg(agent())
            .arg(grounds.workspace())
            .arg(backend.name())
            .output()
            .unwrap();
        let value: serde_json::Value =
            serde_json::from_slice(&output.stdout).unwrap_or_else(|error| panic!("{error}: {output:?}"));
        assert_eq!(value["stdout"], "", "{backend}");
        assert_eq!(std::fs::read_to_string(grounds.base().join("leak")).unwrap(), "", "{backend}");
    }
}
