//! JSON values that keep the order of their keys: text in, [`Json`] out, text again.
//!
//! `serde_json/preserve_order` would do the same, but features are global: it would change the maps
//! of every program that links a tool.

use std::borrow::Cow;
use std::fmt;

use serde::ser::{SerializeMap, SerializeSeq};
use serde::{Serialize, Serializer};
pub use serde_json::Number;

mod distinct;
mod object;
mod print;
mod read;
mod text;
mod word;

pub(crate) use distinct::{are_distinct, distinct};
pub use object::Object;
pub use text::Text;
pub(crate) use word::{Word, WordSet};

/// One JSON value. Two values are equal as JSON is: the order of keys does not count, `1` is `1.0`.
#[derive(Clone, Debug, Default)]
pub enum Json {
    /// `null`
    #[default]
    Null,
    /// `true` or `false`
    Bool(bool),
    /// A number, kept as it was written as far as 64 bits go.
    Number(Number),
    /// A string
    String(Text),
    /// An array
    Array(Vec<Json>),
    /// An object, in the order of its keys
    Object(Object),
}

impl Json {
    /// Reads JSON text. The last of two equal keys wins, as in `serde_json`; nesting ends at 128 levels.
    ///
    /// # Errors
    /// What `serde_json` reports: the line, the column and what was expected there.
    pub fn parse(text: &str) -> Result<Json, serde_json::Error> {
        serde_json::from_str(text)
    }

    /// The value of anything that serializes.
    ///
    /// # Errors
    /// A map with keys that are no strings, or what the type itself refuses.
    pub fn of<T: Serialize + ?Sized>(value: &T) -> Result<Json, serde_json::Error> {
        Json::parse(&serde_json::to_string(value)?)
    }

    /// `null`, `boolean`, `integer`, `number`, `string`, `array` or `object`; a whole number is an `integer`.
    pub fn type_name(&self) -> &'static str {
        match self {
            Json::Null => "null",
            Json::Bool(_) => "boolean",
            Json::Number(number) if is_whole(number) => "integer",
            Json::Number(_) => "number",
            Json::String(_) => "string",
            Json::Array(_) => "array",
            Json::Object(_) => "object",
        }
    }

    /// The value under `key`, if this is an object that has it.
    pub fn get(&self, key: &str) -> Option<&Json> {
        self.as_object()?.get(key)
    }

    /// The value under a keyword, if this is an object that has it.
    pub(crate) fn at(&self, word: Word) -> Option<&Json> {
        self.as_object()?.at(word)
    }

    /// The value at an RFC 6901 pointer (`""` is the value itself).
    pub fn pointer(&self, pointer: &str) -> Option<&Json> {
        let mut at = self;
        for part in pointer.split('/').skip(1) {
            let part = unescape(part);
            at = match at {
                Json::Object(object) => object.get(&part)?,
                Json::Array(items) => items.get(part.parse::<usize>().ok()?)?,
                _ => return None,
            };
        }
        (pointer.is_empty() || pointer.starts_with('/')).then_some(at)
    }

    /// The object, if it is one.
    pub fn as_object(&self) -> Option<&Object> {
        if let Json::Object(object) = self { Some(object) } else { None }
    }

    /// The object, if it is one.
    pub fn as_object_mut(&mut self) -> Option<&mut Object> {
        if let Json::Object(object) = self { Some(object) } else { None }
    }

    /// The items, if it is an array.
    pub fn as_array(&self) -> Option<&[Json]> {
        if let Json::Array(items) = self { Some(items) } else { None }
    }

    /// The text, if it is a string.
    pub fn as_str(&self) -> Option<&str> {
        if let Json::String(text) = self { Some(text) } else { None }
    }

    /// The word, if it is a string that is one.
    pub(crate) fn as_word(&self) -> Option<Word> {
        if let Json::String(text) = self { text.word() } else { None }
    }

    /// The truth value, if it is one.
    pub fn as_bool(&self) -> Option<bool> {
        if let Json::Bool(value) = self { Some(*value) } else { None }
    }

    /// The number, if it is one.
    pub fn as_number(&self) -> Option<&Number> {
        if let Json::Number(number) = self { Some(number) } else { None }
    }

    /// The whole number, if it is one that fits (`3.0` is `3`).
    pub fn as_i64(&self) -> Option<i64> {
        whole(self.as_number()?).and_then(|n| i64::try_from(n).ok())
    }

    /// The whole number, if it is one that fits and is not negative.
    pub fn as_u64(&self) -> Option<u64> {
        whole(self.as_number()?).and_then(|n| u64::try_from(n).ok())
    }

    /// Whether this is `null`.
    pub fn is_null(&self) -> bool {
        matches!(self, Json::Null)
    }

    /// Two-space indentation, non-ASCII kept, no final newline.
    pub fn pretty(&self) -> String {
        serde_json::to_string_pretty(self).unwrap_or_default()
    }

    /// The text that digests are made of: keys sorted by their bytes at every level, no white space,
    /// whole numbers without a fraction.
    pub fn canonical(&self) -> String {
        let mut out = String::new();
        print::write(self, true, &mut out);
        out
    }

    /// Whether both have the same text: the keys in the same order, too.
    pub(crate) fn same_text(&self, other: &Json) -> bool {
        match (self, other) {
            (Json::Object(a), Json::Object(b)) => {
                a.len() == b.len() && a.iter().zip(b.iter()).all(|((k, v), (l, w))| k == l && v.same_text(w))
            }
            (Json::Array(a), Json::Array(b)) => a.len() == b.len() && a.iter().zip(b).all(|(v, w)| v.same_text(w)),
            (Json::Number(a), Json::Number(b)) => a == b,
            (Json::Object(_) | Json::Array(_) | Json::Number(_), _) => false,
            (a, b) => a == b,
        }
    }
}

