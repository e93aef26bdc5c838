//! Two locks in; what became more permissive, what of it was accepted, and which acceptances accept nothing, out.

use serde::Serialize;

use super::{Acceptance, Change, Lock, looser};

/// The difference of two locks, judged by the acceptances of the newer.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Judged {
    /// What nobody accepted
    pub open: Vec<Change>,
    /// What was accepted
    pub accepted: Vec<Change>,
    /// Acceptances, new in the newer lock, of what did not change so
    pub unused: Vec<Acceptance>,
}

/// Judges what became more permissive from `old` to `new`. An acceptance that `old` has already is history: it
/// accepted an earlier change and accepts no other.
pub fn judge(old: &Lock, new: &Lock) -> Judged {
    let mut left: Vec<&Acceptance> = new.accepted.iter().filter(|it| !old.accepted.contains(it)).collect();
    let mut judged = Judged::default();
    for change in looser(old, new) {
        let digest = change.digest();
        match left.iter().position(|it| it.tool == change.tool && it.digest == digest) {
            Some(at) => {
                left.remove(at);
                judged.accepted.push(change);
            }
            None => judged.open.push(change),
        }
    }
    judged.unused = left.into_iter().cloned().collect();
    judged
}

impl Lock {
    /// This state with what was accepted up to `old`, and nothing more.
    #[must_use]
    pub fn with_history(mut self, old: &Lock) -> Lock {
        self.accepted.clone_from(&old.accepted);
        self
    }

    /// This state after `old`, with everything that it permits more accepted for one reason; the history of `old`
    /// stays.
    #[must_use]
    pub fn accepting(self, old: &Lock, reason: &str) -> Lock {
        let mut lock = self.with_history(old);
        let new = looser(old, &lock);
        lock.accepted.extend(new.into_iter().map(|change| Acceptance {
            digest: change.digest(),
            tool: change.tool,
            reason: reason.to_owned(),
        }));
        lock
    }
}
