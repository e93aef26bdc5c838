//! Every limit is held on every backend.

use toolgen_runtime::sandbox::{Limits, Profile, Stop};

use crate::grounds::{Grounds, agent, backends, sh};

fn with(grounds: &Grounds, change: impl Fn(&mut Limits)) -> Profile {
    let mut profile = grounds.profile();
    profile.limits.max_cpu_percent = 400;
    change(&mut profile.limits);
    profile
}

#[test]
fn too_much_memory_stops_a_call() {
    for &backend in backends() {
        let grounds = Grounds::new(&format!("memory-{backend}"));
        let profile = with(&grounds, |limits| limits.max_memory_mb = 64);
        // `tail` keeps a line without an end in memory.
        let outcome = sh(backend, &profile, "head -c 600000000 /dev/zero | tail -n 1 | wc -c");
        assert_eq!(outcome.stop, Some(Stop::Memory), "{backend}: {outcome:?}");
        assert_eq!(outcome.stop.map(Stop::code), Some("res.memory"));
    }
}

#[test]
fn too_much_processor_time_stops_a_call() {
    for &backend in backends() {
        let grounds = Grounds::new(&format!("cpu-{backend}"));
        let profile = with(&grounds, |limits| limits.max_cpu_time_seconds = 1);
        for script in ["while :; do :; done", "(while :; do :; done) & while :; do :; done"] {
            let outcome = sh(backend, &profile, script);
            let by_kernel = matches!(outcome.ended.signal, Some(9 | 24)) || matches!(outcome.ended.code, 137 | 152);
            assert!(outcome.stop == Some(Stop::CpuTime) || by_kernel, "{backend}: {outcome:?}");
        }
    }
}

#[test]
fn eager_programs_are_slowed_down() {
    for &backend in backends() {
        let grounds = Grounds::new(&format!("share-{backend}"));
        let profile = with(&grounds, |limits| {
            limits.max_cpu_percent = 25;
            limits.max_wall_time_ms = 2400;
        });
        let outcome = sh(backend, &profile, "i=0; trap 'times; exit' TERM; while :; do i=$((i+1)); done");
        assert_eq!(outcome.stop, Some(Stop::Deadline), "{backend}: {outcome:?}");
        let text = outcome.stdout.text();
        let seconds: f64 = text.split(['m', 's']).nth(1).and_then(|text| text.parse().ok()).unwrap_or(0.0);
        // A quarter of 2.4 seconds, a quarter of a second free, and what passes between two looks.
        assert!(seconds < 1.6, "{backend}: {seconds} s of 2.4 s");
    }
}

#[test]
fn too_many_open_files_are_refused() {
    for &backend in backends() {
        let grounds = Grounds::new(&format!("files-{backend}"));
        let profile = with(&grounds, |limits| limits.max_open_files = 40);
        let outcome = sh(backend, &profile, "ulimit -n");
        assert_eq!(outcome.stdout.text(), "40\n", "{backend}");
        let outcome = sh(backend, &profile, "ulimit -n 4000 2>/dev/null || echo refused");
        assert_eq!(outcome.stdout.text(), "refused\n", "{backend}");
    }
}

#[test]
fn a_fork_bomb_is_stopped_with_nothing_left() {
    for &backend in backends() {
        let grounds = Grounds::new(&format!("bomb-{backend}"));
        let mut profile = with(&grounds, |limits| limits.max_subprocesses = 10);
        // One that grows by one at a time, and one that doubles, with a bound of its own: a test that fails must
        // not take the machine along.
        for script in [
            "while :; do sleep 54.321 & done",
            "b() { [ $1 -gt 8 ] && exec sleep 54.321; b $(($1+1)) & b $(($1+1)) & wait; }; b 0",
        ] {
            for own_cgroup in [false, true] {
                profile.limits.own_cgroup = own_cgroup;
                let outcome = sh(backend, &profile, script);
                assert_eq!(outcome.stop, Some(Stop::Subprocesses), "{backend}: {outcome:?}");
            }
            assert_eq!(crate::grounds::processes_with("54.321"), 0, "{backend}");
        }
    }
}

#[test]
fn short_children_one_after_the_other_are_no_bomb() {
    for &backend in backends() {
        let grounds = Grounds::new(&format!("children-{backend}"));
        let outcome = sh(
            backend,
            &with(&grounds, |_| {}),
            "i=0; while [ $i -lt 200 ]; do (exit 0) & wait; i=$((i+1)); done; echo done",
        );
        assert_eq!(outcome.stdout.text(), "done\n", "{backend}: {outcome:?}");
    }
}

#[test]
fn no_core_is_written_and_the_signal_is_reported() {
    for &backend in backends() {
        let grounds = Grounds::new(&format!("core-{backend}"));
        let outcome = sh(backend, &grounds.profile(), "ulimit -c unlimited 2>/dev/null; kill -SEGV $$");
        assert_eq!(outcome.ended.code, 139, "{backend}: {outcome:?}");
        assert_eq!(std::fs::read_dir(grounds.workspace()).unwrap().count(), 0, "{backend}: a core");
    }
}

#[test]
fn a_limit_of_nothing_is_refused_before_anything_runs() {
    let grounds = Grounds::new("zero");
    let profile = with(&grounds, |limits| limits.max_subprocesses = 0);
    let launcher = toolgen_runtime::sandbox::Launcher::at(agent(), toolgen_runtime::sandbox::Backend::None);
    let error = launcher.run(&crate::grounds::plan("true"), &profile, &crate::grounds::environment()).unwrap_err();
    assert_eq!(error.code, "sandbox.limits");
    assert!(serde_json::from_str::<Limits>(r#"{"max_memory": 1}"#).is_err(), "a misspelt limit must be refused");
}
