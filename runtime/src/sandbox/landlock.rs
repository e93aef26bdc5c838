//! Confines the calling thread, and what it starts, to the files of a profile. All or nothing.

use std::path::Path;

use landlock::{
    ABI, Access, AccessFs, AccessNet, CompatLevel, Compatible, LandlockStatus, PathBeneath, PathFd, Ruleset,
    RulesetAttr, RulesetCreated, RulesetCreatedAttr, RulesetStatus, Scope,
};

use super::error::SandboxError;
use super::profile::{DEVICES, Network, Profile, system};

/// The version that holds signals and abstract sockets, Linux 6.12. Less is not accepted.
const REQUIRED: ABI = ABI::V6;

/// Files that describe the machine, not its processes.
const PROC: &[&str] = &["cpuinfo", "meminfo", "filesystems", "version", "loadavg", "uptime"];

fn refuse(error: &dyn std::fmt::Display) -> SandboxError {
    SandboxError::new(
        "sandbox.unavailable",
        format!("Landlock of Linux 6.12 or later cannot be enforced here: {error}"),
    )
}

/// Restricts the calling thread for good, by the rules of the system's files and those of a profile.
pub(super) fn restrict(rules: RulesetCreated, profile: &Profile, scratch: &Path) -> Result<(), SandboxError> {
    let ruleset = own(rules, profile, scratch).map_err(|error| refuse(&error))?;
    let status = ruleset.restrict_self().map_err(|error| refuse(&error))?;
    if status.ruleset != RulesetStatus::FullyEnforced || !status.no_new_privs {
        return Err(refuse(&"the kernel enforced only a part"));
    }
    match status.landlock {
        LandlockStatus::Available { effective_abi, .. } => enough(effective_abi as i64),
        _ => Err(refuse(&"the kernel has no Landlock")),
    }
}

/// Whether that version of Landlock holds what is promised; `-1` is none at all.
pub(crate) fn enough(version: i64) -> Result<(), SandboxError> {
    if version >= REQUIRED as i64 { Ok(()) } else { Err(refuse(&format!("the kernel has version {version}"))) }
}

/// The rules that are the same for every profile with that network.
pub(super) fn rules(network: Network) -> Result<RulesetCreated, SandboxError> {
    of_system(network).map_err(|error| refuse(&error))
}

fn of_system(network: Network) -> Result<RulesetCreated, landlock::RulesetError> {
    let mut ruleset = Ruleset::default()
        .set_compatibility(CompatLevel::HardRequirement)
        .handle_access(AccessFs::from_all(REQUIRED))?
        .scope(Scope::Signal | Scope::AbstractUnixSocket)?;
    if network == Network::None {
        ruleset = ruleset.handle_access(AccessNet::BindTcp | AccessNet::ConnectTcp)?;
    }
    let mut created = ruleset.create()?;
    for path in system(network) {
        created = add(created, &path, AccessFs::from_read(REQUIRED))?;
    }
    for name in PROC {
        created = add(created, &Path::new("/proc").join(name), AccessFs::ReadFile.into())?;
    }
    for name in DEVICES {
        created = add(created, &Path::new("/dev").join(name), AccessFs::ReadFile | AccessFs::WriteFile)?;
    }
    Ok(created)
}

/// Adds what one profile may reach.
fn own(mut rules: RulesetCreated, profile: &Profile, scratch: &Path) -> Result<RulesetCreated, landlock::RulesetError> {
    for path in &profile.read_only {
        rules = add(rules, path, AccessFs::from_read(REQUIRED))?;
    }
    // Devices and sockets are no business of a workspace.
    let all = AccessFs::from_all(REQUIRED) & !(AccessFs::MakeChar | AccessFs::MakeBlock | AccessFs::IoctlDev);
    for path in [profile.workspace.as_path(), scratch] {
        rules = add(rules, path, all)?;
    }
    Ok(rules)
}

/// Adds a rule for a path that exists; what is not there needs none.
fn add(
    ruleset: RulesetCreated,
    path: &Path,
    access: landlock::BitFlags<AccessFs>,
) -> Result<RulesetCreated, landlock::RulesetError> {
    let Ok(fd) = PathFd::new(path) else { return Ok(ruleset) };
    let access = if path.is_dir() { access } else { access & AccessFs::from_file(REQUIRED) };
    ruleset.add_rule(PathBeneath::new(fd, access))
}
