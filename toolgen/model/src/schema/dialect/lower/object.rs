//! Objects: properties, maps and open objects in, what the dialect takes of them out.

use std::borrow::Cow;
use std::collections::HashSet;

use super::super::back::{Absent, Back, Field, Pairs};
use super::super::loss::{Refusal, Relation};
use super::super::name::fitting;
use super::super::rules::{Any, Keys, Maps, Objects, Optional};
use super::Lower;
use super::assertion::words;
use super::fit::Form;
use super::optional::{List, without_null};
use super::text::ANY_TEXT;
use crate::json::{Json, Object, Text, Word};
use crate::schema::Place;
use crate::schema::canonical::in_order;
use crate::validate::describe;

/// What speaks of properties by name, and cannot once they are called something else.
const BY_NAME: &[&str] = &["propertyNames", "dependentRequired", "dependentSchemas", "if", "allOf", "not"];

/// What an object says about the properties that it does not name.
enum Others {
    /// There are none
    None,
    /// Nothing
    Unsaid,
    /// They may hold anything
    Open,
    /// They hold this
    Typed(Json),
}

/// What is sent of an object's properties.
#[derive(Default)]
struct Properties {
    wire: Object,
    fields: Vec<Field>,
    /// Those that go as pairs
    lists: Vec<List>,
}

