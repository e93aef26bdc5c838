//! Places that no file tool touches: a place of the workspace in, the rule that closes it out.

use std::path::{Path, PathBuf};

use toolgen_model::enforced;
use toolgen_model::gate::Verdict;

use super::{FORBIDDEN_PATHS, Name, Policy};
use crate::animaworks::{Files, Touch, followed};
use crate::finding::Place;

/// The tools that know who may see which memory.
const MEMORY_TOOLS: &[&str] = &["memory_store", "memory_get", "memory_search", "memory_forget"];

/// The forbidden places of a policy, with their links followed as they lay when it was loaded.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Closing {
    forbidden: Vec<Forbidden>,
}

/// An entry of `autonomy.forbidden_paths`.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Forbidden {
    text: String,
    /// As written and where its links lead; one that is relative lies in the workspace of the call
    paths: Vec<PathBuf>,
    place: Option<Place>,
}

/// Why a place is closed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Closed {
    /// The rule, in words
    pub rule: String,
    /// Where it stands; none for what holds where nothing is said
    pub place: Option<Place>,
}

impl Closing {
    /// What the policy forbids; `~` is `home`.
    pub fn of(policy: &Policy, home: Option<&Path>) -> Closing {
        let one = |text: &str, place: Option<&Place>| {
            let path = match text.strip_prefix('~') {
                Some(rest) => home?.join(rest.trim_start_matches('/')),
                None => PathBuf::from(text),
            };
            // Without `.` and doubled slashes.
            let path: PathBuf = path.components().filter(|part| *part != std::path::Component::CurDir).collect();
            Some(Forbidden { text: text.to_owned(), paths: both(path), place: place.cloned() })
        };
        let forbidden = match &policy.paths.forbidden {
            Some(names) => names.names.iter().filter_map(|Name { text, place }| one(text, Some(place))).collect(),
            None => FORBIDDEN_PATHS.iter().filter_map(|text| one(text, None)).collect(),
        };
        Closing { forbidden }
    }

    /// Why `tool` may not touch `place`, and all that is below it, in the workspace `root`. `root` is absolute, `place`
    /// relative to it or absolute, and neither has a link or a `..` in it: where the call ends up, not how it is spelled.
    pub fn closes(&self, policy: &Policy, tool: &str, root: &Path, place: &Path, touch: Touch) -> Option<Closed> {
        let whole = root.join(place);
        if let Some(forbidden) = self.forbidden.iter().find(|forbidden| forbidden.covers(root, &whole))
            && enforced!("policy.forbidden_path")
        {
            let rule = format!("autonomy.forbidden_paths has `{}`", forbidden.text);
            return Some(Closed { rule, place: forbidden.place.clone() });
        }
        let memory = whole.strip_prefix(root).is_ok_and(|place| policy.memory.guards(place));
        if memory && !MEMORY_TOOLS.contains(&tool) {
            let rule = "memory.acl_enabled leaves memories to the memory tools".to_owned();
            return Some(Closed { rule, place: Some(policy.memory.place.clone()) });
        }
        policy.files.iter().find_map(|files| match files.verdict(&whole, touch) {
            (Verdict::Deny, place) => Some(Closed { rule: "the file roots".to_owned(), place: Some(place.clone()) }),
            _ => None,
        })
    }
}

impl Closing {
    /// The places of the workspace `root` that are closed to `tool` for reading and that exist, each with all that is
    /// below it, in the order of their names. `root` has no link in it. Links are left out: where they lead is judged by
    /// itself. Folders are looked into only on the way to a place that some rule names, so that of memories those at the
    /// top of the workspace are found.
    pub fn hidden(&self, policy: &Policy, tool: &str, root: &Path) -> Vec<PathBuf> {
        let forbidden = self.forbidden.iter().flat_map(|forbidden| &forbidden.paths).flat_map(|path| match path {
            path if path.is_absolute() => vec![path.clone()],
            path => both(root.join(path)),
        });
        let open: Vec<PathBuf> = policy.files.iter().flat_map(Files::opened).cloned().collect();
        let named = forbidden.chain(policy.files.iter().flat_map(Files::denied).cloned());
        let named: Vec<PathBuf> = named.chain(open.iter().cloned()).filter(|path| path.starts_with(root)).collect();
        let closed = |place: &Path| self.closes(policy, tool, root, place, Touch::Read).is_some();
        let mut hidden = Vec::new();
        if !named.is_empty() || policy.memory.enabled || closed(root) {
            find(root, &|path| closed(path) && !leads_to(path, &open), &named, &mut hidden);
        }
        hidden
    }
}

