//! Arrays: lists of one type, and tuples.

use toolgen_model::json::Json;

use super::{Input, OPTION, Place, Shape, value};
use crate::emit::rust::text::option;

/// The most places of a tuple; the standard traits end there.
const PLACES: usize = 11;

impl<'s> Input<'s> {
    pub(super) fn list(&mut self, schema: &'s Json, place: &Place) -> Shape {
        let items = schema.get("items");
        if let Some(first) = schema.get("prefixItems").and_then(Json::as_array) {
            return self.tuple(schema, first, items, place);
        }
        let item = match items {
            Some(items @ Json::Object(_)) => self.shape(items, &place.part("Item", "/items").apart()),
            _ => value(),
        };
        let count = |key: &str| schema.get(key).and_then(Json::as_u64);
        let bounds = match (count("minItems"), count("maxItems")) {
            (None, None) => None,
            (min, max) => Some((min.unwrap_or(0), max.map_or("usize::MAX".to_owned(), |max| max.to_string()))),
        };
        let read = match bounds {
            None => format!("reader.list(|reader| {})", item.read),
            Some((min, max)) => format!("reader.list_of({min}, {max}, |reader| {})", item.read),
        };
        let kept: &[&str] = match items {
            Some(Json::Bool(false)) => &["type", "minItems", "maxItems"],
            _ => &["type", "items", "minItems", "maxItems"],
        };
        Shape { ty: format!("::std::vec::Vec<{}>", item.ty), read, kept }
    }

    /// The places that `minItems` asks for, the others as options, and a list of what may follow.
    fn tuple(&mut self, schema: &'s Json, first: &'s [Json], items: Option<&'s Json>, place: &Place) -> Shape {
        if first.len() > PLACES {
            return value();
        }
        let count = |key: &str| schema.get(key).and_then(Json::as_u64).and_then(|count| usize::try_from(count).ok());
        let needed = count("minItems").unwrap_or(0);
        let (mut types, mut reads) = (Vec::new(), Vec::new());
        for (at, schema) in first.iter().enumerate() {
            let shape = self.shape(schema, &place.part(&format!("Item{}", at + 1), &format!("/prefixItems/{at}")));
            let nullable = shape.ty.starts_with(OPTION);
            let (ty, read) = if at < needed { (shape.ty, "required") } else { (option(&shape.ty), "optional") };
            // An absent place and a null are the same to the handler.
            let flat = if at >= needed && nullable { ".flatten()" } else { "" };
            types.push(ty);
            reads.push(format!("items.{read}(|reader| {})?{flat}", shape.read));
        }
        let closed = items.and_then(Json::as_bool) == Some(false);
        if !closed {
            let rest = match items {
                Some(items @ Json::Object(_)) => self.shape(items, &place.part("Rest", "/items").apart()),
                _ => value(),
            };
            types.push(format!("::std::vec::Vec<{}>", rest.ty));
            reads.push(format!("items.rest(|reader| {})?", rest.read));
        }
        let kept: &[&str] =
            match (needed <= first.len(), closed && count("maxItems").is_none_or(|max| max >= first.len())) {
                (true, true) => &["type", "prefixItems", "items", "minItems", "maxItems"],
                (true, false) => &["type", "prefixItems", "items", "minItems"],
                (false, _) => &["type", "prefixItems", "items"],
            };
        let comma = if types.len() == 1 { "," } else { "" };
        Shape {
            ty: format!("({}{comma})", types.join(", ")),
            read: format!("reader.tuple(|items| runtime::Ok(({}{comma})))", reads.join(", ")),
            kept,
        }
    }
}
