//! Recursion: a canonical schema in, which definitions contain which out.

use std::collections::{HashMap, HashSet};

use super::super::walk::visit;
use crate::json::{Json, Object, Word};

/// The definitions that each definition reaches over any number of references.
#[derive(Default)]
pub(super) struct Reach(HashMap<String, HashSet<String>>);

impl Reach {
    pub(super) fn new(root: &Json) -> Reach {
        let Some(defs) = root.get("$defs").and_then(Json::as_object) else { return Reach::default() };
        let edges: HashMap<&str, Vec<String>> = defs.iter().map(|(name, body)| (name, references(body))).collect();
        let reached = |start: &str| {
            let mut seen: HashSet<&str> = HashSet::new();
            let mut open: Vec<&str> = vec![start];
            while let Some(name) = open.pop() {
                for next in edges.get(name).into_iter().flatten() {
                    if seen.insert(next) {
                        open.push(next);
                    }
                }
            }
            seen.into_iter().map(str::to_owned).collect()
        };
        Reach(defs.keys().map(|name| (name.to_owned(), reached(name))).collect())
    }

    pub(super) fn reaches(&self, from: &str, name: &str) -> bool {
        self.0.get(from).is_some_and(|all| all.contains(name))
    }

    /// Whether a definition contains itself.
    pub(super) fn is_recursive(&self, name: &str) -> bool {
        self.reaches(name, name)
    }
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
