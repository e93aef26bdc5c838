//! The walk: a schema and a value in, a verdict out, and the violations where they are asked for.

use super::{MOST, Violation};
use crate::json::{Json, Object, Word};

/// How many schemas may be open at once; deeper values are refused, so that no stack overflows.
const DEPTH: usize = 500;
/// How many steps a verdict may take where branches are tried, and how many more for each part of the
/// value; unions inside of unions multiply without end else.
const STEPS: usize = 100_000;
const STEPS_A_PART: usize = 64;

/// One run of the validator.
pub(super) struct Check<'s> {
    root: &'s Json,
    value: &'s Json,
    /// Whether violations are written down; else the first ends the run
    pub(super) words: bool,
    pub(super) found: Vec<Violation>,
    /// Where in the value the run is, as a pointer
    pub(super) pointer: String,
    /// Whether the value under check could have been left out
    pub(super) optional: bool,
    depth: usize,
    steps: usize,
    most_steps: usize,
    pub(super) trying: usize,
}

impl<'s> Check<'s> {
    pub(super) fn new(root: &'s Json, value: &'s Json, words: bool) -> Check<'s> {
        Check {
            root,
            value,
            words,
            found: Vec::new(),
            pointer: String::new(),
            optional: false,
            depth: 0,
            steps: 0,
            most_steps: STEPS,
            trying: 0,
        }
    }

    /// Whether `value` fits `schema`.
    pub(super) fn schema(&mut self, schema: &'s Json, value: &Json) -> bool {
        let Some(object) = schema.as_object() else {
            let accepts = schema.as_bool() != Some(false);
            return accepts || self.fail("not", value, "nothing here".to_owned(), None);
        };
        if object.is_empty() {
            return true;
        }
        if self.depth >= DEPTH {
            return self.fail("$ref", value, format!("a value that is nested less deeply than {DEPTH} steps"), None);
        }
        self.steps += usize::from(self.trying > 0);
        if self.is_exhausted() {
            return self.fail("anyOf", value, "a value that can be judged in bounded time".to_owned(), None);
        }
        self.depth += 1;
        let valid = self.keywords(object, value);
        self.depth -= 1;
        valid
    }

    /// Whether the steps are used up. How large the value is counts only when that matters.
    fn is_exhausted(&mut self) -> bool {
        if self.steps > self.most_steps && self.most_steps == STEPS {
            self.most_steps += 1 + STEPS_A_PART * parts(self.value);
        }
        self.steps > self.most_steps
    }

    fn keywords(&mut self, schema: &'s Object, value: &Json) -> bool {
        let mut valid = true;
        match schema.at(Word::Type) {
            Some(Json::String(name)) if !is_type(value, name) => {
                if self.words {
                    self.wrong_type(schema, name, value);
                }
                // The other keywords of the schema speak to another type.
                return false;
            }
            // Canonical form has no lists of types; what is sent to a provider may.
            Some(Json::Array(names)) if !names.iter().filter_map(Json::as_str).any(|name| is_type(value, name)) => {
                if self.words {
                    let names: Vec<&str> = names.iter().filter_map(Json::as_str).collect();
                    self.fail("type", value, format!("a value of type {}", names.join(" or ")), None);
                }
                return false;
            }
            _ => {}
        }
        if let Some(choices) = schema.get("enum").and_then(Json::as_array) {
            valid &= choices.contains(value) || self.wrong_choice(choices, value);
        }
        if !valid && !self.words {
            return false;
        }
        valid &= match value {
            Json::String(text) => self.string(schema, value, text),
            Json::Number(number) => self.number(schema, value, number),
            Json::Array(items) => self.array(schema, value, items),
            Json::Object(entries) => self.object(schema, value, entries),
            Json::Null | Json::Bool(_) => true,
        };
        if !valid && !self.words {
            return false;
        }
        valid & self.in_place(schema, value)
    }

    /// The schema that a reference of canonical form names.
    pub(super) fn target(&self, reference: &str) -> Option<&'s Json> {
        match reference.strip_prefix('#')? {
            "" => Some(self.root),
            pointer => self.root.pointer(pointer),
        }
    }

    /// A verdict without words.
    pub(super) fn fits(&mut self, schema: &'s Json, value: &Json) -> bool {
        let words = std::mem::replace(&mut self.words, false);
        self.trying += 1;
        let valid = self.schema(schema, value);
        self.trying -= 1;
        self.words = words;
        valid
    }

    /// Writes a violation down, where words are asked for. Always `false`, the verdict.
    pub(super) fn fail(&mut self, keyword: &'static str, value: &Json, expected: String, hint: Option<String>) -> bool {
        if self.words {
            let got = super::describe::short(value);
            self.note(Violation { pointer: self.pointer.clone(), keyword, expected, got, hint });
        }
        false
    }

    pub(super) fn note(&mut self, violation: Violation) {
        if self.found.len() < MOST {
            self.found.push(violation);
        }
    }

    /// Runs `check` one step deeper in the value.
    pub(super) fn below(&mut self, step: &str, check: impl FnOnce(&mut Self) -> bool) -> bool {
        if !self.words {
            return check(self);
        }
        let length = self.pointer.len();
        self.pointer.push('/');
        if step.contains(['~', '/']) {
            self.pointer.push_str(&step.replace('~', "~0").replace('/', "~1"));
        } else {
            self.pointer.push_str(step);
        }
        let valid = check(self);
        self.pointer.truncate(length);
        valid
    }

    /// Whether the run has seen enough.
    pub(super) fn is_done(&self, valid: bool) -> bool {
        !valid && (!self.words || self.found.len() >= MOST)
    }
}

/// How many values a value has in it, itself too.
fn parts(value: &Json) -> usize {
    let (mut count, mut open) = (0, vec![value]);
    while let Some(value) = open.pop() {
        count += 1;
        match value {
            Json::Array(items) => open.extend(items),
            Json::Object(object) => open.extend(object.values()),
            _ => {}
        }
    }
    count
}

/// Whether a value is of the type with that name.
pub(super) fn is_type(value: &Json, name: &str) -> bool {
    match value {
        Json::Null => name == "null",
        Json::Bool(_) => name == "boolean",
        Json::Number(number) => name == "number" || (name == "integer" && crate::json::whole_or_huge(number)),
        Json::String(_) => name == "string",
        Json::Array(_) => name == "array",
        Json::Object(_) => name == "object",
    }
}
