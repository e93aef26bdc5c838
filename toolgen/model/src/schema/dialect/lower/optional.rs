//! Optional properties: one whose absence has to be sent, or that goes as a pair, in; the form that says so out.

use std::sync::LazyLock;

use super::super::accept::is_union;
use super::super::back::{Absent, Back, Pairs};
use super::super::loss::Relation;
use super::super::rules::Null;
use super::fit::{Cost, Counted};
use super::object::free;
use super::{Lower, null};
use crate::json::{Json, Object, Text, Word};
use crate::schema::Place;
use crate::schema::canonical::{annotates, in_order};
use crate::validate::is_valid_in;

/// Optional properties whose values look alike.
pub(super) struct List {
    number: usize,
    names: Vec<Text>,
    said: Vec<String>,
    value: Object,
    back: Back,
}

impl List {
    /// Adds a property to the list of this number.
    pub(super) fn add(lists: &mut Vec<List>, number: usize, name: &Text, mut value: Object, back: Back) {
        let description = value.take(Word::Description);
        let text = description.as_ref().and_then(Json::as_str).unwrap_or_default();
        let text = text.trim_end_matches('.');
        let said = if text.is_empty() { format!("`{name}`") } else { format!("`{name}`: {text}") };
        value.take(Word::Title);
        match lists.iter_mut().find(|list| list.number == number) {
            Some(list) => {
                list.names.push(name.clone());
                list.said.push(said);
            }
            None => lists.push(List { number, names: vec![name.clone()], said: vec![said], value, back }),
        }
    }
}

impl Lower<'_> {
    /// The schema with one more value, which says that an optional property is absent.
    pub(super) fn or_absent(
        &mut self,
        at: &Place<'_>,
        value: &Json,
        lowered: Object,
        back: Back,
    ) -> (Object, Back, Absent) {
        let takes = |name: Word, marker: &Json| !excludes(value, name) && is_valid_in(self.root, value, marker);
        let style = self.rules.null;
        let union = |lowered: Object| or(&lowered, NULL.clone(), style);
        let or_null = |lowered| null::admitted(lowered, style).unwrap_or_else(union);
        // What is sent for the value is no null, even where the value is.
        if back.stands_for() || !takes(Word::Null, &Json::Null) {
            self.lose(at, Word::Required, Relation::Equal, "null says that it is absent");
            return (or_null(lowered), back, Absent::Marked(Json::Null));
        }
        if value.at(Word::Default) == Some(&Json::Null) {
            self.lose(at, Word::Required, Relation::Equal, "null says that it is absent, since null is its default");
            return (lowered, back, Absent::Alike(Json::Null));
        }
        let empty = Json::Array(Vec::new());
        if !takes(Word::Array, &empty) && !back.sends_lists() {
            self.lose(at, Word::Required, Relation::Equal, "an empty list says that it is absent");
            let lowered = or(&lowered, null::EMPTY_LIST.clone(), style);
            return (lowered, back, Absent::Marked(empty));
        }
        let text = Json::from("(absent)");
        if !takes(Word::String, &text) {
            self.lose(at, Word::Required, Relation::Equal, "the text `(absent)` says that it is absent");
            let only = [("type", Json::from("string")), ("enum", Json::Array(vec![text.clone()]))];
            (or(&lowered, Object::from_iter(only), style), back, Absent::Marked(text))
        } else {
            let held = "value";
            self.lose(
                at,
                "required",
                Relation::Equal,
                format!("it stands in the property `{held}`, or null says that it is absent"),
            );
            let back = Back::Unwrap(held.to_owned(), Box::new(back));
            (or_null(self.holding(held, lowered)), back, Absent::Marked(Json::Null))
        }
    }

    /// Counts a property of the object that is open.
    pub(super) fn count(
        &mut self,
        at: &Place<'_>,
        value: &Json,
        optional: bool,
        lowered: &Object,
        back: &Back,
        mark: usize,
    ) {
        let unions = self.fit.unions_since(mark);
        let takes_null =
            !back.stands_for() && !excludes(value, Word::Null) && is_valid_in(self.root, value, &Json::Null);
        let cost = match takes_null {
            true if value.at(Word::Default) == Some(&Json::Null) => {
                Cost::Default(unions == Some(1) && without_null(value).is_some())
            }
            true => Cost::Never,
            false if is_union(lowered) => Cost::None,
            false => Cost::Union,
        };
        let shape = (optional && unions.is_some() && self.fit.pairs()).then(|| {
            let mut shape = lowered.clone();
            shape.retain(|key, _| !key.is(Word::Title) && !key.is(Word::Description));
            Json::Object(shape).to_string()
        });
        let (optional, unions) = (optional.then_some(cost), unions.unwrap_or_default());
        self.fit.count(Counted { at: at.pointer(), optional, unions, shape });
    }

    /// Puts a list of pairs among the properties; returns its name.
    pub(super) fn listed(
        &mut self,
        at: &Place<'_>,
        list: List,
        properties: &mut Object,
        pairs: &mut Vec<Pairs>,
    ) -> Json {
        let name = free(Word::MoreProperties.into(), properties);
        let mut key = Object::from_iter([(Word::Type, "string")]);
        key.insert(Word::Enum, list.names.iter().map(Json::from).collect::<Vec<Json>>());
        let mut array = self.pairs_of(key, list.value);
        let said = list.said.join("; ");
        array.insert(
            Word::Description,
            format!("Optional properties, as pairs of `key` and `value`; often none. {said}"),
        );
        properties.insert(&name, in_order(array));
        let names: Vec<&str> = list.names.iter().map(Text::as_str).collect();
        let residual = format!("`{}` are sent as pairs in `{name}`", names.join("`, `"));
        self.lose(at, Word::Properties, Relation::Equal, residual);
        let wire = Json::from(&name);
        pairs.push(Pairs { wire: name, names: list.names, back: list.back });
        wire
    }
}

