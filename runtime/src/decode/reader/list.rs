//! Arrays: lists of one type, and tuples, whose places have a type each.

use super::{Reader, Reading};
use crate::decode::Trouble;

impl<'t> Reader<'t> {
    /// A list of what `read` gives.
    ///
    /// # Errors
    /// Those of `read`, and when no array comes.
    #[inline]
    pub fn list<T>(&mut self, mut read: impl FnMut(&mut Self) -> Reading<T>) -> Reading<Vec<T>> {
        self.tuple(|items| items.rest(&mut read))
    }

    /// A list of at least `min` and at most `max` of what `read` gives.
    ///
    /// # Errors
    /// Those of `read`, and when no such array comes.
    pub fn list_of<T>(&mut self, min: usize, max: usize, read: impl FnMut(&mut Self) -> Reading<T>) -> Reading<Vec<T>> {
        self.list(read).and_then(|list| if (min..=max).contains(&list.len()) { Ok(list) } else { Err(Trouble) })
    }

    /// An array that `read` takes apart to its end.
    ///
    /// # Errors
    /// Those of `read`, and when no array comes or more is left in it.
    #[inline]
    pub fn tuple<T>(&mut self, read: impl FnOnce(&mut Items<'_, 't>) -> Reading<T>) -> Reading<T> {
        self.cursor.expect(b'[')?;
        self.enter()?;
        let mut items = Items { reader: self, started: false, ended: false };
        let tuple = read(&mut items)?;
        if items.next()? {
            return Err(Trouble);
        }
        self.leave();
        Ok(tuple)
    }
}

/// The items of an array, one after the other.
pub struct Items<'r, 't> {
    reader: &'r mut Reader<'t>,
    started: bool,
    ended: bool,
}

impl<'t> Items<'_, 't> {
    /// The next item.
    ///
    /// # Errors
    /// Those of `read`, and when there is none.
    pub fn required<T>(&mut self, read: impl FnOnce(&mut Reader<'t>) -> Reading<T>) -> Reading<T> {
        if self.next()? { read(self.reader) } else { Err(Trouble) }
    }

    /// The next item, if there is one.
    ///
    /// # Errors
    /// Those of `read`.
    pub fn optional<T>(&mut self, read: impl FnOnce(&mut Reader<'t>) -> Reading<T>) -> Reading<Option<T>> {
        if self.next()? { read(self.reader).map(Some) } else { Ok(None) }
    }

    /// All items that are left.
    ///
    /// # Errors
    /// Those of `read`.
    #[inline]
    pub fn rest<T>(&mut self, mut read: impl FnMut(&mut Reader<'t>) -> Reading<T>) -> Reading<Vec<T>> {
        let mut rest = Vec::new();
        while self.next()? {
            rest.push(read(self.reader)?);
        }
        Ok(rest)
    }

    /// Whether another item comes.
    #[inline]
    fn next(&mut self) -> Reading<bool> {
        if self.ended {
            return Ok(false);
        }
        let cursor = &mut self.reader.cursor;
        let more = if self.started { cursor.comma_or(b']')? } else { !cursor.take(b']') };
        self.started = true;
        self.ended = !more;
        Ok(more)
    }
}
