//! What each sandbox backend holds of what a confined program may try; the probe suite tries all of it.

/// The backends, in the order of [`Held::by`].
pub const BACKENDS: [&str; 4] = ["landlock", "firejail", "bubblewrap", "none"];

/// One thing that a confined program tries, and what holds it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Held {
    /// The probe's name
    pub probe: &'static str,
    /// What is tried
    pub tries: &'static str,
    /// By what each of [`BACKENDS`] holds it; empty where it does not
    pub by: [&'static str; 4],
}

/// Every probe, in the order of the suite.
pub const PROBES: &[Held] = &[
    Held {
        probe: "read_outside",
        tries: "Read a file outside the workspace",
        by: ["Landlock", "whitelist", "mount namespace", ""],
    },
    Held {
        probe: "write_outside",
        tries: "Create a file outside the workspace",
        by: ["Landlock", "whitelist", "mount namespace", ""],
    },
    Held {
        probe: "chmod_outside",
        tries: "Change the mode of a file outside the workspace",
        by: ["seccomp", "whitelist", "mount namespace", ""],
    },
    Held {
        probe: "tcp",
        tries: "Connect to a TCP port of this machine",
        by: ["Landlock and seccomp", "network namespace", "network namespace", ""],
    },
    Held {
        probe: "udp",
        tries: "Send a datagram to a UDP port of this machine",
        by: ["seccomp", "network namespace", "network namespace", ""],
    },
    Held {
        probe: "unix_socket",
        tries: "Connect to a Unix socket outside the workspace",
        by: ["seccomp", "whitelist and seccomp", "mount namespace", ""],
    },
    Held {
        probe: "foreign_environment",
        tries: "Read the environment of a process outside",
        by: ["Landlock, no capabilities", "process namespace", "process namespace", ""],
    },
    Held {
        probe: "signal_outside",
        tries: "Send a signal to a process outside",
        by: ["Landlock scope", "process namespace", "process namespace", ""],
    },
    Held {
        probe: "inherited_descriptor",
        tries: "Write through a descriptor that the agent left open",
        by: ["launcher", "launcher", "launcher", "launcher"],
    },
    Held {
        probe: "fork_bomb",
        tries: "Start more processes than allowed",
        by: ["launcher", "launcher", "launcher", "launcher"],
    },
    Held {
        probe: "read_hidden",
        tries: "Read a place of the workspace that the policy closes",
        by: ["mount namespace", "blacklist", "mount namespace", ""],
    },
    // Landlock has no rule that takes back what a folder grants, and a workspace in which no file can be made at the top
    // is none.
    Held {
        probe: "change_protected",
        tries: "Change what decides about the agent, such as `toolgen.toml` or a hook, where it is or is not there yet",
        by: [
            "put back when it ends",
            "read-only, or put back",
            "read-only mount, or put back",
            "put back when it ends",
        ],
    },
];
