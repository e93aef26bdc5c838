//! Keys of objects: text in, the same text out. A copy of a key costs next to nothing.

use std::borrow::Borrow;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::Deref;
use std::sync::Arc;

use serde::de::{Error, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::word::Word;

/// The key of an entry in an object: a text, whatever it is made of.
#[derive(Clone)]
pub struct Key(Kept);

/// A text that is a word is always kept as one.
#[derive(Clone)]
enum Kept {
    Word(Word),
    Text(Arc<str>),
}

impl Key {
    /// The text.
    pub fn as_str(&self) -> &str {
        match &self.0 {
            Kept::Word(word) => word.text(),
            Kept::Text(text) => text,
        }
    }

    /// The keyword that it is, if it is one.
    pub(crate) fn word(&self) -> Option<Word> {
        if let Kept::Word(word) = self.0 { Some(word) } else { None }
    }

    /// Whether it is this keyword.
    pub(crate) fn is(&self, word: Word) -> bool {
        self.word() == Some(word)
    }
}

impl From<Word> for Key {
    fn from(word: Word) -> Key {
        Key(Kept::Word(word))
    }
}
impl From<&str> for Key {
    fn from(text: &str) -> Key {
        Key(Word::of(text).map_or_else(|| Kept::Text(text.into()), Kept::Word))
    }
}
impl From<&String> for Key {
    fn from(text: &String) -> Key {
        Key::from(text.as_str())
    }
}
impl From<String> for Key {
    fn from(text: String) -> Key {
        Key::from(text.as_str())
    }
}
impl From<&Key> for Key {
    fn from(key: &Key) -> Key {
        key.clone()
    }
}
impl From<Key> for String {
    fn from(key: Key) -> String {
        key.as_str().to_owned()
    }
}

impl Deref for Key {
    type Target = str;

    fn deref(&self) -> &str {
        self.as_str()
    }
}
impl AsRef<str> for Key {
    fn as_ref(&self) -> &str {
        self
    }
}
impl Borrow<str> for Key {
    fn borrow(&self) -> &str {
        self
    }
}

impl PartialEq for Key {
    fn eq(&self, other: &Key) -> bool {
        match (&self.0, &other.0) {
            (Kept::Word(one), Kept::Word(other)) => one == other,
            (Kept::Text(one), Kept::Text(other)) => one == other,
            _ => false,
        }
    }
}
impl Eq for Key {}
impl PartialEq<str> for Key {
    fn eq(&self, other: &str) -> bool {
        self.as_str() == other
    }
}
impl PartialEq<&str> for Key {
    fn eq(&self, other: &&str) -> bool {
        self.as_str() == *other
    }
}
impl PartialOrd for Key {
    fn partial_cmp(&self, other: &Key) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}
impl Ord for Key {
    fn cmp(&self, other: &Key) -> std::cmp::Ordering {
        self.as_str().cmp(other)
    }
}
impl Hash for Key {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.as_str().hash(state);
    }
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.as_str().fmt(f)
    }
}
impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.as_str(), f)
    }
}

impl Serialize for Key {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self)
    }
}
impl<'de> Deserialize<'de> for Key {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Key, D::Error> {
        deserializer.deserialize_str(KeyVisitor)
    }
}

struct KeyVisitor;

impl Visitor<'_> for KeyVisitor {
    type Value = Key;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a string")
    }
    fn visit_str<E: Error>(self, text: &str) -> Result<Key, E> {
        Ok(text.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_its_text() {
        for text in ["type", "name", "", "größe"] {
            let key = Key::from(text);
            assert_eq!((key.as_str(), key.to_string(), String::from(key.clone())), (text, text.into(), text.into()));
            assert!(key == Key::from(text.to_owned()) && key == *text && key != *"other");
            assert_eq!(format!("{key:?}"), format!("{text:?}"));
        }
        assert!(Key::from("type").is(Word::Type) && Key::from("name").word().is_none());
        let mut keys = ["z", "type", "a"].map(Key::from);
        keys.sort();
        assert_eq!(keys, ["a", "type", "z"]);
    }

    #[test]
    fn a_key_is_small() {
        assert_eq!(size_of::<Key>(), size_of::<&str>());
    }
}
