//! Imports of a module: its `use` declarations in, what a name stands for out.

use std::collections::HashMap;

use syn::{Item, Path};

use crate::rust::uses::{Use, uses};

/// What the names of a module stand for, as far as `use` says.
#[derive(Debug, Default)]
pub(super) struct Imports<'r> {
    names: HashMap<String, Vec<String>>,
    runtime: &'r str,
}

impl<'r> Imports<'r> {
    /// The imports among `items`, in a crate that calls the runtime `runtime`.
    pub(super) fn of(items: &[Item], runtime: &'r str) -> Imports<'r> {
        let mut imports = Imports { names: HashMap::new(), runtime };
        for item in items {
            if let Item::Use(item) = item {
                imports.names.extend(uses(&item.tree).into_iter().filter_map(|found| match found {
                    Use::Name(name, path) => Some((name, path)),
                    Use::Glob(_) => None,
                }));
            }
        }
        imports
    }

    /// The path that `name` was imported from.
    pub(super) fn path(&self, name: &str) -> Option<&[String]> {
        self.names.get(name).map(Vec::as_slice)
    }

    /// Whether `path` names our attribute. A bare `tool` that no `use` brings in came by a glob, and is
    /// taken for ours.
    pub(super) fn is_tool(&self, path: &Path) -> bool {
        let written: Vec<String> = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
        let Some((first, rest)) = written.split_first() else { return false };
        let full: Vec<&str> = match self.path(first) {
            Some(before) => before.iter().chain(rest).map(String::as_str).collect(),
            None => written.iter().map(String::as_str).collect(),
        };
        match full.as_slice() {
            ["tool"] => true,
            [first, .., "tool"] => *first == self.runtime || matches!(*first, "crate" | "self" | "super"),
            _ => false,
        }
    }
}
