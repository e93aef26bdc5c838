//! A decoded argument on its way to the handler.

use std::borrow::Cow;

/// What the decoder puts in a field's place. It borrows from the JSON text where it can.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Slot<'call> {
    /// Nothing came and nothing stands in for it
    #[default]
    Absent,
    /// `null`
    Null,
    /// A truth value
    Bool(bool),
    /// A whole number
    Int(i64),
    /// A whole number above `i64`
    Uint(u64),
    /// A number
    Float(f64),
    /// Text
    Str(Cow<'call, str>),
    /// JSON text
    Raw(&'call str),
}