/// Whether one of the places lies below the folder.
fn leads_to(folder: &Path, places: &[PathBuf]) -> bool {
    places.iter().any(|place| place != folder && place.starts_with(folder))
}

/// Adds what is closed of a folder, and of the folders in it that lead to a named place.
fn find(folder: &Path, closed: &dyn Fn(&Path) -> bool, named: &[PathBuf], hidden: &mut Vec<PathBuf>) {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let entries = entries.filter_map(|entry| Some((entry.path(), entry.file_type().ok()?)));
    let mut entries: Vec<_> = entries.filter(|(_, kind)| !kind.is_symlink()).collect();
    entries.sort_by(|(one, _), (other, _)| one.cmp(other));
    for (path, kind) in entries {
        if closed(&path) {
            hidden.push(path);
        } else if kind.is_dir() && leads_to(&path, named) {
            find(&path, closed, named, hidden);
        }
    }
}

impl Forbidden {
    /// Whether the place lies at the entry or below it. An entry above the workspace closes what lies around the
    /// workspace, not the workspace itself: whoever names one has opened it.
    fn covers(&self, root: &Path, whole: &Path) -> bool {
        let inside = |path: &Path| whole.starts_with(path) && !(root.starts_with(path) && whole.starts_with(root));
        self.paths.iter().any(|path| match path.is_absolute() {
            true => inside(path),
            false => both(root.join(path)).iter().any(|path| whole.starts_with(path)),
        })
    }
}

/// A path as written and where its links lead.
fn both(path: PathBuf) -> Vec<PathBuf> {
    if !path.is_absolute() {
        return vec![path];
    }
    let real = followed(&path);
    if real == path { vec![path] } else { vec![real, path] }
}

