//! Containers that refuse what backends are made of: the refusals as a filter of system calls in, what the doctor says
//! of it and what `auto` makes of it out.

use std::collections::BTreeMap;
use std::process::Command;

use seccompiler::{
    BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter, SeccompRule,
};
use serde_json::Value;

use crate::grounds::{agent, backends};
use toolgen_runtime::sandbox::Backend;

/// The numbers of Landlock's calls, on every machine.
const LANDLOCK: [i64; 3] = [444, 445, 446];

fn filter(rules: BTreeMap<i64, Vec<SeccompRule>>, errno: i32) -> BpfProgram {
    let architecture = std::env::consts::ARCH.try_into().unwrap();
    let refusal = SeccompAction::Errno(errno.unsigned_abs());
    SeccompFilter::new(rules, SeccompAction::Allow, refusal, architecture).unwrap().try_into().unwrap()
}

/// No new namespaces, and no mounts, as the usual profile of containers has it.
fn without_namespaces() -> Vec<BpfProgram> {
    let flags = [libc::CLONE_NEWNS, libc::CLONE_NEWUSER, libc::CLONE_NEWPID, libc::CLONE_NEWNET, libc::CLONE_NEWIPC];
    let asked = flags.map(|flag| {
        let flag = u64::from(flag.unsigned_abs());
        let asked = SeccompCondition::new(0, SeccompCmpArgLen::Dword, SeccompCmpOp::MaskedEq(flag), flag).unwrap();
        SeccompRule::new(vec![asked]).unwrap()
    });
    let calls = [libc::SYS_unshare, libc::SYS_setns, libc::SYS_mount, libc::SYS_pivot_root, libc::SYS_umount2];
    let mut refused: BTreeMap<i64, Vec<SeccompRule>> = calls.map(|call| (call, Vec::new())).into();
    refused.insert(libc::SYS_clone, asked.into());
    vec![filter(refused, libc::EPERM), filter([(libc::SYS_clone3, Vec::new())].into(), libc::ENOSYS)]
}

/// What the doctor of an agent says behind the filters, as data and as text.
fn doctor(filters: Vec<BpfProgram>) -> (Value, String) {
    let confined = std::thread::spawn(move || {
        filters.iter().for_each(|filter| seccompiler::apply_filter(filter).unwrap());
        let json = Command::new(agent()).arg("--json").output().unwrap();
        (serde_json::from_slice(&json.stdout).unwrap(), Command::new(agent()).output().unwrap().stdout)
    });
    let (json, text) = confined.join().unwrap();
    (json, String::from_utf8(text).unwrap())
}

fn missing<'j>(json: &'j Value, backend: &str) -> Option<&'j str> {
    let columns = json["backends"].as_array().unwrap();
    columns.iter().find(|column| column["backend"] == backend).and_then(|column| column["missing"].as_str())
}

#[test]
fn without_namespaces_landlock_remains_and_is_chosen() {
    if !backends().contains(&Backend::Landlock) {
        return;
    }
    let (json, text) = doctor(without_namespaces());
    for backend in ["bubblewrap", "firejail"] {
        let why = missing(&json, backend).unwrap_or_else(|| panic!("{backend} cannot work: {text}"));
        assert!(!why.is_empty() && text.contains(&format!("{backend}: not here: ")), "{text}");
    }
    assert_eq!((&json["auto"]["backend"], &json["auto"]["warning"]), (&"landlock".into(), &Value::Null), "{text}");
    assert!(json["healthy"] == true && text.contains("auto chooses landlock"), "{text}");
}

#[test]
fn without_landlock_too_nothing_confines_and_that_is_said_loudly() {
    let landlock = filter(LANDLOCK.map(|call| (call, Vec::new())).into(), libc::ENOSYS);
    let (json, text) = doctor(without_namespaces().into_iter().chain([landlock]).collect());
    for backend in ["landlock", "bubblewrap", "firejail", "docker"] {
        assert!(missing(&json, backend).is_some(), "{backend}: {text}");
    }
    assert!(text.contains("Landlock of Linux 6.12 or later cannot be enforced here"), "{text}");
    assert_eq!((&json["auto"]["backend"], &json["healthy"]), (&"none".into(), &false.into()));
    assert!(json["auto"]["warning"].as_str().unwrap().starts_with("WARNING: no sandbox"), "{text}");
    // What remains is in the list of what was tried: held, and open.
    let tried = text.split("none: works").nth(1).unwrap_or_default();
    for (mark, probe) in
        [("OPEN", "ReadOutside"), ("OPEN", "Tcp"), ("held", "InheritedDescriptor"), ("held", "ForkBomb")]
    {
        assert!(tried.contains(&format!("{mark}  {probe}")), "{mark} {probe}: {tried}");
    }
    assert!(tried.contains("WARNING: no sandbox"), "{tried}");
}
