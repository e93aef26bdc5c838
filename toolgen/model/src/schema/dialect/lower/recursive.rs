//! Recursion: a canonical schema in, which definitions contain which out.

use std::cell::RefCell;
use std::collections::HashMap;

use super::super::walk::visit;
use crate::json::{Json, Object, Word};

/// The definitions that each definition reaches over any number of references.
#[derive(Default)]
pub(super) struct Reach<'s> {
    numbers: HashMap<&'s str, usize>,
    /// To which definitions each refers
    edges: Vec<Vec<usize>>,
    /// What was asked for: a bit for each definition that is reached
    known: RefCell<HashMap<usize, Vec<u64>>>,
}

impl<'s> Reach<'s> {
    pub(super) fn new(root: &'s Json) -> Reach<'s> {
        let Some(defs) = root.at(Word::Defs).and_then(Json::as_object) else { return Reach::default() };
        let numbers: HashMap<&str, usize> = defs.keys().zip(0..).collect();
        let edges = defs.values().map(|body| {
            let found = references(body);
            found.iter().filter_map(|name| numbers.get(name.as_str()).copied()).collect()
        });
        Reach { edges: edges.collect(), numbers, known: RefCell::default() }
    }

    pub(super) fn reaches(&self, from: &str, name: &str) -> bool {
        let (Some(&from), Some(&to)) = (self.numbers.get(from), self.numbers.get(name)) else { return false };
        let mut known = self.known.borrow_mut();
        let reached = known.entry(from).or_insert_with(|| self.reached(from));
        reached[to / 64] & (1 << (to % 64)) != 0
    }

    fn reached(&self, from: usize) -> Vec<u64> {
        let mut reached = vec![0; self.edges.len().div_ceil(64)];
        let mut open = vec![from];
        while let Some(at) = open.pop() {
            for &next in &self.edges[at] {
                if reached[next / 64] & (1 << (next % 64)) == 0 {
                    reached[next / 64] |= 1 << (next % 64);
                    open.push(next);
                }
            }
        }
        reached
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn definitions_reach_what_they_refer_to() {
        let root = r##"{"$defs":{"a":{"items":{"$ref":"#/$defs/b"}},"b":{"anyOf":[{"$ref":"#/$defs/c"},{}]},
            "c":{"items":{"$ref":"#/$defs/b"}},"d":{}}}"##;
        let root = Json::parse(root).unwrap();
        let reach = Reach::new(&root);
        let all = ["a", "b", "c", "d"];
        let found: Vec<String> =
            all.iter().map(|from| all.into_iter().filter(|name| reach.reaches(from, name)).collect()).collect();
        assert_eq!(found, ["bc", "bc", "bc", ""]);
        assert!(reach.is_recursive("b") && !reach.is_recursive("a") && !reach.reaches("a", "x"));
    }

    #[test]
    fn a_long_ring_of_definitions_costs_only_what_is_asked_for() {
        let part = |n: usize| {
            (format!("d{n}"), Json::from([("items", Json::from([("$ref", format!("#/$defs/d{}", (n + 1) % 50_000))]))]))
        };
        let root = Json::from([("$defs", Json::Object((0..50_000).map(part).collect()))]);
        let reach = Reach::new(&root);
        assert!(reach.is_recursive("d7") && reach.reaches("d49999", "d3"));
    }
}
