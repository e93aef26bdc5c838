//! What every backend declares is what the probe suite finds.

use std::process::Command;

use toolgen_runtime::sandbox::{Backend, Launcher, Probe, declared, verify};
use toolgen_runtime::shell::Plan;

use crate::grounds::{Grounds, agent, backends, confining, environment, sh};

#[test]
fn every_backend_holds_exactly_what_it_declares() {
    for &backend in backends() {
        let verified = verify(backend, agent()).unwrap();
        assert_eq!(verified.len(), 12);
        for probe in verified {
            assert_eq!(probe.found, probe.row.held, "{backend}: {:?}", probe.row.probe);
        }
    }
}

#[test]
fn the_probes_can_tell_an_open_door() {
    // On `none` nearly everything must succeed, else the suite proves nothing.
    let open = declared(Backend::None).into_iter().filter(|row| !row.held).count();
    assert_eq!(open, 9);
    assert!(declared(Backend::Landlock).iter().all(|row| row.held && !row.by.is_empty()));
    assert!(declared(Backend::None).iter().any(|row| row.probe == Probe::ForkBomb && row.held));
}

#[test]
fn the_workspace_is_writable_and_devices_and_temporary_files_work() {
    for &backend in backends() {
        let grounds = Grounds::new(&format!("writable-{backend}"));
        let script = "echo a > f && cat f && echo x > /dev/null && head -c 4 /dev/urandom | wc -c && echo t > $TMPDIR/t && cat $TMPDIR/t && date +%Y > y && mkdir d && rm -r d && mv f g && ln -s g h && cat h";
        let outcome = sh(backend, &grounds.profile(), script);
        assert_eq!(outcome.stdout.text(), "a\n4\nt\na\n", "{backend}: {}", outcome.stderr.text());
        assert_eq!(outcome.ended.code, 0, "{backend}: {}", outcome.stderr.text());
        assert_eq!(std::fs::read_to_string(grounds.workspace().join("g")).unwrap(), "a\n");
    }
}

#[test]
fn the_system_is_read_only_and_the_rest_is_not_there() {
    for backend in confining() {
        let grounds = Grounds::new(&format!("system-{backend}"));
        std::fs::write(grounds.base().join("secret"), "hunter2").unwrap();
        std::os::unix::fs::symlink(grounds.base().join("secret"), grounds.workspace().join("link")).unwrap();
        for forbidden in [
            "echo x > /usr/toolgen-was-here",
            "echo x > /etc/toolgen-was-here",
            "echo x > /tmp/../usr/toolgen-was-here",
            "cat /etc/passwd",
            "cat /etc/shadow",
            "cat ../secret",
            "cat link",
            "ls /root/.ssh",
            "ls /home/*/",
            "ls /run/dbus | grep .",
            // Opened and not written: a test that fails must not change the machine.
            ": >> /proc/sys/kernel/core_pattern",
            ": >> /proc/sys/kernel/hostname",
            ": >> /proc/sys/vm/drop_caches",
            "mknod d b 7 0",
            "mount -t tmpfs none .",
            "unshare -Ur true",
            "chmod 777 ../secret",
            "ln ../secret hard && cat hard",
        ] {
            let outcome = sh(backend, &grounds.profile(), forbidden);
            assert_ne!(outcome.ended.code, 0, "{backend}: {forbidden}: {}", outcome.stdout.text());
            assert!(!outcome.stdout.text().contains("hunter2"), "{backend}: {forbidden}");
        }
        assert!(!std::path::Path::new("/usr/toolgen-was-here").exists());
    }
}

#[test]
fn what_the_policy_closes_is_not_seen_and_the_rest_of_the_workspace_is_as_open_as_ever() {
    for backend in confining() {
        let grounds = Grounds::new(&format!("hidden-{backend}"));
        let at = |name: &str| grounds.workspace().join(name);
        std::fs::create_dir_all(at("deep/keys/in")).unwrap();
        std::fs::write(at("deep/keys/in/key"), "hunter2").unwrap();
        std::fs::write(at("key.pem"), "hunter2").unwrap();
        let mut profile = grounds.profile();
        profile.hidden = vec![at("deep/keys"), at("key.pem")];
        let run = |script: &str| {
            let plan = Plan::single(["sh", "-c", script].map(str::to_owned).to_vec());
            Launcher::at(agent(), backend).run(&plan, &profile, &environment())
        };
        let outcome = match run("echo a > new && mkdir deep/er && echo b > deep/er/new && cat new deep/er/new") {
            // A machine that gives no mount namespace is told so.
            Err(error) if backend == Backend::Landlock && error.code == "sandbox.unavailable" => {
                println!("SKIPPED: hiding on {backend}: {error}");
                continue;
            }
            other => other.unwrap(),
        };
        assert_eq!(outcome.stdout.text(), "a\nb\n", "{backend}: {}", outcome.stderr.text());
        for forbidden in [
            "grep -r hunter2 .",
            "cat key.pem | grep .",
            "ls -A deep/keys | grep .",
            "cat deep/keys/in/key",
            "mv deep d",
            "mv deep/keys k",
            "ln key.pem k; cat k | grep .",
            "rm -rf deep/keys",
            "echo x > deep/keys/new",
            "echo x >> key.pem",
        ] {
            let outcome = run(forbidden).unwrap();
            assert_ne!(outcome.ended.code, 0, "{backend}: {forbidden}: {}", outcome.stdout.text());
        }
        let kept = ["key.pem", "deep/keys/in/key"].map(|name| std::fs::read_to_string(at(name)).unwrap());
        assert_eq!(kept, ["hunter2", "hunter2"], "{backend}");
    }
}

