//! The system calls that Landlock does not look at: sockets it has no rule for, changes of modes and owners by
//! path, and the doors into the kernel that no tool needs.

use std::collections::BTreeMap;

use seccompiler::{
    BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter, SeccompRule,
};

use super::error::SandboxError;
use super::profile::Network;

/// What is answered with "not permitted". Calls that need a capability are not listed: there is none left, and
/// no way to get one without a new namespace. A short list matters, for the kernel tries the filter on every
/// call there is when it is installed.
const REFUSED: &[i64] = &[
    // Modes, owners and attributes by path would reach every file of the user. By descriptor they reach only
    // what could be opened.
    libc::SYS_fchmodat,
    libc::SYS_fchownat,
    libc::SYS_setxattr,
    libc::SYS_lsetxattr,
    libc::SYS_removexattr,
    libc::SYS_lremovexattr,
    FCHMODAT2,
    SETXATTRAT,
    REMOVEXATTRAT,
    // Namespaces would give capabilities.
    libc::SYS_unshare,
    libc::SYS_setns,
    // Doors into the kernel that no tool needs.
    libc::SYS_ptrace,
    libc::SYS_bpf,
    libc::SYS_perf_event_open,
    libc::SYS_userfaultfd,
    libc::SYS_add_key,
    libc::SYS_request_key,
    libc::SYS_keyctl,
];

const FCHMODAT2: i64 = 452;
const SETXATTRAT: i64 = 463;
const REMOVEXATTRAT: i64 = 466;

/// Older spellings that only some machines have.
#[cfg(target_arch = "x86_64")]
const REFUSED_HERE: &[i64] = &[libc::SYS_chmod, libc::SYS_chown, libc::SYS_lchown];
#[cfg(not(target_arch = "x86_64"))]
const REFUSED_HERE: &[i64] = &[];

/// What is answered with "no such call": programs then take the older call, whose arguments can be looked at.
const UNKNOWN: &[i64] =
    &[libc::SYS_clone3, libc::SYS_io_uring_setup, libc::SYS_io_uring_enter, libc::SYS_io_uring_register];

/// The bit of the x32 calling convention: the same calls under other numbers.
#[cfg(target_arch = "x86_64")]
const SPELLINGS: &[i64] = &[0, 0x4000_0000];
#[cfg(not(target_arch = "x86_64"))]
const SPELLINGS: &[i64] = &[0];

fn broken(error: &dyn std::fmt::Display) -> SandboxError {
    SandboxError::new("sandbox.unavailable", format!("the system call filter cannot be installed: {error}"))
}

/// Restricts the calling thread for good. Privileges must have been given up before.
pub(super) fn restrict(network: Network) -> Result<(), SandboxError> {
    for program in filters(network)? {
        seccompiler::apply_filter(&program).map_err(|error| broken(&error))?;
    }
    Ok(())
}

fn filters(network: Network) -> Result<[BpfProgram; 2], SandboxError> {
    let mut refused: BTreeMap<i64, Vec<SeccompRule>> = BTreeMap::new();
    let mut unknown: BTreeMap<i64, Vec<SeccompRule>> = BTreeMap::new();
    for spelling in SPELLINGS {
        refused.extend(REFUSED.iter().chain(REFUSED_HERE).map(|call| (call | spelling, Vec::new())));
        unknown.extend(UNKNOWN.iter().map(|call| (call | spelling, Vec::new())));
        refused.insert(libc::SYS_socket | spelling, sockets(network)?);
        refused.insert(libc::SYS_clone | spelling, namespaces()?);
        // A character typed into somebody's terminal is a command.
        refused.insert(libc::SYS_ioctl | spelling, vec![equal(1, libc::TIOCSTI)?, equal(1, libc::TIOCLINUX as _)?]);
    }
    Ok([compile(refused, libc::EPERM)?, compile(unknown, libc::ENOSYS)?])
}

fn compile(rules: BTreeMap<i64, Vec<SeccompRule>>, errno: i32) -> Result<BpfProgram, SandboxError> {
    let architecture = std::env::consts::ARCH.try_into().map_err(|error| broken(&error))?;
    let refusal = SeccompAction::Errno(errno.unsigned_abs());
    let filter =
        SeccompFilter::new(rules, SeccompAction::Allow, refusal, architecture).map_err(|error| broken(&error))?;
    BpfProgram::try_from(filter).map_err(|error| broken(&error))
}

/// The sockets that are refused; no rule means all.
fn sockets(network: Network) -> Result<Vec<SeccompRule>, SandboxError> {
    if network == Network::None {
        return Ok(Vec::new());
    }
    // With a network: internet sockets only, and no raw ones.
    let family = |family: i32| condition(0, SeccompCmpOp::Ne, family.unsigned_abs().into());
    let other =
        SeccompRule::new(vec![family(libc::AF_INET)?, family(libc::AF_INET6)?]).map_err(|error| broken(&error))?;
    let raw = condition(1, SeccompCmpOp::MaskedEq(0xF), libc::SOCK_RAW.unsigned_abs().into())?;
    Ok(vec![other, SeccompRule::new(vec![raw]).map_err(|error| broken(&error))?])
}

/// Every way to ask `clone` for a new namespace.
fn namespaces() -> Result<Vec<SeccompRule>, SandboxError> {
    let flags = [
        libc::CLONE_NEWNS,
        libc::CLONE_NEWUSER,
        libc::CLONE_NEWPID,
        libc::CLONE_NEWNET,
        libc::CLONE_NEWIPC,
        libc::CLONE_NEWUTS,
        libc::CLONE_NEWCGROUP,
    ];
    flags
        .into_iter()
        .map(|flag| {
            let flag = u64::from(flag.unsigned_abs());
            let asked = condition(0, SeccompCmpOp::MaskedEq(flag), flag)?;
            SeccompRule::new(vec![asked]).map_err(|error| broken(&error))
        })
        .collect()
}

fn equal(argument: u8, value: u64) -> Result<SeccompRule, SandboxError> {
    SeccompRule::new(vec![condition(argument, SeccompCmpOp::Eq, value)?]).map_err(|error| broken(&error))
}

fn condition(argument: u8, operator: SeccompCmpOp, value: u64) -> Result<SeccompCondition, SandboxError> {
    SeccompCondition::new(argument, SeccompCmpArgLen::Dword, operator, value).map_err(|error| broken(&error))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_filters_compile() {
        for network in [Network::None, Network::Open] {
            assert!(filters(network).unwrap().iter().all(|program| program.len() > 3));
        }
    }
}
