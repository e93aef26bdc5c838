//! The choice of forms: a schema that is over a budget in, what goes in which form out.
//!
//! Objects are counted one by one, from the outside in: what is within an object that goes as text is never looked at.

use super::super::loss::Refusal;
use super::super::rules::Rules;
use super::fit::{Choice, Fit, Found, Pending};
use super::{Lower, has_union};
use crate::json::{Json, Object};
use crate::schema::Place;

/// The forms in which the arguments have at most so many optional properties and unions.
pub(in super::super) fn choose(input: &Json, rules: &Rules, optional: usize, unions: usize) -> Result<Fit, Refusal> {
    let mut counting = Fit::counting();
    let mut lower = Lower::new(input, rules, &mut counting);
    lower.top = !has_union(input);
    lower.node(&Place::Root, input)?;
    let mut choice = Choice::new(optional, unions);
    let mut found = lower.fit.found();
    while !found.is_empty() {
        let mut inside = Vec::new();
        for next in found {
            let pending = match next {
                Found::Part(part) => {
                    choice.part(part);
                    continue;
                }
                Found::Pending(pending) => pending,
            };
            if choice.is_in_text(&pending.at) {
                continue;
            }
            let mut all = lower.expand(pending)?.into_iter();
            if let Some(Found::Part(part)) = all.next() {
                choice.part(part);
            }
            inside.extend(all);
        }
        found = inside;
    }
    Ok(choice.settled())
}

impl Lower<'_> {
    /// Leaves an object for later.
    pub(super) fn leave_for_later(&mut self, at: &Place<'_>, schema: &Object, top: bool, apart: bool) {
        let (level, open) = (self.fit.level(), self.open.clone());
        let (at, schema) = (at.pointer(), schema.clone());
        self.fit.later(Pending { at, level, schema, top, apart, open });
    }

    /// Counts an object: itself first, then what is in it.
    fn expand(&mut self, pending: Pending) -> Result<Vec<Found>, Refusal> {
        let Pending { at, level, schema, top, apart, open } = pending;
        self.fit.count_next(level);
        self.losses.clear();
        (self.open, self.apart) = (open, apart);
        self.declared(&Place::Written(&at), &schema, top)?;
        Ok(self.fit.found())
    }
}
