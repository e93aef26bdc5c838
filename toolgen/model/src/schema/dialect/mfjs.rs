//! Moonshot's schema format: the text of a schema in, why its validator would refuse it out.

use crate::json::{Json, Object, Text, Word, WordSet, whole};

/// The depth that its validator allows unless it is told otherwise.
pub const DEPTH: usize = 30;

/// The keywords that there are.
const KNOWN: WordSet = WordSet::named(&[
    "type",
    "title",
    "description",
    "default",
    "enum",
    "anyOf",
    "$ref",
    "$defs",
    "$id",
    "minLength",
    "maxLength",
    "pattern",
    "minimum",
    "maximum",
    "items",
    "minItems",
    "maxItems",
    "properties",
    "required",
    "additionalProperties",
]);
/// Those that go with every type, or with none.
const COMMON: WordSet =
    WordSet::named(&["type", "title", "description", "default", "enum", "anyOf", "$ref", "$defs", "$id"]);
const TEXTS: WordSet = WordSet::named(&["description", "title", "$id"]);
/// Those that may stand beside a reference or a union.
const BESIDE: WordSet = WordSet::named(&["description", "title", "$defs", "$id"]);
const AT_ROOT: WordSet = WordSet::named(&["$id", "$defs"]);
const BOUNDS: WordSet = WordSet::named(&["minLength", "maxLength", "minItems", "maxItems", "minimum", "maximum"]);
const PARTS: WordSet = WordSet::named(&["properties", "required", "additionalProperties", "items"]);
const TYPES: [&str; 7] = ["string", "number", "integer", "array", "object", "boolean", "null"];
const RESERVED: [&str; 5] = ["$defs", "$ref", "anyOf", "required", "additionalProperties"];
/// The most values of one `enum`.
const CHOICES: usize = 1_000;

/// Checks the text of a schema, nested at most `depth` levels.
///
/// # Errors
/// A sentence about the first thing that is wrong.
pub fn moonshot_format(text: &str, depth: usize) -> Result<(), String> {
    let schema = Json::parse(text).map_err(|error| format!("no JSON: {error}"))?;
    check(&schema, depth)
}

/// The same for a schema that was read.
pub(super) fn check(schema: &Json, depth: usize) -> Result<(), String> {
    ensure(schema.as_object().is_some(), "a schema is an object")?;
    let format = Format { root: schema, depth };
    format.node(schema, 1, true)?;
    ensure(format.ends(schema, &mut vec!["#".to_owned()]), "every value would be infinite")
}

fn ensure(holds: bool, why: &str) -> Result<(), String> {
    if holds { Ok(()) } else { Err(why.to_owned()) }
}

/// The keywords that go with a type.
fn own(name: &str) -> WordSet {
    const STRING: WordSet = WordSet::named(&["minLength", "maxLength", "pattern"]);
    const NUMBER: WordSet = WordSet::named(&["minimum", "maximum"]);
    const ARRAY: WordSet = WordSet::named(&["items", "minItems", "maxItems"]);
    const OBJECT: WordSet = WordSet::named(&["properties", "required", "additionalProperties"]);
    match name {
        "string" => STRING,
        "number" | "integer" => NUMBER,
        "array" => ARRAY,
        "object" => OBJECT,
        _ => WordSet::named(&[]),
    }
}

fn is_in(words: WordSet, key: &Text) -> bool {
    key.word().is_some_and(|word| words.has(word))
}

struct Format<'s> {
    root: &'s Json,
    depth: usize,
}

impl<'s> Format<'s> {
    fn node(&self, schema: &Json, depth: usize, top: bool) -> Result<(), String> {
        let Some(object) = schema.as_object() else { return Err("a schema is an object".to_owned()) };
        ensure(depth <= self.depth, "the schema is nested too deeply")?;
        if let Some((key, _)) = object.entries().find(|(key, _)| !is_in(KNOWN, key)) {
            return Err(format!("`{key}` is not supported"));
        }
        let words = object.words();
        let texts = || object.entries().filter(|(key, _)| is_in(TEXTS, key));
        ensure(texts().all(|(_, value)| value.as_str().is_some()), "a text is expected")?;
        ensure(top || !words.meets(AT_ROOT), "`$id` and `$defs` stand at the root")?;
        if let Some(definitions) = object.at(Word::Defs) {
            self.definitions(definitions)?;
        }
        let beside = |allowed: &[Word]| {
            object
                .entries()
                .all(|(key, _)| is_in(BESIDE, key) || key.word().is_some_and(|word| allowed.contains(&word)))
        };
        if let Some(reference) = object.at(Word::Ref) {
            ensure(beside(&[Word::Ref]), "nothing stands beside `$ref`")?;
            return self.target(reference).map(|_| ());
        }
        if let Some(branches) = object.at(Word::AnyOf) {
            ensure(beside(&[Word::AnyOf, Word::Default]), "nothing stands beside `anyOf`")?;
            let branches = branches.as_array().filter(|all| !all.is_empty()).ok_or("`anyOf` is a list")?;
            return branches.iter().try_for_each(|branch| self.node(branch, depth, false));
        }
        let types = types(object)?;
        let mut keys = object.entries().map(|(key, _)| key).filter(|key| !is_in(COMMON, key));
        match types.as_slice() {
            [] => {}
            [only] => {
                let own = own(only);
                ensure(keys.all(|key| is_in(own, key)), "a keyword of another type")?;
            }
            _ => ensure(keys.next().is_none() && !object.contains_key("$id"), "a keyword beside several types")?,
        }
        choices(object, &types)?;
        if words.meets(BOUNDS) {
            bounds(object, types == ["integer"])?;
        }
        if words.meets(PARTS) { self.parts(object, depth) } else { Ok(()) }
    }

