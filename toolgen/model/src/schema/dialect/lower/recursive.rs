//! Recursion: a canonical schema in, the definitions that contain themselves out.

use std::collections::{HashMap, HashSet};

use super::super::walk::visit;
use crate::json::{Json, Object, Word};

/// The names of the definitions that reach themselves over any number of references.
pub(super) fn names(root: &Json) -> HashSet<String> {
    let Some(defs) = root.get("$defs").and_then(Json::as_object) else { return HashSet::new() };
    let edges: HashMap<&str, Vec<String>> = defs.iter().map(|(name, body)| (name, references(body))).collect();
    let reaches_itself = |start: &str| {
        let mut seen: HashSet<&str> = HashSet::new();
        let mut open: Vec<&str> = vec![start];
        while let Some(name) = open.pop() {
            for next in edges.get(name).into_iter().flatten() {
                if next == start {
                    return true;
                }
                if seen.insert(next) {
                    open.push(next);
                }
            }
        }
        false
    };
    defs.keys().filter(|name| reaches_itself(name)).map(str::to_owned).collect()
}

/// The names of the definitions that a schema refers to directly.
pub(super) fn references(schema: &Json) -> Vec<String> {
    let mut found = Vec::new();
    visit(schema, &mut |_, _, node| {
        let name = node.as_object().and_then(|node: &Object| node.at(Word::Ref)?.as_str()?.strip_prefix("#/$defs/"));
        found.extend(name.map(str::to_owned));
    });
    found
}
