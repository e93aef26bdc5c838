//! Which commands are of high or medium risk by their name and sub-command.

use super::programs::base_name;

/// Programs that destroy, escalate, reconfigure the machine or reach the network.
const HIGH: &[&str] = &[
    "rm",
    "mkfs",
    "dd",
    "shred",
    "wipefs",
    "fdisk",
    "parted",
    "shutdown",
    "reboot",
    "halt",
    "poweroff",
    "sudo",
    "su",
    "doas",
    "pkexec",
    "chown",
    "chmod",
    "chgrp",
    "chattr",
    "setfacl",
    "useradd",
    "userdel",
    "usermod",
    "groupadd",
    "passwd",
    "visudo",
    "mount",
    "umount",
    "insmod",
    "modprobe",
    "iptables",
    "ip6tables",
    "nft",
    "ufw",
    "firewall-cmd",
    "curl",
    "wget",
    "nc",
    "ncat",
    "netcat",
    "socat",
    "scp",
    "sftp",
    "ssh",
    "ftp",
    "tftp",
    "telnet",
    "rsync",
];

/// Programs that change files.
const MEDIUM: &[&str] = &["touch", "mkdir", "mv", "cp", "ln", "rmdir", "tee", "truncate", "install", "patch", "unlink"];

const GIT: &[&str] = &[
    "commit",
    "push",
    "reset",
    "clean",
    "rebase",
    "merge",
    "cherry-pick",
    "revert",
    "branch",
    "checkout",
    "switch",
    "tag",
    "restore",
    "stash",
    "pull",
    "fetch",
    "add",
    "rm",
    "mv",
    "am",
    "apply",
    "gc",
    "worktree",
    "submodule",
];
const NODE: &[&str] =
    &["install", "i", "add", "remove", "rm", "uninstall", "update", "upgrade", "publish", "ci", "link", "unpublish"];
const CARGO: &[&str] =
    &["add", "remove", "rm", "install", "uninstall", "clean", "publish", "update", "yank", "owner", "login", "fix"];

/// How much a command may harm.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Risk {
    Low,
    Medium,
    High,
}

/// The risk of the command by itself; what it runs in turn is judged on its own.
pub(super) fn risk(argv: &[String]) -> Risk {
    let name = argv.first().map_or("", |program| base_name(program)).to_ascii_lowercase();
    if is_high(&name) {
        return Risk::High;
    }
    let table = match name.as_str() {
        "git" => GIT,
        "npm" | "pnpm" | "yarn" | "bun" => NODE,
        "cargo" => CARGO,
        _ => &[],
    };
    let changes = argv.iter().skip(1).any(|argument| table.contains(&argument.as_str()));
    if changes || MEDIUM.contains(&name.as_str()) { Risk::Medium } else { Risk::Low }
}

/// Whether the program of that base name is of high risk.
pub(super) fn is_high(name: &str) -> bool {
    HIGH.contains(&name) || name.starts_with("mkfs.")
}
