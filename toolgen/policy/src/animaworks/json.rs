//! JSON text in, a tree out in which every key and value knows its place. Equal keys are a fault here: of two
//! lists of denials the one that loses would silently be none.

use std::collections::HashMap;
use std::sync::Arc;

use toolgen_model::json::Json;

use crate::finding::{Finding, Place, code};
use crate::node::{Entry, Node, Value};
use crate::source::LARGEST;

/// The tree of a file.
///
/// # Errors
/// One finding: too long, no JSON, an equal key, a value that no key of ours takes.
pub(super) fn tree(name: &str, text: &str) -> Result<Node, Box<Finding>> {
    read(name, text, false)
}

/// The sections of AnimaWorks' `config.json` that are read. What stands in the others is its own business.
///
/// # Errors
/// As of [`tree`], but that null is a key that is not there.
pub(crate) fn sections(name: &str, text: &str) -> Result<Vec<Entry>, Box<Finding>> {
    let node = read(name, text, true)?;
    match node.value {
        Value::Table(mut entries) => {
            entries.retain(|entry| SECTIONS.contains(&entry.key.as_str()));
            Ok(entries)
        }
        _ => {
            let message = format!("expected an object, found {}", node.kind());
            let help = "mend the file; nothing starts without it";
            Err(Box::new(Finding::error(code::WRONG_TYPE, &node.place, message).help(help)))
        }
    }
}

/// See [`sections`].
const SECTIONS: &[&str] = &["credentials", "external_messaging"];

fn read(name: &str, text: &str, nulls: bool) -> Result<Node, Box<Finding>> {
    let file: Arc<str> = name.into();
    let whole = Place::named(Arc::clone(&file));
    if text.len() > LARGEST {
        let message = format!("expected at most {LARGEST} bytes of JSON, found {}", text.len());
        return Err(Box::new(Finding::error(code::UNREADABLE, &whole, message).help("remove what is not needed")));
    }
    let body = text.strip_prefix('\u{feff}').unwrap_or(text);
    // What this accepts is JSON of bounded depth; the walk below relies on it.
    if let Err(error) = Json::parse(body) {
        let number = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
        let place = Place { line: number(error.line()), column: number(error.column().max(1)), ..whole };
        let message = format!("expected JSON: {error}");
        let help = "mend the file; nothing starts without it";
        return Err(Box::new(Finding::error(code::UNREADABLE, &place, message).help(help)));
    }
    let mut walk = Walk {
        file,
        text: body,
        skipped: text.len() - body.len(),
        at: 0,
        mark: Mark { at: 0, line: 1, column: 1 },
        nulls,
    };
    walk.value()
}

struct Walk<'t> {
    file: Arc<str>,
    text: &'t str,
    /// Bytes before the text
    skipped: usize,
    at: usize,
    /// The last place that was counted
    mark: Mark,
    /// Whether a null is passed over
    nulls: bool,
}

/// A byte with its line and column.
#[derive(Clone, Copy)]
struct Mark {
    at: usize,
    line: usize,
    column: usize,
}

