//! A canonical schema in, the rows of an argument or output table out, nested fields as `owner.name`.

use serde::Serialize;
use toolgen_model::json::{Json, Object};

use super::words;

/// The most rows of one table; a schema can name more fields than anybody reads.
pub(crate) const MOST_ROWS: usize = 400;
/// How deep fields are followed.
const MOST_LEVELS: usize = 12;

/// One row of a table.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub(crate) struct Argument {
    /// The field: `path`, `owner.name`, `items[].id`, `env.*`
    pub path: String,
    /// Its last part
    pub name: String,
    /// How many objects stand around it
    pub level: usize,
    /// The stable anchor, `TOOL--PATH`
    pub anchor: String,
    /// The type in words; choices are not in it
    pub kind: String,
    /// The only values that are allowed, each as text
    pub choices: Vec<String>,
    /// Whether it must be there, given that the object around it is
    pub required: bool,
    /// What holds when it is absent, as JSON text
    pub default: Option<String>,
    /// Limits in words
    pub limits: Vec<Limit>,
    /// What it is
    pub description: String,
    /// Whether it should not be used any more
    pub deprecated: bool,
    /// How it is written on the command line, where it has a flag or a place
    pub flag: Option<String>,
    /// Other names that are accepted
    pub aliases: Vec<String>,
}

/// One limit: words, and a piece of code that they speak of.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Limit {
    /// `at most 10 items`, or `matches`
    pub text: String,
    /// The pattern
    pub code: Option<String>,
}

/// A table, and how many rows were left out of it.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub(crate) struct Table {
    /// The rows
    pub rows: Vec<Argument>,
    /// Whether there are more fields than [`MOST_ROWS`]
    pub cut: bool,
}

/// The rows of all properties of `schema`, whose `$defs` are at its root.
pub(crate) fn table(tool: &str, schema: &Json) -> Table {
    let mut walk = Walk { tool, root: schema, refs: Vec::new(), table: Table::default() };
    walk.fields(schema, "", 0);
    walk.table
}

struct Walk<'s> {
    tool: &'s str,
    root: &'s Json,
    /// The references that are being followed, each with the path where it was met
    refs: Vec<(&'s str, String)>,
    table: Table,
}

impl<'s> Walk<'s> {
    /// The fields of an object schema and of its alternatives.
    fn fields(&mut self, schema: &'s Json, prefix: &str, level: usize) {
        if level > MOST_LEVELS {
            self.table.cut = true;
            return;
        }
        let required = schema.get("required").and_then(Json::as_array).unwrap_or_default();
        for (name, property) in schema.get("properties").and_then(Json::as_object).into_iter().flat_map(Object::iter) {
            let path = if prefix.is_empty() { name.to_owned() } else { format!("{prefix}.{name}") };
            self.field(path, name, property, required.iter().any(|r| r.as_str() == Some(name)), level);
        }
        if let Some(values) = schema.get("additionalProperties").filter(|values| values.as_object().is_some()) {
            let path = if prefix.is_empty() { "*".to_owned() } else { format!("{prefix}.*") };
            if self.is_rich(values) {
                self.field(path, "*", values, false, level);
            }
        }
    }

    fn field(&mut self, path: String, name: &str, schema: &'s Json, required: bool, level: usize) {
        if self.table.rows.len() >= MOST_ROWS {
            self.table.cut = true;
            return;
        }
        let followed = self.refs.len();
        let (target, again) = self.follow(schema, &path);
        let mut row = words::row(schema, target, again.as_deref(), self.root);
        row.anchor = format!("{}--{}", self.tool, anchor(&path));
        row.name = name.to_owned();
        row.required = required;
        row.level = level;
        row.path.clone_from(&path);
        self.table.rows.push(row);
        if again.is_none() {
            self.inside(target, &path, level + 1);
        }
        self.refs.truncate(followed);
    }

    /// What stands inside a field: an object's own fields, an array's items, the alternatives of a union.
    fn inside(&mut self, schema: &'s Json, path: &str, level: usize) {
        self.fields(schema, path, level);
        if let Some(items) = schema.get("items") {
            let path = format!("{path}[]");
            let followed = self.refs.len();
            let (target, again) = self.follow(items, &path);
            if again.is_none() && level <= MOST_LEVELS {
                self.inside(target, &path, level + 1);
            }
            self.refs.truncate(followed);
        }
        let branches = words::branches(schema);
        for (at, branch) in branches.iter().enumerate() {
            let followed = self.refs.len();
            let (target, again) = self.follow(branch, path);
            if again.is_none() && level <= MOST_LEVELS {
                let objects = branches.iter().filter(|branch| words::type_of(branch) != Some("null")).count();
                let path = match words::variant(target) {
                    Some(variant) => format!("{path}({variant})"),
                    None if objects > 1 => format!("{path}({})", at + 1),
                    None => path.to_owned(),
                };
                self.inside(target, &path, level);
            }
            self.refs.truncate(followed);
        }
    }

    /// The schema that a chain of `$ref`s ends at, or the path of the field around that it repeats.
    fn follow(&mut self, schema: &'s Json, path: &str) -> (&'s Json, Option<String>) {
        let mut at = schema;
        while let Some(pointer) = at.get("$ref").and_then(Json::as_str) {
            if let Some((_, outer)) = self.refs.iter().find(|(known, _)| *known == pointer) {
                return (at, Some(outer.clone()));
            }
            let Some(target) = pointer.strip_prefix('#').and_then(|rest| self.root.pointer(rest)) else { break };
            self.refs.push((pointer, path.to_owned()));
            at = target;
        }
        (at, None)
    }

    /// Whether a map's values say more than their type.
    fn is_rich(&self, schema: &Json) -> bool {
        schema.as_object().is_some_and(|object| object.keys().any(|key| key != "type"))
    }
}

/// `path` as the last part of an anchor: what is no letter, digit, `.`, `-` or `_` becomes `-`.
fn anchor(path: &str) -> String {
    let fits = |c: char| c.is_alphanumeric() || matches!(c, '.' | '-' | '_');
    path.chars().map(|c| if fits(c) { c } else { '-' }).collect()
}
