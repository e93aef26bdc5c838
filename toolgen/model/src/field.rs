//! The decoder's plan: canonical input schema in, one flat [`Field`] a property out.
//!
//! Both front ends emit these as static descriptors. A property that a flat check cannot judge is
//! [`Kind::Raw`]: the decoder hands its text on, and the validator judges it by the schema.

use crate::catalog::{Argument, Row};
use crate::json::{Json, Number, whole};
use crate::schema::canonical::is_annotation;

/// What a slot holds once it is decoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// `true` or `false`
    Boolean,
    /// A whole number of 64 bits
    Integer,
    /// Any number
    Number,
    /// Text
    String,
    /// The JSON text of anything else
    Raw,
}

/// One property of the input.
#[derive(Clone, Debug, PartialEq)]
pub struct Field {
    /// The property
    pub name: String,
    /// Other names that are accepted for it
    pub aliases: Vec<String>,
    /// What it holds
    pub kind: Kind,
    /// Whether it must be there
    pub required: bool,
    /// Whether `null` is a value of it
    pub nullable: bool,
    /// What stands in for it when it is absent
    pub default: Option<Json>,
    /// The smallest value
    pub minimum: Option<Number>,
    /// The greatest value
    pub maximum: Option<Number>,
    /// The least number of characters
    pub min_length: Option<u64>,
    /// The greatest number of characters
    pub max_length: Option<u64>,
    /// The ECMA-262 expression that must match somewhere in the text
    pub pattern: Option<String>,
    /// The only texts that are allowed
    pub choices: Vec<String>,
}

/// The fields of a row, in the order of its properties.
pub fn fields(row: &Row) -> Vec<Field> {
    let none = Argument::default();
    row.properties()
        .map(|(name, schema)| {
            let hints = row.arguments.get(name).unwrap_or(&none);
            field(name, schema, row.requires(name), &hints.aliases)
        })
        .collect()
}

/// The field of one property.
pub fn field(name: &str, schema: &Json, required: bool, aliases: &[String]) -> Field {
    let (plain, nullable) = without_null(schema);
    let number = |key: &str| plain.get(key).and_then(Json::as_number).cloned();
    let count = |key: &str| plain.get(key).and_then(Json::as_u64);
    let kind = kind(plain);
    Field {
        name: name.to_owned(),
        aliases: aliases.to_vec(),
        kind,
        required,
        nullable: nullable && kind != Kind::Raw,
        default: schema.get("default").cloned(),
        minimum: number("minimum"),
        maximum: number("maximum"),
        min_length: count("minLength"),
        max_length: count("maxLength"),
        pattern: plain.get("pattern").and_then(Json::as_str).map(str::to_owned),
        choices: if kind == Kind::String { texts(plain.get("enum")).unwrap_or_default() } else { Vec::new() },
    }
}

/// The branch that is not null, and whether there was one that is: canonical form writes both
/// `anyOf: [S, {type: null}]` and `type: [t, "null"]` as the former, null last, with the annotations
/// on the outer schema.
fn without_null(schema: &Json) -> (&Json, bool) {
    if let Some([branch, null]) = schema.get("anyOf").and_then(Json::as_array) {
        let only_union = schema.as_object().is_some_and(|o| o.keys().all(|key| key == "anyOf" || is_annotation(key)));
        if only_union && null.get("type").and_then(Json::as_str) == Some("null") {
            return (branch, true);
        }
    }
    (schema, false)
}

fn kind(schema: &Json) -> Kind {
    let Some(object) = schema.as_object() else { return Kind::Raw };
    let only =
        |keywords: &[&str]| object.keys().all(|key| key == "type" || is_annotation(key) || keywords.contains(&key));
    let fits = |key: &str| {
        object.get(key).is_none_or(|bound| {
            bound.as_number().and_then(whole).is_some_and(|n| i64::try_from(n).is_ok() || u64::try_from(n).is_ok())
        })
    };
    match object.get("type").and_then(Json::as_str) {
        Some("boolean") if only(&[]) => Kind::Boolean,
        Some("integer") if only(&["minimum", "maximum"]) && fits("minimum") && fits("maximum") => Kind::Integer,
        Some("number") if only(&["minimum", "maximum"]) => Kind::Number,
        Some("string")
            if only(&["minLength", "maxLength", "pattern", "enum", "format"])
                && object.get("enum").is_none_or(|choices| texts(Some(choices)).is_some())
                && object.get("format").is_none_or(|format| format.as_str() == Some("path")) =>
        {
            Kind::String
        }
        _ => Kind::Raw,
    }
}

fn texts(values: Option<&Json>) -> Option<Vec<String>> {
    values?.as_array()?.iter().map(|value| value.as_str().map(str::to_owned)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(schema: &str) -> Field {
        field("x", &Json::parse(schema).unwrap(), true, &[])
    }

    #[test]
    fn plain_properties_are_flat() {
        assert_eq!(of(r#"{"type":"boolean","description":"d"}"#).kind, Kind::Boolean);
        assert_eq!(of(r#"{"type":"integer","minimum":0,"maximum":255}"#).kind, Kind::Integer);
        assert_eq!(of(r#"{"type":"number"}"#).kind, Kind::Number);
        assert_eq!(of(r#"{"type":"string","enum":["a","b"]}"#).choices, ["a", "b"]);
        assert_eq!(of(r#"{"type":"string","format":"path"}"#).kind, Kind::String);
    }

    #[test]
    fn a_nullable_property_keeps_its_kind() {
        let nullable = of(r#"{"anyOf":[{"type":"string","maxLength":3},{"type":"null"}],"description":"d"}"#);
        assert_eq!((nullable.kind, nullable.nullable, nullable.max_length), (Kind::String, true, Some(3)));
    }

    #[test]
    fn whatever_a_flat_check_cannot_judge_is_raw() {
        for schema in [
            r#"{"type":"array","items":{"type":"string"}}"#,
            r#"{"type":"integer","multipleOf":2}"#,
            r#"{"type":"string","enum":["a",1]}"#,
            r#"{"type":"string","format":"date-time"}"#,
            r#"{"type":"number","exclusiveMinimum":0}"#,
            r#"{"anyOf":[{"type":"string"},{"type":"integer"}]}"#,
            r#"{}"#,
        ] {
            assert_eq!(of(schema).kind, Kind::Raw, "{schema}");
        }
    }
}
