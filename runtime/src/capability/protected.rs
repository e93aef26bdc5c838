//! What in a workspace decides about the agent, or about what runs outside of it later: a place in, whether it is
//! closed for writing out.
//!
//! The lists hold by name, so that they also hold where nothing exists yet.

use std::path::Path;

/// A place that is closed.
struct Protected {
    /// Its path from the top of the workspace
    path: &'static str,
    /// Whether file tools may not write it, nor what is below it
    #[cfg_attr(not(feature = "fs"), expect(dead_code, reason = "there are no file tools"))]
    files: bool,
    /// Whether programs may not change it either
    #[cfg_attr(not(all(feature = "sandbox", target_os = "linux")), expect(dead_code, reason = "nothing confines"))]
    programs: bool,
}

/// Closed for file tools and for programs.
const fn closed(path: &'static str) -> Protected {
    Protected { path, files: true, programs: true }
}

/// Closed for file tools alone: programs are how version control, builds and editors are worked with.
const fn kept(path: &'static str) -> Protected {
    Protected { path, files: true, programs: false }
}

/// Closed for programs alone: for file tools something above it is closed already.
const fn within(path: &'static str) -> Protected {
    Protected { path, files: false, programs: true }
}

/// Where git looks for programs to run.
pub(crate) const GIT_HOOKS: &str = ".git/hooks";

/// Every place that is closed by its name.
const PROTECTED: &[Protected] = &[
    // What decides about the agent.
    closed("toolgen.toml"),
    closed("config.toml"),
    closed("permissions.json"),
    closed("permissions.md"),
    closed("vault.json"),
    closed("policy.toml"),
    closed("policy.yaml"),
    closed("policy.yml"),
    closed("policy.json"),
    closed("mcp.json"),
    closed(".mcp.json"),
    closed("gate.lock.json"),
    closed("tools.lock.json"),
    closed("audit"),
    closed(".toolgen"),
    closed(".codex"),
    closed(".claude"),
    kept(".cursor"),
    kept(".gemini"),
    kept(".agents"),
    // What runs later, outside of it.
    within(GIT_HOOKS),
    kept(".husky"),
    kept(".cargo"),
    within(".cargo/config.toml"),
    within(".cargo/config"),
    kept(".vscode"),
    kept(".idea"),
    kept(".devcontainer"),
    closed(".envrc"),
    kept(".bashrc"),
    kept(".bash_profile"),
    kept(".bash_login"),
    kept(".bash_logout"),
    kept(".profile"),
    kept(".zshrc"),
    kept(".zshenv"),
    kept(".zprofile"),
    kept(".zlogin"),
    kept(".inputrc"),
    kept(".gitconfig"),
    // What opens other systems.
    kept(".ssh"),
    kept(".gnupg"),
    kept(".aws"),
    kept(".netrc"),
    kept(".npmrc"),
    kept(".pypirc"),
];

/// Folders of version control, wherever they stand: their files name programs that run later.
#[cfg(feature = "fs")]
const REPOSITORIES: &[&str] = &[".git", ".hg", ".svn"];

/// What programs must leave alone.
#[cfg(all(feature = "sandbox", target_os = "linux"))]
pub(crate) fn program_places() -> impl Iterator<Item = &'static str> {
    PROTECTED.iter().filter(|place| place.programs).map(|place| place.path)
}

/// Whether a place, relative to the workspace, is closed for file tools. Letters count as the same in both
/// cases, as they do for file systems that programs elsewhere may use.
#[cfg(feature = "fs")]
pub(crate) fn is_protected(place: &Path) -> bool {
    let steps: Vec<String> = place.iter().map(|step| step.to_string_lossy().to_lowercase()).collect();
    let Some(first) = steps.first().map(String::as_str) else { return false };
    PROTECTED.iter().any(|place| place.files && place.path == first)
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
