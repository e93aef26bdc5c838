//! Secrets out of text: what is about to leave the agent in, the same without secrets out.
//!
//! Found are the exact values that the program knows, also in base64 at any offset, hexadecimal, percent-encoded,
//! escaped for JSON or reversed; values under keys such as `password` or `api_key`; and texts of the shape of known
//! tokens, private keys and passwords in URLs. Known values go whole; of others the first four characters stay, so
//! that a person can tell which one it was.

use std::fmt;
use std::sync::{Arc, PoisonError, RwLock};

use toolgen_model::json::{Json, Object};

mod finder;
mod form;
mod hook;
mod key;
mod shape;
mod stream;

use finder::Finder;
use key::Keys;
use shape::Shapes;
pub use stream::Stream;

/// What stands for a known value.
const GONE: &str = "[REDACTED]";

/// What stands for the rest of a text of which the beginning stays.
const REST: &str = "*[REDACTED]";

/// The shortest secret that can be taken out: a shorter one stands in ordinary text too often.
pub const SHORTEST: usize = 6;

/// What knows the secrets of a program.
pub struct Redactor {
    values: RwLock<Values>,
    keys: Keys,
    shapes: Shapes,
}

/// The secrets that are known.
#[derive(Default)]
struct Values {
    /// Every form of each
    forms: Vec<Vec<u8>>,
    finder: Arc<Finder>,
}

/// A secret that cannot be taken out of texts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TooShort {
    /// What it is called
    pub name: String,
}

impl fmt::Display for TooShort {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "the secret `{}` has fewer than {SHORTEST} bytes, so that it cannot be kept out of texts; use a longer one",
            self.name
        )
    }
}

impl std::error::Error for TooShort {}

/// A part of a text that must not leave.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Hit {
    start: usize,
    end: usize,
    /// What stays of it, in bytes
    keep: usize,
    /// Where that begins by which it was found
    context: usize,
}

impl Default for Redactor {
    fn default() -> Redactor {
        Redactor { values: RwLock::default(), keys: Keys::new(), shapes: Shapes::new() }
    }
}

impl Redactor {
    /// One that knows no values, only keys and shapes.
    pub fn new() -> Redactor {
        Redactor::default()
    }

    /// One that knows these secrets: the name and the value of each. White space at the end of a value does not count.
    ///
    /// # Errors
    /// The first that is too short to be taken out.
    pub fn of<'s>(secrets: impl IntoIterator<Item = (&'s str, &'s str)>) -> Result<Redactor, TooShort> {
        let redactor = Redactor::new();
        for (name, value) in secrets {
            redactor.learn(name, value)?;
        }
        Ok(redactor)
    }

    /// Takes that secret out of everything from now on.
    ///
    /// # Errors
    /// When it is too short to be taken out.
    pub fn learn(&self, name: &str, value: &str) -> Result<(), TooShort> {
        let value = value.trim_end();
        if value.len() < SHORTEST {
            return Err(TooShort { name: name.to_owned() });
        }
        let mut values = self.values.write().unwrap_or_else(PoisonError::into_inner);
        if !values.forms.iter().any(|form| form == value.as_bytes()) {
            form::of(value, &mut values.forms);
            values.finder = Arc::new(Finder::new(values.forms.clone()));
        }
        Ok(())
    }

    fn values(&self) -> Arc<Finder> {
        Arc::clone(&self.values.read().unwrap_or_else(PoisonError::into_inner).finder)
    }

    /// The text without secrets; none when there are none in it, which costs no allocation.
    pub fn text(&self, text: &str) -> Option<String> {
        let hits = self.hits(text);
        (!hits.is_empty()).then(|| replaced(text, &hits))
    }

    /// Takes secrets out of a value, in keys as in values, and says whether there were any.
    pub fn json(&self, value: &mut Json) -> bool {
        match value {
            Json::String(text) => self.text(text).map(|clean| *text = clean.into()).is_some(),
            Json::Number(number) => {
                let gone = self.text(&number.to_string()).is_some();
                if gone {
                    *value = Json::from(GONE);
                }
                gone
            }
            Json::Array(items) => items.iter_mut().fold(false, |gone, item| self.json(item) | gone),
            Json::Object(object) => {
                let mut gone = false;
                let mut clean = Object::new();
                for (key, value) in std::mem::take(object).iter() {
                    let mut value = value.clone();
                    gone |= self.member(key, &mut value);
                    let clean_key = self.text(key);
                    gone |= clean_key.is_some();
                    clean.insert(clean_key.unwrap_or_else(|| key.to_owned()), value);
                }
                *object = clean;
                gone
            }
            Json::Null | Json::Bool(_) => false,
        }
    }

    /// A stream of text without secrets, whatever the pieces are that it comes in.
    pub fn stream(&self) -> Stream<'_> {
        Stream::new(self)
    }

    /// The value of a member, by its key and as it is.
    fn member(&self, key: &str, value: &mut Json) -> bool {
        if let Json::String(text) = value
            && self.values().find(text.as_bytes(), |_, _| {}) == 0
            && let Some(keep) = self.keys.keeps(key, text)
        {
            *text = masked(text, keep).into();
            return true;
        }
        self.json(value)
    }

    /// All that must go, in order, without overlaps.
    fn hits(&self, text: &str) -> Vec<Hit> {
        let mut hits = Vec::new();
        self.values().find(text.as_bytes(), |start, end| hits.push(Hit { start, end, keep: 0, context: start }));
        self.keys.find(text, &mut hits);
        self.shapes.find(text, &mut hits);
        if hits.len() > 1 {
            merge(&mut hits);
        }
        hits
    }
}

impl fmt::Debug for Redactor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Redactor").finish_non_exhaustive()
    }
}

fn merge(hits: &mut Vec<Hit>) {
    hits.sort_unstable_by_key(|hit| (hit.start, hit.end));
    hits.dedup_by(|next, last| {
        let joined = next.start < last.end;
        if joined {
            // A beginning stays only where all agree on it.
            last.keep = if next.start == last.start { last.keep.min(next.keep) } else { 0 };
            last.end = last.end.max(next.end);
            last.context = last.context.min(next.context);
        }
        joined
    });
}

fn replaced(text: &str, hits: &[Hit]) -> String {
    let mut clean = String::with_capacity(text.len());
    let mut from = 0;
    for hit in hits {
        clean.push_str(text.get(from..hit.start).unwrap_or_default());
        clean.push_str(&masked(text.get(hit.start..hit.end).unwrap_or_default(), hit.keep));
        from = hit.end;
    }
    clean.push_str(text.get(from..).unwrap_or_default());
    clean
}

/// What stands for `value`.
fn masked(value: &str, keep: usize) -> String {
    let kept = value.get(..value.floor_char_boundary(keep)).unwrap_or_default();
    if kept.is_empty() { GONE.to_owned() } else { format!("{kept}{REST}") }
}

#[cfg(test)]
mod tests;
