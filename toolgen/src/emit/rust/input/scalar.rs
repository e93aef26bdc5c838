//! Numbers and text: their keywords in, how they are read out.

use toolgen_model::json::Json;
use toolgen_model::validate::is_known_format;

use super::{Input, Shape};
use crate::emit::rust::literal::{bound, string};

/// The type of a duration.
const SPAN: &str = "runtime::jiff::SpanFieldwise";

/// A whole number.
pub(super) fn integer(schema: &Json) -> Shape {
    let (ty, read) = if is_unsigned(schema) { ("u64", "unsigned") } else { ("i64", "integer") };
    let number = |key: &str| schema.get(key).and_then(Json::as_number);
    // What it must be a multiple of is kept here only where it is a whole number.
    let multiple = schema.get("multipleOf").and_then(Json::as_u64).filter(|multiple| *multiple > 0);
    let mut limits = limits(schema);
    limits.extend(multiple.map(|multiple| format!("multiple_of: {multiple}")));
    let kept: &[&str] = match (number("multipleOf").is_some(), multiple) {
        (true, None) => &["type", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"],
        _ => &["type", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"],
    };
    Shape { ty: ty.into(), read: read_with(read, "Limits", &limits), kept }
}

/// Any number.
pub(super) fn number(schema: &Json) -> Shape {
    let kept = &["type", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"];
    Shape { ty: "f64".into(), read: read_with("number", "Limits", &limits(schema)), kept }
}

/// Whether a whole number is never negative and may be above `i64`.
fn is_unsigned(schema: &Json) -> bool {
    let number = |key: &str| schema.get(key).and_then(Json::as_number);
    let above_i64 = number("maximum").is_none_or(|maximum| maximum.as_i64().is_none());
    number("minimum").is_some_and(|minimum| minimum.as_u64().is_some()) && above_i64
}

fn limits(schema: &Json) -> Vec<String> {
    let keys =
        [("minimum", "minimum"), ("maximum", "maximum"), ("above", "exclusiveMinimum"), ("below", "exclusiveMaximum")];
    keys.iter()
        .filter_map(|(name, key)| Some((name, schema.get(key)?.as_number()?)))
        .map(|(name, number)| format!("{name}: {}", bound(Some(number), "runtime")))
        .collect()
}

/// `reader.integer()`, or with what it must keep.
fn read_with(read: &str, rules: &str, members: &[String]) -> String {
    match rules_of(rules, members) {
        None => format!("reader.{read}()"),
        Some(rules) => format!("reader.{read}_of({rules})"),
    }
}

fn rules_of(rules: &str, members: &[String]) -> Option<String> {
    let written = || format!("&runtime::{rules} {{ {}, ..runtime::{rules}::NONE }}", members.join(", "));
    (!members.is_empty()).then(written)
}

impl<'s> Input<'s> {
    /// Text, or a type that is read from text.
    pub(super) fn text(&mut self, schema: &'s Json) -> Shape {
        let mut rules = Vec::new();
        for (name, key) in [("min", "minLength"), ("max", "maxLength")] {
            rules.extend(schema.get(key).and_then(Json::as_u64).map(|length| format!("{name}: {length}")));
        }
        if let Some(pattern) = schema.get("pattern").and_then(Json::as_str) {
            let known = self.patterns.iter().position(|other| *other == pattern);
            let at = known.unwrap_or_else(|| {
                self.patterns.push(pattern);
                self.patterns.len() - 1
            });
            rules.push(format!("pattern: runtime::Some(&PATTERN_{at})"));
        }
        let format = schema.get("format").and_then(Json::as_str).filter(|format| is_known_format(format));
        rules.extend(format.map(|format| format!("format: runtime::Some({})", string(format))));
        let kept = &["type", "minLength", "maxLength", "pattern", "format"];
        let typed = format.and_then(|format| self.typed(format));
        let Some((ty, expected)) = typed else {
            return Shape { ty: "::std::string::String".into(), read: read_with("string", "Text", &rules), kept };
        };
        let rules = rules_of("Text", &rules).unwrap_or_default();
        let read = match expected {
            // A span has no equality of its own, and inputs are compared in tests.
            Some(expected) if ty == SPAN => {
                format!("reader.parsed({rules}, {}).map(runtime::jiff::Span::fieldwise)", string(expected))
            }
            Some(expected) => format!("reader.parsed::<{ty}>({rules}, {})", string(expected)),
            None => format!("reader.bytes({rules})"),
        };
        Shape { ty: ty.into(), read, kept }
    }

    /// The type that stands for a format, and what it reads; nothing for bytes.
    fn typed(&self, format: &str) -> Option<(&'static str, Option<&'static str>)> {
        Some(match format {
            "date-time" if self.formats.jiff => {
                ("runtime::jiff::Timestamp", Some("a time between the years -9999 and 9999"))
            }
            "date" if self.formats.jiff => ("runtime::jiff::civil::Date", Some("a date of the calendar")),
            "duration" if self.formats.jiff => (SPAN, Some("a duration of less than 20,000 years")),
            "uuid" if self.formats.uuid => ("runtime::uuid::Uuid", Some("a UUID")),
            "uri" if self.formats.url => ("runtime::url::Url", Some("a URL that the WHATWG standard knows")),
            "byte" if self.formats.base64 => ("::std::vec::Vec<u8>", None),
            _ => return None,
        })
    }
}
