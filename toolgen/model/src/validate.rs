//! The validator over canonical schemas: a schema and a value in, every [`Violation`] out.
//!
//! It serves the decoder when something is wrong, the checks of defaults and cases, and tools that
//! are known only at run time. `format`s that [`is_known_format`] lists are asserted, others are not;
//! a `pattern` without a linear-time form (look-around, back-references) is passed over, and
//! [`unchecked`] lists those.

mod array;
mod check;
pub(crate) mod describe;
mod evaluated;
mod format;
mod hint;
mod number;
mod object;
mod string;
mod union;

#[cfg(test)]
mod tests;

use crate::json::{Json, push_pointer};
use crate::pattern::Pattern;
use check::Check;
pub use format::{fits as fits_format, is_known as is_known_format};

/// One place where a value is not what the schema says, in words for a model and for a person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    /// RFC 6901 pointer into the value; for a property that is missing, to where it belongs
    pub pointer: String,
    /// The schema keyword that refused
    pub keyword: &'static str,
    /// What was expected there
    pub expected: String,
    /// What came
    pub got: String,
    /// What to write instead, where that is known
    pub hint: Option<String>,
}

/// The most violations that are reported of one value; what follows is the same mistake again.
pub const MOST: usize = 200;

/// Every violation of `value` against a canonical `schema`, in the order of the schema's keywords;
/// at most [`MOST`].
pub fn validate(schema: &Json, value: &Json) -> Vec<Violation> {
    if is_valid(schema, value) {
        return Vec::new();
    }
    let mut check = Check::new(schema, value, true);
    check.schema(schema, value);
    if check.found.is_empty() {
        // Words are found or not; the verdict stands.
        check.fail("anyOf", value, describe::schema(schema), None);
    }
    check.found
}

/// Whether `value` fits a canonical `schema`: the same verdict as [`validate`], without words.
pub fn is_valid(schema: &Json, value: &Json) -> bool {
    Check::new(schema, value, false).schema(schema, value)
}

/// The same for a schema inside of another: the references of `schema` lead into `root`.
pub fn is_valid_in(root: &Json, schema: &Json, value: &Json) -> bool {
    Check::new(root, value, false).schema(schema, value)
}

/// The patterns of a canonical schema that cannot be checked: the pointer to each, and why.
pub fn unchecked(schema: &Json) -> Vec<(String, String)> {
    let mut found = Vec::new();
    let mut open = vec![(String::new(), schema)];
    while let Some((at, schema)) = open.pop() {
        let Some(object) = schema.as_object() else { continue };
        if let Some(expression) = object.get("pattern").and_then(Json::as_str)
            && let Err(why) = Pattern::compile(expression)
        {
            found.push((push_pointer(&at, "pattern"), why));
        }
        for (key, value) in object.iter() {
            let at = push_pointer(&at, key);
            match (key, value) {
                ("default" | "enum" | "examples", _) => {}
                ("properties" | "patternProperties" | "dependentSchemas" | "$defs", Json::Object(map)) => {
                    for (name, value) in map.iter() {
                        let at = push_pointer(&at, name);
                        let expression = (key == "patternProperties").then_some(name);
                        found.extend(expression.and_then(|e| Pattern::compile(e).err()).map(|why| (at.clone(), why)));
                        open.push((at, value));
                    }
                }
                ("allOf" | "anyOf" | "oneOf" | "prefixItems", Json::Array(items)) => {
                    open.extend(items.iter().enumerate().map(|(n, item)| (push_pointer(&at, &n.to_string()), item)));
                }
                (
                    "items"
                    | "additionalProperties"
                    | "propertyNames"
                    | "contains"
                    | "not"
                    | "if"
                    | "then"
                    | "else"
                    | "unevaluatedItems"
                    | "unevaluatedProperties",
                    Json::Object(_),
                ) => open.push((at, value)),
                _ => {}
            }
        }
    }
    found.sort();
    found
}
