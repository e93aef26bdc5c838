//! No process outlives its call, however it tries.

use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use toolgen_runtime::sandbox::{Cancel, Launcher, Limits, Stop};
use toolgen_runtime::shell::Plan;

use crate::grounds::{Grounds, agent, backends, environment, processes_with, sh};

/// Programs that want to live on; `@` stands for a number of seconds that no other process sleeps.
const PAYLOADS: [(&str, &str); 9] = [
    ("plain child", "sleep @"),
    ("background", "sleep @ & wait"),
    ("setsid", "setsid sleep @ & echo; sleep @"),
    ("double fork", "( setsid sh -c '(sleep @ &)' ); sleep @"),
    ("nohup", "nohup sleep @ & sleep @"),
    ("ignored signals", "trap '' TERM INT HUP QUIT; while :; do sleep @; done"),
    ("stopped", "sleep @ & kill -STOP $!; kill -STOP $$"),
    ("flood", "setsid sh -c 'yes; sleep @' & yes @"),
    ("deep", "sh -c \"sh -c 'sleep @ & sleep @; true'; true\"; true"),
];

fn unique() -> String {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    format!("{}.{}", 100_000 + std::process::id(), 1000 + NEXT.fetch_add(1, Ordering::Relaxed))
}

fn quick(limits: Limits) -> Limits {
    Limits { max_wall_time_ms: 400, grace_ms: 100, max_cpu_percent: 400, ..limits }
}

#[test]
fn nothing_outlives_the_deadline() {
    for &backend in backends() {
        for (name, payload) in PAYLOADS {
            let grounds = Grounds::new(&format!("deadline-{backend}"));
            let seconds = unique();
            let mut profile = grounds.profile();
            profile.limits = quick(profile.limits);
            let started = Instant::now();
            let outcome = sh(backend, &profile, &payload.replace('@', &seconds));
            assert_eq!(outcome.stop, Some(Stop::Deadline), "{backend}: {name}: {outcome:?}");
            assert_eq!(processes_with(&seconds), 0, "{backend}: {name} survived");
            assert!(started.elapsed() < Duration::from_secs(8), "{backend}: {name} took {:?}", started.elapsed());
        }
    }
}

#[test]
fn a_launcher_that_has_left_is_gone_from_the_list_of_processes() {
    for &backend in backends() {
        let grounds = Grounds::new(&format!("gone-{backend}"));
        let plan = Plan::single(vec!["true".to_owned()]);
        let launcher = Launcher::at(agent(), backend);
        let running = launcher.start(&plan, &grounds.profile(), &environment(), Vec::new()).unwrap();
        let place = format!("/proc/{}", running.id());
        assert!(running.wait(&Cancel::default()).unwrap().ended.is_success(), "{backend}");
        let started = Instant::now();
        while std::path::Path::new(&place).exists() {
            assert!(started.elapsed() < Duration::from_secs(10), "{backend}: it is a zombie");
            std::thread::sleep(Duration::from_millis(5));
        }
    }
}

#[test]
fn nothing_is_left_behind_by_a_call_that_ends_well() {
    for &backend in backends() {
        for payload in [
            "sleep @ & exit 0",
            "setsid sleep @ & exit 0",
            "( setsid sh -c '(sleep @ &)' ); exit 0",
            "nohup sleep @ >/dev/null 2>&1 & exit 0",
        ] {
            let grounds = Grounds::new(&format!("behind-{backend}"));
            let seconds = unique();
            let started = Instant::now();
            let outcome = sh(backend, &grounds.profile(), &payload.replace('@', &seconds));
            assert_eq!((outcome.ended.code, outcome.stop), (0, None), "{backend}: {payload}");
            assert_eq!(processes_with(&seconds), 0, "{backend}: {payload} survived");
            assert!(started.elapsed() < Duration::from_secs(5), "{backend}: {payload} hung");
        }
    }
}

