//! The base verdict of a tool: an entry for the tool itself, else the stricter of its declaration and its
//! groups, or the default where no group says anything.

use toolgen_model::enforced;
use toolgen_model::gate::Verdict;

use super::list::Lists;
use super::{Cell, Reason};
use crate::policy::Policy;
use crate::universe::Universe;

pub(super) fn base(policy: &Policy, universe: &Universe, at: u32, lists: &Lists) -> Cell {
    let Some(subject) = universe.subject(at) else { return Cell::new(Verdict::Deny, Reason::Unknown) };
    if let Some((verdict, entry)) = lists.entry(at) {
        return Cell::new(verdict, Reason::Tool(entry));
    }
    let groups = (0..).zip(&policy.groups).filter(|(_, (name, _))| subject.groups.contains(name));
    let group = groups
        .map(|(place, (_, rule))| Cell::new(rule.verdict, Reason::Group(place)))
        .reduce(|first, next| if enforced!("policy.stricter_group") { first.and(next) } else { first });
    let said = group.or_else(|| policy.default.as_ref().map(|rule| Cell::new(rule.verdict, Reason::Default)));
    let declared = Cell::new(subject.base, Reason::Declaration);
    match said {
        Some(said) => said.and(declared),
        None => declared,
    }
}
