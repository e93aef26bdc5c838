//! What the operator's policy closes: a word of a script in, the place that it names and the rule out.

use std::ffi::OsString;
use std::fmt;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use super::paths::candidate;

/// The places that scripts must not name.
#[derive(Clone)]
pub struct Closed {
    root: PathBuf,
    rule: Arc<Rule>,
}

/// The rule that closes a place.
type Rule = dyn Fn(&Path) -> Option<String> + Send + Sync;

impl Closed {
    /// Of scripts that start in `root`; `rule` says what closes a place, which is absolute and has no link in it.
    pub fn new(root: &Path, rule: impl Fn(&Path) -> Option<String> + Send + Sync + 'static) -> Closed {
        Closed { root: root.to_owned(), rule: Arc::new(rule) }
    }

    /// The place that the argument names and the rule that closes it.
    pub(super) fn names<'a>(&self, argument: &'a str) -> Option<(&'a str, String)> {
        let path = candidate(argument).filter(|path| !path.contains('\0'))?;
        (self.rule)(&leads(&self.root.join(path))).map(|rule| (path, rule))
    }

    /// The same for any word of a text that is not understood.
    pub(super) fn stands_in<'a>(&self, text: &'a str) -> Option<(&'a str, String)> {
        let breaks = |c: char| c.is_whitespace() || "\"'`;|&<>(){}$=,".contains(c);
        text.split(breaks).filter(|word| !word.is_empty()).find_map(|word| self.names(word))
    }
}

impl fmt::Debug for Closed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Closed").field("root", &self.root).finish_non_exhaustive()
    }
}

/// Where a path leads: its links are followed as far as it exists.
fn leads(path: &Path) -> PathBuf {
    let mut missing: Vec<OsString> = Vec::new();
    let mut rest = path.components();
    loop {
        if let Ok(real) = rest.as_path().canonicalize() {
            return missing.iter().rev().fold(real, |at, step| match step.to_str() {
                Some("..") => at.parent().map(Path::to_owned).unwrap_or(at),
                _ => at.join(step),
            });
        }
        match rest.next_back() {
            Some(Component::CurDir) => {}
            Some(step) => missing.push(step.as_os_str().to_owned()),
            None => return path.to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(unix)]
    #[test]
    fn a_closed_place_is_found_by_whatever_path_leads_there() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().canonicalize().unwrap();
        std::fs::create_dir_all(root.join("secrets")).unwrap();
        std::os::unix::fs::symlink("secrets", root.join("link")).unwrap();
        let keys = root.join("secrets");
        let closed = Closed::new(&root, move |place| place.starts_with(&keys).then(|| "it is secret".to_owned()));
        let absolute = root.join("secrets/x").display().to_string();
        for word in ["secrets", "./secrets/x", "a/../secrets/x", "link/x", "--file=secrets/x", &absolute] {
            assert!(closed.names(word).is_some(), "{word}");
        }
        for word in ["secretsx", "a/secrets", "-l", "", "."] {
            assert!(closed.names(word).is_none(), "{word}");
        }
        assert!(closed.stands_in("for f in a b; do cat \"secrets/$f\"; done").is_some());
        assert!(closed.stands_in("cat <link/x >y").is_some());
        assert!(closed.stands_in("echo $HOME > y").is_none());
    }
}
