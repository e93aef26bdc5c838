//! Arrays: items and tuples in, what the dialect takes of them out.

use super::super::back::Back;
use super::super::loss::{Refusal, Relation};
use super::Lower;
use crate::json::{Json, Object, Word, distinct};
use crate::schema::Place;
use crate::validate::describe;

impl Lower<'_> {
    pub(super) fn array(&mut self, at: &Place<'_>, schema: &Object) -> Result<(Object, Back), Refusal> {
        if let Some(choices) = schema.at(Word::Enum).and_then(Json::as_array) {
            if self.needs_strings(choices) {
                return Ok(self.choice(at, choices, schema));
            }
            let mut out = Object::from_iter([(Word::Type, "array")]);
            out.insert(Word::Enum, choices.to_vec());
            self.filled(at, &mut out)?;
            self.assertions(at, schema, &mut out, &[])?;
            return Ok((out, Back::Same));
        }
        let mut out = Object::from_iter([(Word::Type, "array")]);
        let back = self.array_part(at, schema, &mut out)?;
        self.filled(at, &mut out)?;
        self.assertions(at, schema, &mut out, &[])?;
        Ok((out, back))
    }

    /// `items` where every array needs them.
    fn filled(&mut self, at: &Place<'_>, out: &mut Object) -> Result<(), Refusal> {
        if self.rules.items && !out.has(Word::Items) && !bug!(NoItems) {
            let (items, _) = self.placed(&at.key("items"), &Json::Object(Object::new()))?;
            out.insert(Word::Items, items);
        }
        Ok(())
    }

    /// `prefixItems` and `items`.
    pub(super) fn array_part(&mut self, at: &Place<'_>, schema: &Object, out: &mut Object) -> Result<Back, Refusal> {
        let rest = schema.at(Word::Items);
        let closed = rest.is_some_and(super::is_never);
        let mut first = Vec::new();
        let tuple = schema.at(Word::PrefixItems).and_then(Json::as_array).unwrap_or_default();
        for (n, item) in tuple.iter().enumerate() {
            first.push(self.within(&at.key("prefixItems").item(n), item)?);
        }
        let typed = schema.at(Word::Type).and_then(Json::as_str) == Some("array");
        let open = Json::Object(Object::new());
        // Where any value is sent as text, the items that nothing is said about are, too.
        let rest_schema =
            rest.filter(|_| !closed).or((typed && !closed && self.rules.any == super::Any::Text).then_some(&open));
        let rest = rest_schema.map(|rest| self.within(&at.key("items"), rest)).transpose()?;
        if tuple.is_empty() {
            if closed && self.rules.keywords.take(Word::MaxItems) {
                out.insert(Word::MaxItems, 0);
            } else if closed {
                out.insert(Word::Items, false);
            }
            let Some((items, back)) = rest else { return Ok(Back::Same) };
            out.insert(Word::Items, self.with_null(items));
            return Ok(Back::array(back));
        }
        let (schemas, backs): (Vec<Object>, Vec<Back>) = first.into_iter().unzip();
        let (rest, rest_back) = rest.map_or((None, Back::Same), |(items, back)| (Some(items), back));
        let back = Back::tuple(backs, rest_back);
        if self.rules.keywords.take(Word::PrefixItems) {
            let schemas: Vec<Object> = schemas.into_iter().map(|item| self.with_null(item)).collect();
            out.insert(Word::PrefixItems, schemas);
            match rest {
                Some(items) => out.insert(Word::Items, self.with_null(items)),
                None if closed => out.insert(Word::Items, false),
                None => {}
            }
            return Ok(back);
        }
        let shapes: Vec<String> = tuple.iter().map(describe::schema).collect();
        self.lose(at, Word::PrefixItems, Relation::Widened, format!("the items are, in order: {}", shapes.join(", ")));
        if closed && self.rules.keywords.take(Word::MaxItems) && !schema.has(Word::MaxItems) {
            out.insert(Word::MaxItems, schemas.len());
        }
        let mut all: Vec<Json> = schemas.into_iter().chain(rest).map(Json::Object).collect();
        distinct(&mut all);
        let any = rest_schema.is_none() && !closed;
        let items = match all.as_slice() {
            _ if any => return Ok(back),
            [Json::Object(only)] => only.clone(),
            _ => Object::from_iter([(Word::AnyOf, all)]),
        };
        out.insert(Word::Items, self.with_null(items));
        Ok(back)
    }
}
