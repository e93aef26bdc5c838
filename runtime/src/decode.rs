//! The decoder: JSON text and a tool's static plan in, one [`Slot`] a field out, or the whole input in one.
//!
//! One pass, straight from the text: no tree in between, strings borrowed where they have no escape. Flat
//! arguments fill slots, by code that all tools share; an input whose values have parts reads itself
//! ([`reader`]). The pass stops at the first thing that is wrong; `explain` then reads the arguments again
//! and reports all of it.

use toolgen_model::enforced;

use crate::binding::slots_differ;
use crate::error::ToolError;
use crate::slot::{Slot, Slots};
use crate::tool::{Bound, Field, Kind, ReadInput, Rules, Tool};

mod cursor;
mod explain;
mod judge;
mod number;
mod place;
pub(crate) mod reader;
mod strict;
mod string;
mod text;

pub(crate) use explain::{explain, settled};

use cursor::Cursor;
use number::Number;
use reader::{Reader, Typed};

/// How many slots need no allocation.
const INLINE: usize = 8;

/// Something is wrong; `explain` says what.
#[derive(Debug)]
pub struct Trouble;

/// Fills `slots`, which has as many places as the tool has fields, all absent.
#[inline]
pub(crate) fn decode<'t>(tool: &'static Tool, text: &'t str, slots: &mut [Slot<'t>]) -> Result<(), Trouble> {
    if tool.more.is_some_and(|more| more.whole) {
        judge::whole(tool, text)?;
    }
    let Some(read) = tool.reads() else { return fill(tool, text, slots) };
    let slot = slots.first_mut().ok_or(Trouble)?;
    *slot = Slot::Typed(whole(read, &mut Reader::new(tool, text))?);
    Ok(())
}

/// The input that reads itself, and nothing behind it.
#[inline]
fn whole(read: ReadInput, reader: &mut Reader<'_>) -> Result<Typed, Trouble> {
    let value = read(reader)?;
    reader.cursor.end().map(|()| value)
}

/// What `take` makes of the slots of a call with these arguments; `tool` holds the one tool.
///
/// # Errors
/// Everything that is wrong with the arguments.
pub fn input<T>(
    tool: &'static [Tool],
    arguments: &str,
    take: fn(&mut [Slot<'_>]) -> Result<T, ToolError>,
) -> Result<T, ToolError> {
    let tool = tool.first().ok_or_else(|| slots_differ("no tool"))?;
    let mut slots = Slots::<INLINE>::new(tool.slots());
    decode(tool, arguments, slots.places()).map_err(|Trouble| explain(tool, arguments))?;
    take(slots.places())
}

/// What was wrong that no schema says.
fn untyped(tool: &'static Tool, text: &str) -> Option<reader::Fault> {
    let mut reader = Reader::new(tool, text);
    let _ = whole(tool.reads()?, &mut reader);
    reader.fault()
}

/// Whether members that no field names are taken.
fn is_open(tool: &Tool) -> bool {
    tool.more.is_some_and(|more| more.whole) || tool.fields.last().is_some_and(|field| field.kind == Kind::Rest)
}

fn fill<'t>(tool: &'static Tool, text: &'t str, slots: &mut [Slot<'t>]) -> Result<(), Trouble> {
    // `left` are the fields that have no value yet, other than null.
    let (mut cursor, mut raw, mut left) = (Cursor::new(text), false, tool.fields.len());
    cursor.expect(b'{')?;
    if !cursor.take(b'}') {
        let mut next = 0;
        loop {
            let known = match tool.fields.get(next) {
                Some(field) if field.is_argument() && cursor.this_key(field.name) => Some((next, field)),
                _ => find(tool.fields, &cursor.key()?),
            };
            match known {
                Some((at, field)) => {
                    next = at + 1;
                    let slot = slots.get_mut(at).filter(|slot| matches!(slot, Slot::Absent)).ok_or(Trouble)?;
                    value(&mut cursor, tool, at, field, slot)?;
                    raw |= field.kind == Kind::Raw;
                    left -= usize::from(!matches!(slot, Slot::Null));
                }
                None if is_open(tool) || !enforced!("gate.arguments") => {
                    cursor.skip()?;
                }
                None => return Err(Trouble),
            }
            if !cursor.comma_or(b'}')? {
                break;
            }
        }
    }
    cursor.end()?;
    if raw {
        judge::raw(tool, slots)?;
    }
    // Nothing is missing from most calls.
    if left == 0 {
        return Ok(());
    }
    for (field, slot) in tool.fields.iter().zip(slots) {
        if matches!(slot, Slot::Absent) || (matches!(slot, Slot::Null) && !field.nullable) {
            *slot = absent(field)?;
        }
    }
    Ok(())
}

