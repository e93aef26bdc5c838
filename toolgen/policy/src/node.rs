//! TOML text in, a tree out in which every key and value knows its place.

use std::ops::Range;
use std::sync::Arc;

use toml::de::{DeTable, DeValue};
use toolgen_model::json::Json;

use crate::finding::{Finding, Place, code};
use crate::source::{File, LARGEST};

/// Levels of tables and arrays that are read.
const DEEPEST: usize = 32;

/// A value and its place.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Node {
    pub(crate) value: Value,
    pub(crate) place: Place,
}

/// What a value is.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Value {
    Bool(bool),
    Integer(i64),
    Float(f64),
    Text(String),
    List(Vec<Node>),
    Table(Vec<Entry>),
    /// A date or a time, which no key takes
    Date(String),
}

/// A key with its value.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Entry {
    pub(crate) key: String,
    pub(crate) place: Place,
    pub(crate) node: Node,
}

impl Node {
    /// `a boolean`, `a table`, …
    pub(crate) fn kind(&self) -> &'static str {
        match self.value {
            Value::Bool(_) => "a boolean",
            Value::Integer(_) => "a whole number",
            Value::Float(_) => "a number with a fraction",
            Value::Text(_) => "a text",
            Value::List(_) => "a list",
            Value::Table(_) => "a table",
            Value::Date(_) => "a date",
        }
    }

    /// The value as JSON.
    pub(crate) fn json(&self) -> Json {
        match &self.value {
            Value::Bool(value) => Json::from(*value),
            Value::Integer(value) => Json::from(*value),
            Value::Float(value) => Json::from(*value),
            Value::Text(value) | Value::Date(value) => Json::from(value.as_str()),
            Value::List(items) => Json::Array(items.iter().map(Node::json).collect()),
            Value::Table(entries) => {
                Json::Object(entries.iter().map(|entry| (entry.key.clone(), entry.node.json())).collect())
            }
        }
    }
}

/// The entries at the root of a file.
///
/// # Errors
/// One finding: too long, or no TOML.
pub(crate) fn parse(file: &File) -> Result<Vec<Entry>, Box<Finding>> {
    let whole = Place::named(file.name.as_str());
    if file.text.len() > LARGEST {
        let text = format!("expected at most {LARGEST} bytes of TOML, and it is longer");
        return Err(Box::new(
            Finding::error(code::UNREADABLE, &whole, text).help("split it, or remove what is not needed"),
        ));
    }
    if file.foreign && file.name.ends_with(".json") {
        return crate::animaworks::sections(&file.name, &file.text);
    }
    let text = file.text.strip_prefix('\u{feff}').unwrap_or(&file.text);
    let reader =
        Reader { name: Arc::clone(&whole.file), text, skipped: file.text.len() - text.len(), lines: starts(text) };
    match DeTable::parse(text) {
        Ok(table) => reader.table(table.get_ref(), 0),
        Err(error) => {
            let word = error.span().and_then(|span| text.get(span)).unwrap_or_default();
            let place = error.span().map_or(whole, |span| reader.place(span));
            let (said, help) = match error.message() {
                "duplicate key" => {
                    let word = word.trim_matches(['[', ']', '"', '\'', ' ']).escape_debug();
                    (format!("`{word}` stands here a second time"), "remove one of the two; nothing starts before")
                }
                other => (format!("expected TOML: {other}"), "mend the file; nothing starts without it"),
            };
            Err(Box::new(Finding::error(code::UNREADABLE, &place, said).help(help)))
        }
    }
}

/// The first byte of each line.
fn starts(text: &str) -> Vec<usize> {
    std::iter::once(0)
        .chain(text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n').map(|(at, _)| at + 1))
        .collect()
}

struct Reader<'t> {
    name: Arc<str>,
    text: &'t str,
    skipped: usize,
    lines: Vec<usize>,
}

impl Reader<'_> {
    fn place(&self, span: Range<usize>) -> Place {
        let start = self.text.floor_char_boundary(span.start.min(self.text.len()));
        let line = self.lines.partition_point(|first| *first <= start).max(1);
        let first = self.lines.get(line - 1).copied().unwrap_or(0);
        let column = self.text.get(first..start).map_or(0, |before| before.chars().count()) + 1;
        let number = |value: usize| u32::try_from(value).unwrap_or(u32::MAX);
        Place {
            file: Arc::clone(&self.name),
            line: number(line),
            column: number(column),
            start: number(start + self.skipped),
            end: number(span.end.min(self.text.len()).max(start) + self.skipped),
        }
    }

    fn table(&self, table: &DeTable<'_>, depth: usize) -> Result<Vec<Entry>, Box<Finding>> {
        let mut entries = Vec::with_capacity(table.len());
        for (key, value) in table {
            let place = self.place(key.span());
            let node = self.node(value.get_ref(), value.span(), depth + 1)?;
            entries.push(Entry { key: key.get_ref().to_string(), place, node });
        }
        // In the order of the file, which is that of reading.
        entries.sort_by_key(|entry| entry.place.start);
        Ok(entries)
    }

    fn node(&self, value: &DeValue<'_>, span: Range<usize>, depth: usize) -> Result<Node, Box<Finding>> {
        let place = self.place(span);
        if depth > DEEPEST {
            let text = format!("expected at most {DEEPEST} levels of tables and lists");
            return Err(Box::new(Finding::error(code::UNREADABLE, &place, text).help("write it flatter")));
        }
        let value = match value {
            DeValue::String(text) => Value::Text(text.to_string()),
            DeValue::Boolean(value) => Value::Bool(*value),
            DeValue::Integer(number) => match i64::from_str_radix(number.as_str(), number.radix()) {
                Ok(number) => Value::Integer(number),
                Err(_) => {
                    let text = format!("expected a whole number of 64 bits, found {}", number.as_str());
                    return Err(Box::new(
                        Finding::error(code::WRONG_TYPE, &place, text).help("write a smaller number"),
                    ));
                }
            },
            DeValue::Float(number) => Value::Float(number.as_str().parse().unwrap_or(f64::NAN)),
            DeValue::Datetime(date) => Value::Date(date.to_string()),
            DeValue::Array(items) => Value::List(
                items.iter().map(|item| self.node(item.get_ref(), item.span(), depth + 1)).collect::<Result<_, _>>()?,
            ),
            DeValue::Table(table) => Value::Table(self.table(table, depth)?),
        };
        Ok(Node { value, place })
    }
}
