//! Text: its length, pattern and format, choices among texts, and types that are read from text.

use std::borrow::Cow;
use std::str::FromStr;
use std::sync::OnceLock;

use toolgen_model::pattern::Pattern;
use toolgen_model::validate::fits_format;

use super::{Reader, Reading};
use crate::decode::Trouble;

/// What a text must keep. Write `Text { …, ..Text::NONE }`.
#[derive(Clone, Copy, Debug)]
pub struct Text {
    /// The least number of characters
    pub min: u64,
    /// The greatest number of characters
    pub max: u64,
    /// The expression that must match
    pub pattern: Option<&'static Expression>,
    /// The name of a format
    pub format: Option<&'static str>,
}

impl Text {
    /// No rule at all.
    pub const NONE: Text = Text { min: 0, max: u64::MAX, pattern: None, format: None };

    #[inline]
    fn keep(&self, text: &str) -> Reading<()> {
        let keeps = (self.min == 0 && self.max == u64::MAX || self.fits(text))
            && self.format.is_none_or(|format| fits_format(format, text).unwrap_or(true))
            && self.pattern.is_none_or(|pattern| pattern.matches(text));
        if keeps { Ok(()) } else { Err(Trouble) }
    }

    #[inline]
    fn fits(&self, text: &str) -> bool {
        // A character has at most four bytes, so that short texts need no count.
        let bytes = text.len() as u64;
        if bytes <= self.max && bytes.div_ceil(4) >= self.min {
            return true;
        }
        (self.min..=self.max).contains(&(text.chars().count() as u64))
    }
}

/// An ECMA-262 expression, compiled when it is first needed. One without a linear-time form is passed over,
/// as in the validator; the compiler finds it.
#[derive(Debug)]
pub struct Expression {
    text: &'static str,
    compiled: OnceLock<Option<Pattern>>,
}

impl Expression {
    /// The expression with this text.
    pub const fn new(text: &'static str) -> Expression {
        Expression { text, compiled: OnceLock::new() }
    }

    fn matches(&self, text: &str) -> bool {
        let compiled = self.compiled.get_or_init(|| Pattern::compile(self.text).ok());
        compiled.as_ref().is_none_or(|pattern| pattern.is_match(text))
    }
}

/// A type of texts of which one is chosen.
pub trait Choice: Copy + 'static {
    /// The one with that text.
    fn chosen(text: &str) -> Option<Self>;
}

impl<'t> Reader<'t> {
    /// Text, borrowed where it has no escape.
    ///
    /// # Errors
    /// When something else comes.
    #[inline]
    pub fn text(&mut self) -> Reading<Cow<'t, str>> {
        if self.cursor.peek() == Some(b'"') { self.cursor.string() } else { Err(Trouble) }
    }

    /// Text.
    ///
    /// # Errors
    /// When something else comes.
    #[inline]
    pub fn string(&mut self) -> Reading<String> {
        self.text().map(Cow::into_owned)
    }

    /// Text that keeps rules.
    ///
    /// # Errors
    /// When something else comes.
    #[inline]
    pub fn string_of(&mut self, rules: &Text) -> Reading<String> {
        let text = self.text()?;
        rules.keep(&text)?;
        Ok(text.into_owned())
    }

    /// One of the texts of a choice.
    ///
    /// # Errors
    /// When something else comes.
    #[inline]
    pub fn choice<T: Choice>(&mut self) -> Reading<T> {
        let text = self.text()?;
        T::chosen(&text).ok_or(Trouble)
    }

    /// Text that keeps rules and that the type reads; `expected` says what it reads where that is less.
    ///
    /// # Errors
    /// When something else comes.
    #[inline]
    pub fn parsed<T: FromStr>(&mut self, rules: &Text, expected: &'static str) -> Reading<T> {
        let at = self.place();
        let text = self.text()?;
        rules.keep(&text)?;
        text.parse().or_else(|_| self.unreadable(at, expected))
    }

    /// Bytes that are written in Base64.
    ///
    /// # Errors
    /// When something else comes.
    #[cfg(feature = "base64")]
    pub fn bytes(&mut self, rules: &Text) -> Reading<Vec<u8>> {
        use base64::Engine;
        let at = self.place();
        let text = self.text()?;
        rules.keep(&text)?;
        let bytes = base64::engine::general_purpose::STANDARD.decode(text.as_bytes());
        bytes.or_else(|_| self.unreadable(at, "bytes in Base64, such as \"aGVsbG8=\""))
    }
}