/// The field of that name, or else of that other name.
fn find(fields: &'static [Field], key: &str) -> Option<(usize, &'static Field)> {
    let named = |field: &Field| field.name == key && field.is_argument();
    let also = |field: &Field| field.rules.is_some_and(|rules| rules.aliases.contains(&key));
    let find = |wanted: &dyn Fn(&Field) -> bool| fields.iter().enumerate().find(|(_, field)| wanted(field));
    find(&named).or_else(|| find(&also))
}

/// What stands in for an argument that did not come.
fn absent(field: &'static Field) -> Result<Slot<'static>, Trouble> {
    match field.rules.and_then(|rules| rules.default) {
        // A default is valid: the compiler checked it.
        Some(default) => plain(&mut Cursor::new(default), field.kind),
        None if field.required && field.is_argument() => Err(Trouble),
        None => Ok(Slot::Absent),
    }
}

/// Reads the field's value into its slot.
#[inline]
fn value<'t>(
    cursor: &mut Cursor<'t>,
    tool: &'static Tool,
    at: usize,
    field: &Field,
    slot: &mut Slot<'t>,
) -> Result<(), Trouble> {
    match field.kind {
        // The slot is absent: there is nothing to drop.
        Kind::Integer if let Some(n) = cursor.small() => std::mem::forget(std::mem::replace(slot, Slot::Int(n))),
        kind => {
            *slot = plain(cursor, kind)?;
            if matches!(slot, Slot::Null) {
                // For an argument that may be left out, `null` means that it is.
                return if field.nullable || !field.required { Ok(()) } else { Err(Trouble) };
            }
        }
    }
    if matches!(slot, Slot::Uint(_)) && !is_unsigned(field.rules) {
        return Err(Trouble);
    }
    match field.rules {
        Some(rules) if !keeps(rules, slot, tool, at) => Err(Trouble),
        _ => Ok(()),
    }
}

/// A value of that kind, or null.
fn plain<'t>(cursor: &mut Cursor<'t>, kind: Kind) -> Result<Slot<'t>, Trouble> {
    if kind == Kind::Raw {
        return cursor.skip().map(Slot::Raw);
    }
    match (cursor.peek(), kind) {
        (Some(b'"'), Kind::String) => cursor.string().map(Slot::Str),
        (Some(b'-' | b'0'..=b'9'), Kind::Integer) => match cursor.number()? {
            Number::Int(n) => Ok(Slot::Int(n)),
            Number::Uint(n) => Ok(Slot::Uint(n)),
            Number::Float(n) => match number::whole(n).ok_or(Trouble)? {
                Number::Int(n) => Ok(Slot::Int(n)),
                Number::Uint(n) => Ok(Slot::Uint(n)),
                Number::Float(_) => Err(Trouble),
            },
        },
        (Some(b'-' | b'0'..=b'9'), Kind::Number) => cursor.number().map(|n| Slot::Float(n.to_f64())),
        (Some(b't'), Kind::Boolean) => cursor.word("true").map(|()| Slot::Bool(true)),
        (Some(b'f'), Kind::Boolean) => cursor.word("false").map(|()| Slot::Bool(false)),
        (Some(b'n'), _) => cursor.word("null").map(|()| Slot::Null),
        _ => Err(Trouble),
    }
}

/// Whether a value keeps its field's rules.
fn keeps(rules: &Rules, slot: &Slot<'_>, tool: &'static Tool, at: usize) -> bool {
    match slot {
        Slot::Str(text) => text::keeps(rules, text, tool, at),
        Slot::Int(_) | Slot::Uint(_) | Slot::Float(_) => number::keeps(rules, slot),
        _ => true,
    }
}

/// Whether the whole numbers of a field have a type without sign: where the least is not negative.
fn is_unsigned(rules: Option<&Rules>) -> bool {
    rules.is_some_and(|rules| matches!(rules.minimum, Bound::Int(0..) | Bound::Uint(_)))
}

#[cfg(test)]
mod tests;
