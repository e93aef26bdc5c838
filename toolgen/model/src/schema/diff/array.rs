//! Arrays: what stands at each place, and how many of what must be among the items.

use super::{Change, Diff};
use crate::json::{Json, Object, push_pointer};

impl Diff<'_> {
    /// `prefixItems` and `items`: place by place, then the rest.
    pub(super) fn items(&mut self, a: &Object, b: &Object, at: &str) {
        let first = |schema: &Object| schema.get("prefixItems").and_then(Json::as_array).unwrap_or_default().to_vec();
        let rest = |schema: &Object| schema.get("items").cloned().unwrap_or_else(|| Json::Object(Object::new()));
        let (was, is) = (first(a), first(b));
        let (old_rest, new_rest) = (rest(a), rest(b));
        for n in 0..was.len().max(is.len()) {
            let below = push_pointer(&push_pointer(at, "prefixItems"), &n.to_string());
            self.node(was.get(n).unwrap_or(&old_rest), is.get(n).unwrap_or(&new_rest), &below);
        }
        self.node(&old_rest, &new_rest, &push_pointer(at, "items"));
    }

    /// `contains` with its bounds.
    pub(super) fn contains(&mut self, a: &Object, b: &Object, at: &str) {
        let count = |schema: &Object, key: &str| schema.get(key).and_then(Json::as_u64);
        let bounds = |schema: &Object| (count(schema, "minContains").unwrap_or(1), count(schema, "maxContains"));
        // Nothing that is wanted, and no bound, says nothing.
        let says = |schema: &Object| schema.get("contains").filter(|_| bounds(schema) != (0, None)).cloned();
        let ((least_was, most_was), (least_is, most_is)) = (bounds(a), bounds(b));
        match (says(a), says(b)) {
            (None, None) => {}
            (Some(x), Some(y)) if self.same(&x, &y) => {
                if least_was != least_is {
                    let change = Change::widened_if(least_is < least_was);
                    self.note(at, "minContains", change, a.get("minContains"), b.get("minContains"));
                }
                if most_was != most_is {
                    let change = Change::widened_if(most_is.unwrap_or(u64::MAX) > most_was.unwrap_or(u64::MAX));
                    self.note(at, "maxContains", change, a.get("maxContains"), b.get("maxContains"));
                }
            }
            // More kinds of items count, and so more than enough may be too many.
            (Some(x), Some(y)) if (least_was, most_was, most_is) == (least_is, None, None) => {
                self.node(&x, &y, &push_pointer(at, "contains"));
            }
            (x @ Some(_), y @ Some(_)) => self.note(at, "contains", Change::Changed, x.as_ref(), y.as_ref()),
            (x, y) => self.note(at, "contains", Change::widened_if(y.is_none()), x.as_ref(), y.as_ref()),
        }
    }
}