#[test]
fn a_workspace_with_a_file_beside_it_named_in_the_profile_reads_it() {
    for &backend in backends() {
        let grounds = Grounds::new(&format!("named-{backend}"));
        std::fs::write(grounds.base().join("data"), "seen\n").unwrap();
        let mut profile = grounds.profile();
        profile.read_only.push(grounds.base().join("data"));
        assert_eq!(sh(backend, &profile, "cat ../data").stdout.text(), "seen\n", "{backend}");
        if backend != Backend::None {
            assert_ne!(sh(backend, &profile, "echo x >> ../data").ended.code, 0, "{backend}");
        }
    }
}

#[test]
fn the_agent_itself_stays_free() {
    // More layers than one process can take: each call must be confined in a process of its own.
    let grounds = Grounds::new("free");
    for _ in 0..20 {
        for backend in confining() {
            assert_eq!(sh(backend, &grounds.profile(), "true").ended.code, 0);
        }
    }
    std::fs::write(grounds.base().join("database"), "x").unwrap();
}

#[test]
fn privileges_are_gone() {
    for backend in confining() {
        let grounds = Grounds::new(&format!("privileges-{backend}"));
        // Landlock shows no `/proc`; `setpriv` asks the kernel itself.
        let outcome = sh(backend, &grounds.profile(), "setpriv --dump");
        let text = outcome.stdout.text();
        assert!(text.contains("no_new_privs: 1"), "{backend}: {text} {}", outcome.stderr.text());
        assert!(text.contains("Capability bounding set: [none]"), "{backend}: {text}");
    }
}

#[test]
fn it_works_for_a_user_that_is_not_root() {
    if !is_root() {
        return;
    }
    let grounds = Grounds::new("user");
    let copy = grounds.base().join("agent");
    // By a process of its own: while this one holds the copy open for writing, a start elsewhere would find it busy.
    assert!(Command::new("cp").arg(agent()).arg(&copy).status().unwrap().success());
    for (path, mode) in [(grounds.base().to_path_buf(), 0o755), (grounds.workspace(), 0o777)] {
        std::fs::set_permissions(path, std::os::unix::fs::PermissionsExt::from_mode(mode)).unwrap();
    }
    let run = |user: &str, backend: &str| {
        let output = Command::new("setpriv")
            .args(["--reuid", user, "--regid", user, "--clear-groups"])
            .arg(&copy)
            .args(["--run", backend])
            .arg(grounds.workspace())
            .args(["{}", "sh", "-c", "echo $((6*7)) > f && cat f && rm f"])
            .output()
            .unwrap();
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        serde_json::from_str::<serde_json::Value>(&text).unwrap_or_else(|error| panic!("{error}: {output:?}"))
    };
    for backend in backends() {
        // Firejail refuses the user `nobody`, and must be found out before the first call.
        let known = ordinary_user();
        let user = match (*backend, &known) {
            (Backend::Firejail, None) => {
                println!("SKIPPED: firejail as a user: there is none");
                continue;
            }
            (Backend::Firejail, Some(user)) => user,
            _ => "65534",
        };
        let value = run(user, backend.name());
        assert_eq!(value["stdout"], "42\n", "{backend}: {value}");
    }
    if backends().contains(&Backend::Firejail) {
        assert_ne!(run("65534", "firejail")["code"], 0, "firejail accepts nobody now");
    }
}

/// The number of a user that is neither root nor `nobody`.
fn ordinary_user() -> Option<String> {
    let users = std::fs::read_to_string("/etc/passwd").unwrap();
    let numbers = users.lines().filter_map(|line| line.split(':').nth(2)?.parse::<u32>().ok());
    numbers.filter(|number| (1000..60_000).contains(number)).map(|number| number.to_string()).next()
}

fn is_root() -> bool {
    std::fs::read_to_string("/proc/self/status").unwrap().lines().any(|line| line.starts_with("Uid:\t0\t0"))
}
