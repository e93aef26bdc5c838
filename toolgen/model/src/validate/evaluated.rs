//! What has been looked at: which items and properties some keyword of the schema has judged, for
//! `unevaluatedItems` and `unevaluatedProperties`.

use std::collections::HashSet;

use super::check::Check;
use super::string;
use crate::json::{Json, Object};

/// The parts of a value that were judged.
#[derive(Default)]
struct Seen {
    properties: HashSet<String>,
    items: HashSet<usize>,
}

impl<'s> Check<'s> {
    pub(super) fn unevaluated_items(
        &mut self,
        schema: &'s Object,
        asked: &'s Json,
        value: &Json,
        items: &[Json],
    ) -> bool {
        let mut seen = Seen::default();
        self.collect(schema, value, &mut seen, true);
        let mut valid = true;
        for (n, item) in items.iter().enumerate().filter(|(n, _)| !seen.items.contains(n)) {
            valid &= self.below(&n.to_string(), |check| match asked {
                Json::Bool(false) => check.fail("unevaluatedItems", item, "no item here".to_owned(), None),
                schema => check.schema(schema, item),
            });
            if self.is_done(valid) {
                return false;
            }
        }
        valid
    }

    pub(super) fn unevaluated_properties(
        &mut self,
        schema: &'s Object,
        asked: &'s Json,
        value: &Json,
        entries: &Object,
    ) -> bool {
        let mut seen = Seen::default();
        self.collect(schema, value, &mut seen, true);
        let none = Object::new();
        let known = schema.get("properties").and_then(Json::as_object).unwrap_or(&none);
        let mut valid = true;
        for (name, value) in entries.iter().filter(|(name, _)| !seen.properties.contains(*name)) {
            valid &= match asked {
                Json::Bool(false) => self.unknown("unevaluatedProperties", name, value, known, entries),
                schema => self.below(name, |check| check.schema(schema, value)),
            };
            if self.is_done(valid) {
                return false;
            }
        }
        valid
    }

    /// Adds what `schema` judges of `value`, itself and through what applies in its place.
    fn collect(&mut self, schema: &'s Object, value: &Json, seen: &mut Seen, outermost: bool) {
        match value {
            Json::Object(entries) => self.collect_properties(schema, entries, seen, outermost),
            Json::Array(items) => self.collect_items(schema, items, seen, outermost),
            _ => return,
        }
        for (key, asked) in schema.iter() {
            match key {
                "$ref" => {
                    if let Some(target) = asked.as_str().and_then(|text| self.target(text)) {
                        self.collect_if_valid(target, value, seen);
                    }
                }
                "allOf" | "anyOf" | "oneOf" => {
                    for branch in asked.as_array().unwrap_or_default() {
                        self.collect_if_valid(branch, value, seen);
                    }
                }
                "if" => {
                    let holds = self.fits(asked, value);
                    if holds {
                        self.collect_if_valid(asked, value, seen);
                    }
                    if let Some(then) = schema.get(if holds { "then" } else { "else" }) {
                        self.collect_if_valid(then, value, seen);
                    }
                }
                "dependentSchemas" => {
                    for (name, schema) in asked.as_object().into_iter().flat_map(Object::iter) {
                        if value.get(name).is_some() {
                            self.collect_if_valid(schema, value, seen);
                        }
                    }
                }
                _ => {}
            }
        }
    }

    fn collect_if_valid(&mut self, schema: &'s Json, value: &Json, seen: &mut Seen) {
        if self.fits(schema, value)
            && let Some(object) = schema.as_object()
        {
            self.collect(object, value, seen, false);
        }
    }

    fn collect_properties(&mut self, schema: &'s Object, entries: &Object, seen: &mut Seen, outermost: bool) {
        let properties = schema.get("properties").and_then(Json::as_object);
        let patterns = schema.get("patternProperties").and_then(Json::as_object);
        let rest =
            schema.contains_key("additionalProperties") || (!outermost && schema.contains_key("unevaluatedProperties"));
        for name in entries.keys() {
            let named = properties.is_some_and(|properties| properties.contains_key(name));
            let matched = || patterns.is_some_and(|all| all.keys().any(|pattern| string::matches(pattern, name)));
            if rest || named || matched() {
                seen.properties.insert(name.to_owned());
            }
        }
    }

    fn collect_items(&mut self, schema: &'s Object, items: &[Json], seen: &mut Seen, outermost: bool) {
        let all = schema.contains_key("items") || (!outermost && schema.contains_key("unevaluatedItems"));
        let first = schema.get("prefixItems").and_then(Json::as_array).map_or(0, <[Json]>::len);
        for (n, item) in items.iter().enumerate() {
            let contained = |check: &mut Self| schema.get("contains").is_some_and(|asked| check.fits(asked, item));
            if all || n < first || contained(self) {
                seen.items.insert(n);
            }
        }
    }
}