#[test]
fn giving_a_call_up_ends_it() {
    for &backend in backends() {
        let grounds = Grounds::new(&format!("cancel-{backend}"));
        let seconds = unique();
        let script = PAYLOADS[3].1.replace('@', &seconds);
        let start = || {
            let plan = Plan::single(vec!["sh".to_owned(), "-c".to_owned(), script.clone()]);
            let running =
                Launcher::at(agent(), backend).start(&plan, &grounds.profile(), &environment(), Vec::new()).unwrap();
            let end = Instant::now() + Duration::from_secs(10);
            while processes_with(&seconds) < 2 && Instant::now() < end {
                std::thread::sleep(Duration::from_millis(10));
            }
            running
        };
        let cancel = Cancel::default();
        cancel.cancel();
        let outcome = start().wait(&cancel).unwrap();
        assert_eq!(outcome.stop, Some(Stop::Cancelled), "{backend}");
        assert_eq!(processes_with(&seconds), 0, "{backend}");
        drop(start());
        assert_eq!(processes_with(&seconds), 0, "{backend}: dropped");
    }
}

#[test]
fn an_agent_that_is_killed_takes_its_programs_along() {
    for &backend in backends() {
        let grounds = Grounds::new(&format!("orphan-{backend}"));
        let seconds = unique();
        let mut agent = Command::new(agent())
            .args(["--run", backend.name()])
            .arg(grounds.workspace())
            .args(["{}", "sh", "-c", &PAYLOADS[3].1.replace('@', &seconds)])
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        let end = Instant::now() + Duration::from_secs(10);
        while processes_with(&format!("sleep\0{seconds}")) < 2 && Instant::now() < end {
            std::thread::sleep(Duration::from_millis(10));
        }
        assert!(processes_with(&seconds) >= 2, "{backend}: it did not start");
        agent.kill().unwrap();
        agent.wait().unwrap();
        let end = Instant::now() + Duration::from_secs(5);
        while processes_with(&seconds) > 0 && Instant::now() < end {
            std::thread::sleep(Duration::from_millis(10));
        }
        assert_eq!(processes_with(&seconds), 0, "{backend}");
    }
}

#[test]
fn a_confined_program_cannot_end_its_launcher() {
    for &backend in backends() {
        if backend == toolgen_runtime::sandbox::Backend::None {
            continue;
        }
        let grounds = Grounds::new(&format!("parent-{backend}"));
        let outcome = sh(backend, &grounds.profile(), "kill -9 $PPID 2>/dev/null; echo alive");
        // In a process namespace the parent is the namespace's first process: killing it ends the call only.
        assert!(outcome.stdout.text() == "alive\n" || outcome.ended.code != 0, "{backend}: {outcome:?}");
        assert_eq!(sh(backend, &grounds.profile(), "kill -9 -1 2>/dev/null; true").stop, None);
    }
}

#[test]
fn a_flood_is_drained_in_bounded_memory() {
    let bytes: u64 = match std::env::var("TOOLGEN_FLOOD_GB") {
        Ok(gigabytes) => gigabytes.parse::<u64>().expect("a number") << 30,
        Err(_) => 1 << 30,
    };
    for &backend in backends() {
        let grounds = Grounds::new(&format!("flood-{backend}"));
        let output = Command::new(agent())
            .args(["--run", backend.name()])
            .arg(grounds.workspace())
            .arg(r#"{"max_cpu_percent":400,"max_cpu_time_seconds":600,"max_wall_time_ms":600000}"#)
            .args(["head", "-c", &bytes.to_string(), "/dev/zero"])
            .output()
            .unwrap();
        let value: serde_json::Value =
            serde_json::from_slice(&output.stdout).unwrap_or_else(|error| panic!("{error}: {output:?}"));
        assert_eq!(value["total"], bytes, "{backend}: {}", value["stderr"]);
        let peak = value["peak_kib"].as_u64().unwrap();
        println!("{backend}: {} MiB of output, {peak} KiB at most in the agent", bytes >> 20);
        assert!(peak < 20 * 1024, "{backend}: {peak} KiB");
    }
}
