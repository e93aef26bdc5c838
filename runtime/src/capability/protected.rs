//! What in a workspace decides about the agent, or about what runs outside of it later: a place in, whether it is
//! closed for writing out.
//!
//! The lists hold by name, so that they also hold where nothing exists yet.

use std::path::Path;

/// Folders at the top of a workspace that are closed with all that is in them.
const FOLDERS: &[&str] = &[
    ".toolgen",
    ".codex",
    ".claude",
    ".cursor",
    ".gemini",
    ".agents",
    ".cargo",
    ".vscode",
    ".idea",
    ".devcontainer",
    ".husky",
    ".ssh",
    ".gnupg",
    ".aws",
    "audit",
];

/// Files at the top of a workspace that are closed.
const FILES: &[&str] = &[
    "toolgen.toml",
    "config.toml",
    "permissions.json",
    "permissions.md",
    "vault.json",
    "policy.toml",
    "policy.yaml",
    "policy.yml",
    "policy.json",
    "mcp.json",
    ".mcp.json",
    "gate.lock.json",
    "tools.lock.json",
    ".bashrc",
    ".bash_profile",
    ".bash_login",
    ".bash_logout",
    ".profile",
    ".zshrc",
    ".zshenv",
    ".zprofile",
    ".zlogin",
    ".envrc",
    ".netrc",
    ".gitconfig",
    ".npmrc",
    ".pypirc",
    ".inputrc",
];

/// Folders of version control, wherever they stand: their files name programs that run later.
const REPOSITORIES: &[&str] = &[".git", ".hg", ".svn"];

/// Where git looks for programs to run.
#[cfg(all(feature = "sandbox", target_os = "linux"))]
pub(crate) const GIT_HOOKS: &str = ".git/hooks";

/// What programs must leave alone. It is shorter: they are how version control and builds are worked with.
#[cfg(all(feature = "sandbox", target_os = "linux"))]
pub(crate) const PROGRAM_PLACES: &[&str] = &[
    GIT_HOOKS,
    ".toolgen",
    ".codex",
    ".claude",
    ".cargo/config.toml",
    ".cargo/config",
    ".mcp.json",
    ".envrc",
    "toolgen.toml",
    "config.toml",
    "permissions.json",
    "permissions.md",
    "vault.json",
    "policy.toml",
    "policy.yaml",
    "policy.yml",
    "policy.json",
    "mcp.json",
    "gate.lock.json",
    "tools.lock.json",
    "audit",
];

/// Whether a place, relative to the workspace, is closed for file tools. Letters count as the same in both
/// cases, as they do for file systems that programs elsewhere may use.
#[cfg(feature = "fs")]
pub(crate) fn is_protected(place: &Path) -> bool {
    let steps: Vec<String> = place.iter().map(|step| step.to_string_lossy().to_lowercase()).collect();
    let Some(first) = steps.first().map(String::as_str) else { return false };
    FOLDERS.contains(&first)
        || (steps.len() == 1 && FILES.contains(&first))
        || steps.iter().any(|step| REPOSITORIES.contains(&step.as_str()))
}

#[cfg(all(test, feature = "fs"))]
mod tests {
    use super::*;

    #[test]
    fn what_decides_is_closed_in_any_case_and_the_rest_is_open() {
        for closed in [
            ".git/hooks/pre-commit",
            ".Git/HOOKS/x",
            "sub/.git/config",
            ".git",
            "toolgen.toml",
            "CONFIG.toml",
            ".toolgen/policy.yaml",
            ".codex/.sandbox/x",
            "audit/audit.jsonl",
            ".cargo/config.toml",
            ".bashrc",
        ] {
            assert!(is_protected(Path::new(closed)), "{closed}");
        }
        for open in
            ["docs/.gitignore", ".gitignore", ".github/x", "src/config.toml", "audits", "a.git", "x/audit/y", ""]
        {
            assert!(!is_protected(Path::new(open)), "{open}");
        }
    }
}
