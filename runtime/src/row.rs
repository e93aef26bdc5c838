//! A tool's catalog row, complete: the static text and the schemas of the linked types in, one [`Row`]
//! out, made when it is first needed and kept.

use std::collections::HashMap;
use std::sync::{PoisonError, RwLock};

use toolgen_model::catalog::Row;
use toolgen_model::hash::ByName;
use toolgen_model::json::{Json, Object};
use toolgen_model::pattern::Pattern;

use crate::error::ToolError;
use crate::tool::{Kind, Tool};

mod complete;

/// A row, and what is made of it once for all calls.
#[derive(Debug)]
pub(crate) struct Compiled {
    /// The row, sealed
    pub(crate) row: Row,
    patterns: HashMap<usize, Pattern>,
    schemas: HashMap<usize, Json>,
}

impl Compiled {
    /// The schema of the raw field at `at`.
    pub(crate) fn schema(&self, at: usize) -> Option<&Json> {
        self.schemas.get(&at)
    }

    /// Whether `text` matches the pattern of the field at `at`. A pattern without a linear-time form is
    /// passed over here as in the validator; the compiler finds it.
    pub(crate) fn matches(&self, at: usize, text: &str) -> bool {
        self.patterns.get(&at).is_none_or(|pattern| pattern.is_match(text))
    }

    fn new(tool: &'static Tool) -> Result<Compiled, String> {
        let row = complete::complete(tool)?;
        let (mut patterns, mut schemas) = (HashMap::new(), HashMap::new());
        for (at, field) in tool.fields.iter().enumerate() {
            if let Some(pattern) = field.rules.and_then(|rules| rules.pattern) {
                patterns.extend(Pattern::compile(pattern).ok().map(|pattern| (at, pattern)));
            }
            if field.kind == Kind::Raw {
                let schema = row.properties().find(|(name, _)| *name == field.name).map(|(_, schema)| schema);
                let schema = schema.ok_or_else(|| format!("the schema has no property `{}`", field.name))?;
                schemas.insert(at, rooted(schema, &row.input));
            }
        }
        Ok(Compiled { row, patterns, schemas })
    }
}

/// A property's schema that can be read without the root: with the root's definitions.
fn rooted(schema: &Json, root: &Json) -> Json {
    match (schema, root.get("$defs")) {
        (Json::Object(object), Some(definitions)) => {
            let mut object: Object = object.clone();
            object.insert("$defs", definitions.clone());
            Json::Object(object)
        }
        _ => schema.clone(),
    }
}

type Cell = Result<Compiled, String>;

/// The rows that were needed so far, by the address of their tool.
static ROWS: RwLock<Option<ByName<usize, &'static Cell>>> = RwLock::new(None);

/// The row as the linked types say, whatever is pinned: what is listed and locked.
///
/// # Errors
/// `InitError` when a type's schema has no canonical form.
pub(crate) fn fresh(tool: &'static Tool) -> Result<Row, ToolError> {
    if tool.row.pinned.is_none() {
        return compiled(tool).map(|compiled| compiled.row.clone());
    }
    complete::fresh(tool).map_err(|fault| unusable(tool, &fault))
}

/// The tool's row, from the second time on without work.
///
/// # Errors
/// `InitError` when its parts do not make a row: a type's schema has no canonical form.
pub(crate) fn compiled(tool: &'static Tool) -> Result<&'static Compiled, ToolError> {
    let key = std::ptr::from_ref(tool).addr();
    let known = ROWS.read().unwrap_or_else(PoisonError::into_inner).as_ref().and_then(|rows| rows.get(&key).copied());
    let cell = known.unwrap_or_else(|| {
        // Made outside the lock: it calls into the user's types. Two threads may make it; one is kept.
        let made = Compiled::new(tool);
        let mut rows = ROWS.write().unwrap_or_else(PoisonError::into_inner);
        rows.get_or_insert_default().entry(key).or_insert_with(|| Box::leak(Box::new(made)))
    });
    cell.as_ref().map_err(|fault| unusable(tool, fault))
}

fn unusable(tool: &Tool, fault: &str) -> ToolError {
    ToolError::new("InitError", format!("Tool '{}' ({}) cannot be used: {fault}", tool.name, tool.origin))
}
