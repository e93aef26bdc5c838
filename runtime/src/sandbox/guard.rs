//! What in a workspace decides about the agent: the workspace in, its places as they were before and after a
//! program ran out.
//!
//! Some backends cannot close a place inside a folder that is open for writing, and none can close one that is
//! not there yet. So what a program did to such a place is undone when it has ended, before anything reads it.

use std::collections::BTreeMap;
use std::fs::{self, Metadata};
use std::io::Read;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};

use crate::capability::protected::{GIT_HOOKS, program_places};

/// The bytes that are kept of one place; what is beyond is only compared by its size and times.
const MOST_BYTES: u64 = 4 << 20;
/// The most entries of one folder that are kept.
const MOST_ENTRIES: usize = 4096;
/// How deep folders are followed.
const MOST_DEPTH: usize = 8;

/// A place as it was.
#[derive(Debug, PartialEq, Eq)]
enum State {
    Absent,
    File {
        content: Vec<u8>,
        mode: u32,
    },
    Link(PathBuf),
    Folder(BTreeMap<PathBuf, State>),
    /// Too large to keep, or neither: its number, size and times
    Stamp(u64, u64, i64, i64),
}

/// The places of a workspace as they were.
#[derive(Debug)]
pub(super) struct Guard {
    places: Vec<(PathBuf, State)>,
}

impl Guard {
    /// The places that are held, whether they exist or not.
    pub(super) fn places(workspace: &Path) -> Vec<PathBuf> {
        program_places().map(|place| workspace.join(place)).collect()
    }

    /// The places as they are now.
    pub(super) fn new(workspace: &Path) -> Guard {
        let places = Guard::places(workspace).into_iter().map(|place| {
            let state = look(&place);
            (place, state)
        });
        Guard { places: places.collect() }
    }

    /// Puts back what is different now; gives the places that were.
    pub(super) fn restore(self) -> Vec<PathBuf> {
        let changed = self.places.into_iter().filter(|(place, before)| look(place) != *before);
        changed
            .map(|(place, before)| {
                put_back(&place, &before);
                place
            })
            .collect()
    }
}

fn look(place: &Path) -> State {
    look_within(place, 0, &mut { MOST_BYTES })
}

fn look_within(place: &Path, depth: usize, budget: &mut u64) -> State {
    let Ok(metadata) = fs::symlink_metadata(place) else { return State::Absent };
    if metadata.is_symlink() {
        return State::Link(fs::read_link(place).unwrap_or_default());
    }
    if metadata.is_file() {
        return file(place, &metadata, budget).unwrap_or_else(|| stamp(&metadata));
    }
    if !metadata.is_dir() || depth > MOST_DEPTH {
        return stamp(&metadata);
    }
    let hooks = place.ends_with(GIT_HOOKS);
    let entries = fs::read_dir(place).into_iter().flatten().flatten().map(|entry| entry.path());
    // Git never runs a sample, and writes them where it makes a repository.
    let mut entries: Vec<PathBuf> =
        entries.filter(|path| !(hooks && path.extension().is_some_and(|end| end == "sample"))).collect();
    if hooks && entries.is_empty() {
        return State::Absent;
    }
    if entries.len() > MOST_ENTRIES {
        return stamp(&metadata);
    }
    // In one order, so that the same bytes are within the budget before and after.
    entries.sort();
    let states = entries.into_iter().map(|path| {
        let state = look_within(&path, depth + 1, budget);
        (path, state)
    });
    State::Folder(states.collect())
}

fn file(place: &Path, metadata: &Metadata, budget: &mut u64) -> Option<State> {
    *budget = budget.checked_sub(metadata.len())?;
    let mut content = Vec::new();
    fs::File::open(place).ok()?.take(MOST_BYTES + 1).read_to_end(&mut content).ok()?;
    Some(State::File { content, mode: metadata.permissions().mode() })
}

