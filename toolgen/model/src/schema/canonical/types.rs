//! Types: a schema with a list of types or a mixed `enum` in, one `anyOf` of schemas with one type each out.

use std::sync::LazyLock;

use super::bounds;
use super::keyword::{OF_ONE, UNEVALUATED, annotates, of_type};
use super::lift::each_once;
use super::order::order;
use crate::json::{Json, Object, Word, WordSet, distinct};

/// The names of types.
const NAMES: [Word; 7] =
    [Word::Null, Word::Boolean, Word::Integer, Word::Number, Word::String, Word::Array, Word::Object];

/// The type that a value names, if it names one.
pub(super) fn named(name: &Json) -> Option<Word> {
    let Json::String(name) = name else { return None };
    name.word().filter(|word| WordSet::of(&NAMES).has(*word))
}

/// The value of `type` for a list of names: one name, a list with null last, or none when they are all there are.
pub(super) fn list(mut names: Vec<Json>) -> Option<Json> {
    if names.iter().any(|name| named(name) == Some(Word::Number)) {
        names.retain(|name| named(name) != Some(Word::Integer));
    }
    each_once(&mut names);
    if let Some(null) = names.iter().position(|name| named(name) == Some(Word::Null)) {
        names[null..].rotate_left(1);
    }
    match names.len() {
        1 => names.pop(),
        6 => None,
        _ => Some(Json::Array(names)),
    }
}

/// What a wrong type name was meant to be, as advice.
pub(super) fn meant(name: &str) -> String {
    let meant = match name.to_ascii_lowercase().as_str() {
        "dict" | "map" | "hashmap" | "record" | "struct" => Some("object"),
        "float" | "double" | "decimal" | "f32" | "f64" => Some("number"),
        "int" | "long" | "i32" | "i64" | "u32" | "u64" | "usize" => Some("integer"),
        "str" | "text" | "char" | "date" | "datetime" | "path" => Some("string"),
        "bool" => Some("boolean"),
        "list" | "tuple" | "vec" | "set" | "arraylist" => Some("array"),
        "none" | "nil" | "undefined" => Some("null"),
        "any" | "unknown" | "mixed" | "json" => return "leave `type` out: then any value is accepted".to_owned(),
        lower => {
            let names = NAMES.map(Word::text);
            names.into_iter().find(|known| *known == lower).or_else(|| crate::nearest::nearest(name, names))
        }
    };
    match meant {
        Some(meant) => format!("write {meant:?}"),
        None => format!("write one of {}", NAMES.map(Word::text).join(", ")),
    }
}

/// What a schema says that decides nothing.
pub(super) fn annotations(schema: &Object) -> Object {
    schema.entries().filter(|(key, _)| annotates(key)).map(|(key, value)| (key, value.clone())).collect()
}

/// What is looked at here, beside what the types speak to.
pub(super) const SETTLED: WordSet = WordSet::of(&[Word::Type, Word::Enum]);

/// Gives the schema one type, or a union of schemas that have one.
pub(super) fn settle(
    schema: &mut Object,
    words: WordSet,
    all_of: &mut Vec<Object>,
    unevaluated: bool,
    stirred: &mut bool,
) {
    let inside = if unevaluated { OF_ONE.without(UNEVALUATED) } else { OF_ONE };
    let declared = schema.at(Word::Type);
    let single = declared.and_then(named);
    if let Some(name) = single
        && (!words.has(Word::Enum) || (name == Word::String && schema.at(Word::Enum).is_some_and(are_names)))
    {
        if words.meets(OF_ONE.without(of_type(name)).and(WordSet::of(&[Word::Format]))) {
            only(schema, name);
        }
        return;
    }
    if !words.has(Word::Enum) {
        if declared.is_some_and(|names| names.as_array().is_some())
            && let Some(Json::Array(names)) = schema.take(Word::Type)
        {
            let part = |name: Json| Some(branch(schema, named(&name)?, None, inside));
            let branches =
                if words.meets(inside) { names.into_iter().filter_map(part).collect() } else { union(names) };
            unite(schema, words, branches, inside, all_of);
        }
        return;
    }
    let declared: Option<Vec<Word>> = match declared {
        Some(Json::Array(names)) => Some(names.iter().filter_map(named).collect()),
        Some(_) => Some(single.into_iter().collect()),
        None => None,
    };
    let Some(choices) = choices(schema, declared.as_deref()) else { return };
    let mut types = declared.unwrap_or_else(|| types_of(&choices));
    types.sort_by_key(|name| *name == Word::Null);
    types.retain(|name| choices.iter().any(|choice| is(choice, *name)));
    match *types {
        [] => {
            *stirred = true;
            let mut none = annotations(schema);
            none.insert(Word::Not, Object::new());
            *schema = none;
        }
        [name] => {
            schema.insert(Word::Type, name.text());
            only(schema, name);
            list_choices(schema, name, choices);
        }
        _ => {
            let branches = types.iter().map(|name| branch(schema, *name, Some(&choices), inside)).collect();
            schema.take(Word::Type);
            unite(schema, words, branches, inside, all_of);
        }
    }
}

