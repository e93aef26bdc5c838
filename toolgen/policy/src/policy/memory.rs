//! The access list of memories: a reader and a memory in, whether it is shown out.

use std::path::{Component, Path};

use toolgen_model::enforced;
use toolgen_model::gate::Verdict;

use crate::finding::Place;

/// Who may read memories.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MemoryAcl {
    /// Whether there is a list at all
    pub enabled: bool,
    /// Where it stands
    pub place: Place,
}

/// What somebody is to the agent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Role {
    /// Nobody known
    #[default]
    Anonymous,
    /// Known and no more
    Guest,
    /// One of the project
    Member,
    /// Whose agent it is
    Owner,
}

/// For whom a memory is, from the narrowest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Visibility {
    /// The program itself
    System,
    /// The owner
    Owner,
    /// The user who wrote it, and the owner
    Private,
    /// The same
    User,
    /// The group in which it was written
    Group,
    /// Every member
    Project,
    /// Everybody
    Public,
}

/// How much harm a memory can do in the wrong hands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Sensitivity {
    /// None to speak of
    #[default]
    Normal,
    /// Some: members and the owner
    Sensitive,
    /// Much: the owner alone
    Secret,
}

/// Who reads.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reader {
    /// What the reader is
    pub role: Role,
    /// The user; empty where nobody is known
    pub user: String,
    /// The group in which it is read; empty where it is none
    pub group: String,
}

/// What is read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Memory<'m> {
    /// For whom it is
    pub visibility: Visibility,
    /// How sensitive it is
    pub sensitivity: Sensitivity,
    /// Who wrote it
    pub user: &'m str,
    /// In which group
    pub group: &'m str,
}

/// The tool that is not there while memories have an access list: it knows no reader.
const RECALL: &str = "memory_recall";

/// The places of memories below the workspace: the folder with its database, two files at the top, and texts below a
/// folder of that name anywhere.
const FOLDER: &str = "memory";
const FILES: &[&str] = &["memory.md", "memory_snapshot.md"];

impl MemoryAcl {
    /// The verdict over a tool by its name alone.
    pub fn verdict(&self, tool: &str) -> Verdict {
        let hidden = self.enabled && enforced!("policy.memory_acl") && tool == RECALL;
        if hidden { Verdict::Deny } else { Verdict::Allow }
    }

    /// Whether a file is a memory that only the memory tools may open. `path` is relative to the workspace, both
    /// resolved first, so that no link leads around the answer.
    pub fn guards(&self, path: &Path) -> bool {
        let words = path.components().filter(|part| !matches!(part, Component::CurDir));
        let words: Vec<String> = words.map(|part| part.as_os_str().to_string_lossy().to_lowercase()).collect();
        let [folders @ .., file] = words.as_slice() else { return false };
        let whole = |first: &String| first == FOLDER;
        let memory = words.first().is_some_and(whole)
            || (folders.is_empty() && FILES.contains(&file.as_str()))
            || (file.ends_with(".md") && folders.iter().any(whole));
        memory && self.enabled && enforced!("policy.memory_files")
    }

    /// Whether the reader is shown the memory; everybody is shown everything where there is no list.
    pub fn shows(&self, reader: &Reader, memory: &Memory<'_>) -> bool {
        if !self.enabled || !enforced!("policy.memory_acl") {
            return true;
        }
        let sensitive = match memory.sensitivity {
            Sensitivity::Normal => true,
            Sensitivity::Sensitive => reader.role >= Role::Member,
            Sensitivity::Secret => reader.role == Role::Owner,
        };
        let same = |mine: &str, its: &str| !mine.is_empty() && mine == its;
        sensitive
            && match (reader.role, memory.visibility) {
                (_, Visibility::System) => false,
                (Role::Owner, _) | (_, Visibility::Public) => true,
                (Role::Anonymous, _) | (_, Visibility::Owner) => false,
                (_, Visibility::Private | Visibility::User) => same(&reader.user, memory.user),
                (_, Visibility::Group) => same(&reader.group, memory.group),
                (role, Visibility::Project) => role >= Role::Member,
            }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ACL: fn() -> MemoryAcl = || MemoryAcl { enabled: true, place: Place::default() };

    fn reader(role: Role, user: &str) -> Reader {
        Reader { role, user: user.into(), group: "g".into() }
    }

    fn memory(visibility: Visibility, sensitivity: Sensitivity) -> Memory<'static> {
        Memory { visibility, sensitivity, user: "ann", group: "g" }
    }

    #[test]
    fn anonymous_readers_see_what_is_public_and_normal_and_only_the_owner_sees_secrets() {
        let nobody = reader(Role::Anonymous, "");
        for visibility in
            [Visibility::Owner, Visibility::Private, Visibility::User, Visibility::Group, Visibility::Project]
        {
            assert!(!ACL().shows(&nobody, &memory(visibility, Sensitivity::Normal)), "{visibility:?}");
        }
        assert!(ACL().shows(&nobody, &memory(Visibility::Public, Sensitivity::Normal)));
        assert!(!ACL().shows(&nobody, &memory(Visibility::Public, Sensitivity::Sensitive)));
        let secret = memory(Visibility::Public, Sensitivity::Secret);
        assert!(!ACL().shows(&reader(Role::Member, "ann"), &secret));
        assert!(ACL().shows(&reader(Role::Owner, "bob"), &secret));
    }

    #[test]
    fn private_memories_are_their_writers_and_the_programs_own_are_nobodys() {
        let private = memory(Visibility::Private, Sensitivity::Normal);
        assert!(ACL().shows(&reader(Role::Guest, "ann"), &private));
        assert!(!ACL().shows(&reader(Role::Member, "bob"), &private));
        assert!(!ACL().shows(&reader(Role::Owner, "bob"), &memory(Visibility::System, Sensitivity::Normal)));
        assert!(MemoryAcl::default().shows(&reader(Role::Anonymous, ""), &private));
    }

    #[test]
    fn memory_files_are_guarded_in_whatever_case() {
        for path in [
            "memory",
            "memory/brain.db-wal",
            "memory/x.md",
            "./memory/a/b.md",
            "MEMORY.md",
            "MEMORY_SNAPSHOT.md",
            "Memory/x",
            "src/memory/x.md",
        ] {
            assert!(ACL().guards(Path::new(path)), "{path}");
        }
        for path in ["src/memory/x.rs", "memory2/x.md", "MEMORY.md/x", "notes.md", "memory.rs"] {
            assert!(!ACL().guards(Path::new(path)), "{path}");
        }
        assert!(!MemoryAcl::default().guards(Path::new("memory/x.md")));
        assert_eq!(ACL().verdict("memory_recall"), Verdict::Deny);
        assert_eq!(ACL().verdict("memory_search"), Verdict::Allow);
    }
}
