//! JSON numbers: text in, 64 bits out; and the bounds that they must keep.

use super::Trouble;
use super::cursor::Cursor;
use crate::slot::Slot;
use crate::tool::{Bound, Rules};

/// A number as it was written.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Number {
    Int(i64),
    Uint(u64),
    Float(f64),
}

impl Number {
    pub(super) fn to_f64(self) -> f64 {
        match self {
            Number::Int(n) => n as f64,
            Number::Uint(n) => n as f64,
            Number::Float(n) => n,
        }
    }
}

impl Cursor<'_> {
    /// Takes a whole number of at most 18 digits without fraction and exponent, if one comes next.
    #[inline]
    pub(super) fn small(&mut self) -> Option<i64> {
        self.peek();
        let bytes = self.text.as_bytes();
        let negative = bytes.get(self.at) == Some(&b'-');
        let first = self.at + usize::from(negative);
        let (mut at, mut value) = (first, 0_i64);
        while let Some(digit @ b'0'..=b'9') = bytes.get(at) {
            value = value.wrapping_mul(10).wrapping_add(i64::from(digit - b'0'));
            at += 1;
        }
        let leading_zero = bytes.get(first) == Some(&b'0') && at - first > 1;
        if at == first || at - first > 18 || leading_zero || matches!(bytes.get(at), Some(b'.' | b'e' | b'E')) {
            return None;
        }
        self.at = at;
        Some(if negative { -value } else { value })
    }

    /// Takes a number.
    pub(super) fn number(&mut self) -> Result<Number, Trouble> {
        let bytes = self.text.as_bytes();
        let start = self.at;
        let first = start + usize::from(bytes.get(start) == Some(&b'-'));
        let whole = digits(bytes, first)?;
        if whole - first > 1 && bytes.get(first) == Some(&b'0') {
            return Err(Trouble);
        }
        let mut at = whole;
        if bytes.get(at) == Some(&b'.') {
            at = digits(bytes, at + 1)?;
        }
        if matches!(bytes.get(at), Some(b'e' | b'E')) {
            let sign = usize::from(matches!(bytes.get(at + 1), Some(b'+' | b'-')));
            at = digits(bytes, at + 1 + sign)?;
        }
        let text = self.text.get(start..at).ok_or(Trouble)?;
        self.at = at;
        // `-0` has no whole form.
        if at == whole && text != "-0" {
            if let Ok(n) = text.parse() {
                return Ok(Number::Int(n));
            }
            if let Ok(n) = text.parse() {
                return Ok(Number::Uint(n));
            }
        }
        text.parse().ok().filter(|n: &f64| n.is_finite()).map(Number::Float).ok_or(Trouble)
    }
}

/// The end of one or more digits.
fn digits(bytes: &[u8], first: usize) -> Result<usize, Trouble> {
    let count = bytes.get(first..).unwrap_or_default().iter().take_while(|byte| byte.is_ascii_digit()).count();
    if count == 0 { Err(Trouble) } else { Ok(first + count) }
}

/// The whole number that `n` is, when it has 64 bits.
pub(super) fn whole(n: f64) -> Option<Number> {
    // The first power of two above each range, exact in an f64.
    const I64: f64 = 9_223_372_036_854_775_808.0;
    const U64: f64 = 18_446_744_073_709_551_616.0;
    if n.fract() != 0.0 {
        None
    } else if (-I64..I64).contains(&n) {
        Some(Number::Int(n as i64))
    } else {
        (I64..U64).contains(&n).then_some(Number::Uint(n as u64))
    }
}

/// Whether a number is within its bounds.
pub(super) fn keeps(rules: &Rules, slot: &Slot<'_>) -> bool {
    let number = match *slot {
        Slot::Int(n) => Number::Int(n),
        Slot::Uint(n) => Number::Uint(n),
        Slot::Float(n) => Number::Float(n),
        _ => return true,
    };
    order(number, rules.minimum).is_none_or(std::cmp::Ordering::is_ge)
        && order(number, rules.maximum).is_none_or(std::cmp::Ordering::is_le)
}

/// How a number stands to a bound; none where there is no bound.
pub(super) fn order(number: Number, bound: Bound) -> Option<std::cmp::Ordering> {
    let whole = match number {
        Number::Int(n) => Some(i128::from(n)),
        Number::Uint(n) => Some(i128::from(n)),
        Number::Float(_) => None,
    };
    let bound_whole = match bound {
        Bound::Int(n) => Some(i128::from(n)),
        Bound::Uint(n) => Some(i128::from(n)),
        Bound::None | Bound::Float(_) => None,
    };
    if let (Some(n), Some(bound)) = (whole, bound_whole) {
        return Some(n.cmp(&bound));
    }
    let n = number.to_f64();
    let bound = match bound {
        Bound::Float(bound) => bound,
        _ => bound_whole? as f64,
    };
    n.partial_cmp(&bound)
}