impl Walk<'_> {
    fn value(&mut self) -> Result<Node, Box<Finding>> {
        self.blank();
        let start = self.mark();
        let value = match self.peek() {
            Some(b'{') => self.object()?,
            Some(b'[') => self.array()?,
            Some(b'"') => Value::Text(self.string()),
            Some(b't') => self.word("true", Value::Bool(true)),
            Some(b'f') => self.word("false", Value::Bool(false)),
            Some(b'n') => {
                self.at += "null".len();
                let message = "expected a value, found null";
                let help = "leave the key out where nothing is to be said";
                return Err(Box::new(Finding::error(code::WRONG_TYPE, &self.place(start), message).help(help)));
            }
            _ => self.number(),
        };
        Ok(Node { value, place: self.place(start) })
    }

    fn object(&mut self) -> Result<Value, Box<Finding>> {
        let mut entries: Vec<Entry> = Vec::new();
        let mut seen: HashMap<String, Place> = HashMap::new();
        self.at += 1;
        loop {
            self.blank();
            match self.peek() {
                Some(b'"') => {
                    let start = self.mark();
                    let key = self.string();
                    let place = self.place(start);
                    if let Some(first) = seen.insert(key.clone(), place.clone()) {
                        let message = format!("the key `{}` stands here twice", key.escape_debug());
                        let finding = Finding::error(code::UNREADABLE, &place, message);
                        let finding = finding.help("make one of the two").also(&first, "the first one");
                        return Err(Box::new(finding));
                    }
                    self.blank();
                    self.at += 1;
                    if self.null() {
                        continue;
                    }
                    let node = self.value()?;
                    entries.push(Entry { key, place, node });
                }
                Some(b',') => self.at += 1,
                _ => {
                    self.at += 1;
                    return Ok(Value::Table(entries));
                }
            }
        }
    }

    fn array(&mut self) -> Result<Value, Box<Finding>> {
        let mut items = Vec::new();
        self.at += 1;
        loop {
            self.blank();
            match self.peek() {
                Some(b',') => self.at += 1,
                Some(b']') | None => {
                    self.at += 1;
                    return Ok(Value::List(items));
                }
                Some(_) if self.null() => {}
                Some(_) => items.push(self.value()?),
            }
        }
    }

    fn string(&mut self) -> String {
        let start = self.at;
        self.at += 1;
        while let Some(byte) = self.peek() {
            self.at += if byte == b'\\' { 2 } else { 1 };
            if byte == b'"' {
                break;
            }
        }
        self.text.get(start..self.at).and_then(|text| serde_json::from_str(text).ok()).unwrap_or_default()
    }

    fn number(&mut self) -> Value {
        let start = self.at;
        while self.peek().is_some_and(|byte| byte.is_ascii_digit() || b"+-.eE".contains(&byte)) {
            self.at += 1;
        }
        let text = self.text.get(start..self.at).unwrap_or_default();
        text.parse().map_or_else(|_| Value::Float(text.parse().unwrap_or(f64::NAN)), Value::Integer)
    }

    /// Passes a null over, where that is meant.
    fn null(&mut self) -> bool {
        self.blank();
        let null = self.nulls && self.peek() == Some(b'n');
        self.at += if null { "null".len() } else { 0 };
        null
    }

    fn word(&mut self, word: &str, value: Value) -> Value {
        self.at += word.len();
        value
    }

    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn blank(&mut self) {
        while self.peek().is_some_and(|byte| byte.is_ascii_whitespace()) {
            self.at += 1;
        }
    }

    /// Where the walk is. It only goes on, so that each byte is counted once.
    fn mark(&mut self) -> Mark {
        let passed = self.text.get(self.mark.at..self.at).unwrap_or_default();
        for character in passed.chars() {
            if character == '\n' {
                self.mark.line += 1;
                self.mark.column = 1;
            } else {
                self.mark.column += 1;
            }
        }
        self.mark.at = self.at;
        self.mark
    }

    /// From `start` to where the walk is.
    fn place(&self, start: Mark) -> Place {
        let number = |value: usize| u32::try_from(value).unwrap_or(u32::MAX);
        Place {
            file: Arc::clone(&self.file),
            line: number(start.line),
            column: number(start.column),
            start: number(start.at + self.skipped),
            end: number(self.at + self.skipped),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_value_knows_its_place() {
        let node = tree("p.json", "{\n  \"a\": [1, \"é\\n\"],\n  \"b\": {\"c\": true}}").unwrap();
        let Value::Table(entries) = &node.value else { panic!("{node:?}") };
        assert_eq!((entries[0].key.as_str(), entries[0].place.line, entries[0].place.column), ("a", 2, 3));
        let Value::List(items) = &entries[0].node.value else { panic!("{node:?}") };
        assert_eq!(items[0].value, Value::Integer(1));
        assert_eq!((&items[1].value, items[1].place.column), (&Value::Text("é\n".into()), 12));
        assert_eq!(entries[1].node.json().to_string(), r#"{"c":true}"#);
    }

    #[test]
    fn equal_keys_null_and_what_is_no_json_are_refused() {
        for (text, part) in [
            (r#"{"a":1,"a":2}"#, "twice"),
            (r#"{"a":{"b":[],"\u0062":[]}}"#, "twice"),
            (r#"{"a":null}"#, "found null"),
            ("{", "expected JSON"),
            ("", "expected JSON"),
            ("{} x", "expected JSON"),
            (&"[".repeat(100_000), "expected JSON"),
        ] {
            let finding = tree("p.json", text).unwrap_err();
            assert!(finding.message.contains(part), "{finding}");
        }
        assert!(tree("p.json", &" ".repeat(LARGEST + 1)).unwrap_err().message.contains("at most"));
        assert_eq!(tree("p.json", "\u{feff}{}").unwrap().value, Value::Table(Vec::new()));
    }

    #[test]
    fn of_another_systems_configuration_its_sections_are_read() {
        let text = r#"{"animas":{"rin":null},"credentials":{"a":null,"b":{"api_key":"k"}},"x":[null,1]}"#;
        let entries = sections("config.json", text).unwrap();
        assert_eq!(entries.iter().map(|entry| entry.key.as_str()).collect::<Vec<_>>(), ["credentials"]);
        assert_eq!(entries[0].node.json().to_string(), r#"{"b":{"api_key":"k"}}"#);
        assert!(sections("config.json", "[]").is_err() && sections("config.json", "{").is_err());
    }
}
