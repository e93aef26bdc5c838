//! Origins: a pointer into a schema whose references are written out in, the place in the canonical schema out.

use std::collections::HashSet;

use super::super::loss::Loss;
use crate::json::{Json, Word, push_pointer, push_step, unescape};

/// More references lead from one to the next only in a circle.
const MOST: usize = 64;

/// Says of each loss where it is in the canonical schema; what several references lead to is lost once.
pub(super) fn of(root: &Json, losses: Vec<Loss>) -> Vec<Loss> {
    let moved = |loss: Loss| Loss { at: place(root, &loss.at).unwrap_or(loss.at), ..loss };
    let mut losses: Vec<Loss> = losses.into_iter().map(moved).collect();
    let mut seen = HashSet::with_capacity(losses.len());
    let is_new: Vec<bool> = losses.iter().map(|loss| seen.insert(loss)).collect();
    let mut is_new = is_new.into_iter();
    losses.retain(|_| is_new.next() == Some(true));
    losses
}

/// The place of a pointer, unless it leads through no reference.
fn place(root: &Json, pointer: &str) -> Option<String> {
    let (mut here, mut place) = (root, None);
    let mut steps = pointer.split('/').skip(1);
    for step in steps.by_ref() {
        let key = unescape(step);
        let mut next = below(here, &key);
        for _ in 0..MOST {
            let Some(name) = here.at(Word::Ref).filter(|_| next.is_none()).and_then(name) else { break };
            here = root.at(Word::Defs)?.get(name)?;
            place = Some(push_pointer("/$defs", name));
            next = below(here, &key);
        }
        place.iter_mut().for_each(|place| push_step(place, &key));
        // What stands there only because the schema says nothing of it.
        let Some(next) = next else { break };
        here = next;
    }
    let mut place = place?;
    steps.for_each(|step| push_step(&mut place, &unescape(step)));
    Some(place)
}

fn name(reference: &Json) -> Option<&str> {
    reference.as_str()?.strip_prefix("#/$defs/")
}

fn below<'j>(value: &'j Json, key: &str) -> Option<&'j Json> {
    match value {
        Json::Object(object) => object.get(key),
        Json::Array(items) => items.get(key.parse::<usize>().ok()?),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_where_the_schema_has_it() {
        let root = r##"{"properties":{"a":{"$ref":"#/$defs/x"},"b":{"items":{"type":"string"}}},
            "$defs":{"x":{"$ref":"#/$defs/y~z"},"y~z":{"properties":{"n":{"anyOf":[{"$ref":"#/$defs/x"},{"type":"null"}]}}},
            "loop":{"$ref":"#/$defs/loop"}}}"##;
        let root = Json::parse(root).unwrap();
        for (pointer, origin) in [
            ("/properties/b/items", None),
            ("/properties/a", None),
            ("/properties/b/other/more", None),
            ("/properties/a/properties/n", Some("/$defs/y~0z/properties/n")),
            ("/properties/a/properties/n/anyOf/0", Some("/$defs/y~0z/properties/n/anyOf/0")),
            ("/properties/a/properties/n/anyOf/0/properties/n/anyOf/1", Some("/$defs/y~0z/properties/n/anyOf/1")),
            ("/properties/a/additionalProperties/items", Some("/$defs/y~0z/additionalProperties/items")),
            ("/$defs/loop/items", Some("/$defs/loop/items")),
        ] {
            assert_eq!(place(&root, pointer).as_deref(), origin, "{pointer}");
        }
    }
}
