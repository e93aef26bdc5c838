//! The snapshot in use: a newly read one in, a whole exchange or none out. The last good one stays.

use std::sync::{Arc, PoisonError, RwLock};

use toolgen_model::catalog::Row;
use toolgen_model::enforced;
use toolgen_model::gate::Verdict;

use crate::finding::{Finding, Severity};
use crate::load::{Snapshot, load};
use crate::source::Sources;

/// Who asks for a reload.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum By {
    /// A watcher of files, a tool, a model: it may tighten
    Anybody,
    /// The operator: whatever is said counts
    Operator,
}

/// Why the snapshot in use stayed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kept {
    /// The new one has errors
    Broken(Vec<Finding>),
    /// The new one permits more, and only the operator may do that: the first of what it loosens
    Looser(Vec<String>),
}

/// The most loosened places that are named.
const NAMED: usize = 20;

/// The snapshot in use. Reading it takes one short lock and no copy.
#[derive(Debug)]
pub struct Live {
    current: RwLock<Arc<Snapshot>>,
}

impl Live {
    /// With a first snapshot.
    pub fn new(snapshot: Snapshot) -> Live {
        Live { current: RwLock::new(Arc::new(snapshot)) }
    }

    /// The snapshot in use.
    pub fn now(&self) -> Arc<Snapshot> {
        Arc::clone(&self.current.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// Replaces the snapshot in use as a whole, with the next epoch.
    ///
    /// # Errors
    /// Why it stayed.
    pub fn reload(&self, sources: &Sources, rows: &[Row], by: By) -> Result<Arc<Snapshot>, Kept> {
        // Loaded outside of the lock; what it is compared with is looked at inside of it.
        let next = match load(sources, rows) {
            Ok(next) => next,
            Err(_) if !enforced!("config.reload") => Snapshot::default(),
            Err(findings) => return Err(Kept::Broken(findings)),
        };
        self.replace(next, by)
    }

    /// The same with a snapshot that was loaded already.
    ///
    /// # Errors
    /// Why the one in use stayed.
    pub fn replace(&self, mut next: Snapshot, by: By) -> Result<Arc<Snapshot>, Kept> {
        let mut current = self.current.write().unwrap_or_else(PoisonError::into_inner);
        if by == By::Anybody {
            let mut looser = next.looser_than(&current);
            if !looser.is_empty() {
                looser.truncate(NAMED);
                return Err(Kept::Looser(looser));
            }
        }
        next.epoch = current.epoch.saturating_add(1);
        *current = Arc::new(next);
        Ok(Arc::clone(&current))
    }
}

impl Snapshot {
    /// What this snapshot permits beyond another, in words: cells of the table, and every other part of the
    /// policy or value of the configuration that changed and is not plainly tighter. Empty when it permits
    /// nothing more.
    pub fn looser_than(&self, other: &Snapshot) -> Vec<String> {
        let mut looser = self.looser_cells(other);
        looser.extend(self.policy.looser_parts(&other.policy).into_iter().map(str::to_owned));
        for (key, setting) in self.config.iter() {
            let governed = ["security.", "autonomy.", "agents.", "surfaces.", "memory."];
            let before = other.config.get(key);
            // A condition that becomes false takes a tool away; any other change is somebody's decision.
            if !governed.iter().any(|section| key.starts_with(section))
                && before != Some(&setting.value)
                && setting.value.as_bool() != Some(false)
            {
                looser.push(format!("`{key}` becomes {}", setting.value));
            }
        }
        looser
    }

    fn looser_cells(&self, other: &Snapshot) -> Vec<String> {
        let mut looser = Vec::new();
        for (tool, agent, surface, cell) in self.table.cells() {
            if cell.verdict == Verdict::Deny {
                continue;
            }
            let Some(subject) = self.universe.subject(tool) else { continue };
            let agent_name = self.universe.agents().get(agent as usize).map_or("?", String::as_str);
            let surface_name = self.universe.surfaces().get(surface as usize).copied().unwrap_or_default();
            let before = match (other.universe.tool(&subject.wire), other.universe.surface(surface_name)) {
                (Some(tool), Some(surface)) => {
                    other.table.verdict(tool, other.universe.agent(agent_name), surface).verdict
                }
                _ => Verdict::Deny,
            };
            if cell.verdict < before {
                let (from, to) = (before.name(), cell.verdict.name());
                looser.push(format!("{} for {agent_name} on {surface_name}: {from} -> {to}", subject.wire));
            }
        }
        looser
    }
}

/// Whether any of these findings refuses the snapshot.
pub(crate) fn refuses(findings: &[Finding]) -> bool {
    findings.iter().any(|finding| finding.severity == Severity::Error)
}

#[cfg(test)]
mod tests;
