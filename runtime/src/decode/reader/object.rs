//! Objects: members in, which known property each is out.

use std::collections::BTreeMap;

use super::{Name, Reader, Reading};
use crate::decode::Trouble;

/// How far an object was read.
#[derive(Debug)]
pub struct Keys {
    names: &'static [&'static str],
    next: usize,
    started: bool,
}

/// The next member of an object; its value comes next.
#[derive(Debug, PartialEq)]
pub enum Key<'t> {
    /// The property at this place of the names
    At(usize),
    /// Another one
    Other(Name<'t>),
}

impl<'t> Reader<'t> {
    /// Goes into an object with the properties `names`.
    ///
    /// # Errors
    /// When something else comes.
    #[inline]
    pub fn object(&mut self, names: &'static [&'static str]) -> Reading<Keys> {
        self.cursor.expect(b'{')?;
        self.enter()?;
        Ok(Keys { names, next: 0, started: false })
    }

    /// The next member, or `None` behind the last.
    ///
    /// # Errors
    /// When something else comes.
    #[inline]
    pub fn key(&mut self, keys: &mut Keys) -> Reading<Option<Key<'t>>> {
        let more = if keys.started { self.cursor.comma_or(b'}')? } else { !self.cursor.take(b'}') };
        keys.started = true;
        if !more {
            self.leave();
            return Ok(None);
        }
        // Members mostly come in the order of the properties.
        if let Some(name) = keys.names.get(keys.next)
            && self.cursor.this_key(name)
        {
            keys.next += 1;
            return Ok(Some(Key::At(keys.next - 1)));
        }
        let key = self.cursor.key()?;
        let found = keys.names.iter().skip(keys.next).position(|name| *name == key).map(|at| at + keys.next);
        match found.or_else(|| keys.names.iter().position(|name| *name == key)) {
            Some(at) => {
                keys.next = at + 1;
                Ok(Some(Key::At(at)))
            }
            None => Ok(Some(Key::Other(key))),
        }
    }

    /// An object whose members all are what `read` gives.
    ///
    /// # Errors
    /// Those of `read`, and when a name comes twice or no object comes.
    pub fn map<T>(&mut self, mut read: impl FnMut(&mut Self) -> Reading<T>) -> Reading<BTreeMap<String, T>> {
        let mut members = BTreeMap::new();
        let mut keys = self.object(&[])?;
        while let Some(Key::Other(name)) = self.key(&mut keys)? {
            add(&mut members, name, read(self)?)?;
        }
        Ok(members)
    }
}

/// Puts the value of a property into its place.
///
/// # Errors
/// When the property came already.
#[inline]
pub fn put<T>(place: &mut Option<T>, value: T) -> Reading<()> {
    if place.is_some() {
        return Err(Trouble);
    }
    *place = Some(value);
    Ok(())
}

/// Puts a member that the schema does not name to the others.
///
/// # Errors
/// When the member came already.
pub fn add<T>(members: &mut BTreeMap<String, T>, name: Name<'_>, value: T) -> Reading<()> {
    if members.insert(name.into_owned(), value).is_some() { Err(Trouble) } else { Ok(()) }
}

/// The value of a property that must be there.
///
/// # Errors
/// When it did not come.
#[inline]
pub fn required<T>(place: Option<T>) -> Reading<T> {
    place.ok_or(Trouble)
}