/// `sha256:` and 64 hexadecimal digits over [`Json::canonical`].
pub fn digest(value: &Json) -> String {
    let hash = hmac_sha256::Hash::hash(value.canonical().as_bytes());
    let mut text = String::with_capacity(7 + 64);
    text.push_str("sha256:");
    for byte in hash {
        text.push(char::from_digit(u32::from(byte >> 4), 16).unwrap_or('0'));
        text.push(char::from_digit(u32::from(byte & 15), 16).unwrap_or('0'));
    }
    text
}

/// A pointer with one step more (RFC 6901).
pub fn push_pointer(pointer: &str, step: &str) -> String {
    let mut out = String::with_capacity(pointer.len() + step.len() + 1);
    out.push_str(pointer);
    push_step(&mut out, step);
    out
}

/// Adds one step to a pointer.
pub(crate) fn push_step(pointer: &mut String, step: &str) {
    pointer.push('/');
    if step.bytes().any(|byte| matches!(byte, b'~' | b'/')) {
        pointer.push_str(&step.replace('~', "~0").replace('/', "~1"));
    } else {
        pointer.push_str(step);
    }
}

/// A step of a pointer as the key that it stands for.
pub(crate) fn unescape(step: &str) -> Cow<'_, str> {
    if step.contains('~') { step.replace("~1", "/").replace("~0", "~").into() } else { step.into() }
}

/// The exact whole number that `number` stands for, if it stands for one.
pub fn whole(number: &Number) -> Option<i128> {
    if let Some(n) = number.as_i64() {
        return Some(i128::from(n));
    }
    if let Some(n) = number.as_u64() {
        return Some(i128::from(n));
    }
    let float = number.as_f64()?;
    // 2^100: every whole f64 below it is exact in an i128.
    (float.fract() == 0.0 && float.abs() < 1.267_650_600_228_229_4e30).then_some(float as i128)
}

fn is_whole(number: &Number) -> bool {
    whole_or_huge(number)
}

/// Whether `number` is whole, however large it is: `1e300` is.
pub(crate) fn whole_or_huge(number: &Number) -> bool {
    whole(number).is_some() || number.as_f64().is_some_and(|float| float.fract() == 0.0)
}

impl PartialEq for Json {
    fn eq(&self, other: &Json) -> bool {
        match (self, other) {
            (Json::Null, Json::Null) => true,
            (Json::Bool(a), Json::Bool(b)) => a == b,
            (Json::Number(a), Json::Number(b)) => match (whole(a), whole(b)) {
                (Some(a), Some(b)) => a == b,
                _ => a.as_f64() == b.as_f64(),
            },
            (Json::String(a), Json::String(b)) => a == b,
            (Json::Array(a), Json::Array(b)) => a == b,
            (Json::Object(a), Json::Object(b)) => a == b,
            _ => false,
        }
    }
}

impl Eq for Json {}

