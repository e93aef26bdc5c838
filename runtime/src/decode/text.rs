//! What a text argument must keep: its length in characters, its choices, its pattern.

use crate::row;
use crate::tool::{Rules, Tool};

/// Whether `text` keeps the rules of the field at `at`.
pub(super) fn keeps(rules: &Rules, text: &str, tool: &'static Tool, at: usize) -> bool {
    if !rules.choices.is_empty() && !rules.choices.contains(&text) {
        return false;
    }
    if rules.min_length > 0 || rules.max_length < u64::MAX {
        let length = text.chars().count() as u64;
        if length < rules.min_length || length > rules.max_length {
            return false;
        }
    }
    rules.pattern.is_none() || row::compiled(tool).is_ok_and(|compiled| compiled.matches(at, text))
}
