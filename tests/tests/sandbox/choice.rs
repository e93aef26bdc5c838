//! Which backend is chosen, and that a missing one refuses.

use std::process::Command;

use toolgen_runtime::sandbox::{Backend, Choice, Launcher, Profile, check_firejail_args, select};

use crate::grounds::{Grounds, agent, backends, environment, plan};

#[test]
fn auto_takes_the_first_that_works_and_warns_only_at_none() {
    let selection = select(Choice::Auto, agent()).unwrap();
    assert_eq!(Some(&selection.backend), backends().first());
    assert_eq!(selection.warning.is_some(), selection.backend == Backend::None);
    let none = select(Choice::Named(Backend::None), agent()).unwrap();
    assert!(none.warning.is_some_and(|warning| warning.starts_with("WARNING: no sandbox")));
}

#[test]
fn a_named_backend_that_is_missing_refuses() {
    // No daemon runs where these tests do.
    if Command::new("docker").arg("info").output().is_ok_and(|output| output.status.success()) {
        println!("SKIPPED: docker works here");
        return;
    }
    let error = select(Choice::Named(Backend::Docker), agent()).unwrap_err();
    assert_eq!(error.code, "sandbox.unavailable");
    assert!(error.message.contains("`docker` was named and does not work here"), "{error}");
    assert_eq!("auto".parse(), Ok(Choice::Auto));
    assert_eq!("bubblewrap".parse(), Ok(Choice::Named(Backend::Bubblewrap)));
    assert_eq!("bwrap".parse::<Choice>().unwrap_err().code, "sandbox.backend");
}

#[test]
fn a_launcher_that_is_no_launcher_is_an_error() {
    let grounds = Grounds::new("wrong");
    for wrong in ["/bin/true", "/bin/cat", "/nonexistent"] {
        let launcher = Launcher::at(std::path::Path::new(wrong), Backend::None);
        let error = launcher.run(&plan("true"), &grounds.profile(), &environment()).unwrap_err();
        assert_eq!(error.code, "sandbox.start", "{wrong}: {error}");
    }
    assert!(select(Choice::Named(Backend::None), std::path::Path::new("/bin/true")).is_err());
}

#[test]
fn a_workspace_that_would_open_the_system_is_refused() {
    for path in ["/", "/etc", "/usr", "/usr/share", "/proc", "/nonexistent", "/etc/hostname"] {
        assert_eq!(
            Profile::new(std::path::Path::new(path)).map_err(|error| error.code),
            Err("sandbox.workspace"),
            "{path}"
        );
    }
}

#[test]
fn firejail_arguments_that_loosen_are_refused_and_others_are_used() {
    assert!(check_firejail_args(&["--noprofile".to_owned(), "--whitelist=/".to_owned()]).is_err());
    if !backends().contains(&Backend::Firejail) {
        return;
    }
    let grounds = Grounds::new("fireargs");
    let launcher =
        Launcher::at(agent(), Backend::Firejail).firejail_args(vec!["--rlimit-nofile=33".to_owned()]).unwrap();
    let outcome = launcher.run(&plan("sh -c 'ulimit -n'"), &grounds.profile(), &environment()).unwrap();
    assert_eq!(outcome.stdout.text(), "33\n", "the argument had no effect");
}

#[test]
fn the_doctor_reports_as_text_and_as_data() {
    let text = Command::new(agent()).output().unwrap();
    let text = String::from_utf8(text.stdout).unwrap();
    let json = Command::new(agent()).arg("--json").output().unwrap();
    let json: serde_json::Value = serde_json::from_slice(&json.stdout).unwrap();
    for backend in backends() {
        assert!(text.contains(&format!("{backend}: works")), "{text}");
        let column =
            json["backends"].as_array().unwrap().iter().find(|column| column["backend"] == backend.name()).unwrap();
        assert_eq!(column["probes"].as_array().unwrap().len(), 12, "{column}");
        assert!(column["missing"].is_null());
    }
    assert_eq!(json["healthy"], backends().len() > 1);
}