/// The schema without null, where it says nothing else than one other type or null.
pub(super) fn without_null(value: &Json) -> Option<Json> {
    let schema = value.as_object()?;
    let branches = schema.at(Word::AnyOf)?.as_array()?;
    let is_null = |branch: &&Json| branch.at(Word::Type).and_then(Json::as_word) == Some(Word::Null);
    let only_annotated = schema.entries().all(|(key, _)| key.is(Word::AnyOf) || annotates(key));
    let mut others = branches.iter().filter(|branch| !is_null(branch));
    let (Some(Json::Object(only)), None, true) = (others.next(), others.next(), only_annotated) else { return None };
    let mut out = schema.clone();
    out.take(Word::AnyOf);
    for (key, value) in only.entries() {
        if !out.contains_key(key) {
            out.insert(key, value.clone());
        }
    }
    Some(Json::Object(in_order(out)))
}

/// Whether the schema takes no value of that type, which is none of numbers, as can be seen at once.
fn excludes(value: &Json, type_name: Word) -> bool {
    let Some(schema) = value.as_object() else { return false };
    match (schema.at(Word::Type).and_then(Json::as_word), schema.at(Word::AnyOf).and_then(Json::as_array)) {
        (Some(name), _) => name != type_name,
        (None, Some(branches)) => branches.iter().all(|branch| excludes(branch, type_name)),
        (None, None) => false,
    }
}

static NULL: LazyLock<Object> = LazyLock::new(|| Object::from_iter([(Word::Type, "null")]));

/// The schema, or the other; what it says about itself goes to the outside.
fn or(schema: &Object, other: Object, style: Null) -> Object {
    let is_said = |key: &Text| key.is(Word::Title) || key.is(Word::Description);
    let copy = |(key, value): (&Text, &Json)| (key.clone(), value.clone());
    let mut outer = Vec::with_capacity(3);
    outer.extend(schema.entries().filter(|(key, _)| is_said(key)).map(copy));
    let mut branches = Vec::with_capacity(3);
    match schema.at(Word::AnyOf) {
        Some(Json::Array(all)) if schema.len() == outer.len() + 1 => branches.extend_from_slice(all),
        _ if outer.is_empty() => branches.push(Json::Object(schema.clone())),
        _ => {
            let inner = schema.entries().filter(|(key, _)| !is_said(key)).map(copy);
            branches.push(Json::Object(Object::of_distinct(inner.collect())));
        }
    }
    branches.push(Json::Object(other));
    if style == Null::TypeList && branches.iter().filter(|branch| !null::is_null(branch)).count() > 1 {
        null::among(&mut branches);
    }
    outer.push((Text::from(Word::AnyOf), Json::Array(branches)));
    in_order(Object::of_distinct(outer))
}
