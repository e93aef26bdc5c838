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

/// How many fields need no allocation.
const INLINE: usize = 16;

/// The slots of one call.
#[derive(Debug)]
pub(crate) struct Slots<'call> {
    count: usize,
    inline: [Slot<'call>; INLINE],
    many: Vec<Slot<'call>>,
}

impl<'call> Slots<'call> {
    /// `count` absent slots.
    #[inline]
    pub(crate) fn new(count: usize) -> Slots<'call> {
        let many = if count <= INLINE { Vec::new() } else { vec![Slot::Absent; count] };
        Slots { count, inline: [const { Slot::Absent }; INLINE], many }
    }

    /// The places, as many as there are fields.
    #[inline]
    pub(crate) fn places(&mut self) -> &mut [Slot<'call>] {
        let places = if self.count <= INLINE { &mut self.inline[..] } else { &mut self.many[..] };
        places.get_mut(..self.count).unwrap_or_default()
    }
}
