//! Arguments that a flat check cannot judge: the row's schema and their text in, valid or not out.

use toolgen_model::json::Json;
use toolgen_model::validate::{is_valid, is_valid_in};

use super::{Trouble, explain, strict};
use crate::row;
use crate::slot::Slot;
use crate::tool::{Kind, Tool};

/// Judges every raw slot by its property's schema.
#[cold]
pub(super) fn raw(tool: &'static Tool, slots: &mut [Slot<'_>]) -> Result<(), Trouble> {
    let row = row::compiled(tool).map_err(|_| Trouble)?;
    for (at, (field, slot)) in tool.fields.iter().zip(slots).enumerate() {
        let Slot::Raw(text) = slot else { continue };
        let strict = strict::parse(text).map_err(|_| Trouble)?;
        let schema = row.schema(at).ok_or(Trouble)?;
        let valid = strict.twice.is_empty() && is_valid(schema, &strict.value);
        if !valid && strict.value.is_null() && !field.required {
            *slot = Slot::Absent;
        } else if !valid {
            return Err(Trouble);
        }
    }
    Ok(())
}

/// Judges one value by the schema at `pointer` in the input schema.
#[cold]
pub(super) fn part(tool: &'static Tool, pointer: &str, text: &str) -> Result<(), Trouble> {
    let row = row::compiled(tool).map_err(|_| Trouble)?;
    let schema = row.row.input.pointer(pointer).ok_or(Trouble)?;
    let strict = strict::parse(text).map_err(|_| Trouble)?;
    let valid = strict.twice.is_empty() && is_valid_in(&row.row.input, schema, &strict.value);
    if valid { Ok(()) } else { Err(Trouble) }
}

/// Judges the whole object by the input schema.
#[cold]
pub(super) fn whole(tool: &'static Tool, text: &str) -> Result<(), Trouble> {
    let row = row::compiled(tool).map_err(|_| Trouble)?;
    let strict = strict::parse(text).map_err(|_| Trouble)?;
    let Json::Object(mut arguments) = strict.value else { return Err(Trouble) };
    explain::settle(tool, row, &mut arguments).map_err(|_| Trouble)?;
    let valid = strict.twice.is_empty() && is_valid(&row.row.input, &Json::Object(arguments));
    if valid { Ok(()) } else { Err(Trouble) }
}

/// Whether a null may stand for an argument that was left out.
pub(super) fn null_is_absent(tool: &'static Tool, at: usize, row: &row::Compiled) -> bool {
    tool.fields.get(at).is_some_and(|field| {
        let null_is_a_value = match field.kind {
            Kind::Raw => row.schema(at).is_some_and(|schema| is_valid(schema, &Json::Null)),
            _ => field.nullable,
        };
        !field.required && !null_is_a_value
    })
}