    fn definitions(&self, definitions: &Json) -> Result<(), String> {
        let all = definitions.as_object().ok_or("`$defs` is an object")?;
        all.iter().try_for_each(|(name, schema)| {
            ensure(!name.is_empty() && !name.contains('/'), "the name of a definition is not empty and has no `/`")?;
            ensure(!has_slash(schema), "the names of properties in `$defs` have no `/`")?;
            self.node(schema, 1, false)
        })
    }

    /// `properties`, `required`, `additionalProperties` and `items`.
    fn parts(&self, object: &Object, depth: usize) -> Result<(), String> {
        let empty = Object::new();
        let properties = match object.at(Word::Properties) {
            Some(value) => value.as_object().ok_or("`properties` is an object")?,
            None => &empty,
        };
        for (name, schema) in properties.iter() {
            ensure(!name.is_empty() && !RESERVED.contains(&name), "a property has a reserved name")?;
            self.node(schema, depth + 1, false)?;
        }
        if let Some(required) = object.at(Word::Required) {
            let required = required.as_array().ok_or("`required` is a list")?;
            let defined =
                |name: &Json| name.as_str().is_some_and(|name| !name.is_empty() && properties.contains_key(name));
            ensure(required.iter().all(defined), "`required` names properties")?;
        }
        match object.at(Word::AdditionalProperties) {
            None | Some(Json::Bool(_)) => {}
            Some(schema) => self.node(schema, depth + 1, false)?,
        }
        object.at(Word::Items).map_or(Ok(()), |items| self.node(items, depth + 1, false))
    }

    fn target(&self, reference: &Json) -> Result<&'s Json, String> {
        let text = reference.as_str().ok_or("`$ref` is a text")?;
        if text == "#" {
            return Ok(self.root);
        }
        ensure(text.starts_with("#/$defs/"), "references start with `#/$defs/`")?;
        let target = self.root.pointer(text.trim_start_matches('#')).ok_or("a reference leads nowhere")?;
        ensure(target.as_object().is_some(), "a reference leads to no schema")?;
        Ok(target)
    }

    /// Whether some value of the schema is finite. Items count as if there had to be one, and of the
    /// required properties one that ends is enough: so its validator has it.
    fn ends(&self, schema: &Json, open: &mut Vec<String>) -> bool {
        if let Some(reference) = schema.get("$ref") {
            let name = reference.as_str().unwrap_or_default().to_owned();
            let Ok(target) = self.target(reference) else { return false };
            if open.contains(&name) {
                return false;
            }
            open.push(name);
            let ends = self.ends(target, open);
            open.pop();
            return ends;
        }
        if let Some(branches) = schema.get("anyOf").and_then(Json::as_array) {
            return branches.iter().any(|branch| self.ends(branch, open));
        }
        if let Some(items) = schema.get("items") {
            return self.ends(items, open);
        }
        let required = schema.get("required").and_then(Json::as_array).unwrap_or_default();
        let property = |name: &Json| schema.get("properties")?.get(name.as_str()?);
        required.is_empty() || required.iter().any(|name| property(name).is_none_or(|p| self.ends(p, open)))
    }
}

fn types(object: &Object) -> Result<Vec<&str>, String> {
    let all = match object.at(Word::Type) {
        None => return Ok(Vec::new()),
        Some(Json::Array(names)) => names.as_slice(),
        Some(name) => std::slice::from_ref(name),
    };
    ensure(!all.is_empty(), "the list of types is empty")?;
    all.iter()
        .map(|name| name.as_str().filter(|name| TYPES.contains(name)).ok_or("an invalid type".to_owned()))
        .collect()
}

fn choices(object: &Object, types: &[&str]) -> Result<(), String> {
    let Some(choices) = object.at(Word::Enum) else { return Ok(()) };
    let choices = choices.as_array().filter(|all| !all.is_empty()).ok_or("`enum` is a list")?;
    ensure(choices.len() <= CHOICES, "`enum` has too many values")?;
    let nested = types.len() > 1 && types.iter().any(|name| matches!(*name, "object" | "array"));
    ensure(!nested, "`enum` beside a list of types with objects or arrays")?;
    let is = |choice: &Json| {
        let own = choice.type_name();
        types.is_empty() || types.iter().any(|name| *name == own || *name == "number" && own == "integer")
    };
    ensure(choices.iter().all(is), "a value of `enum` has another type")
}

fn bounds(object: &Object, integer: bool) -> Result<(), String> {
    for (least, most, is_count) in
        [("minLength", "maxLength", true), ("minItems", "maxItems", true), ("minimum", "maximum", integer)]
    {
        for value in [object.get(least), object.get(most)].into_iter().flatten() {
            let number = value.as_number().ok_or("a bound is a number")?;
            ensure(!is_count || whole(number).is_some(), "a bound is a whole number")?;
            ensure(least == "minimum" || value.as_u64().is_some(), "a length is not negative")?;
        }
        let float = |key: &str| object.get(key).and_then(Json::as_number).and_then(crate::json::Number::as_f64);
        if let (Some(least), Some(most)) = (float(least), float(most)) {
            ensure(least <= most, "a lower bound is above the upper one")?;
        }
    }
    Ok(())
}

fn has_slash(schema: &Json) -> bool {
    match schema {
        Json::Object(object) => {
            let names = object.at(Word::Properties).and_then(Json::as_object);
            names.is_some_and(|names| names.keys().any(|name| name.contains('/')))
                || object.iter().any(|(key, value)| !matches!(key, "enum" | "default") && has_slash(value))
        }
        Json::Array(items) => items.iter().any(has_slash),
        _ => false,
    }
}
