//! Sources and catalog rows in, a whole checked [`Snapshot`] out, or every finding that stands in its way.

use toolgen_model::catalog::Row;
use toolgen_model::config::Config;

use crate::animaworks;
use crate::argument::Arguments;
use crate::check::{Whole, check};
use crate::finding::Finding;
use crate::key::Keys;
use crate::live::refuses;
use crate::merge::merge;
use crate::policy::{self, Policy};
use crate::source::{FILE, Sources};
use crate::table::Table;
use crate::universe::{MAIN, Universe};

/// One whole, checked state of configuration and policy. It never changes; another replaces it.
#[derive(Clone, Debug, Default)]
pub struct Snapshot {
    /// Counts the snapshots of a process, from 1; 0 is no snapshot at all
    pub epoch: u64,
    /// What it was made of
    pub sources: Sources,
    /// The values, each with its origin
    pub config: Config,
    /// The rules
    pub policy: Policy,
    /// What the rules are about
    pub universe: Universe,
    /// The verdicts
    pub table: Table,
    /// The rules over arguments
    pub arguments: Arguments,
    /// What is worth a look
    pub warnings: Vec<Finding>,
}

/// Loads and checks everything.
///
/// # Errors
/// All findings when one of them is an error: a file that cannot be read, an unknown name, a value of another
/// type, rules that contradict each other.
pub fn load(sources: &Sources, rows: &[Row]) -> Result<Snapshot, Vec<Finding>> {
    let mut findings = Vec::new();
    let settings = merge(sources, &Keys::of(rows), &mut findings);
    let mut policy = policy::build(&settings, &mut findings);
    let files = sources.permissions.iter();
    let permissions: Vec<_> = files.filter_map(|file| animaworks::read(file, &mut findings)).collect();
    for permissions in &permissions {
        animaworks::apply(permissions, MAIN, rows, &mut policy, &mut findings);
    }
    let universe = Universe::of(rows, &policy);
    let table = Table::of(&policy, &universe);
    check(&Whole { policy: &policy, universe: &universe, table: &table, rows }, &mut findings);
    findings.sort_by(|one, other| one.place.cmp(&other.place));
    if refuses(&findings) {
        return Err(findings);
    }
    let place = sources.project.first().or(sources.user.first()).map_or(FILE, |file| file.name.as_str());
    let arguments = Arguments::of(&policy, &universe);
    let mut config = settings.config(place);
    animaworks::settings(&permissions, &policy, &mut config);
    Ok(Snapshot { epoch: 1, sources: sources.clone(), config, policy, universe, table, arguments, warnings: findings })
}

impl Snapshot {
    /// The snapshot of a program that nobody configured.
    ///
    /// # Errors
    /// As of [`load`]: two tools of one name.
    pub fn unconfigured(rows: &[Row]) -> Result<Snapshot, Vec<Finding>> {
        load(&Sources::default(), rows)
    }
}

#[cfg(test)]
mod tests;
