//! The graph of references: a document in, the order in which its targets can be worked on out.

use std::collections::{HashMap, HashSet};

use super::Fault;
use super::children::{Role, Spot};
use super::document::Document;
use super::keyword::REFERENCES;
use crate::json::push_pointer;
use crate::schema::Place;

/// The schemas that are referred to.
pub(super) struct Graph {
    /// Pointers of the targets; what a target refers to stands before it, as far as that can be
    pub(super) order: Vec<String>,
    /// Those that reach themselves
    pub(super) recursive: HashSet<String>,
    /// How many references there are to each, as far as the root reaches
    pub(super) uses: HashMap<String, usize>,
}

struct Edge {
    to: usize,
    in_place: bool,
    at: String,
}

/// Follows all references from the root.
pub(super) fn graph(document: &Document<'_>) -> Result<Graph, Vec<Fault>> {
    let mut pointers = vec![String::new()];
    let mut numbers = HashMap::from([(String::new(), 0)]);
    let mut edges: Vec<Vec<Edge>> = Vec::new();
    while edges.len() < pointers.len() {
        let mut out = Vec::new();
        for (at, target, in_place) in references(document, &pointers[edges.len()]) {
            let to = *numbers.entry(target.clone()).or_insert_with(|| {
                pointers.push(target);
                pointers.len() - 1
            });
            out.push(Edge { to, in_place, at });
        }
        edges.push(out);
    }
    let in_place: Vec<Vec<usize>> =
        edges.iter().map(|edges| edges.iter().filter(|edge| edge.in_place).map(|edge| edge.to).collect()).collect();
    let mut faults = Vec::new();
    for group in groups(&in_place) {
        for &node in group.iter().filter(|&&node| group.len() > 1 || in_place[node].contains(&node)) {
            if let Some(edge) = edges[node].iter().find(|edge| edge.in_place && group.contains(&edge.to)) {
                let help = "one of the references must stand below a property or an item";
                let message = "this reference leads back to itself without any value in between";
                faults.push(Fault::new(&push_pointer(&edge.at, "$ref"), message, help));
            }
        }
    }
    if !faults.is_empty() {
        return Err(faults);
    }
    let all: Vec<Vec<usize>> = edges.iter().map(|edges| edges.iter().map(|edge| edge.to).collect()).collect();
    let mut uses = HashMap::new();
    for &to in all.iter().flatten() {
        *uses.entry(pointers[to].clone()).or_default() += 1;
    }
    let mut graph = Graph { order: Vec::new(), recursive: HashSet::new(), uses };
    for group in groups(&all) {
        for &node in &group {
            if group.len() > 1 || all[node].contains(&node) {
                graph.recursive.insert(pointers[node].clone());
            }
            graph.order.push(pointers[node].clone());
        }
    }
    graph.order.retain(|pointer| graph.uses.contains_key(pointer));
    Ok(graph)
}

/// The references below a place: where, to what, and whether they speak about the same value.
fn references(document: &Document<'_>, pointer: &str) -> Vec<(String, String, bool)> {
    let mut found = Vec::new();
    if let Some(spot) = document.spot(pointer) {
        collect(document, &Place::Written(pointer), &spot, true, &mut found);
    }
    found
}

fn collect(
    document: &Document<'_>,
    at: &Place<'_>,
    spot: &Spot<'_>,
    in_place: bool,
    found: &mut Vec<(String, String, bool)>,
) {
    if spot.schema.as_object().is_some_and(|schema| schema.words().meets(REFERENCES))
        && let Some(target) = document.target(at)
    {
        found.push((at.pointer(), target.to_owned(), in_place));
    }
    if spot.is_lone_ref() {
        return;
    }
    spot.children(at, &mut |role, at, child| match role {
        Role::InPlace => collect(document, at, &child, in_place, found),
        Role::Part => collect(document, at, &child, false, found),
        Role::Definition => {}
    });
}

/// The strongly connected groups of a graph, each after those that it leads to (Tarjan, without
/// recursion).
fn groups(edges: &[Vec<usize>]) -> Vec<Vec<usize>> {
    const NEW: usize = usize::MAX;
    let mut index = vec![NEW; edges.len()];
    let mut low = vec![NEW; edges.len()];
    let mut on_stack = vec![false; edges.len()];
    let (mut stack, mut found, mut next) = (Vec::new(), Vec::new(), 0);
    for start in 0..edges.len() {
        if index[start] != NEW {
            continue;
        }
        let mut path = vec![(start, 0)];
        while let Some((node, step)) = path.pop() {
            if step == 0 {
                (index[node], low[node]) = (next, next);
                next += 1;
                stack.push(node);
                on_stack[node] = true;
            }
            if let Some(&to) = edges[node].get(step) {
                path.push((node, step + 1));
                if index[to] == NEW {
                    path.push((to, 0));
                } else if on_stack[to] {
                    low[node] = low[node].min(index[to]);
                }
                continue;
            }
            if let Some(&(parent, _)) = path.last() {
                low[parent] = low[parent].min(low[node]);
            }
            if low[node] == index[node] {
                let mut group = Vec::new();
                while let Some(member) = stack.pop() {
                    on_stack[member] = false;
                    group.push(member);
                    if member == node {
                        break;
                    }
                }
                group.sort_unstable();
                found.push(group);
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::groups;

    #[test]
    fn groups_come_after_what_they_lead_to() {
        assert_eq!(groups(&[vec![1], vec![2], vec![1, 3], vec![]]), [vec![3], vec![1, 2], vec![0]]);
        assert_eq!(groups(&[vec![0]]), [vec![0]]);
    }
}
