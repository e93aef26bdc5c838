//! The graph of references: a schema in, the order in which the targets of its references can be worked on out.

use super::Fault;
use super::reading::{Edge, Reading};
use crate::json::push_pointer;

/// An end that the root reaches.
pub(super) struct Reached {
    /// Its number
    pub(super) end: usize,
    /// Whether it reaches itself
    pub(super) recursive: bool,
    /// How many references there are to it, as far as the root reaches
    pub(super) uses: usize,
}

/// Follows all references from the root: the ends that it reaches, each after those to which it refers itself.
pub(super) fn order(reading: &Reading<'_>) -> Result<Vec<Reached>, Vec<Fault>> {
    let ends = &reading.ends;
    let root = ends.iter().position(|end| end.pointer.is_empty());
    // A node for the root and one for each end that it reaches, with the number of the end.
    let mut nodes = vec![root];
    let mut numbers = vec![None; ends.len()];
    if let Some(root) = root {
        numbers[root] = Some(0);
    }
    let mut all: Vec<Vec<usize>> = Vec::with_capacity(ends.len() + 1);
    let mut uses = vec![0; ends.len() + 1];
    while all.len() < nodes.len() {
        let mut to = Vec::new();
        for edge in edges(reading, &nodes, all.len()) {
            let Some(end) = reading.end_of(*edge) else { continue };
            let node = *numbers[end].get_or_insert_with(|| {
                nodes.push(Some(end));
                nodes.len() - 1
            });
            uses[node] += 1;
            to.push(node);
        }
        all.push(to);
    }
    let groups = groups(&all);
    let is_recursive = |group: &[usize]| group.len() > 1 || all[group[0]].contains(&group[0]);
    if groups.iter().any(is_recursive) {
        lone_circles(reading, &nodes, &all)?;
    }
    let mut reached = Vec::with_capacity(ends.len());
    for group in groups.iter() {
        let recursive = is_recursive(group);
        for &node in group.iter().filter(|&&node| uses[node] > 0) {
            reached.extend(nodes[node].map(|end| Reached { end, recursive, uses: uses[node] }));
        }
    }
    Ok(reached)
}

/// The references from a node.
fn edges<'r>(reading: &'r Reading<'_>, nodes: &[Option<usize>], node: usize) -> &'r [Edge] {
    &reading.units[nodes[node].map_or(0, |end| reading.ends[end].unit)]
}

/// Refuses references that lead back to themselves without any value in between.
fn lone_circles(reading: &Reading<'_>, nodes: &[Option<usize>], all: &[Vec<usize>]) -> Result<(), Vec<Fault>> {
    let in_place = |node: usize| edges(reading, nodes, node).iter().zip(&all[node]).filter(|(edge, _)| edge.in_place);
    let kept: Vec<Vec<usize>> = (0..all.len()).map(|node| in_place(node).map(|(_, to)| *to).collect()).collect();
    let mut faults = Vec::new();
    for group in groups(&kept).iter() {
        for &node in group.iter().filter(|&&node| group.len() > 1 || kept[node].contains(&node)) {
            if let Some((edge, _)) = in_place(node).find(|(_, to)| group.contains(to)) {
                let help = "one of the references must stand below a property or an item";
                let message = "this reference leads back to itself without any value in between";
                faults.push(Fault::new(&push_pointer(reading.place_of(*edge), "$ref"), message, help));
            }
        }
    }
    if faults.is_empty() { Ok(()) } else { Err(faults) }
}

/// Groups of nodes: their members, and behind the last of each.
struct Groups {
    members: Vec<usize>,
    ends: Vec<usize>,
}

impl Groups {
    fn iter(&self) -> impl Iterator<Item = &[usize]> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        starts.zip(&self.ends).map(|(start, end)| &self.members[start..*end])
    }
}

/// The strongly connected groups of a graph, each after those that it leads to (Tarjan, without
/// recursion).
fn groups(edges: &[Vec<usize>]) -> Groups {
    const NEW: usize = usize::MAX;
    let mut index = vec![NEW; edges.len()];
    let mut low = vec![NEW; edges.len()];
    let mut on_stack = vec![false; edges.len()];
    let (mut stack, mut path, mut next) = (Vec::new(), Vec::new(), 0);
    let mut found = Groups { members: Vec::with_capacity(edges.len()), ends: Vec::with_capacity(edges.len()) };
    for start in 0..edges.len() {
        if index[start] != NEW {
            continue;
        }
        path.push((start, 0));
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
                let first = found.members.len();
                while let Some(member) = stack.pop() {
                    on_stack[member] = false;
                    found.members.push(member);
                    if member == node {
                        break;
                    }
                }
                found.members[first..].sort_unstable();
                found.ends.push(found.members.len());
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
        let found = groups(&[vec![1], vec![2], vec![1, 3], vec![]]);
        assert_eq!(found.iter().collect::<Vec<_>>(), [&[3][..], &[1, 2], &[0]]);
        assert_eq!(groups(&[vec![0]]).members, [0]);
    }
}
