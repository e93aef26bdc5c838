//! Checked values in, the small parts of a policy out.

use super::{Name, Names, Rule, verdict};
use crate::node::{Entry, Node, Value};
use toolgen_model::gate::Verdict;

/// The verdict of a value; what is none is a denial, of which a finding was made.
pub(crate) fn rule(node: &Node) -> Rule {
    let verdict = match &node.value {
        Value::Bool(true) => Verdict::Allow,
        Value::Text(text) => verdict(text).unwrap_or(Verdict::Deny),
        _ => Verdict::Deny,
    };
    Rule { verdict, place: node.place.clone() }
}

/// A text.
pub(super) fn name(node: &Node) -> Option<Name> {
    match &node.value {
        Value::Text(text) => Some(Name { text: text.clone(), place: node.place.clone() }),
        _ => None,
    }
}

/// A list of texts.
pub(super) fn names(node: &Node) -> Option<Names> {
    let Value::List(items) = &node.value else { return None };
    Some(Names { names: items.iter().filter_map(name).collect(), place: node.place.clone() })
}

/// The texts of a list.
pub(super) fn texts(node: &Node) -> Vec<Name> {
    names(node).map_or_else(Vec::new, |names| names.names)
}

/// A number of things.
pub(super) fn count(node: &Node) -> Option<u64> {
    if let Value::Integer(number) = node.value { u64::try_from(number).ok() } else { None }
}

/// A truth value.
pub(super) fn flag(node: &Node) -> Option<bool> {
    if let Value::Bool(value) = node.value { Some(value) } else { None }
}

/// The tables of a list, each with its own node.
pub(super) fn records(node: &Node) -> impl Iterator<Item = (&Node, Record<'_>)> {
    let items = if let Value::List(items) = &node.value { items.as_slice() } else { &[] };
    items.iter().filter_map(|item| match &item.value {
        Value::Table(entries) => Some((item, Record(entries))),
        _ => None,
    })
}

/// A table in a list.
#[derive(Clone, Copy)]
pub(super) struct Record<'n>(&'n [Entry]);

impl<'n> Record<'n> {
    /// The value of a field.
    pub(super) fn get(self, field: &str) -> Option<&'n Node> {
        self.0.iter().find(|entry| entry.key == field).map(|entry| &entry.node)
    }

    /// The text of a field.
    pub(super) fn name(self, field: &str) -> Option<Name> {
        self.get(field).and_then(name)
    }

    /// The texts of a field.
    pub(super) fn names(self, field: &str) -> Option<Names> {
        self.get(field).and_then(names)
    }
}
