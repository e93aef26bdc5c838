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

/// The slots of one call; up to `N` of them need no allocation.
#[derive(Debug)]
pub(crate) struct Slots<'call, const N: usize> {
    count: usize,
    inline: [Slot<'call>; N],
    many: Vec<Slot<'call>>,
}

impl<'call, const N: usize> Slots<'call, N> {
    /// `count` absent slots.
    #[inline]
    pub(crate) fn new(count: usize) -> Slots<'call, N> {
        let many = if count <= N { Vec::new() } else { vec![Slot::Absent; count] };
        Slots { count, inline: [const { Slot::Absent }; N], many }
    }

    /// The places, as many as there are fields.
    #[inline]
    pub(crate) fn places(&mut self) -> &mut [Slot<'call>] {
        let places = if self.count <= N { &mut self.inline[..] } else { &mut self.many[..] };
        places.get_mut(..self.count).unwrap_or_default()
    }
}
