//! JSON with places: schemas, defaults, examples and bodies as they were written.

use toolgen_model::json::{Json, Number, Object};

use crate::diag::{Span, Spanned};

/// A JSON value and where it stands.
#[derive(Clone, Debug, PartialEq)]
pub struct Node {
    /// The value
    pub kind: NodeKind,
    /// Its place
    pub span: Span,
}

/// One key of an object and its value.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// The key
    pub key: Spanned<String>,
    /// The value
    pub value: Node,
}

/// The kinds of JSON values.
#[derive(Clone, Debug, PartialEq)]
pub enum NodeKind {
    /// `null`
    Null,
    /// `true` or `false`
    Bool(bool),
    /// A number
    Number(Number),
    /// Text
    String(String),
    /// An array
    Array(Vec<Node>),
    /// An object; keys are unique
    Object(Vec<Entry>),
}

impl Node {
    /// An object without entries at `span`.
    pub fn object(span: Span) -> Node {
        Node { kind: NodeKind::Object(Vec::new()), span }
    }

    /// A value all of whose parts stand at `span`.
    pub fn of(json: &Json, span: Span) -> Node {
        let kind = match json {
            Json::Null => NodeKind::Null,
            Json::Bool(value) => NodeKind::Bool(*value),
            Json::Number(number) => NodeKind::Number(number.clone()),
            Json::String(text) => NodeKind::String(text.to_string()),
            Json::Array(items) => NodeKind::Array(items.iter().map(|item| Node::of(item, span)).collect()),
            Json::Object(object) => NodeKind::Object(
                object
                    .iter()
                    .map(|(key, value)| Entry { key: Spanned::new(key.to_owned(), span), value: Node::of(value, span) })
                    .collect(),
            ),
        };
        Node { kind, span }
    }

    /// The value without places.
    pub fn json(&self) -> Json {
        match &self.kind {
            NodeKind::Null => Json::Null,
            NodeKind::Bool(value) => Json::Bool(*value),
            NodeKind::Number(number) => Json::Number(number.clone()),
            NodeKind::String(text) => Json::from(text.as_str()),
            NodeKind::Array(items) => Json::Array(items.iter().map(Node::json).collect()),
            NodeKind::Object(entries) => Json::Object(
                entries.iter().map(|entry| (entry.key.value.clone(), entry.value.json())).collect::<Object>(),
            ),
        }
    }

    /// The entries, if this is an object.
    pub fn entries(&self) -> &[Entry] {
        if let NodeKind::Object(entries) = &self.kind { entries } else { &[] }
    }

    /// The value under `key`, if this is an object that has it.
    pub fn get(&self, key: &str) -> Option<&Node> {
        self.entries().iter().find(|entry| entry.key.value == key).map(|entry| &entry.value)
    }

    /// The items, if this is an array.
    pub fn items(&self) -> &[Node] {
        if let NodeKind::Array(items) = &self.kind { items } else { &[] }
    }

    /// The text, if this is a string.
    pub fn as_str(&self) -> Option<&str> {
        if let NodeKind::String(text) = &self.kind { Some(text) } else { None }
    }

    /// The node at an RFC 6901 pointer, or the deepest one on the way there.
    pub fn nearest(&self, pointer: &str) -> &Node {
        let mut at = self;
        for step in pointer.split('/').skip(1) {
            let step = step.replace("~1", "/").replace("~0", "~");
            let next = match &at.kind {
                NodeKind::Object(_) => at.get(&step),
                NodeKind::Array(items) => step.parse::<usize>().ok().and_then(|n| items.get(n)),
                _ => None,
            };
            match next {
                Some(next) => at = next,
                None => break,
            }
        }
        at
    }
}
