//! Groups of tools that take turns: a tool's name in, its turn out, held until the call is over.

use std::collections::BTreeMap;
use std::future::poll_fn;
use std::sync::{Mutex, PoisonError};
use std::task::{Poll, Waker};

/// The groups, and which tool is in which.
#[derive(Debug, Default)]
pub struct Groups {
    groups: Vec<Group>,
    tools: BTreeMap<String, usize>,
    /// Beginnings of names
    families: Vec<(String, usize)>,
}

/// Tools of which one runs at a time.
#[derive(Debug)]
pub(super) struct Group {
    name: String,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    taken: bool,
    waiting: Vec<Waker>,
}

/// A turn, or nothing that had to be waited for.
#[derive(Debug)]
pub(super) struct Held<'g>(Option<&'g Group>);

impl Groups {
    /// No groups.
    pub fn new() -> Groups {
        Groups::default()
    }

    /// Those of PRX: what writes to the workspace, to the configuration of the running program, to memories, and what
    /// begins and ends sessions.
    pub fn usual() -> Groups {
        Groups::new()
            .with("workspace_write", ["file_write", "write_file", "edit_file", "shell", "bash", "git_operations"])
            .with("runtime_config", ["config_reload", "cron*", "schedule", "proxy_config"])
            .with("memory_write", ["memory_store", "memory_forget"])
            .with("session_lifecycle", ["sessions_spawn", "sessions_send", "subagents"])
    }

    /// The same with a group of these tools; a name that ends with `*` is that of all that begin like it. A tool that
    /// is in a group already leaves that one.
    #[must_use]
    pub fn with<'n>(mut self, name: &str, tools: impl IntoIterator<Item = &'n str>) -> Groups {
        let place = self.groups.len();
        self.groups.push(Group { name: name.to_owned(), state: Mutex::default() });
        for tool in tools {
            match tool.strip_suffix('*') {
                Some(beginning) => self.families.push((beginning.to_owned(), place)),
                None => {
                    self.tools.insert(tool.to_owned(), place);
                }
            }
        }
        self
    }

    /// The group of a tool.
    pub(super) fn of(&self, tool: &str) -> Option<&Group> {
        let family = || self.families.iter().rev().find(|(beginning, _)| tool.starts_with(beginning.as_str()));
        let place = self.tools.get(tool).or_else(|| family().map(|(_, place)| place))?;
        self.groups.get(*place)
    }
}

impl Group {
    pub(super) fn name(&self) -> &str {
        &self.name
    }

    /// Waits for the turn.
    pub(super) async fn turn(&self) -> Held<'_> {
        poll_fn(|polling| {
            let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
            if state.taken {
                if !state.waiting.iter().any(|waker| waker.will_wake(polling.waker())) {
                    state.waiting.push(polling.waker().clone());
                }
                return Poll::Pending;
            }
            state.taken = true;
            Poll::Ready(())
        })
        .await;
        Held(Some(self))
    }
}

impl Held<'_> {
    pub(super) fn nothing() -> Self {
        Held(None)
    }
}

impl Drop for Held<'_> {
    fn drop(&mut self) {
        let Some(group) = self.0 else { return };
        let mut state = group.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.taken = false;
        // All of them: one that gave up meanwhile must not be the only one to hear it.
        let waiting = std::mem::take(&mut state.waiting);
        drop(state);
        waiting.into_iter().for_each(Waker::wake);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tool_is_in_the_group_that_names_it() {
        let groups = Groups::usual().with("own", ["shell", "cron_x*"]);
        let name = |tool| groups.of(tool).map(Group::name);
        assert_eq!(name("file_write"), Some("workspace_write"));
        assert_eq!(name("cron_add"), Some("runtime_config"));
        assert_eq!((name("shell"), name("cron_x1")), (Some("own"), Some("own")));
        assert_eq!(name("file_read"), None);
    }
}
