//! The configuration: what cannot be read or understood starts nothing.

use super::Enforcement;

pub(super) const ROWS: &[Enforcement] = &[
    Enforcement {
        id: "config.unknown_key",
        promise: "A key that nobody reads is an error with the nearest key.",
        proof: "config::unknown_key",
        see: "`AGENT config --show-origin`",
    },
    Enforcement {
        id: "config.unreadable",
        promise: "A configuration file that is there and cannot be read stops the program.",
        proof: "config::unreadable",
        see: "`AGENT tools` exits 2 and names the file",
    },
    Enforcement {
        id: "config.reload",
        promise: "A faulty reload leaves the last good configuration in force.",
        proof: "config::reload",
        see: "`AGENT config --show-origin`",
    },
];
