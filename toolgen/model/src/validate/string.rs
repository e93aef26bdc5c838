//! Strings: lengths in characters, patterns, and the formats that are asserted.

use std::collections::HashMap;
use std::sync::{Mutex, OnceLock};

use super::check::Check;
use super::format;
use crate::json::{Json, Object};
use crate::pattern::Pattern;

impl<'s> Check<'s> {
    pub(super) fn string(&mut self, schema: &'s Object, value: &Json, text: &str) -> bool {
        let mut valid = true;
        for (key, asked) in schema.iter() {
            match key {
                "minLength" | "maxLength" => {
                    let Some(bound) = asked.as_u64() else { continue };
                    let length = text.chars().count() as u64;
                    let (keyword, fits, words) = match key {
                        "minLength" => ("minLength", length >= bound, "at least"),
                        _ => ("maxLength", length <= bound, "at most"),
                    };
                    if !fits {
                        let unit = if bound == 1 { "character" } else { "characters" };
                        let hint = self.words.then(|| match (keyword, bound) {
                            ("minLength", 1) => "write something; it must not be empty".to_owned(),
                            _ => format!("it has {length}"),
                        });
                        valid = self.fail(keyword, value, format!("{words} {bound} {unit}"), hint);
                    }
                }
                "pattern" => {
                    let Some(expression) = asked.as_str() else { continue };
                    if !matches(expression, text) {
                        valid = self.fail("pattern", value, format!("text that matches `{expression}`"), None);
                    }
                }
                "format" => {
                    let Some(name) = asked.as_str() else { continue };
                    if format::fits(name, text) == Some(false) {
                        let expected = format::describe(name).to_owned();
                        valid = self.fail("format", value, expected, None);
                    }
                }
                _ => {}
            }
            if self.is_done(valid) {
                return false;
            }
        }
        valid
    }
}

/// How many compiled patterns are kept.
const KEPT: usize = 256;

/// Whether `expression` matches in `text`; what cannot be compiled is passed over.
pub(super) fn matches(expression: &str, text: &str) -> bool {
    static CACHE: OnceLock<Mutex<HashMap<String, Option<Pattern>>>> = OnceLock::new();
    let cache = CACHE.get_or_init(Mutex::default);
    let known = |cache: &Mutex<HashMap<String, Option<Pattern>>>| {
        cache.lock().ok().and_then(|cache| cache.get(expression).cloned())
    };
    let pattern = known(cache).unwrap_or_else(|| {
        let pattern = Pattern::compile(expression).ok();
        if let Ok(mut cache) = cache.lock() {
            if cache.len() >= KEPT {
                cache.clear();
            }
            cache.insert(expression.to_owned(), pattern.clone());
        }
        pattern
    });
    pattern.is_none_or(|pattern| pattern.is_match(text))
}
