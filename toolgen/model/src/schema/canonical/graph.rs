//! The graph of references: a schema in, the order in which the targets of its references can be worked on out.

use super::Fault;
use super::children::{Role, Spot};
use super::document::Target;
use super::keyword::REFERENCES;
use super::reading::Reading;
use crate::json::push_pointer;
use crate::schema::Place;

struct Edge {
    to: usize,
    /// Where it stands, if it speaks about the same value
    in_place: Option<String>,
}

/// Follows all references from the root: the ends that it reaches, each after those to which it refers itself.
pub(super) fn order(reading: &Reading<'_>) -> Result<Vec<Target>, Vec<Fault>> {
    let ends = &reading.ends;
    let root = ends.iter().position(|end| end.pointer.is_empty());
    // A node for the root and one for each end that it reaches, with the number of the end.
    let mut nodes = vec![root];
    let mut numbers = vec![None; ends.len()];
    if let Some(root) = root {
        numbers[root] = Some(0);
    }
    let mut edges: Vec<Vec<Edge>> = Vec::new();
    while edges.len() < nodes.len() {
        let (place, spot) = match nodes[edges.len()] {
            Some(end) => (Place::Written(&ends[end].pointer), &ends[end].spot),
            None => (Place::Root, reading.root()),
        };
        let mut found = Vec::new();
        collect(reading, &place, spot, true, &mut found);
        let mut out = Vec::with_capacity(found.len());
        for (end, in_place) in found {
            let to = *numbers[end].get_or_insert_with(|| {
                nodes.push(Some(end));
                nodes.len() - 1
            });
            out.push(Edge { to, in_place });
        }
        edges.push(out);
    }
    lone_circles(&edges)?;
    let all: Vec<Vec<usize>> = edges.iter().map(|edges| edges.iter().map(|edge| edge.to).collect()).collect();
    let mut uses = vec![0; nodes.len()];
    for &to in all.iter().flatten() {
        uses[to] += 1;
    }
    let mut targets = Vec::new();
    for group in groups(&all) {
        for &node in group.iter().filter(|&&node| uses[node] > 0) {
            let Some(end) = nodes[node] else { continue };
            targets.push(Target {
                end,
                pointer: ends[end].pointer.clone(),
                draft: ends[end].spot.draft,
                recursive: group.len() > 1 || all[node].contains(&node),
                uses: uses[node],
                apart: false,
            });
        }
    }
    Ok(targets)
}

/// Refuses references that lead back to themselves without any value in between.
fn lone_circles(edges: &[Vec<Edge>]) -> Result<(), Vec<Fault>> {
    let is_in_place = |edge: &&Edge| edge.in_place.is_some();
    let in_place: Vec<Vec<usize>> =
        edges.iter().map(|edges| edges.iter().filter(is_in_place).map(|edge| edge.to).collect()).collect();
    let mut faults = Vec::new();
    for group in groups(&in_place) {
        for &node in group.iter().filter(|&&node| group.len() > 1 || in_place[node].contains(&node)) {
            let back = edges[node].iter().find(|edge| is_in_place(edge) && group.contains(&edge.to));
            if let Some(at) = back.and_then(|edge| edge.in_place.as_ref()) {
                let help = "one of the references must stand below a property or an item";
                let message = "this reference leads back to itself without any value in between";
                faults.push(Fault::new(&push_pointer(at, "$ref"), message, help));
            }
        }
    }
    if faults.is_empty() { Ok(()) } else { Err(faults) }
}

/// The references below a place: to what, and where, if they speak about the same value.
fn collect<'d>(
    reading: &Reading<'d>,
    at: &Place<'_>,
    spot: &Spot<'d>,
    in_place: bool,
    found: &mut Vec<(usize, Option<String>)>,
) {
    if spot.words.meets(REFERENCES) {
        found.extend(reading.ends_of(spot).map(|end| (end, in_place.then(|| at.pointer()))));
    }
    if spot.is_lone_ref() {
        return;
    }
    spot.children(at, &mut |role, at, child| match role {
        Role::InPlace => collect(reading, at, &child, in_place, found),
        Role::Part => collect(reading, at, &child, false, found),
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
