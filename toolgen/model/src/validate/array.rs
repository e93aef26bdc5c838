//! Arrays: their items, how many there are, and whether they differ.

use std::collections::HashSet;

use super::check::Check;
use crate::json::{Json, Object};

impl<'s> Check<'s> {
    pub(super) fn array(&mut self, schema: &'s Object, value: &Json, items: &[Json]) -> bool {
        let mut valid = true;
        let optional = std::mem::replace(&mut self.optional, false);
        for (key, asked) in schema.iter() {
            valid &= match key {
                "prefixItems" => self.tuple(asked.as_array().unwrap_or_default(), items),
                "items" => self.rest(schema, asked, items),
                "contains" => self.contains(schema, asked, value, items),
                "minItems" => {
                    let least = asked.as_u64().unwrap_or_default();
                    items.len() as u64 >= least || self.count("minItems", "at least", least, value, items.len())
                }
                "maxItems" => {
                    let most = asked.as_u64().unwrap_or(u64::MAX);
                    items.len() as u64 <= most || self.count("maxItems", "at most", most, value, items.len())
                }
                "uniqueItems" if asked.as_bool() == Some(true) => self.unique(value, items),
                "unevaluatedItems" => self.unevaluated_items(schema, asked, value, items),
                _ => true,
            };
            if self.is_done(valid) {
                return false;
            }
        }
        self.optional = optional;
        valid
    }

    fn tuple(&mut self, schemas: &'s [Json], items: &[Json]) -> bool {
        let mut valid = true;
        for (n, (schema, item)) in schemas.iter().zip(items).enumerate() {
            valid &= self.below(&n.to_string(), |check| check.schema(schema, item));
            if self.is_done(valid) {
                return false;
            }
        }
        valid
    }

    fn rest(&mut self, schema: &'s Object, asked: &'s Json, items: &[Json]) -> bool {
        let first = schema.get("prefixItems").and_then(Json::as_array).map_or(0, <[Json]>::len);
        let mut valid = true;
        for (n, item) in items.iter().enumerate().skip(first) {
            valid &= if self.words {
                self.below(&n.to_string(), |check| match asked {
                    Json::Bool(false) => check.fail("items", item, format!("no item here: at most {first}"), None),
                    schema => check.schema(schema, item),
                })
            } else {
                self.schema(asked, item)
            };
            if self.is_done(valid) {
                return false;
            }
        }
        valid
    }

    fn contains(&mut self, schema: &'s Object, asked: &'s Json, value: &Json, items: &[Json]) -> bool {
        let bound = |key: &str| schema.get(key).and_then(Json::as_u64);
        let (least, most) = (bound("minContains").unwrap_or(1), bound("maxContains"));
        let count = items.iter().filter(|item| self.fits(asked, item)).count() as u64;
        let mut valid = true;
        if count < least {
            let expected = format!("at least {least} of {}", super::describe::schema(asked));
            valid = self.fail("contains", value, expected, Some(format!("it has {count}")));
        }
        if let Some(most) = most.filter(|most| count > *most) {
            let expected = format!("at most {most} of {}", super::describe::schema(asked));
            valid = self.fail("maxContains", value, expected, Some(format!("it has {count}")));
        }
        valid
    }

    fn count(&mut self, keyword: &'static str, words: &str, bound: u64, value: &Json, count: usize) -> bool {
        let unit = if bound == 1 { "item" } else { "items" };
        self.fail(keyword, value, format!("{words} {bound} {unit}"), Some(format!("it has {count}")))
    }

    fn unique(&mut self, value: &Json, items: &[Json]) -> bool {
        let mut seen = HashSet::new();
        match items.iter().position(|item| !seen.insert(item.canonical())) {
            None => true,
            Some(again) => {
                let hint = format!("take out one of the two {}", super::describe::short(&items[again]));
                self.fail("uniqueItems", value, "items that differ".to_owned(), Some(hint))
            }
        }
    }
}
