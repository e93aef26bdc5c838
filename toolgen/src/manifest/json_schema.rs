//! The JSON Schema of the manifest language, made of the tables that the parser reads by.

use toolgen_model::json::{Json, Object};

use super::block::{Block, Key, Need, Shape, every};
use super::tool::MANIFEST;

/// A draft of JSON Schema.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Draft {
    /// What editors read
    Draft07,
    /// The newest
    Draft2020,
}

impl Draft {
    fn uri(self) -> &'static str {
        match self {
            Draft::Draft07 => "http://json-schema.org/draft-07/schema#",
            Draft::Draft2020 => "https://json-schema.org/draft/2020-12/schema",
        }
    }

    /// The key under which named schemas stand.
    fn definitions(self) -> &'static str {
        match self {
            Draft::Draft07 => "definitions",
            Draft::Draft2020 => "$defs",
        }
    }
}

/// The schema of a manifest. It tells as much as a schema can: keys, kinds of values, words; what needs
/// more than one place, such as references, only the checks know.
pub fn json_schema(draft: Draft) -> Json {
    let mut schema = Object::new();
    schema.insert("$schema", draft.uri());
    schema.insert("title", "toolgen manifest, version 1");
    let Json::Object(root) = block(&MANIFEST, draft) else { return Json::Null };
    for (key, value) in root {
        schema.insert(key, value);
    }
    let named: Object = every(&MANIFEST).into_iter().skip(1).map(|inner| (inner.name, block(inner, draft))).collect();
    schema.insert(draft.definitions(), named);
    Json::Object(schema)
}

fn block(block: &Block, draft: Draft) -> Json {
    let required: Vec<&str> = block.keys.iter().filter(|key| key.need != Need::Optional).map(|key| key.name).collect();
    let properties: Object = block.keys.iter().map(|key| (key.name, property(key, draft))).collect();
    let mut schema = Object::new();
    schema.insert("description", block.doc);
    schema.insert("type", "object");
    schema.insert("properties", properties);
    if !required.is_empty() {
        schema.insert("required", required);
    }
    schema.insert("additionalProperties", false);
    Json::Object(schema)
}

fn property(key: &Key, draft: Draft) -> Json {
    let Json::Object(shape) = shape(&key.shape, draft) else { return Json::Null };
    // In draft-07 nothing may stand beside `$ref`.
    if shape.contains_key("$ref") {
        let inner: Vec<Json> = vec![Json::Object(shape)];
        return Json::from([("description", Json::from(key.doc)), ("allOf", Json::Array(inner))]);
    }
    let mut schema = Object::new();
    schema.insert("description", key.doc);
    for (name, value) in shape {
        schema.insert(name, value);
    }
    Json::Object(schema)
}

fn shape(shape: &Shape, draft: Draft) -> Json {
    let kind = |kind: &str| Json::from([("type", kind)]);
    match shape {
        Shape::Text => Json::from([("type", "string"), ("pattern", "\\S")]),
        Shape::Flag => kind("boolean"),
        Shape::Whole(low, high) => {
            Json::from([("type", Json::from("integer")), ("minimum", Json::from(*low)), ("maximum", Json::from(*high))])
        }
        Shape::Duration => Json::from([("type", "string"), ("pattern", "^[0-9]+(ms|s|m|h)$")]),
        Shape::Size => Json::from([("type", "string"), ("pattern", "^[0-9]+(B|KiB|MiB|GiB)$")]),
        Shape::Word(words) => Json::from([("enum", words.to_vec())]),
        Shape::List(items) => Json::from([("type", Json::from("array")), ("items", self::shape(items, draft))]),
        Shape::Map(values) => {
            Json::from([("type", Json::from("object")), ("additionalProperties", self::shape(values, draft))])
        }
        Shape::Some(values) => Json::from([
            ("type", Json::from("object")),
            ("minProperties", Json::from(1)),
            ("additionalProperties", self::shape(values, draft)),
        ]),
        Shape::Block(block) => Json::from([("$ref", format!("#/{}/{}", draft.definitions(), block.name))]),
        Shape::Either(one, other) => Json::from([("anyOf", vec![self::shape(one, draft), self::shape(other, draft)])]),
        Shape::Schema => Json::from([("$ref", draft.uri())]),
        Shape::Json => Json::Object(Object::new()),
    }
}
