//! Cases of kind `child_env`, `sandbox_env`, `sandbox_argv` and `proc_environ`: variables of an agent in, what of them
//! a confined program can find out.

use std::ffi::OsString;
use std::path::Path;
use std::time::Duration;

use toolgen_model::json::Json;

use super::path::text;
use super::run::LAUNCHER;
use super::world::World;
use super::{Answer, Decision};
use crate::sandbox::{
    BASE_NAMES, Backend, Cancel, Choice, Environment, Launcher, Outcome, Profile, Victim, hide_environment, select,
};
use crate::shell::with_a_shell;

/// What stands for a secret where the case has none.
const SECRET: &str = "hunter2-variable";

/// Variables that a tool declares, or that the agent has.
pub(super) fn child(input: &Json) -> Answer {
    let parent = pairs(input, "parent");
    let mut environment = Environment::from_values(|name| {
        let given = parent.iter().find(|(known, _)| *known == name).map(|(_, value)| OsString::from(value));
        given.or_else(|| std::env::var_os(name))
    });
    let declared = pairs(input, "declare");
    for (name, value) in &declared {
        if let Err(error) = environment.declare(name, *value) {
            return Answer::new(Decision::RejectAtBuild, error.to_string());
        }
    }
    let outcome = match confined(Choice::Auto, &environment, "env") {
        Ok(outcome) => outcome,
        Err(answer) => return answer,
    };
    let shown = outcome.stdout.text();
    let own = ["PWD", "OLDPWD", "SHLVL", "_"];
    let odd = shown.lines().filter_map(|line| line.split_once('=')).find(|(name, _)| {
        !BASE_NAMES.contains(name) && !own.contains(name) && !declared.iter().any(|(known, _)| known == name)
    });
    match odd {
        Some((name, _)) => Answer::new(Decision::Allow, format!("`{name}` reached the child")),
        None if declared.is_empty() => Answer::new(Decision::Contained, "env.not_inherited"),
        None => Answer::new(Decision::Allow, "env.declared"),
    }
}

/// A script that looks for the variables of a process outside.
pub(super) fn sandboxed(input: &Json) -> Answer {
    let Some(inside) = text(input, "inside") else { return Answer::unfit("inside") };
    let choice = match text(input, "backend").unwrap_or("auto").parse::<Choice>() {
        Ok(choice) => choice,
        Err(error) => return Answer::new(Decision::Deny, error.to_string()),
    };
    let mut parent = pairs(input, "parent");
    parent.push(("TOOLGEN_CASE_SECRET", SECRET));
    let Ok(_victim) = Victim::with(&parent) else { return Answer::new(Decision::Fault, "no process can be started") };
    // What the case does, and every other environment there is.
    let script = format!("{inside}; cat /proc/[0-9]*/environ 2>/dev/null; true");
    match confined(choice, &Environment::of_agent(), &script) {
        Err(answer) => answer,
        Ok(outcome) => {
            let shown = format!("{}{}", outcome.stdout.text(), outcome.stderr.text());
            match parent.iter().find(|(_, value)| shown.contains(value)) {
                Some((name, _)) => Answer::new(Decision::Allow, format!("the value of `{name}` was found")),
                None => Answer::new(Decision::Contained, "env.proc_leak"),
            }
        }
    }
}

/// Whether a value that a program gets stands on a command line, which everybody can read.
pub(super) fn argv(_: &Json) -> Answer {
    let mut environment = Environment::of_agent();
    if let Err(error) = environment.declare("CASE_TOKEN", SECRET) {
        return Answer::new(Decision::Fault, error.to_string());
    }
    let mut tried = Vec::new();
    for backend in [Backend::Landlock, Backend::Bubblewrap, Backend::Firejail, Backend::None] {
        if select(Choice::Named(backend), Path::new(LAUNCHER)).is_err() {
            continue;
        }
        let world = match World::new("/ws") {
            Ok(world) => world,
            Err(error) => return Answer::new(Decision::Fault, error.to_string()),
        };
        let Ok(profile) = Profile::new(&world.workspace()) else {
            return Answer::new(Decision::Fault, "the workspace cannot be confined to");
        };
        // The program says that it has the value, and stays long enough to be looked at.
        let plan = with_a_shell("test -n \"$CASE_TOKEN\" && : > ready && sleep 1");
        let launcher = Launcher::at(Path::new(LAUNCHER), backend);
        let Ok(running) = launcher.start(&plan, &profile, &environment, Vec::new()) else {
            return Answer::new(Decision::Fault, format!("{backend} does not start"));
        };
        for _ in 0..200 {
            if world.workspace().join("ready").exists() {
                break;
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        let found = on_a_command_line(SECRET);
        if !running.wait(&Cancel::default()).is_ok_and(|outcome| outcome.ended.is_success()) {
            return Answer::new(Decision::Fault, format!("{backend}: the value did not reach the program"));
        }
        if found {
            return Answer::new(Decision::Allow, format!("{backend} shows it on a command line"));
        }
        tried.push(backend.name());
    }
    Answer::new(Decision::Contained, format!("env.argv_leak: not on {}", tried.join(", ")))
}

/// The environment with which this very process was started.
pub(super) fn own(_: &Json) -> Answer {
    if let Err(error) = hide_environment() {
        return Answer::new(Decision::Fault, error.to_string());
    }
    let script = format!("cat /proc/{}/environ", std::process::id());
    match confined(Choice::Auto, &Environment::of_agent(), &script) {
        Err(answer) => answer,
        Ok(outcome) if outcome.stdout.total() == 0 => Answer::new(Decision::Contained, "env.proc_leak"),
        Ok(_) => Answer::new(Decision::Allow, "a confined program reads it"),
    }
}

fn confined(choice: Choice, environment: &Environment, script: &str) -> Result<Outcome, Answer> {
    let refused = |error: crate::sandbox::SandboxError| Answer::new(Decision::Deny, error.to_string());
    let selection = select(choice, Path::new(LAUNCHER)).map_err(refused)?;
    let world = World::new("/ws").map_err(|error| Answer::new(Decision::Fault, error.to_string()))?;
    let profile = Profile::new(&world.workspace()).map_err(refused)?;
    let launcher = Launcher::at(Path::new(LAUNCHER), selection.backend);
    launcher.run(&with_a_shell(script), &profile, environment).map_err(refused)
}

fn on_a_command_line(text: &str) -> bool {
    let processes = std::fs::read_dir("/proc").into_iter().flatten().flatten();
    let lines = processes.filter_map(|entry| std::fs::read(entry.path().join("cmdline")).ok());
    lines.into_iter().any(|line| line.windows(text.len()).any(|part| part == text.as_bytes()))
}

fn pairs<'j>(input: &'j Json, key: &str) -> Vec<(&'j str, &'j str)> {
    let object = input.get(key).and_then(Json::as_object);
    object
        .into_iter()
        .flat_map(|object| object.iter())
        .filter_map(|(name, value)| Some((name, value.as_str()?)))
        .collect()
}
