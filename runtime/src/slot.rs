//! A decoded argument on its way to the handler.

use std::any::Any;
use std::borrow::Cow;

/// What the decoder puts in a field's place. It borrows from the JSON text where it can.
#[derive(Debug, Default)]
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
    /// A value of the type that was made from the schema
    Typed(Box<dyn Any + Send>),
}

impl PartialEq for Slot<'_> {
    /// Typed values are equal to nothing: what they are is known to the handler alone.
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Slot::Absent, Slot::Absent) | (Slot::Null, Slot::Null) => true,
            (Slot::Bool(a), Slot::Bool(b)) => a == b,
            (Slot::Int(a), Slot::Int(b)) => a == b,
            (Slot::Uint(a), Slot::Uint(b)) => a == b,
            (Slot::Float(a), Slot::Float(b)) => a == b,
            (Slot::Str(a), Slot::Str(b)) => a == b,
            (Slot::Raw(a), Slot::Raw(b)) => a == b,
            _ => false,
        }
    }
}

/// The slots of one call; up to `N` of them need no allocation.
#[derive(Debug)]
pub(crate) enum Slots<'call, const N: usize> {
    /// So many, and the rest without use
    Few(usize, [Slot<'call>; N]),
    /// More than that
    Many(Vec<Slot<'call>>),
}

impl<'call, const N: usize> Slots<'call, N> {
    /// `count` absent slots.
    #[inline]
    pub(crate) fn new(count: usize) -> Slots<'call, N> {
        if count <= N {
            return Slots::Few(count, [const { Slot::Absent }; N]);
        }
        Slots::Many((0..count).map(|_| Slot::Absent).collect())
    }

    /// The places, as many as there are fields.
    #[inline]
    pub(crate) fn places(&mut self) -> &mut [Slot<'call>] {
        match self {
            Slots::Few(count, places) => places.get_mut(..*count).unwrap_or_default(),
            Slots::Many(places) => places,
        }
    }
}
