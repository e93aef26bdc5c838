//! Keywords: a name in, what its value must look like and to which types it speaks out.

/// What stands under a keyword.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    /// A schema
    Schema,
    /// A list of schemas, at least one
    Schemas,
    /// Schemas by name
    Map,
    /// A whole number from 0
    Count,
    /// A number
    Number,
    /// A number above 0
    Positive,
    /// A string
    Text,
    /// `true` or `false`
    Flag,
    /// Anything: data
    Data,
}

/// The shape of a keyword whose meaning did not change between the drafts; the others are lifted by
/// hand. `None` for what no draft knows.
pub(super) fn shape(keyword: &str) -> Option<Shape> {
    Some(match keyword {
        "contains"
        | "propertyNames"
        | "not"
        | "if"
        | "then"
        | "else"
        | "additionalProperties"
        | "unevaluatedItems"
        | "unevaluatedProperties" => Shape::Schema,
        "anyOf" | "oneOf" | "allOf" => Shape::Schemas,
        "properties" | "patternProperties" | "dependentSchemas" => Shape::Map,
        "minLength" | "maxLength" | "minItems" | "maxItems" | "minContains" | "maxContains" | "minProperties"
        | "maxProperties" => Shape::Count,
        "minimum" | "maximum" => Shape::Number,
        "multipleOf" => Shape::Positive,
        "pattern" | "format" | "title" | "description" | "$comment" | "contentEncoding" | "contentMediaType" => {
            Shape::Text
        }
        "uniqueItems" | "deprecated" | "readOnly" | "writeOnly" => Shape::Flag,
        "default" | "examples" => Shape::Data,
        _ => return None,
    })
}

/// Keywords that say nothing about which values are valid.
pub fn is_annotation(keyword: &str) -> bool {
    !is_assertion(keyword)
}

/// Keywords that decide which values are valid.
fn is_assertion(keyword: &str) -> bool {
    matches!(keyword, "$ref" | "type" | "enum" | "allOf" | "anyOf" | "oneOf" | "not" | "if" | "then" | "else" | "$defs")
        || family(keyword).is_some()
}

/// A type as far as keywords tell them apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Family {
    /// `string`
    String,
    /// `integer` and `number`
    Number,
    /// `array`
    Array,
    /// `object`
    Object,
}

/// The one type to which a keyword of canonical form speaks; the others pass it.
pub(super) fn family(keyword: &str) -> Option<Family> {
    Some(match keyword {
        "minLength" | "maxLength" | "pattern" | "format" => Family::String,
        "minimum" | "exclusiveMinimum" | "maximum" | "exclusiveMaximum" | "multipleOf" => Family::Number,
        "prefixItems" | "items" | "contains" | "minContains" | "maxContains" | "minItems" | "maxItems"
        | "uniqueItems" | "unevaluatedItems" => Family::Array,
        "properties"
        | "patternProperties"
        | "additionalProperties"
        | "propertyNames"
        | "required"
        | "minProperties"
        | "maxProperties"
        | "dependentRequired"
        | "dependentSchemas"
        | "unevaluatedProperties" => Family::Object,
        _ => return None,
    })
}

/// The family of a type name; `None` for `boolean` and `null`, which have no keywords of their own.
pub(super) fn family_of(type_name: &str) -> Option<Family> {
    Some(match type_name {
        "string" => Family::String,
        "integer" | "number" => Family::Number,
        "array" => Family::Array,
        "object" => Family::Object,
        _ => return None,
    })
}
