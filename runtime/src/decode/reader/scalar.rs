//! Truth values, numbers, null, and choices among such values.

use super::{Reader, Reading};
use crate::decode::Trouble;
use crate::decode::number::{self, Number};
use crate::tool::Bound;

/// What a number must keep. Write `Limits { …, ..Limits::NONE }`.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// The smallest value
    pub minimum: Bound,
    /// The greatest value
    pub maximum: Bound,
    /// What it must be above
    pub above: Bound,
    /// What it must be below
    pub below: Bound,
    /// What a whole number must be a multiple of; 1 is no limit
    pub multiple_of: u64,
}

impl Limits {
    /// No limit at all.
    pub const NONE: Limits =
        Limits { minimum: Bound::None, maximum: Bound::None, above: Bound::None, below: Bound::None, multiple_of: 1 };

    #[inline]
    fn keep(&self, number: Number) -> Reading<()> {
        let keeps = number::order(number, self.minimum).is_none_or(std::cmp::Ordering::is_ge)
            && number::order(number, self.maximum).is_none_or(std::cmp::Ordering::is_le)
            && number::order(number, self.above).is_none_or(std::cmp::Ordering::is_gt)
            && number::order(number, self.below).is_none_or(std::cmp::Ordering::is_lt)
            && match number {
                Number::Int(n) => self.multiple_of == 1 || n.unsigned_abs().is_multiple_of(self.multiple_of),
                Number::Uint(n) => self.multiple_of == 1 || n.is_multiple_of(self.multiple_of),
                Number::Float(_) => true,
            };
        if keeps { Ok(()) } else { Err(Trouble) }
    }
}

/// A value that a choice lists.
#[derive(Clone, Copy, Debug)]
pub enum Scalar {
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
    Text(&'static str),
}

impl Reader<'_> {
    /// `true` or `false`.
    ///
    /// # Errors
    /// When something else comes.
    #[inline]
    pub fn boolean(&mut self) -> Reading<bool> {
        match self.cursor.peek() {
            Some(b't') => self.cursor.word("true").map(|()| true),
            Some(b'f') => self.cursor.word("false").map(|()| false),
            _ => Err(Trouble),
        }
    }

    /// `null`.
    ///
    /// # Errors
    /// When something else comes.
    #[inline]
    pub fn null(&mut self) -> Reading<()> {
        self.cursor.peek();
        self.cursor.word("null")
    }

    /// A whole number of 64 bits.
    ///
    /// # Errors
    /// When something else comes.
    #[inline]
    pub fn integer(&mut self) -> Reading<i64> {
        self.integer_of(&Limits::NONE)
    }

    /// A whole number of 64 bits within limits.
    ///
    /// # Errors
    /// When something else comes.
    #[inline]
    pub fn integer_of(&mut self, limits: &Limits) -> Reading<i64> {
        if let Some(n) = self.cursor.small() {
            return limits.keep(Number::Int(n)).map(|()| n);
        }
        let at = self.place();
        match self.whole()? {
            Number::Int(n) => limits.keep(Number::Int(n)).map(|()| n),
            _ => self.unreadable(at, "a whole number from -9223372036854775808 to 9223372036854775807"),
        }
    }

    /// A whole number from 0 of 64 bits.
    ///
    /// # Errors
    /// When something else comes.
    #[inline]
    pub fn unsigned(&mut self) -> Reading<u64> {
        self.unsigned_of(&Limits::NONE)
    }

    /// A whole number from 0 of 64 bits within limits.
    ///
    /// # Errors
    /// When something else comes.
    #[inline]
    pub fn unsigned_of(&mut self, limits: &Limits) -> Reading<u64> {
        let at = self.place();
        let number = match self.cursor.small() {
            Some(n) => Number::Int(n),
            None => self.whole()?,
        };
        let n = match number {
            Number::Int(n) => u64::try_from(n).map_err(|_| Trouble)?,
            Number::Uint(n) => n,
            Number::Float(_) => return self.unreadable(at, "a whole number from 0 to 18446744073709551615"),
        };
        limits.keep(number).map(|()| n)
    }

    /// A number.
    ///
    /// # Errors
    /// When something else comes.
    #[inline]
    pub fn number(&mut self) -> Reading<f64> {
        self.any_number().map(Number::to_f64)
    }

    /// A number within limits.
    ///
    /// # Errors
    /// When something else comes.
    #[inline]
    pub fn number_of(&mut self, limits: &Limits) -> Reading<f64> {
        let number = self.any_number()?;
        limits.keep(number).map(|()| number.to_f64())
    }

    /// Nothing, when exactly this value comes.
    ///
    /// # Errors
    /// When something else comes.
    pub fn constant(&mut self, value: Scalar) -> Reading<()> {
        self.one_of(&[(value, ())])
    }

    /// What stands beside the value that comes.
    ///
    /// # Errors
    /// When none of the values comes.
    pub fn one_of<T: Copy>(&mut self, choices: &[(Scalar, T)]) -> Reading<T> {
        let find = |is: &dyn Fn(Scalar) -> bool| {
            choices.iter().find(|(choice, _)| is(*choice)).map(|(_, value)| *value).ok_or(Trouble)
        };
        match self.cursor.peek() {
            Some(b'"') => {
                let text = self.cursor.string()?;
                find(&|choice| matches!(choice, Scalar::Text(choice) if choice == text))
            }
            Some(b't' | b'f') => {
                let value = self.boolean()?;
                find(&|choice| matches!(choice, Scalar::Bool(choice) if choice == value))
            }
            Some(b'n') => {
                self.null()?;
                find(&|choice| matches!(choice, Scalar::Null))
            }
            _ => {
                let number = self.any_number()?;
                find(&|choice| equals(number, choice))
            }
        }
    }

    #[inline]
    fn any_number(&mut self) -> Reading<Number> {
        match self.cursor.peek() {
            Some(b'-' | b'0'..=b'9') => self.cursor.number(),
            _ => Err(Trouble),
        }
    }

    /// A number that is whole: as `Float` only where 64 bits do not hold it.
    fn whole(&mut self) -> Reading<Number> {
        match self.any_number()? {
            Number::Float(n) if n.fract() != 0.0 => Err(Trouble),
            Number::Float(n) => Ok(number::whole(n).unwrap_or(Number::Float(n))),
            number => Ok(number),
        }
    }
}

fn equals(number: Number, choice: Scalar) -> bool {
    let bound = match choice {
        Scalar::Int(n) => Bound::Int(n),
        Scalar::Uint(n) => Bound::Uint(n),
        Scalar::Float(n) => Bound::Float(n),
        Scalar::Null | Scalar::Bool(_) | Scalar::Text(_) => return false,
    };
    number::order(number, bound).is_some_and(std::cmp::Ordering::is_eq)
}
