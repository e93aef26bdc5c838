//! Plain roots: a canonical schema in, one whose root has no union out. What the union said is a loss.

use super::loss::{Loss, Relation};
use crate::json::{Json, Object, Text, Word, distinct};
use crate::schema::canonical::in_order;
use crate::validate::describe;

/// The schema without `anyOf`, `oneOf`, `allOf` and `$ref` on its root. It accepts all that the schema
/// accepts: the properties of the branches are merged, and required is what every branch requires.
pub(super) fn plain(schema: &Json, losses: &mut Vec<Loss>) -> Json {
    let Some(root) = schema.as_object() else { return schema.clone() };
    let mut out = root.clone();
    for keyword in ["$ref", "allOf", "anyOf", "oneOf"] {
        let Some(value) = out.remove(keyword) else { continue };
        let branches: Vec<Json> = match value {
            Json::Array(branches) => branches,
            reference => vec![Json::from([("$ref", reference)])],
        };
        let branches: Vec<Object> = branches.iter().map(|branch| unfolded(schema, branch)).collect();
        let all = matches!(keyword, "$ref" | "allOf");
        let shapes: Vec<String> =
            branches.iter().map(|branch| describe::schema(&Json::Object(branch.clone()))).collect();
        merge(&mut out, &branches, all);
        let residual = match keyword {
            "oneOf" => format!("the arguments are exactly one of: {}", shapes.join("; or ")),
            "anyOf" => format!("the arguments are one of: {}", shapes.join("; or ")),
            _ => format!("the arguments are all of: {}", shapes.join("; and ")),
        };
        losses.push(Loss::new("", keyword, Relation::Widened, residual));
    }
    Json::Object(out)
}

/// The description with what the wire cannot say, for the model to read.
pub(super) fn with_residuals(description: &str, losses: &[Loss]) -> Text {
    let description = description.trim_end();
    let mut said = losses.iter().filter(|loss| loss.at.is_empty() && loss.relation == Relation::Widened).peekable();
    if said.peek().is_none() {
        return Text::from(description);
    }
    let mut text = description.to_owned();
    for loss in said {
        if !text.is_empty() {
            text.push_str("\n\n");
        }
        let mut chars = loss.residual.chars();
        text.extend(chars.next().into_iter().flat_map(char::to_uppercase));
        text.push_str(chars.as_str());
        text.push('.');
    }
    text.into()
}

/// A branch, as what it refers to.
fn unfolded(schema: &Json, branch: &Json) -> Object {
    let mut branch = branch;
    for _ in 0..8 {
        let target = branch.at(Word::Ref).and_then(Json::as_str).and_then(|text| text.strip_prefix('#'));
        match target.and_then(|pointer| schema.pointer(pointer)) {
            Some(target) => branch = target,
            None => break,
        }
    }
    branch.as_object().cloned().unwrap_or_default()
}

/// Merges what the branches say of the properties; the result accepts all that some branch accepts, or
/// with `all`, all that every branch accepts.
fn merge(out: &mut Object, branches: &[Object], all: bool) {
    let own: Object = out.at(Word::Properties).and_then(Json::as_object).cloned().unwrap_or_default();
    let closed = is_closed(out);
    let mut merged = own.clone();
    for (name, variants) in variants(branches) {
        let is_own = own.get(&name).is_some_and(|own| own.as_object().is_none_or(|own| !own.is_empty()));
        if is_own || (closed && !own.contains_key(&name)) {
            continue;
        }
        // A branch that is open and says nothing of a property takes anything there.
        let by_all = all || branches.iter().all(|branch| is_closed(branch) || names(branch, &name));
        merged.insert(name, if by_all { either(variants, all) } else { or_anything(either(variants, all)) });
    }
    out.insert(Word::Properties, merged);
    let mut needed = required(out);
    for name in branches.iter().flat_map(required) {
        let by_all = all || branches.iter().all(|branch| required(branch).contains(&name));
        if by_all && !needed.contains(&name) {
            needed.push(name);
        }
    }
    if !needed.is_empty() {
        out.insert(Word::Required, needed);
    }
    // It saw what the branches looked at.
    out.take(Word::UnevaluatedProperties);
    if !closed && !all && branches.iter().all(is_closed) {
        out.insert(Word::AdditionalProperties, false);
    }
    *out = in_order(std::mem::take(out));
}

/// What the branches say of each property, in the order of their first mention.
fn variants(branches: &[Object]) -> Vec<(String, Vec<Json>)> {
    let mut found: Vec<(String, Vec<Json>)> = Vec::new();
    for properties in branches.iter().filter_map(|branch| branch.at(Word::Properties)?.as_object()) {
        for (name, property) in properties.iter() {
            match found.iter_mut().find(|(known, _)| known == name) {
                Some((_, variants)) => variants.push(property.clone()),
                None => found.push((name.to_owned(), vec![property.clone()])),
            }
        }
    }
    found
}

fn required(schema: &Object) -> Vec<String> {
    let names = schema.at(Word::Required).and_then(Json::as_array).unwrap_or_default();
    names.iter().filter_map(|name| name.as_str().map(str::to_owned)).collect()
}

fn is_closed(schema: &Object) -> bool {
    schema.at(Word::AdditionalProperties).and_then(Json::as_bool) == Some(false) && !schema.has(Word::PatternProperties)
}

fn names(schema: &Object, name: &str) -> bool {
    schema.at(Word::Properties).is_some_and(|all| all.get(name).is_some())
}

/// One schema for what the branches say of a property.
fn either(mut variants: Vec<Json>, all: bool) -> Json {
    distinct(&mut variants);
    if let [only] = variants.as_slice() {
        return only.clone();
    }
    if !all && let Some(merged) = one_enum(&variants) {
        return merged;
    }
    Json::from([(if all { "allOf" } else { "anyOf" }, Json::Array(variants))])
}

/// The values of a discriminator in all branches, as one list.
fn one_enum(variants: &[Json]) -> Option<Json> {
    let mut merged = variants.first()?.as_object()?.clone();
    let mut choices: Vec<Json> = Vec::new();
    for variant in variants {
        if variant.at(Word::Type)? != merged.at(Word::Type)? {
            return None;
        }
        for choice in variant.at(Word::Enum)?.as_array()? {
            if !choices.contains(choice) {
                choices.push(choice.clone());
            }
        }
        let only = |key: &str| matches!(key, "type" | "enum" | "title" | "description" | "default" | "examples");
        if !variant.as_object()?.keys().all(only) {
            return None;
        }
    }
    merged.retain(|key, _| matches!(key.as_str(), "type" | "enum" | "description"));
    merged.insert(Word::Enum, choices);
    Some(Json::Object(merged))
}

/// A schema that shows what is meant, and takes anything.
fn or_anything(schema: Json) -> Json {
    let mut outer = Object::new();
    let mut inner = schema.as_object().cloned().unwrap_or_default();
    for key in ["title", "description"] {
        if let Some(text) = inner.remove(key) {
            outer.insert(key, text);
        }
    }
    outer.insert(Word::AnyOf, Json::Array(vec![Json::Object(inner), Json::Object(Object::new())]));
    Json::Object(in_order(outer))
}