/// Whether these are strings, each once, few enough to see it at a glance.
pub(super) fn are_names(values: &Json) -> bool {
    const FEW: usize = 24;
    let values = values.as_array().unwrap_or_default();
    let is_new = |(n, value): (usize, &Json)| {
        value.as_str().is_some_and(|text| values[..n].iter().all(|known| known.as_str() != Some(text)))
    };
    (1..=FEW).contains(&values.len()) && values.iter().enumerate().all(is_new)
}

/// Takes out the values of `enum`: those that can be, each once.
fn choices(schema: &mut Object, declared: Option<&[Word]>) -> Option<Vec<Json>> {
    let Some(Json::Array(mut values)) = schema.take(Word::Enum) else { return None };
    if let Some(names) = declared {
        values.retain(|value| names.iter().any(|name| is(value, *name)));
    }
    if values.iter().all(|value| value.as_str().is_some()) {
        each_once(&mut values);
    } else {
        distinct(&mut values);
    }
    Some(values)
}

/// Whether a value is of a type.
fn is(value: &Json, name: Word) -> bool {
    let own = value.type_name();
    own == name.text() || (own == "integer" && name == Word::Number)
}

/// The types of some values; whole numbers are integers only when all numbers are whole.
fn types_of(values: &[Json]) -> Vec<Word> {
    let names: Vec<Word> = values.iter().filter_map(|value| Word::of(value.type_name())).collect();
    let mut types = Vec::new();
    for &name in &names {
        let name = if name == Word::Integer && names.contains(&Word::Number) { Word::Number } else { name };
        if !types.contains(&name) {
            types.push(name);
        }
    }
    types
}

/// The schema of all values of a type; it is shared.
fn typed(name: Word) -> Object {
    static ALL: LazyLock<[Object; NAMES.len()]> =
        LazyLock::new(|| NAMES.map(|name| Object::from_iter([(Word::Type, name.text())])));
    NAMES.iter().position(|known| *known == name).map(|at| ALL[at].clone()).unwrap_or_default()
}

/// The schemas of all values of these types, in the place of their names.
pub(super) fn union(names: Vec<Json>) -> Vec<Json> {
    names.into_iter().filter_map(|name| named(&name).map(|name| Json::Object(typed(name)))).collect()
}

/// The keywords among those that speak to one type that speak to this one.
fn own_keywords(name: Word) -> WordSet {
    of_type(name).and(WordSet::of(&[Word::Format]))
}

/// Takes out what speaks to other types.
fn only(schema: &mut Object, name: Word) {
    let own = own_keywords(name);
    schema.retain(|key, value| match key.word() {
        Some(Word::Format) => format_fits(value, name),
        Some(word) => !OF_ONE.has(word) || own.has(word),
        None => true,
    });
}

/// Lists the values of a type, unless they are all that there are.
fn list_choices(schema: &mut Object, name: Word, choices: Vec<Json>) {
    if name != Word::Null && (name != Word::Boolean || choices.len() != 2) {
        schema.insert(Word::Enum, Json::Array(choices));
    }
}

/// Formats of numbers go with numbers; what no one knows goes with strings or numbers.
fn format_fits(format: &Json, name: Word) -> bool {
    let width = format.as_str().is_some_and(bounds::is_width);
    match name {
        Word::Integer | Word::Number => width || !format.as_str().is_some_and(crate::validate::is_known_format),
        Word::String => !width,
        _ => false,
    }
}

/// What a schema says about one of its types, with the keywords that are `inside` of the branches.
fn branch(schema: &Object, name: Word, choices: Option<&[Json]>, inside: WordSet) -> Json {
    let fits = own_keywords(name);
    let mut branch = typed(name);
    for (key, value) in schema.entries() {
        let is_own = key.word().is_some_and(|word| inside.has(word) && fits.has(word));
        if is_own && (!key.is(Word::Format) || format_fits(value, name)) {
            branch.insert(key, value.clone());
        }
    }
    if let Some(all) = choices {
        list_choices(&mut branch, name, all.iter().filter(|choice| is(choice, name)).cloned().collect());
    }
    let words = branch.words();
    bounds::settle(&mut branch, words);
    Json::Object(order(branch))
}

/// Puts the branches in the place of what is in them.
fn unite(schema: &mut Object, words: WordSet, branches: Vec<Json>, inside: WordSet, all_of: &mut Vec<Object>) {
    if words.meets(inside) {
        schema.drop_all(inside);
    }
    if let Some(union) = schema.take(Word::AnyOf) {
        all_of.push(Object::from_iter([(Word::AnyOf, union)]));
    }
    schema.insert(Word::AnyOf, Json::Array(branches));
}
