//! The whole policy over its universe in, findings out. The universe is finite, so that each check is exact.

use toolgen_model::catalog::Row;

use crate::finding::Finding;
use crate::policy::Policy;
use crate::table::Table;
use crate::universe::Universe;

mod alias;
mod delegate;
mod effect;
mod grant;
mod group;
mod name;
mod shadow;

/// What the checks look at.
pub(crate) struct Whole<'w> {
    pub(crate) policy: &'w Policy,
    pub(crate) universe: &'w Universe,
    pub(crate) table: &'w Table,
    pub(crate) rows: &'w [Row],
}

/// Every finding of the whole.
pub(crate) fn check(whole: &Whole<'_>, findings: &mut Vec<Finding>) {
    alias::check(whole, findings);
    effect::check(whole, findings);
    name::check(whole, findings);
    group::check(whole, findings);
    grant::check(whole, findings);
    shadow::check(whole, findings);
    delegate::check(whole, findings);
}

#[cfg(test)]
mod tests;
