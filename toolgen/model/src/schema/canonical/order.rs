//! The order of keywords: an object in, the same with its keywords in the fixed order out.

use crate::json::{Object, Text, Word};

/// The rank of a keyword: words stand in the order of canonical form. Others follow, in the order in which they came,
/// and `$defs` come last.
fn rank(key: &Text) -> usize {
    match key.word() {
        Some(word) if word < Word::Defs => word as usize,
        Some(Word::Defs) => usize::MAX,
        _ => Word::Defs as usize,
    }
}

/// Puts the keywords of one schema in order.
pub(super) fn in_order(schema: &mut Object) {
    schema.sort_by_key(rank);
}

/// The same for a schema that is handed on.
pub(super) fn order(mut schema: Object) -> Object {
    in_order(&mut schema);
    schema
}