fn stamp(metadata: &Metadata) -> State {
    State::Stamp(metadata.ino(), metadata.len(), metadata.mtime(), metadata.ctime())
}

/// Makes the place what it was. Where that fails, the next look says so again.
fn put_back(place: &Path, before: &State) {
    match before {
        // What was not kept cannot be made again; it stays as it is and is reported.
        State::Stamp(..) => return,
        State::Folder(entries) if place.symlink_metadata().is_ok_and(|now| now.is_dir()) => {
            let now = fs::read_dir(place).into_iter().flatten().flatten().map(|entry| entry.path());
            now.filter(|path| !entries.contains_key(path)).for_each(|path| remove(&path));
            for (path, state) in entries {
                if look(path) != *state {
                    put_back(path, state);
                }
            }
            return;
        }
        _ => remove(place),
    }
    if let Some(parent) = place.parent() {
        let _ = fs::create_dir_all(parent);
    }
    match before {
        State::File { content, mode } => {
            let _ = fs::write(place, content);
            let _ = fs::set_permissions(place, fs::Permissions::from_mode(*mode));
        }
        State::Link(target) => {
            let _ = std::os::unix::fs::symlink(target, place);
        }
        State::Folder(entries) => {
            let _ = fs::create_dir_all(place);
            entries.iter().for_each(|(path, state)| put_back(path, state));
        }
        State::Absent | State::Stamp(..) => {}
    }
}

fn remove(place: &Path) {
    // A link is removed, never what it leads to.
    let _ = match place.symlink_metadata() {
        Ok(metadata) if metadata.is_dir() => fs::remove_dir_all(place),
        Ok(_) => fs::remove_file(place),
        Err(_) => return,
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_decides_about_the_agent_is_as_before() {
        let folder = tempfile::tempdir().unwrap();
        let at = |path: &str| folder.path().join(path);
        fs::create_dir_all(at(".git/hooks")).unwrap();
        fs::create_dir_all(at(".toolgen")).unwrap();
        fs::write(at(".git/hooks/pre-push"), "old").unwrap();
        fs::write(at(".toolgen/policy.toml"), "deny").unwrap();
        fs::write(at("toolgen.toml"), "a = 1").unwrap();
        let guard = Guard::new(folder.path());
        assert_eq!(Guard::new(folder.path()).restore(), Vec::<PathBuf>::new(), "nothing was changed");
        fs::write(at(".git/hooks/pre-commit"), "evil").unwrap();
        fs::write(at(".git/hooks/pre-push"), "evil").unwrap();
        fs::remove_dir_all(at(".toolgen")).unwrap();
        std::os::unix::fs::symlink("/etc", at(".toolgen")).unwrap();
        fs::remove_file(at("toolgen.toml")).unwrap();
        fs::create_dir(at("toolgen.toml")).unwrap();
        fs::write(at("permissions.json"), "{}").unwrap();
        fs::write(at("harmless"), "x").unwrap();
        let changed: Vec<_> = guard.restore();
        assert_eq!(changed.len(), 4, "{changed:?}");
        assert!(!at(".git/hooks/pre-commit").exists() && !at("permissions.json").exists() && at("harmless").exists());
        assert_eq!(fs::read_to_string(at(".git/hooks/pre-push")).unwrap(), "old");
        assert_eq!(fs::read_to_string(at(".toolgen/policy.toml")).unwrap(), "deny");
        assert_eq!(fs::read_to_string(at("toolgen.toml")).unwrap(), "a = 1");
    }

    #[test]
    fn samples_of_a_new_repository_are_no_hooks() {
        let folder = tempfile::tempdir().unwrap();
        let guard = Guard::new(folder.path());
        fs::create_dir_all(folder.path().join(".git/hooks")).unwrap();
        fs::write(folder.path().join(".git/hooks/pre-push.sample"), "x").unwrap();
        assert_eq!(guard.restore(), Vec::<PathBuf>::new());
    }
}