impl fmt::Display for Json {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut out = String::with_capacity(1024);
        print::write(self, false, &mut out);
        f.write_str(&out)
    }
}

macro_rules! from_number {
    ($($kind:ty)*) => {$(
        impl From<$kind> for Json {
            fn from(value: $kind) -> Json { Json::Number(value.into()) }
        }
    )*};
}
from_number!(i32 i64 u32 u64 usize);

impl From<f64> for Json {
    fn from(value: f64) -> Json {
        Number::from_f64(value).map_or(Json::Null, Json::Number)
    }
}
impl From<bool> for Json {
    fn from(value: bool) -> Json {
        Json::Bool(value)
    }
}
impl From<&str> for Json {
    fn from(value: &str) -> Json {
        Json::String(value.into())
    }
}
impl From<String> for Json {
    fn from(value: String) -> Json {
        Json::String(value.into())
    }
}
impl From<Word> for Json {
    fn from(word: Word) -> Json {
        Json::String(word.into())
    }
}
impl From<&Text> for Json {
    fn from(text: &Text) -> Json {
        Json::String(text.clone())
    }
}
impl From<Text> for Json {
    fn from(text: Text) -> Json {
        Json::String(text)
    }
}
impl From<Object> for Json {
    fn from(value: Object) -> Json {
        Json::Object(value)
    }
}
impl<T: Into<Json>> From<Vec<T>> for Json {
    fn from(items: Vec<T>) -> Json {
        Json::Array(items.into_iter().map(Into::into).collect())
    }
}
impl<K: Into<Text>, V: Into<Json>, const N: usize> From<[(K, V); N]> for Json {
    fn from(entries: [(K, V); N]) -> Json {
        Json::Object(entries.into_iter().map(|(key, value)| (key.into(), value.into())).collect())
    }
}

impl Serialize for Json {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Json::Null => serializer.serialize_unit(),
            Json::Bool(value) => serializer.serialize_bool(*value),
            Json::Number(number) => number.serialize(serializer),
            Json::String(text) => serializer.serialize_str(text),
            Json::Array(items) => {
                let mut seq = serializer.serialize_seq(Some(items.len()))?;
                for item in items {
                    seq.serialize_element(item)?;
                }
                seq.end()
            }
            Json::Object(object) => {
                let mut map = serializer.serialize_map(Some(object.len()))?;
                for (key, value) in object.iter() {
                    map.serialize_entry(key, value)?;
                }
                map.end()
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_keep_their_order_and_the_last_of_two_wins() {
        let value = Json::parse(r#"{"b":1,"a":2,"b":3}"#).unwrap();
        assert_eq!(value.to_string(), r#"{"b":3,"a":2}"#);
    }

    #[test]
    fn canonical_text_is_sorted_at_every_level() {
        let value = Json::parse(r#"{"b":[{"z":1.0,"y":-2}],"a":1.5}"#).unwrap();
        assert_eq!(value.canonical(), r#"{"a":1.5,"b":[{"y":-2,"z":1}]}"#);
    }

    #[test]
    fn equality_is_that_of_json() {
        let (a, b) = (r#"{"a":1,"b":[1.0]}"#, r#"{"b":[1],"a":1.0}"#);
        assert_eq!(Json::parse(a).unwrap(), Json::parse(b).unwrap());
        assert_ne!(Json::parse("1").unwrap(), Json::parse("true").unwrap());
        assert_ne!(Json::parse("18446744073709551615").unwrap(), Json::parse("18446744073709551614").unwrap());
    }

    #[test]
    fn pointers_follow_rfc_6901() {
        let value = Json::parse(r#"{"a/b":{"~":[10,20]}}"#).unwrap();
        assert_eq!(value.pointer("/a~1b/~0/1"), Some(&Json::from(20)));
        assert_eq!(value.pointer(""), Some(&value));
        assert_eq!(value.pointer("a"), None);
        assert_eq!(push_pointer("", "a/b~"), "/a~1b~0");
    }

    #[test]
    fn a_hundred_thousand_keys_take_no_quadratic_time() {
        let text = (0..100_000).map(|n| format!("\"k{n}\":{n}")).collect::<Vec<_>>().join(",");
        let value = Json::parse(&format!("{{{text}}}")).unwrap();
        assert_eq!(value.as_object().unwrap().len(), 100_000);
    }
}
