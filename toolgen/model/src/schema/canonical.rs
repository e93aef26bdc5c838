//! Canonical form: JSON Schema of any draft from 04 to 2020-12 in, the form that all other parts
//! read out. Both accept exactly the same values.
//!
//! | what | how it stands in canonical form |
//! |---|---|
//! | root | `type: object` with `properties`, also when there are none ([`canonicalize`]) |
//! | `$ref` | inlined; recursive and large shared schemas stay, as `#/$defs/NAME` of the root |
//! | several types, mixed `enum`s | `anyOf` of schemas with one `type` each |
//! | null | `{"anyOf": [S, {"type": "null"}]}`, annotations on the outer schema, null last |
//! | `const` | an `enum` of one |
//! | `oneOf` | `anyOf` where no value can fit two branches; else it stays |
//! | `allOf` | merged where that is exact; else it stays |
//! | formats of numbers | bounds where they are narrower than 64 bits; else dropped |
//! | `required` | in the order of `properties`; what is required is defined there |
//! | boolean schemas | `{}` and `{"not": {}}`; `false` stays under `additionalProperties`, `items` and `unevaluated…` |
//! | an object that is opened in so many words | `additionalProperties: true` |
//!
//! Keywords stand in the order of [`order`], properties in the order in which they were written.
//! The walk goes by position: a property may be called `type`, `$ref` or `enum`. `default`, `enum`,
//! `const` and `examples` are data and are never walked.

mod array;
mod bounds;
mod children;
mod conjoin;
mod disjoint;
mod document;
mod draft;
mod graph;
mod inline;
mod keyword;
mod leaf;
mod lift;
mod limits;
mod object;
mod order;
mod reading;
mod settle;
mod types;
mod union;
mod uri;

#[cfg(test)]
mod tests;

pub(super) use conjoin::says_nothing;
pub use keyword::is_annotation;
pub(super) use keyword::{HOLDING, annotates};

use crate::json::{Json, Object};

/// Why a schema has no canonical form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// RFC 6901 pointer into the schema that came in
    pub at: String,
    /// What is wrong
    pub message: String,
    /// What to do about it
    pub help: String,
}

/// The canonical form of a schema of arguments: its root is an object.
///
/// # Errors
/// Every fault that was found.
pub fn canonicalize(schema: &Json) -> Result<Json, Vec<Fault>> {
    copied(schema, Root::Object)
}

/// The canonical form of a schema of anything, as replies have it: its root may be of any type.
///
/// # Errors
/// Every fault that was found.
pub fn canonicalize_any(schema: &Json) -> Result<Json, Vec<Fault>> {
    copied(schema, Root::Any)
}

fn copied(schema: &Json, root: Root) -> Result<Json, Vec<Fault>> {
    // What is too deep is too deep for a copy, too.
    limits::input(schema).map_err(|fault| vec![fault])?;
    settled(schema.clone(), root)
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Root {
    Object,
    Any,
}

/// How often the form is brought into canonical form again, until it stays as it is.
const ROUNDS: usize = 6;

/// The canonical form of a schema that nobody else needs.
pub(super) fn settled(schema: Json, root: Root) -> Result<Json, Vec<Fault>> {
    let (mut form, mut again) = once(schema, root)?;
    for _ in 0..ROUNDS {
        if !again {
            break;
        }
        // What was merged may allow more merging. A fault here would be ours: the last form stands.
        let Ok((next, more)) = once(form.clone(), root) else { break };
        again = more && !next.same_text(&form);
        form = next;
    }
    Ok(form)
}

/// The form after one round, and whether another may change it.
fn once(schema: Json, root: Root) -> Result<(Json, bool), Vec<Fault>> {
    let seen = limits::input(&schema).map_err(|fault| vec![fault])?;
    let draft = draft::Draft::stated(&schema).map_err(|fault| vec![fault])?;
    let document = if seen.refers { document::Document::of(&schema, draft)? } else { document::Document::default() };
    let mut canonical = inline::Inliner::new(&document);
    let mut body = canonical.run(draft, schema);
    if root == Root::Object {
        match object::root(body, &document, &mut canonical.stirred) {
            Ok(object) => body = object,
            Err(fault) => {
                canonical.faults.push(fault);
                body = Object::new();
            }
        }
    }
    let form = canonical.with_definitions(body);
    let mut faults = std::mem::take(&mut canonical.faults);
    if faults.is_empty() && (canonical.stirred || !document.is_flat() || !seen.is_modest(document.references())) {
        faults.extend(limits::output(&form).err());
    }
    if faults.is_empty() { Ok((form, canonical.stirred)) } else { Err(faults) }
}

/// One schema that accepts what both accept, where that is exact and simple.
pub(crate) fn both(a: &Object, b: &Object) -> Option<Object> {
    conjoin::conjoin(a, b, false)
}

/// One schema's keywords in the order of canonical form.
pub(crate) fn in_order(schema: Object) -> Object {
    order::order(schema)
}

impl Fault {
    fn new(at: &str, message: impl Into<String>, help: impl Into<String>) -> Fault {
        Fault { at: at.to_owned(), message: message.into(), help: help.into() }
    }
}
