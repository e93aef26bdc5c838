//! Build tools: nearly every sub-command runs code that a project brings along.

use super::{Inner, Reading};

/// `cargo`.
pub(super) fn cargo(_: &str, arguments: &[String]) -> Reading {
    only(arguments, "cargo", &["--version", "-V", "locate-project", "read-manifest", "search", "--list", "help"])
}

/// `npm`, `pnpm` and `yarn`.
pub(super) fn npm(name: &str, arguments: &[String]) -> Reading {
    only(arguments, name, &["--version", "-v", "ls", "list", "view", "outdated", "why", "explain", "help", "ping"])
}

/// Harmless when the first word is one of these and no option names a configuration.
fn only(arguments: &[String], name: &str, harmless: &[&str]) -> Reading {
    let first = arguments.first().map_or("", String::as_str);
    let configured = arguments.iter().any(|word| {
        word.starts_with("--config") || word.starts_with("--script-shell") || word.starts_with("--node-options")
    });
    if harmless.contains(&first) && !configured {
        return Reading::default();
    }
    let danger = format!("`{name} {first}` runs what the project and its packages bring along");
    Reading { dangers: vec![danger], inner: vec![Inner::Unknown], runs_others: true }
}
