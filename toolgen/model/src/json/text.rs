//! Texts of JSON, keys and strings: text in, the same text out. A copy costs next to nothing.

use std::borrow::Borrow;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::Deref;
use std::sync::Arc;

use serde::de::{Error, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::word::Word;

/// A string of JSON, whatever it is made of.
#[derive(Clone)]
pub struct Text(Kept);

/// A text that is a word is always kept as one.
#[derive(Clone)]
enum Kept {
    Word(Word),
    Shared(Arc<str>),
}

impl Text {
    /// The text.
    pub fn as_str(&self) -> &str {
        match &self.0 {
            Kept::Word(word) => word.text(),
            Kept::Shared(text) => text,
        }
    }

    /// The word that it is, if it is one.
    pub(crate) fn word(&self) -> Option<Word> {
        if let Kept::Word(word) = self.0 { Some(word) } else { None }
    }

    /// One bit that equal texts share, and few others.
    pub(super) fn mark(&self) -> u128 {
        match &self.0 {
            Kept::Word(word) => 1 << *word as u128,
            Kept::Shared(text) => match text.as_bytes() {
                [first, .., last] => 1 << ((usize::from(*first) * 5 + usize::from(*last) * 3 + text.len()) % 128),
                _ => 1,
            },
        }
    }

    /// Whether it is this word.
    pub(crate) fn is(&self, word: Word) -> bool {
        self.word() == Some(word)
    }
}

impl From<Word> for Text {
    fn from(word: Word) -> Text {
        Text(Kept::Word(word))
    }
}
impl From<&str> for Text {
    fn from(text: &str) -> Text {
        Text(Word::of(text).map_or_else(|| Kept::Shared(text.into()), Kept::Word))
    }
}
impl From<&String> for Text {
    fn from(text: &String) -> Text {
        Text::from(text.as_str())
    }
}
impl From<String> for Text {
    fn from(text: String) -> Text {
        Text::from(text.as_str())
    }
}
impl From<&Text> for Text {
    fn from(text: &Text) -> Text {
        text.clone()
    }
}
impl From<Text> for String {
    fn from(text: Text) -> String {
        text.as_str().to_owned()
    }
}

impl Deref for Text {
    type Target = str;

    fn deref(&self) -> &str {
        self.as_str()
    }
}
impl AsRef<str> for Text {
    fn as_ref(&self) -> &str {
        self
    }
}
impl Borrow<str> for Text {
    fn borrow(&self) -> &str {
        self
    }
}

impl PartialEq for Text {
    fn eq(&self, other: &Text) -> bool {
        match (&self.0, &other.0) {
            (Kept::Word(one), Kept::Word(other)) => one == other,
            (Kept::Shared(one), Kept::Shared(other)) => one == other,
            _ => false,
        }
    }
}
impl Eq for Text {}
impl PartialEq<str> for Text {
    fn eq(&self, other: &str) -> bool {
        self.as_str() == other
    }
}
impl PartialEq<String> for Text {
    fn eq(&self, other: &String) -> bool {
        self.as_str() == other
    }
}
impl PartialEq<Text> for str {
    fn eq(&self, other: &Text) -> bool {
        self == other.as_str()
    }
}
impl PartialEq<&str> for Text {
    fn eq(&self, other: &&str) -> bool {
        self.as_str() == *other
    }
}
impl PartialOrd for Text {
    fn partial_cmp(&self, other: &Text) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}
impl Ord for Text {
    fn cmp(&self, other: &Text) -> std::cmp::Ordering {
        self.as_str().cmp(other)
    }
}
impl Hash for Text {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.as_str().hash(state);
    }
}

impl fmt::Display for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.as_str().fmt(f)
    }
}
impl fmt::Debug for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.as_str(), f)
    }
}

impl Serialize for Text {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self)
    }
}
impl<'de> Deserialize<'de> for Text {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Text, D::Error> {
        deserializer.deserialize_str(TextVisitor)
    }
}

struct TextVisitor;

impl Visitor<'_> for TextVisitor {
    type Value = Text;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a string")
    }
    fn visit_str<E: Error>(self, text: &str) -> Result<Text, E> {
        Ok(text.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Json;

    #[test]
    fn a_text_is_what_it_was_made_of() {
        for given in ["type", "types", "", "größe"] {
            let text = Text::from(given);
            let copies = (text.as_str(), text.to_string(), String::from(text.clone()), Text::from(given.to_owned()));
            assert_eq!(copies, (given, given.into(), given.into(), text.clone()));
            assert!(text == *given && text != *"other");
            assert_eq!(format!("{text:?}"), format!("{given:?}"));
        }
        assert!(Text::from("type").is(Word::Type) && Text::from("types").word().is_none());
        let mut texts = ["z", "type", "a"].map(Text::from);
        texts.sort();
        assert_eq!(texts, ["a", "type", "z"]);
    }

    #[test]
    fn a_text_is_small() {
        assert_eq!((size_of::<Text>(), size_of::<Json>()), (size_of::<&str>(), size_of::<String>()));
    }
}
