//! Typed reading: JSON text in, values of the types that were made from a schema out, in one pass.
//!
//! Generated code calls this. What a schema asks is kept on the way; what only the validator can judge
//! is judged where it stands ([`Reader::judged`]). A reading that fails says nothing: `explain` reads the
//! arguments again and reports all of it. What no schema says (a number that no Rust type holds) leaves a
//! [`Fault`] behind.

use std::any::Any;
use std::borrow::Cow;

use toolgen_model::enforced;

use super::Trouble;
use super::cursor::Cursor;
use crate::tool::Tool;

mod list;
mod object;
mod scalar;
mod text;
mod union;
mod value;

pub use list::Items;
pub use object::{Key, Keys, add, put, required};
pub use scalar::{Limits, Scalar};
pub use text::{Choice, Expression, Text};
pub use union::Comes;

/// What a reading gives.
pub type Reading<T> = Result<T, Trouble>;

/// The input of whatever type the schema asks, on its way to the handler.
pub(crate) type Typed = Box<dyn Any + Send>;

/// A type that was made from a schema.
pub trait Read: Sized {
    /// Reads a value that the schema allows, or fails.
    ///
    /// # Errors
    /// When the schema does not allow what comes.
    fn read(reader: &mut Reader<'_>) -> Reading<Self>;
}

/// JSON text, and how far it was read.
pub struct Reader<'t> {
    pub(super) cursor: Cursor<'t>,
    tool: &'static Tool,
    depth: u32,
    tries: u32,
    /// Whether the validator allowed the value of which this reads a part
    sure: bool,
    fault: Option<Fault>,
}

/// What is wrong with a value that its schema allows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Fault {
    /// The byte at which the value starts
    pub(super) at: usize,
    /// What can be read, as a phrase
    pub(super) expected: &'static str,
}

/// Levels of nesting that are read, as `serde_json` reads.
const DEPTH: u32 = 127;

impl<'t> Reader<'t> {
    #[inline]
    pub(super) fn new(tool: &'static Tool, text: &'t str) -> Reader<'t> {
        Reader { cursor: Cursor::new(text), tool, depth: 0, tries: 0, sure: false, fault: None }
    }

    /// The first thing that was wrong without a schema that says so.
    pub(super) fn fault(&self) -> Option<Fault> {
        self.fault
    }

    /// Fails: the schema does not allow what comes.
    ///
    /// # Errors
    /// Always.
    #[inline]
    pub fn refuse<T>(&self) -> Reading<T> {
        Err(Trouble)
    }

    /// Reads a value of a type that was made from a schema.
    ///
    /// # Errors
    /// When the schema does not allow what comes.
    pub fn read<T: Read>(&mut self) -> Reading<T> {
        T::read(self)
    }

    /// `None` for null, else what `read` gives.
    ///
    /// # Errors
    /// Those of `read`.
    #[inline]
    pub fn nullable<T>(&mut self, read: impl FnOnce(&mut Self) -> Reading<T>) -> Reading<Option<T>> {
        if self.cursor.peek() == Some(b'n') { self.null().map(|()| None) } else { read(self).map(Some) }
    }

    /// An argument that may be left out: `None` for a null that is no value of it, else what `read` gives.
    ///
    /// # Errors
    /// Those of `read`.
    #[inline]
    pub fn optional<T>(&mut self, read: impl FnOnce(&mut Self) -> Reading<T>) -> Reading<Option<T>> {
        if self.cursor.peek() != Some(b'n') {
            return read(self).map(Some);
        }
        let (start, depth) = (self.cursor.at, self.depth);
        read(self).map(Some).or_else(|_| {
            (self.cursor.at, self.depth) = (start, depth);
            self.null().map(|()| None)
        })
    }

    /// What `read` makes of a default, which is valid: the compiler checked it.
    ///
    /// # Errors
    /// Those of `read`.
    pub fn default<T>(&self, default: &'static str, read: impl FnOnce(&mut Reader<'_>) -> Reading<T>) -> Reading<T> {
        read(&mut Reader::new(self.tool, default))
    }

    /// Passes over an argument that no field names, where the whole object was judged.
    ///
    /// # Errors
    /// When there must be none.
    pub fn unknown(&mut self) -> Reading<()> {
        if self.tool.more.is_some_and(|more| more.whole) || !enforced!("gate.arguments") {
            return self.cursor.skip().map(drop);
        }
        Err(Trouble)
    }

    /// What `read` gives, when the validator too allows the value by the schema at `pointer` in the tool's
    /// input schema.
    ///
    /// # Errors
    /// When the schema does not allow what comes.
    pub fn judged<T>(&mut self, pointer: &str, read: impl FnOnce(&mut Self) -> Reading<T>) -> Reading<T> {
        if self.sure {
            return read(self);
        }
        let start = self.place();
        let text = self.cursor.skip()?;
        super::judge::part(self.tool, pointer, text)?;
        self.cursor.at = start;
        self.sure = true;
        let value = read(self);
        self.sure = false;
        value
    }

    /// Where the next value starts.
    #[inline]
    fn place(&mut self) -> usize {
        self.cursor.peek();
        self.cursor.at
    }

    /// Notes that the value at `at` cannot be read, though the schema allows it.
    #[cold]
    fn unreadable<T>(&mut self, at: usize, expected: &'static str) -> Reading<T> {
        self.fault = self.fault.or(Some(Fault { at, expected }));
        Err(Trouble)
    }

    /// One level down; [`Reader::leave`] comes back.
    #[inline]
    fn enter(&mut self) -> Reading<()> {
        self.depth += 1;
        if self.depth > DEPTH { self.unreadable(self.cursor.at, "a value that is nested less deeply") } else { Ok(()) }
    }

    #[inline]
    fn leave(&mut self) {
        self.depth -= 1;
    }
}

/// An input as its slot holds it.
///
/// # Errors
/// When the schema does not allow what comes.
pub fn boxed<T: Read + Any + Send>(reader: &mut Reader<'_>) -> Reading<Typed> {
    T::read(reader).map(|value| Box::new(value) as Typed)
}

/// A member whose name the schema does not give.
pub(super) type Name<'t> = Cow<'t, str>;
