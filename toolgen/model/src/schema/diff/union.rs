//! Unions: two lists of branches in, whether each branch of one is inside of a branch of the other out.

use super::{Change, Diff, lengths, pairs};
use crate::json::{Json, Object, push_pointer};

/// The most pairs of branches that are looked at.
const PAIRS: usize = 400;

/// Whether a schema is a union and nothing else.
pub(super) fn is_alone(schema: &Object) -> bool {
    schema.len() == 1 && schema.contains_key("anyOf")
}

impl Diff<'_> {
    /// A union on one side only.
    pub(super) fn one_of_many(&mut self, a: &Object, b: &Object, at: &str) {
        let (was, is) = (Json::Object(a.clone()), Json::Object(b.clone()));
        let branches = |schema: &Object, whole: &Json| match schema.get("anyOf").and_then(Json::as_array) {
            Some(branches) if is_alone(schema) => branches.to_vec(),
            _ => vec![whole.clone()],
        };
        let change = self.between(&branches(a, &was), &branches(b, &is));
        if change != Change::Equal {
            self.note(at, "anyOf", change, Some(&was), Some(&is));
        }
    }

    /// Two unions.
    pub(super) fn unions(&mut self, x: &Json, y: &Json, at: &str) {
        let (was, is) = (x.as_array().unwrap_or_default(), y.as_array().unwrap_or_default());
        match self.between(was, is) {
            Change::Equal => {}
            // Branch by branch, so that the place is named.
            Change::Changed if lengths(x) == lengths(y) => {
                let below = push_pointer(at, "anyOf");
                for (n, (x, y)) in pairs(x, y).enumerate() {
                    self.node(x, y, &push_pointer(&below, &n.to_string()));
                }
            }
            change => self.note(at, "anyOf", change, Some(x), Some(y)),
        }
    }

    /// How two lists of branches relate.
    fn between(&mut self, was: &[Json], is: &[Json]) -> Change {
        if was.len() * is.len() > PAIRS {
            let same = was.len() == is.len() && was.iter().zip(is).all(|(x, y)| self.same(x, y));
            return if same { Change::Equal } else { Change::Changed };
        }
        let (mut stay, mut known) = (vec![false; was.len()], vec![false; is.len()]);
        for (n, old) in was.iter().enumerate() {
            for (m, new) in is.iter().enumerate().filter(|(m, _)| !stay[n] || !known[*m]).collect::<Vec<_>>() {
                let change = self.relation(old, new);
                stay[n] |= matches!(change, Change::Equal | Change::Widened);
                known[m] |= matches!(change, Change::Equal | Change::Narrowed);
            }
        }
        Change::of(stay.into_iter().all(|it| it), known.into_iter().all(|it| it))
    }
}
