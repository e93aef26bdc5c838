//! Limits: a schema in, a fault out when it is too deep or too large to be worked on.

use super::Fault;
use super::inline::{SMALL, TALL};
use crate::json::{Json, Word, push_pointer};

/// The deepest nesting that comes in; what JSON parsers take at most by default.
const INPUT_DEPTH: usize = 128;
/// The deepest nesting that goes out, so that it can stand inside a catalog and still be parsed.
const OUTPUT_DEPTH: usize = 118;
/// The most values in a schema, data included.
const NODES: usize = 1_000_000;
/// The most bytes of text in what goes out.
const BYTES: usize = 16 << 20;
/// Whether the whole document counts for a keyword. (Words are compared here, since nothing is asked more often.)
fn refers(word: Word) -> bool {
    matches!(
        word,
        Word::Ref | Word::DynamicRef | Word::RecursiveRef | Word::UnevaluatedItems | Word::UnevaluatedProperties
    )
}

/// Refuses what is too deep or too large, without recursion; says what was seen.
pub(super) fn input(schema: &Json) -> Result<Seen, Fault> {
    check(schema, INPUT_DEPTH)
}

/// The same for the canonical form.
pub(super) fn output(schema: &Json) -> Result<(), Fault> {
    if check(schema, OUTPUT_DEPTH)?.bytes > BYTES {
        let message = format!("the canonical schema has more than {} MiB", BYTES >> 20);
        return Err(Fault::new("", message, "share less: split the tool, or shorten its enums"));
    }
    Ok(())
}

/// What a walk over a value saw.
#[derive(Clone, Copy, Default)]
pub(super) struct Seen {
    /// About how many bytes it has as text
    pub(super) bytes: usize,
    /// How many levels it has
    pub(super) height: usize,
    nodes: usize,
    /// Whether anything, data included, may be a reference or look at what other keywords saw
    pub(super) refers: bool,
}

impl Seen {
    /// Whether a schema with so many references is so small that its canonical form is within the limits. Each level
    /// becomes three at most, as a union of types, and each keyword a few dozen bytes longer; what is inlined more than
    /// once is small, and definitions stand two levels deep.
    pub(super) fn is_modest(&self, references: usize) -> bool {
        let deeper = if references > 0 { TALL + 2 } else { 0 };
        self.height * 3 + deeper <= OUTPUT_DEPTH && self.bytes <= BYTES / 64 && references <= BYTES / 4 / SMALL
    }
}

/// Walks over a value without recursion, as long as it has at most `deepest` levels, `most` bytes and [`NODES`] values.
pub(super) fn look(value: &Json, deepest: usize, most: usize) -> Seen {
    let mut seen = Seen { nodes: 1, height: 1, ..Seen::default() };
    let mut open: Vec<(&Json, usize)> = Vec::with_capacity(64);
    open.push((value, 1));
    while let Some((value, depth)) = open.pop() {
        seen.bytes += 2;
        let is_empty = match value {
            Json::Array(items) => {
                seen.nodes += items.len();
                items.iter().for_each(|item| seen.see(item, depth + 1, &mut open));
                items.is_empty()
            }
            Json::Object(object) => {
                seen.nodes += object.len();
                for (key, value) in object.entries() {
                    seen.bytes += key.len() + 4;
                    seen.refers |= key.word().is_some_and(refers);
                    seen.see(value, depth + 1, &mut open);
                }
                object.is_empty()
            }
            _ => true,
        };
        seen.height = seen.height.max(depth + usize::from(!is_empty));
        if seen.height > deepest || seen.bytes > most || seen.nodes > NODES {
            break;
        }
    }
    seen
}

impl Seen {
    /// Counts the bytes of a value; what may hold others is looked into later.
    fn see<'v>(&mut self, value: &'v Json, depth: usize, open: &mut Vec<(&'v Json, usize)>) {
        match value {
            Json::String(text) => self.bytes += text.len() + 3,
            Json::Array(_) | Json::Object(_) => open.push((value, depth)),
            _ => self.bytes += 6,
        }
    }
}

fn check(schema: &Json, most: usize) -> Result<Seen, Fault> {
    let seen = look(schema, most, usize::MAX);
    if seen.height > most {
        let help = "flatten it, or give the inner part a name in `$defs` and refer to it";
        return Err(Fault::new(&place(schema, most), format!("it is nested more than {most} levels deep"), help));
    }
    if seen.nodes > NODES {
        let help = "split the tool, or move data out of the schema";
        return Err(Fault::new("", format!("it has more than {NODES} values"), help));
    }
    Ok(seen)
}

/// The pointer to a place that is deeper than `most`; at most 16 steps of it.
fn place(schema: &Json, most: usize) -> String {
    let is_deep = |value: &Json| look(value, most - 16, usize::MAX).height > most - 16;
    let mut pointer = String::new();
    let mut at = schema;
    for _ in 0..16 {
        let deepest = match at {
            Json::Array(items) => {
                items.iter().enumerate().map(|(n, item)| (n.to_string(), item)).find(|(_, item)| is_deep(item))
            }
            Json::Object(object) => {
                object.iter().map(|(key, value)| (key.to_owned(), value)).find(|(_, value)| is_deep(value))
            }
            _ => None,
        };
        let Some((step, value)) = deepest else { break };
        pointer = push_pointer(&pointer, &step);
        at = value;
    }
    pointer
}