/// What is wrong with an entry of `autonomy.forbidden_paths`, and what to write.
pub(super) fn fault(text: &str) -> Option<(&'static str, &'static str)> {
    if text.trim().is_empty() || text.contains('\0') {
        return Some(("is no path", "name a folder or a file, for example `secrets` or `~/.ssh`"));
    }
    if text.contains(['*', '?', '[']) {
        return Some(("is a pattern, and places are closed whole", "name the folder; all that is below it is closed"));
    }
    if Path::new(text).components().any(|part| part == std::path::Component::ParentDir) {
        return Some(("has `..` in it", "write the place that it leads to"));
    }
    if text.starts_with('~') && text != "~" && !text.starts_with("~/") {
        return Some((
            "names the home of another user",
            "write the whole path; `~/` is the home of who runs the program",
        ));
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::policy::Names;

    fn policy(texts: &[&str]) -> Policy {
        let name = |text: &&str| Name { text: (*text).to_owned(), place: Place::named("t") };
        let mut policy = Policy::default();
        policy.paths.forbidden = Some(Names { names: texts.iter().map(name).collect(), place: Place::named("t") });
        policy
    }

    fn closed(policy: &Policy, root: &str, place: &str) -> bool {
        let closing = Closing::of(policy, Some(Path::new("/home/ana")));
        closing.closes(policy, "file_read", Path::new(root), Path::new(place), Touch::Read).is_some()
    }

    #[test]
    fn entries_close_whole_components_from_the_root_from_home_and_from_the_workspace() {
        let policy = policy(&["/srv/keys", "~/.ssh", "secrets", "./a//b"]);
        for place in ["secrets", "secrets/x/y", "a/b", "a/b/c", "/srv/keys/x", "/home/ana/.ssh/id"] {
            assert!(closed(&policy, "/work", place), "{place}");
        }
        for place in ["secretsx", "x/secrets", "a", "a/bc", "/srv/keysx", "/srv", "/home/ana/.sshx", ""] {
            assert!(!closed(&policy, "/work", place), "{place}");
        }
        assert!(closed(&policy, "/srv", "keys/x") && closed(&policy, "/home/ana", ".ssh"));
    }

    #[test]
    fn an_entry_above_the_workspace_closes_what_lies_around_it() {
        let usual = Policy::default();
        assert!(!closed(&usual, "/home/ana/project", "src/main.rs"));
        assert!(closed(&usual, "/home/ana/project", "/home/ana/other"));
        assert!(closed(&usual, "/home/ana/project", "/etc/passwd"));
        assert!(closed(&usual, "/home/ana", ".ssh/id_ed25519"));
        assert!(!closed(&policy(&[]), "/home/ana", ".ssh/id_ed25519"));
    }

    #[cfg(unix)]
    #[test]
    fn an_entry_that_is_a_link_closes_both_names() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().canonicalize().unwrap();
        std::fs::create_dir(root.join("real")).unwrap();
        std::os::unix::fs::symlink("real", root.join("link")).unwrap();
        let root = root.to_str().unwrap();
        for entry in ["link", &format!("{root}/link")] {
            let policy = policy(&[entry]);
            assert!(closed(&policy, root, "real/x") && closed(&policy, root, "link/x"), "{entry}");
            assert!(!closed(&policy, root, "other/x"));
        }
    }

    #[test]
    fn memories_are_left_to_the_memory_tools() {
        let mut policy = policy(&[]);
        policy.memory.enabled = true;
        let closing = Closing::of(&policy, None);
        let closes = |tool: &str, place: &str| {
            closing.closes(&policy, tool, Path::new("/w"), Path::new(place), Touch::Read).is_some()
        };
        assert!(closes("file_read", "memory/a.md") && closes("file_read", "/w/MEMORY.md"));
        assert!(!closes("memory_get", "memory/a.md") && !closes("file_read", "src/memory/a.rs"));
    }

    #[cfg(unix)]
    #[test]
    fn what_programs_must_not_see_is_found_where_it_exists() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().canonicalize().unwrap();
        for name in ["a/keys/x", "a/open/x", "memory/x.md", "MEMORY.md", "real/x", "srv/in/x", "srv/out/x"] {
            std::fs::create_dir_all(root.join(name).parent().unwrap()).unwrap();
            std::fs::write(root.join(name), "x").unwrap();
        }
        std::os::unix::fs::symlink("real", root.join("link")).unwrap();
        let hidden = |policy: &Policy, tool: &str| {
            let found = Closing::of(policy, None).hidden(policy, tool, &root);
            let names = found.iter().map(|path| path.strip_prefix(&root).unwrap().display().to_string());
            names.collect::<Vec<_>>()
        };
        assert_eq!(hidden(&policy(&["a/keys", "missing", "/etc", "/"]), "bash"), ["a/keys"]);
        assert_eq!(hidden(&policy(&["link", "a/open/x"]), "bash"), ["a/open/x", "real"]);
        let mut memories = policy(&[]);
        assert_eq!(hidden(&memories, "bash"), Vec::<String>::new());
        memories.memory.enabled = true;
        assert_eq!(hidden(&memories, "bash"), ["MEMORY.md", "memory"]);
        assert_eq!(hidden(&memories, "memory_get"), Vec::<String>::new());
        let mut roots = policy(&[]);
        let base = root.display();
        let text = format!(r#"{{"file_roots":["{base}/a","{base}/srv/in"],"file_roots_denied":["{base}/a/keys"]}}"#);
        let permissions = crate::animaworks::parse("permissions.json", &text, &mut Vec::new()).unwrap();
        roots.files.push(Files::of(&permissions));
        assert_eq!(hidden(&roots, "bash"), ["MEMORY.md", "a/keys", "memory", "real", "srv/out"]);
    }

    #[test]
    fn what_is_no_place_is_said() {
        for text in ["", " ", "*.key", "a/../b", "~bob/x", "a\0"] {
            assert!(fault(text).is_some(), "{text:?}");
        }
        for text in ["~", "~/x", "/", "a", "./a", "a..b", "ä ö"] {
            assert!(fault(text).is_none(), "{text:?}");
        }
    }
}
