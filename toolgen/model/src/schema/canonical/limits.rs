//! Limits: a schema in, a fault out when it is too deep or too large to be worked on.

use super::Fault;
use super::keyword::{REFERENCES, UNEVALUATED};
use crate::json::{Json, WordSet, push_pointer};

/// The deepest nesting that comes in; what JSON parsers take at most by default.
const INPUT_DEPTH: usize = 128;
/// The deepest nesting that goes out, so that it can stand inside a catalog and still be parsed.
const OUTPUT_DEPTH: usize = 118;
/// The most values in a schema, data included.
const NODES: usize = 1_000_000;
/// The most bytes of text in what goes out.
const BYTES: usize = 16 << 20;
/// Keywords for which the whole document counts.
const REFERRING: WordSet = REFERENCES.and(UNEVALUATED);

/// Refuses what is too deep or too large, without recursion; says whether anything in it, data included, may be
/// a reference or look at what other keywords saw.
pub(super) fn input(schema: &Json) -> Result<bool, Fault> {
    check(schema, INPUT_DEPTH).map(|seen| seen.refers)
}

/// The same for the canonical form.
pub(super) fn output(schema: &Json) -> Result<(), Fault> {
    if check(schema, OUTPUT_DEPTH)?.bytes > BYTES {
        let message = format!("the canonical schema has more than {} MiB", BYTES >> 20);
        return Err(Fault::new("", message, "share less: split the tool, or shorten its enums"));
    }
    Ok(())
}

#[derive(Default)]
struct Seen {
    bytes: usize,
    refers: bool,
}

fn check(schema: &Json, most: usize) -> Result<Seen, Fault> {
    let mut seen = Seen::default();
    let mut nodes = 0;
    let mut open: Vec<(&Json, usize)> = vec![(schema, 1)];
    while let Some((value, depth)) = open.pop() {
        nodes += 1;
        if depth > most {
            let help = "flatten it, or give the inner part a name in `$defs` and refer to it";
            return Err(Fault::new(&place(schema, most), format!("it is nested more than {most} levels deep"), help));
        }
        if nodes > NODES {
            let help = "split the tool, or move data out of the schema";
            return Err(Fault::new("", format!("it has more than {NODES} values"), help));
        }
        match value {
            Json::String(text) => seen.bytes += text.len() + 3,
            Json::Array(items) => {
                seen.bytes += 2;
                open.extend(items.iter().map(|item| (item, depth + 1)));
            }
            Json::Object(object) => {
                seen.bytes += 2;
                for (key, value) in object.entries() {
                    seen.bytes += key.len() + 4;
                    seen.refers |= key.word().is_some_and(|word| REFERRING.has(word));
                    open.push((value, depth + 1));
                }
            }
            _ => seen.bytes += 6,
        }
    }
    Ok(seen)
}

/// The pointer to a place that is deeper than `most`; at most 16 steps of it.
fn place(schema: &Json, most: usize) -> String {
    let mut pointer = String::new();
    let mut at = schema;
    for _ in 0..16 {
        let deepest = match at {
            Json::Array(items) => {
                items.iter().enumerate().map(|(n, item)| (n.to_string(), item)).find(|(_, item)| deep(item, most - 16))
            }
            Json::Object(object) => {
                object.iter().map(|(key, value)| (key.to_owned(), value)).find(|(_, value)| deep(value, most - 16))
            }
            _ => None,
        };
        let Some((step, value)) = deepest else { break };
        pointer = push_pointer(&pointer, &step);
        at = value;
    }
    pointer
}

fn deep(value: &Json, most: usize) -> bool {
    let mut open = vec![(value, 1)];
    while let Some((value, depth)) = open.pop() {
        if depth > most {
            return true;
        }
        match value {
            Json::Array(items) => open.extend(items.iter().map(|item| (item, depth + 1))),
            Json::Object(object) => open.extend(object.values().map(|value| (value, depth + 1))),
            _ => {}
        }
    }
    false
}

/// About how many bytes `value` has as text.
pub(super) fn weight(value: &Json) -> usize {
    let mut bytes = 0;
    let mut open = vec![value];
    while let Some(value) = open.pop() {
        bytes += match value {
            Json::String(text) => text.len() + 3,
            Json::Array(items) => {
                open.extend(items);
                2
            }
            Json::Object(object) => {
                open.extend(object.values());
                object.keys().map(|key| key.len() + 4).sum::<usize>() + 2
            }
            _ => 6,
        };
    }
    bytes
}

/// How many levels `value` has.
pub(super) fn height(value: &Json) -> usize {
    let mut most = 0;
    let mut open = vec![(value, 1)];
    while let Some((value, depth)) = open.pop() {
        most = most.max(depth);
        match value {
            Json::Array(items) => open.extend(items.iter().map(|item| (item, depth + 1))),
            Json::Object(object) => open.extend(object.values().map(|value| (value, depth + 1))),
            _ => {}
        }
    }
    most
}
