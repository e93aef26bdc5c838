//! Shells: `sh -c SCRIPT` is judged by its script, anything else by nothing.

use super::{Inner, Reading};

/// `sh` and its kin, and `su -c`.
pub(super) fn shell(name: &str, arguments: &[String]) -> Reading {
    let script = arguments.iter().enumerate().find_map(|(at, word)| {
        // `-c`, clustered as in `-lc`, and `--command` of `su`.
        let takes_script = word.starts_with('-') && !word.starts_with("--") && word.ends_with('c');
        if takes_script || word == "--command" {
            return arguments.get(at + 1).cloned();
        }
        word.strip_prefix("--command=").map(str::to_owned)
    });
    let inner = script.map_or(Inner::Unknown, Inner::Script);
    Reading { dangers: vec![format!("`{name}` runs a script")], inner: vec![inner], runs_others: true }
}
