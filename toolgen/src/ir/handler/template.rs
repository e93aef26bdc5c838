//! Text and JSON with references in them, as the parser of references left them.

use toolgen_model::json::Number;

use crate::diag::{Span, Spanned};

/// Where a reference takes its value from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Root {
    /// `${input.…}`: the arguments of the call
    Input,
    /// `${context.…}`: what the runtime knows of the call
    Context,
}

/// `${input.a.b}`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reference {
    /// From `$` to `}`
    pub span: Span,
    /// Where it starts
    pub root: Root,
    /// The properties on the way, at least one
    pub path: Vec<Spanned<String>>,
}

/// A piece of a template.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Part {
    /// Text as it stands
    Text(String),
    /// A value that is put in
    Reference(Reference),
}

/// Text with references.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Template {
    /// The text as it was written
    pub text: String,
    /// Its place
    pub span: Span,
    /// Its pieces in order; no two texts stand side by side
    pub parts: Vec<Part>,
}

/// A JSON value whose texts are templates. A text that is one reference and nothing else keeps the type
/// of what it refers to.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// `null`
    Null,
    /// `true` or `false`
    Bool(bool),
    /// A number
    Number(Number),
    /// Text
    Text(Template),
    /// An array
    Array(Vec<Value>),
    /// An object; a key whose whole value is an absent argument is left out
    Object(Vec<(Spanned<String>, Value)>),
}

impl Reference {
    /// As it is written: `input.a.b`.
    pub fn name(&self) -> String {
        let root = match self.root {
            Root::Input => "input",
            Root::Context => "context",
        };
        self.path.iter().fold(root.to_owned(), |name, step| name + "." + &step.value)
    }
}

impl Template {
    /// The references in it, in order.
    pub fn references(&self) -> impl Iterator<Item = &Reference> {
        self.parts.iter().filter_map(|part| if let Part::Reference(reference) = part { Some(reference) } else { None })
    }

    /// The reference, if the text is one and nothing else.
    pub fn whole(&self) -> Option<&Reference> {
        if let [Part::Reference(reference)] = self.parts.as_slice() { Some(reference) } else { None }
    }

    /// The text, if there is no reference in it.
    pub fn constant(&self) -> Option<&str> {
        self.references().next().is_none().then_some(self.text.as_str())
    }
}

impl Value {
    /// Every template in it, in order.
    pub fn templates(&self) -> Vec<&Template> {
        match self {
            Value::Text(template) => vec![template],
            Value::Array(items) => items.iter().flat_map(Value::templates).collect(),
            Value::Object(entries) => entries.iter().flat_map(|(_, value)| value.templates()).collect(),
            Value::Null | Value::Bool(_) | Value::Number(_) => Vec::new(),
        }
    }
}
