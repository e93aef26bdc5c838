//! Objects: the properties that are declared, those by pattern, and the rule for the others.

use super::{Change, Diff};
use crate::json::{Json, Object, push_pointer};

impl Diff<'_> {
    /// `properties`, `patternProperties` and `additionalProperties`.
    pub(super) fn properties(&mut self, a: &Object, b: &Object, at: &str) {
        let map = |schema: &Object, key: &str| schema.get(key).and_then(Json::as_object).cloned().unwrap_or_default();
        let (was, is) = (map(a, "properties"), map(b, "properties"));
        let (old_patterns, new_patterns) = (map(a, "patternProperties"), map(b, "patternProperties"));
        let open = |schema: &Object| !schema.contains_key("additionalProperties");
        let any = Json::Object(Object::new());
        let others = |schema: &Object| schema.get("additionalProperties").cloned().unwrap_or_else(|| any.clone());
        let below = push_pointer(at, "patternProperties");
        let alike =
            old_patterns.len() == new_patterns.len() && old_patterns.keys().all(|p| new_patterns.contains_key(p));
        if !(alike || open(a) && open(b)) {
            // A name that a pattern takes on is no other any more.
            let (x, y) = (a.get("patternProperties"), b.get("patternProperties"));
            return self.note(at, "patternProperties", Change::Changed, x, y);
        }
        for (pattern, new) in new_patterns.iter() {
            self.node(old_patterns.get(pattern).unwrap_or(&any), new, &push_pointer(&below, pattern));
        }
        for (pattern, old) in old_patterns.iter().filter(|(pattern, _)| !new_patterns.contains_key(pattern)) {
            self.node(old, &any, &push_pointer(&below, pattern));
        }
        // What is not declared falls under the rule for the others, or under a pattern.
        let below = push_pointer(at, "properties");
        let by_pattern = |schema: &Object, patterns: &Object| !patterns.is_empty() && !open(schema);
        let (old_others, new_others) = (others(a), others(b));
        for (name, new) in is.iter() {
            let at = push_pointer(&below, name);
            match was.get(name) {
                Some(old) => self.node(old, new, &at),
                None if by_pattern(a, &old_patterns) => self.note(&at, "properties", Change::Changed, None, Some(new)),
                None => self.node(&old_others, new, &at),
            }
        }
        for (name, old) in was.iter().filter(|(name, _)| !is.contains_key(name)) {
            let at = push_pointer(&below, name);
            if by_pattern(b, &new_patterns) {
                self.note(&at, "properties", Change::Changed, Some(old), None);
            } else {
                self.node(old, &new_others, &at);
            }
        }
        match (a.get("additionalProperties"), b.get("additionalProperties")) {
            (Some(x), Some(y)) => self.node(x, y, &push_pointer(at, "additionalProperties")),
            (None, None) => {}
            (x, y) => {
                let change = self.relation(&old_others, &new_others);
                if change != Change::Equal {
                    self.note(at, "additionalProperties", change, x, y);
                }
            }
        }
    }
}