impl Lower<'_> {
    pub(super) fn object(&mut self, at: &Place<'_>, schema: &Object, top: bool) -> Result<(Object, Back), Refusal> {
        if let Some(choices) = schema.at(Word::Enum).and_then(Json::as_array) {
            if self.needs_strings(choices) {
                return Ok(self.choice(at, choices, schema));
            }
            let mut out = schema.clone();
            out.retain(|key, _| key.is(Word::Type) || key.is(Word::Enum));
            self.assertions(at, schema, &mut out, &[])?;
            return Ok((out, Back::Same));
        }
        if self.rules.objects != Objects::Kept {
            return self.declared(at, schema, top);
        }
        let mut out = Object::from_iter([(Word::Type, "object")]);
        let back = self.object_part(at, schema, &mut out, top)?;
        let renamed = matches!(&back, Back::Object { fields, .. } if fields.iter().any(|f| f.wire != f.name));
        self.assertions(at, schema, &mut out, if renamed { BY_NAME } else { &[] })?;
        Ok((out, back))
    }

    /// `properties`, `required`, `patternProperties` and `additionalProperties` as they are.
    pub(super) fn object_part(
        &mut self,
        at: &Place<'_>,
        schema: &Object,
        out: &mut Object,
        top: bool,
    ) -> Result<Back, Refusal> {
        let Properties { wire: properties, fields, .. } = self.properties(at, schema, top)?;
        if schema.has(Word::Properties) {
            out.insert(Word::Properties, properties);
        }
        if let Some(required) =
            schema.at(Word::Required).and_then(Json::as_array).filter(|_| top || !bug!(NestedRequired))
        {
            let wire =
                |name: &Json| fields.iter().find(|f| name.as_str() == Some(&f.name)).map(|f| Json::from(&f.wire));
            let renamed = fields.iter().any(|field| field.wire != field.name);
            let sent = |name: &Json| renamed.then(|| wire(name)).flatten().unwrap_or_else(|| name.clone());
            out.insert(Word::Required, required.iter().map(sent).collect::<Vec<Json>>());
        }
        let mut others = schema.at(Word::AdditionalProperties);
        if let Some(patterns) = schema.at(Word::PatternProperties).and_then(Json::as_object) {
            let rules = self.rules;
            let taken = |key: &str| rules.keywords.take(Word::PatternProperties) && (rules.pattern)(key);
            let (kept, mut gone): (Vec<_>, Vec<_>) = patterns.iter().partition(|(key, _)| taken(key));
            let map: Object = kept.iter().map(|(key, value)| (*key, (*value).clone())).collect();
            match self.map(at, "patternProperties", &Json::Object(map))? {
                Some(Json::Object(map)) if map.is_empty() => {}
                Some(map) => out.insert(Word::PatternProperties, map),
                None => gone.extend(kept),
            }
            if !gone.is_empty() {
                // What the pattern allowed must not fall under the rule for the others.
                let also = if others.take().is_some() { ", and the rule for other properties" } else { "" };
                let gone: Vec<&str> = gone.iter().map(|(key, _)| *key).collect();
                let residual = format!("the rule for properties that match `{}`{also}", gone.join("`, `"));
                self.lose(at, Word::PatternProperties, Relation::Widened, residual);
            }
        }
        let mut rest = Back::Same;
        match others {
            Some(value @ Json::Bool(_)) => out.insert(Word::AdditionalProperties, value.clone()),
            Some(value) => {
                let (value, back) = self.within(&at.key("additionalProperties"), value)?;
                out.insert(Word::AdditionalProperties, self.with_null(value));
                rest = back;
            }
            None => {}
        }
        Ok(Back::object(fields, rest, Vec::new()))
    }

    /// The properties under the names of the wire.
    fn properties(&mut self, at: &Place<'_>, schema: &Object, top: bool) -> Result<Properties, Refusal> {
        let all = schema.at(Word::Properties).and_then(Json::as_object);
        let count = all.map_or(0, Object::len);
        let mut lists = Vec::new();
        // With room for the list of all others.
        let (mut out, mut fields) = (Vec::with_capacity(count + 1), Vec::with_capacity(count));
        let mut required = Required::of(schema);
        // Nearly every property has something to say of its place.
        let below = at.key("properties").pointer();
        let below = Place::Written(&below);
        for (name, value) in all.into_iter().flat_map(Object::entries) {
            let fits = match self.rules.keys {
                Keys::Every(fits) => Some(fits),
                Keys::Root(fits) if top => Some(fits),
                _ => None,
            };
            let wire = match fits {
                Some(fits) if !fits(name) => Text::from(fitting(name, fits)),
                _ => name.clone(),
            };
            let at = &below.key(name);
            let optional = !required.has(name);
            if optional && self.rules.objects != Objects::Kept && super::is_never(value) {
                if self.rules.objects == Objects::Unclosed {
                    self.lose(at, Word::Not, Relation::Widened, "it is never there");
                }
                continue;
            }
            if wire != *name {
                if out.iter().any(|(taken, _)| *taken == wire) || all.is_some_and(|all| all.contains_key(&wire)) {
                    let message =
                        format!("the property {name:?} cannot be sent as {wire:?}, which is taken; rename one");
                    return Err(Refusal::new("name-collision", &at.pointer(), message));
                }
                self.lose(at, Word::Properties, Relation::Equal, format!("sent as `{wire}`"));
            }
            let form = self.fit.form(at);
            let bare = form.filter(|form| *form == Form::WithoutNull).and_then(|_| without_null(value));
            let mark = self.fit.mark();
            let (lowered, back) = self.within(at, bare.as_ref().unwrap_or(value))?;
            if self.fit.counts() {
                self.count(at, value, optional, &lowered, &back, mark);
            }
            if let Some(Form::Pair(number)) = form {
                List::add(&mut lists, number, name, self.with_null(lowered), back);
                continue;
            }
            let all = self.rules.optional == Optional::Null && optional;
            let (lowered, back, absent) = if all || form == Some(Form::Required) {
                self.or_absent(at, value, lowered, back)
            } else if bare.is_some() {
                self.lose(at, Word::Required, Relation::Equal, "it is left out for null, since null is its default");
                (lowered, back, Absent::LeftFor(Json::Null))
            } else {
                (lowered, back, Absent::Left)
            };
            out.push((wire.clone(), Json::Object(self.with_null(lowered))));
            fields.push(Field { wire, name: name.clone(), absent, back });
        }
        Ok(Properties { wire: Object::of_distinct(out), fields, lists })
    }

    /// An object where only what is declared can be sent; all other properties go as pairs.
    pub(super) fn declared(&mut self, at: &Place<'_>, schema: &Object, top: bool) -> Result<(Object, Back), Refusal> {
        let apart = std::mem::take(&mut self.apart);
        let others = self.others(at, schema);
        let empty = schema.at(Word::Properties).and_then(Json::as_object).is_none_or(Object::is_empty);
        if empty && !top && !apart && self.rules.maps != Maps::Kept {
            let any = Json::Object(Object::new());
            match &others {
                Others::None if self.rules.objects == Objects::Closed => {}
                Others::None => return self.map_of(at, schema, &any, true),
                Others::Unsaid | Others::Open if self.rules.maps == Maps::Text => {
                    return Ok(self.text(at, schema, true));
                }
                Others::Unsaid | Others::Open => return self.map_of(at, schema, &any, false),
                Others::Typed(value) => return self.map_of(at, schema, value, false),
            }
        }
        if self.fit.is_deep() {
            return Ok(self.folded(at, schema));
        }
        if self.fit.is_later() {
            self.leave_for_later(at, schema, top, apart);
            return Ok((Object::from_iter([(Word::Type, "object")]), Back::Same));
        }
        self.fit.enter(at, true);
        let lowered = self.properties(at, schema, top);
        self.fit.leave(true);
        let Properties { wire: mut properties, fields, lists } = lowered?;
        let more = match others {
            Others::Typed(value) if self.rules.maps == Maps::Kept => {
                let residual = format!("other properties are {}", describe::schema(&value));
                self.lose(at, Word::AdditionalProperties, Relation::Widened, residual);
                None
            }
            Others::Typed(value) => Some(value),
            Others::Open if bug!(ClosesOpen) => None,
            Others::Open if self.rules.objects == Objects::Closed => Some(Json::Object(Object::new())),
            Others::Open | Others::Unsaid if empty && apart && self.rules.maps != Maps::Kept => {
                Some(Json::Object(Object::new()))
            }
            Others::Unsaid if self.rules.objects == Objects::Closed => {
                let residual = "it says nothing of other properties, and none can be sent";
                self.lose(at, Word::AdditionalProperties, Relation::Equal, residual);
                None
            }
            Others::None if self.rules.objects == Objects::Unclosed => {
                self.lose(
                    at,
                    Word::AdditionalProperties,
                    Relation::Widened,
                    words("additionalProperties", &Json::Null),
                );
                None
            }
            _ => None,
        };
        let mut required: Vec<Json> = match self.rules.optional {
            // What must be there comes first.
            Optional::Null => {
                let some = |must: bool| fields.iter().filter(move |field| (field.absent == Absent::Left) == must);
                let mut all = Vec::with_capacity(fields.len() + 1);
                all.extend(some(true).chain(some(false)).map(|field| Json::from(&field.wire)));
                all
            }
            Optional::Kept => {
                let mut names = Required::of(schema);
                let is_marked = |f: &Field| matches!(f.absent, Absent::Marked(_) | Absent::Alike(_));
                fields.iter().filter(|f| names.has(&f.name) || is_marked(f)).map(|f| Json::from(&f.wire)).collect()
            }
        };
        let mut pairs = Vec::with_capacity(lists.len());
        for list in lists {
            let wire = self.listed(at, list, &mut properties, &mut pairs);
            required.push(wire);
        }
        if let Some(value) = more {
            let wire = free(Word::OtherProperties.into(), &properties);
            let (array, back) = self.other_pairs(at, &value)?;
            properties.insert(&wire, array);
            let residual = match wire.word() {
                Some(_) => "sent as pairs in `other_properties`".into(),
                None => Cow::Owned(format!("sent as pairs in `{wire}`")),
            };
            // An object that cannot be closed lets others through beside the pairs, whatever they are.
            let is_open = self.rules.objects != Objects::Closed && !self.is_free(&value);
            let (relation, residual) = match is_open {
                true => {
                    let shape = describe::schema(&value);
                    (Relation::Widened, format!("other properties go as pairs into `{wire}`, each {shape}").into())
                }
                false => (Relation::Equal, residual),
            };
            self.lose(at, Word::AdditionalProperties, relation, residual);
            required.push(Json::from(&wire));
            pairs.push(Pairs { wire, names: Vec::new(), back });
        }
        if self.fit.is_over(properties.len().saturating_sub(required.len())) {
            return Err(Refusal::new("optional", "", "more optional properties than there may be"));
        }
        let mut out = Vec::with_capacity(6);
        out.push((Word::Type.into(), Word::Object.into()));
        out.push((Word::Properties.into(), properties.into()));
        if !required.is_empty() || self.rules.optional == Optional::Null {
            out.push((Word::Required.into(), required.into()));
        }
        if self.rules.objects == Objects::Closed {
            out.push((Word::AdditionalProperties.into(), false.into()));
        }
        let mut out = Object::of_distinct(out);
        let renamed = fields.iter().any(|field| field.wire != field.name);
        self.assertions(at, schema, &mut out, if renamed { BY_NAME } else { &[] })?;
        Ok((out, Back::object(fields, Back::Same, pairs)))
    }

    fn others(&mut self, at: &Place<'_>, schema: &Object) -> Others {
        let additional = schema.at(Word::AdditionalProperties);
        let Some(patterns) = schema.at(Word::PatternProperties).and_then(Json::as_object) else {
            return match additional {
                Some(Json::Bool(false)) => Others::None,
                Some(Json::Object(value)) => Others::Typed(Json::Object(value.clone())),
                Some(_) => Others::Open,
                None => Others::Unsaid,
            };
        };
        let keys: Vec<&str> = patterns.keys().collect();
        let residual = format!("the keys match `{}`", keys.join("` or `"));
        self.lose(at, Word::PatternProperties, Relation::Widened, residual);
        let mut values: Vec<Json> = patterns.values().cloned().collect();
        match additional {
            Some(Json::Bool(false)) => {}
            Some(Json::Object(value)) => values.push(Json::Object(value.clone())),
            _ => return Others::Open,
        }
        match <[Json; 1]>::try_from(values) {
            Ok([only]) => Others::Typed(only),
            Err(values) => Others::Typed(Json::from([("anyOf", values)])),
        }
    }

    /// A map, as pairs; an object that holds nothing is a map without any.
    fn map_of(&mut self, at: &Place<'_>, schema: &Object, value: &Json, none: bool) -> Result<(Object, Back), Refusal> {
        let (mut out, back) = self.pairs(at, value)?;
        self.lose(at, Word::AdditionalProperties, Relation::Equal, "sent as pairs of `key` and `value`");
        let counts = [(Word::MinProperties, Word::MinItems), (Word::MaxProperties, Word::MaxItems)];
        for (count, items) in counts {
            if let Some(count) = schema.at(count).filter(|count| self.rules.takes(items, count)) {
                out.insert(items, count.clone());
            }
        }
        if none {
            out.insert(Word::MaxItems, 0);
        }
        let mut rest = schema.clone();
        rest.retain(|key, _| !counts.iter().any(|(count, items)| key.is(*count) && out.has(*items)));
        self.assertions(at, &rest, &mut out, &["propertyNames", "minProperties", "maxProperties"])?;
        Ok((out, Back::Pairs(Box::new(back))))
    }

    /// The pairs of an object that has properties of its own, too.
    fn other_pairs(&mut self, at: &Place<'_>, value: &Json) -> Result<(Object, Back), Refusal> {
        let (mut array, back) = self.deeper(1, at, |lower| lower.pairs(at, value))?;
        let is_free = self.is_free(value);
        if let Some(known) = self.free[1].as_ref().filter(|_| is_free) {
            return Ok((known.clone(), back));
        }
        let text = "Properties that are not declared, as pairs of `key` and `value`; often none";
        array.insert(Word::Description, text);
        let array = in_order(array);
        if is_free {
            self.free[1] = Some(array.clone());
        }
        Ok((array, back))
    }

    /// Whether it is sent as the text of any value, and says nothing.
    fn is_free(&self, value: &Json) -> bool {
        self.rules.any == Any::Text && value.as_object().is_some_and(Object::is_empty)
    }

    /// A list of pairs of a key and a value.
    fn pairs(&mut self, at: &Place<'_>, value: &Json) -> Result<(Object, Back), Refusal> {
        // They stand in an object in the list.
        self.deeper(2, at, |lower| lower.pairs_within(at, value))
    }

    fn pairs_within(&mut self, at: &Place<'_>, value: &Json) -> Result<(Object, Back), Refusal> {
        let is_free = self.is_free(value);
        if let Some(known) = self.free[0].as_ref().filter(|_| is_free) {
            let known = known.clone();
            self.nodes += 1;
            self.lose(&at.key("additionalProperties"), Word::Type, Relation::Equal, ANY_TEXT);
            return Ok((known, Back::Text(true)));
        }
        let (value, back) = self.placed(&at.key("additionalProperties"), value)?;
        let key = Object::from_iter([(Word::Type, "string")]);
        let array = self.pairs_of(key, value);
        if is_free {
            self.free[0] = Some(array.clone());
        }
        Ok((array, back))
    }

    /// The list of pairs of such a key and value.
    pub(super) fn pairs_of(&self, key: Object, value: Object) -> Object {
        let mut pair = Object::from_iter([(Word::Type, "object")]);
        pair.insert(Word::Properties, Json::from([("key", key), ("value", value)]));
        pair.insert(Word::Required, vec!["key", "value"]);
        if self.rules.objects == Objects::Closed {
            pair.insert(Word::AdditionalProperties, false);
        }
        let mut out = Object::from_iter([(Word::Type, "array")]);
        out.insert(Word::Items, pair);
        out
    }
}

/// The name, or the next that no property has.
pub(super) fn free(mut name: Text, properties: &Object) -> Text {
    while properties.contains_key(&name) {
        name = format!("{name}_").into();
    }
    name
}

/// The names that an object requires.
enum Required<'s> {
    /// Few, and the number of the one that is looked at first: they nearly always stand in the order of the properties
    Few(&'s [Json], usize),
    Many(HashSet<&'s str>),
}

impl<'s> Required<'s> {
    fn of(schema: &'s Object) -> Required<'s> {
        let names = schema.at(Word::Required).and_then(Json::as_array).unwrap_or_default();
        if names.len() > 64 {
            return Required::Many(names.iter().filter_map(Json::as_str).collect());
        }
        Required::Few(names, 0)
    }

    fn has(&mut self, name: &Text) -> bool {
        match self {
            Required::Few(names, next) => {
                let is = |at: &usize| matches!(&names[*at], Json::String(other) if other == name);
                let found = (*next..names.len()).chain(0..*next).find(is);
                *next = found.map_or(*next, |at| at + 1);
                found.is_some()
            }
            Required::Many(names) => names.contains(name.as_str()),
        }
    }
}
