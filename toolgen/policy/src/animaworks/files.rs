//! The file roots of an anima in, whether a place may be touched out.

use std::path::{Component, Path, PathBuf};

use toolgen_model::gate::Verdict;

use super::Permissions;
use crate::finding::Place;
use crate::policy::Names;

/// What is done at a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Touch {
    /// It is read
    Read,
    /// It is written, made or removed
    Write,
}

/// Where files may be touched: whole subtrees, compared component by component. It only tightens: a place that it
/// lets through still has to be in the scope of the tool.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Files {
    roots: Vec<Root>,
    readonly: Vec<Root>,
    denied: Vec<Root>,
    /// Where the list of roots stands
    place: Place,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Root {
    /// As written and, where that is another place, where its links lead
    paths: Vec<PathBuf>,
    place: Place,
}

impl Files {
    /// The roots of these permissions. Links in them are followed now.
    pub fn of(permissions: &Permissions) -> Files {
        let roots = |names: &Names| names.names.iter().map(|name| Root::of(&name.text, &name.place)).collect();
        Files {
            roots: roots(&permissions.file_roots),
            readonly: roots(&permissions.file_roots_readonly),
            denied: roots(&permissions.file_roots_denied),
            place: permissions.file_roots.place.clone(),
        }
    }

    /// Where places may be open: the roots, and those that are only read.
    pub(crate) fn opened(&self) -> impl Iterator<Item = &PathBuf> {
        self.roots.iter().chain(&self.readonly).flat_map(|root| &root.paths)
    }

    /// Where no place is open.
    pub(crate) fn denied(&self) -> impl Iterator<Item = &PathBuf> {
        self.denied.iter().flat_map(|root| &root.paths)
    }

    /// Whether these roots say the same as others, wherever they stand.
    pub(crate) fn means(&self, other: &Files) -> bool {
        let same = |a: &[Root], b: &[Root]| a.iter().map(|root| &root.paths).eq(b.iter().map(|root| &root.paths));
        same(&self.roots, &other.roots) && same(&self.readonly, &other.readonly) && same(&self.denied, &other.denied)
    }

    /// What is said of touching the place, and where. The path must be absolute and free of links and `..`:
    /// where the call ends up, not how it is spelled.
    pub fn verdict(&self, resolved: &Path, touch: Touch) -> (Verdict, &Place) {
        if !resolved.is_absolute() || resolved.components().any(|part| part == Component::ParentDir) {
            return (Verdict::Deny, &self.place);
        }
        let covers = |roots: &'_ [Root]| roots.iter().position(|root| root.covers(resolved));
        if let Some(at) = covers(&self.denied).filter(|_| toolgen_model::enforced!("policy.denied_place")) {
            return (Verdict::Deny, self.denied.get(at).map_or(&self.place, |root| &root.place));
        }
        if let Some(at) = covers(&self.readonly) {
            let verdict = if touch == Touch::Read { Verdict::Allow } else { Verdict::Deny };
            return (verdict, self.readonly.get(at).map_or(&self.place, |root| &root.place));
        }
        match covers(&self.roots) {
            Some(at) => (Verdict::Allow, self.roots.get(at).map_or(&self.place, |root| &root.place)),
            None => (Verdict::Deny, &self.place),
        }
    }
}

impl Root {
    fn of(text: &str, place: &Place) -> Root {
        let written: PathBuf = Path::new(text).components().collect();
        let mut paths = vec![followed(&written)];
        if !paths.contains(&written) {
            paths.push(written);
        }
        Root { paths, place: place.clone() }
    }

    fn covers(&self, path: &Path) -> bool {
        self.paths.iter().any(|root| path.starts_with(root))
    }
}

/// Where the links of a path lead, as far as it exists.
pub(crate) fn followed(path: &Path) -> PathBuf {
    for there in path.ancestors() {
        if let Ok(real) = there.canonicalize() {
            return match path.strip_prefix(there) {
                Ok(rest) if !rest.as_os_str().is_empty() => real.join(rest),
                _ => real,
            };
        }
    }
    path.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::animaworks::parse;

    fn files(text: &str) -> Files {
        Files::of(&parse("permissions.json", text, &mut Vec::new()).unwrap())
    }

    #[test]
    fn denied_beats_readonly_beats_roots_by_whole_components() {
        let files = files(
            r#"{"file_roots":["/srv"],"file_roots_readonly":["/srv/shared"],"file_roots_denied":["/srv/shared/keys"]}"#,
        );
        for (path, read, write) in [
            ("/srv/a", Verdict::Allow, Verdict::Allow),
            ("/srv", Verdict::Allow, Verdict::Allow),
            ("/srvx", Verdict::Deny, Verdict::Deny),
            ("/srv/shared/a", Verdict::Allow, Verdict::Deny),
            ("/srv/sharedx", Verdict::Allow, Verdict::Allow),
            ("/srv/shared/keys", Verdict::Deny, Verdict::Deny),
            ("/srv/shared/keys/a/b", Verdict::Deny, Verdict::Deny),
            ("/etc/passwd", Verdict::Deny, Verdict::Deny),
            ("/srv/../etc/passwd", Verdict::Deny, Verdict::Deny),
            ("srv/a", Verdict::Deny, Verdict::Deny),
        ] {
            assert_eq!(files.verdict(Path::new(path), Touch::Read).0, read, "{path}");
            assert_eq!(files.verdict(Path::new(path), Touch::Write).0, write, "{path}");
        }
    }

    #[test]
    fn no_roots_are_no_places() {
        let none = files(r#"{"file_roots":[]}"#);
        assert_eq!(none.verdict(Path::new("/srv"), Touch::Read).0, Verdict::Deny);
        assert_eq!(files("{}").verdict(Path::new("/srv"), Touch::Write).0, Verdict::Allow);
    }

    #[cfg(unix)]
    #[test]
    fn a_denied_place_behind_a_link_is_denied_by_both_names() {
        let folder = tempfile::tempdir().unwrap();
        let base = folder.path().canonicalize().unwrap();
        std::fs::create_dir(base.join("real")).unwrap();
        std::os::unix::fs::symlink(base.join("real"), base.join("link")).unwrap();
        let text = format!(r#"{{"file_roots_denied":["{}/link/not-yet"]}}"#, base.display());
        let files = files(&text);
        for name in ["link/not-yet/a", "real/not-yet/a"] {
            assert_eq!(files.verdict(&base.join(name), Touch::Read).0, Verdict::Deny, "{name}");
        }
        assert_eq!(files.verdict(&base.join("real/other"), Touch::Read).0, Verdict::Allow);
    }
}
