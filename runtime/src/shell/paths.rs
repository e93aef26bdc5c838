//! An argument goes in; out comes whether it names something outside the workspace.

use std::path::{Component, Path, PathBuf};

/// The folder that path arguments must stay in.
#[derive(Clone, Debug)]
pub struct Workspace {
    root: PathBuf,
}

/// Devices that hold nothing.
const HARMLESS: &[&str] = &["/dev/null", "/dev/zero", "/dev/stdin", "/dev/stdout", "/dev/stderr"];

impl Workspace {
    /// The workspace at the folder, with its links followed. Commands start in it.
    ///
    /// # Errors
    /// The folder does not exist or cannot be read.
    pub fn new(root: &Path) -> std::io::Result<Workspace> {
        Ok(Workspace { root: root.canonicalize()? })
    }

    /// The folder.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// The part of the argument that leads outside, if any. Names that could not be a path are inside.
    pub(super) fn outside<'a>(&self, argument: &'a str) -> Option<&'a str> {
        candidate(argument).filter(|path| !self.contains(path))
    }

    fn contains(&self, path: &str) -> bool {
        let lower = path.to_ascii_lowercase();
        if path.starts_with('~') || lower.contains("..%2f") || lower.contains("%2f..") || path.contains('\0') {
            return false;
        }
        HARMLESS.contains(&path) || self.resolves_inside(&self.root.join(path))
    }

    /// Links are followed as far as the path exists; what does not exist yet must lie below that.
    fn resolves_inside(&self, path: &Path) -> bool {
        let mut missing: Vec<Component<'_>> = Vec::new();
        let mut existing = path.components();
        loop {
            let at = existing.as_path();
            if let Ok(real) = at.canonicalize() {
                return real.starts_with(&self.root);
            }
            // A link that leads nowhere could lead outside once its target exists.
            let dangling = at.symlink_metadata().is_ok_and(|metadata| metadata.is_symlink());
            match existing.next_back() {
                Some(last @ Component::Normal(_)) if !dangling => missing.push(last),
                _ => return false,
            }
        }
    }
}

/// What in an argument may be a path: an option's value, or the whole.
pub(super) fn candidate(argument: &str) -> Option<&str> {
    let value = match argument.strip_prefix('-') {
        None => argument,
        Some(option) => match (option.split_once('='), option.find(['/', '~'])) {
            (Some((_, value)), _) => value,
            (None, Some(at)) if at > 0 && option[..at].ends_with("..") => &option[at - 2..],
            (None, Some(at)) => &option[at..],
            (None, None) if option.ends_with("..") => "..",
            (None, None) => return None,
        },
    };
    let is_url = value.split_once("://").is_some_and(|(scheme, _)| scheme.chars().all(|c| c.is_ascii_alphanumeric()));
    (!value.is_empty() && !is_url).then_some(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_judged_by_where_they_lead() {
        let base = std::env::temp_dir().join(format!("toolgen-paths-{}", std::process::id()));
        let root = base.join("ws");
        std::fs::create_dir_all(root.join("src")).unwrap();
        std::fs::write(base.join("secret"), "x").unwrap();
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink(base.join("secret"), root.join("link")).unwrap();
            std::os::unix::fs::symlink(base.join("later"), root.join("dangling")).unwrap();
        }
        let workspace = Workspace::new(&root).unwrap();
        let absolute = workspace.root().join("src/new.rs");
        for inside in [
            "src",
            "new/file",
            "my..file.txt",
            ".env",
            "",
            "-la",
            "--color=auto",
            "src/../src",
            absolute.to_str().unwrap(),
        ] {
            assert_eq!(workspace.outside(inside), None, "{inside}");
        }
        for outside in [
            "/etc/passwd",
            "..",
            "../x",
            "src/../../x",
            "~/x",
            "-o/etc/x",
            "--output=/etc/x",
            "new/../../x",
            "-I..",
            "..%2fx",
            "-f../x",
            "link",
            "dangling",
        ] {
            assert!(workspace.outside(outside).is_some(), "{outside}");
        }
        std::fs::remove_dir_all(base).unwrap();
    }
}
