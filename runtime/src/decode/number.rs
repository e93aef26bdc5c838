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
        let (count, value) = eight(bytes, first);
        let (mut at, mut value) = (first + count, value as i64);
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
    #[inline]
    pub(super) fn number(&mut self) -> Result<Number, Trouble> {
        let bytes = self.text.as_bytes();
        let start = self.at;
        let negative = bytes.get(start) == Some(&b'-');
        let first = start + usize::from(negative);
        let (whole, mut value) = digits(bytes, first, 0)?;
        if whole - first > 1 && bytes.get(first) == Some(&b'0') {
            return Err(Trouble);
        }
        let mut at = whole;
        if bytes.get(at) == Some(&b'.') {
            (at, value) = digits(bytes, at + 1, value)?;
        }
        let simple = !matches!(bytes.get(at), Some(b'e' | b'E'));
        // `-0` has no whole form.
        if simple && at == whole && whole - first <= 18 && !(negative && value == 0) {
            self.at = at;
            return Ok(Number::Int(if negative { -(value as i64) } else { value as i64 }));
        }
        // Both are exact in an f64, so that their quotient is the nearest one.
        if simple
            && at - first <= 16
            && let Some(scale) = SCALES.get(at.saturating_sub(whole + 1))
        {
            self.at = at;
            let n = value as f64 / scale;
            return Ok(Number::Float(if negative { -n } else { n }));
        }
        self.long_number(start, whole, at)
    }

    /// A number that starts at `start`, whose whole part ends at `whole`, and which has an exponent at `at` or ends
    /// there.
    #[cold]
    fn long_number(&mut self, start: usize, whole: usize, mut at: usize) -> Result<Number, Trouble> {
        let bytes = self.text.as_bytes();
        if matches!(bytes.get(at), Some(b'e' | b'E')) {
            let sign = usize::from(matches!(bytes.get(at + 1), Some(b'+' | b'-')));
            (at, _) = digits(bytes, at + 1 + sign, 0)?;
        }
        let text = self.text.get(start..at).ok_or(Trouble)?;
        self.at = at;
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

/// Powers of ten, each exact.
const SCALES: [f64; 16] = [1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15];

/// How many of the next eight bytes are digits before another byte comes, and their value, all read at once; none of them in a
/// text of less than eight bytes.
#[inline]
fn eight(bytes: &[u8], at: usize) -> (usize, u64) {
    let rest = bytes.get(at..).unwrap_or_default();
    let word = match (rest.first_chunk(), bytes.last_chunk()) {
        (Some(next), _) => u64::from_le_bytes(*next),
        // Those behind the end are zero, which is no digit.
        (None, Some(last)) if !rest.is_empty() => u64::from_le_bytes(*last) >> (8 * (8 - rest.len())),
        _ => return (0, 0),
    };
    // A digit becomes its value. Whatever is above 9 has its highest bit in one of the two; what it carries over reaches
    // bytes behind it, where it no longer counts.
    let values = word ^ 0x3030_3030_3030_3030;
    let others = (values | values.wrapping_add(0x7676_7676_7676_7676)) & 0x8080_8080_8080_8080;
    let count = (others.trailing_zeros() / 8) as usize;
    if count == 0 {
        return (0, 0);
    }
    // With zeros before them they are eight digits; then pairs, fours, and the whole.
    let digits = values << (8 * (8 - count));
    let pairs = (digits.wrapping_mul(10 * 256 + 1) >> 8) & 0x00ff_00ff_00ff_00ff;
    let fours = (pairs.wrapping_mul(100 * 0x1_0000 + 1) >> 16) & 0x0000_ffff_0000_ffff;
    (count, fours.wrapping_mul(10_000 * 0x1_0000_0000 + 1) >> 32)
}

/// The end of one or more digits, and `before` with them behind it, as far as 64 bits hold it.
#[inline]
fn digits(bytes: &[u8], first: usize, before: u64) -> Result<(usize, u64), Trouble> {
    let (mut at, mut value) = (first, before);
    while let Some(digit @ b'0'..=b'9') = bytes.get(at) {
        value = value.wrapping_mul(10).wrapping_add(u64::from(digit - b'0'));
        at += 1;
    }
    if at == first { Err(Trouble) } else { Ok((at, value)) }
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
#[inline]
pub(super) fn order(number: Number, bound: Bound) -> Option<std::cmp::Ordering> {
    if let (Number::Int(n), Bound::Int(bound)) = (number, bound) {
        return Some(n.cmp(&bound));
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_small_number_is_read_wherever_it_stands_in_the_text() {
        for digits in ["0", "7", "42", "907", "1234567", "12345678", "123456789", "999999999999999999"] {
            for sign in ["", "-"] {
                for behind in ["", "}", ",", " ", ",\"b\":1}", "\u{7f}", "\u{ff}\u{ff}", "/", ":"] {
                    for before in ["", " ", "{\"aaaaaaaaaa\":"] {
                        let text = format!("{before}{sign}{digits}{behind}");
                        let mut cursor = Cursor { text: &text, at: before.len() };
                        assert_eq!(cursor.small(), format!("{sign}{digits}").parse().ok(), "{text:?}");
                        assert_eq!(cursor.at, text.len() - behind.len(), "{text:?}");
                    }
                }
            }
        }
        for text in ["", "-", "x", "01", "-00000001", "1.5", "12345678e1", "1E", "1234567890123456789", "/", ":1"] {
            let mut cursor = Cursor::new(text);
            assert_eq!((cursor.small(), cursor.at), (None, 0), "{text:?}");
        }
    }

    #[test]
    fn a_number_is_what_the_standard_library_reads() {
        let mut texts: Vec<String> = ["0", "-0", "-0.0", "0.1", "-1.5", "9007199254740993", "123456789012345678"]
            .into_iter()
            .chain([
                "999999999999.999",
                "0.000000000000001",
                "1234567890.123456",
                "18446744073709551615",
                "2e3",
                "1.5E-7",
            ])
            .map(str::to_owned)
            .collect();
        let mut state = 1_u64;
        for _ in 0..5000 {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let digits = (state >> 8).to_string();
            let whole = &digits[..1 + (state % 17) as usize % digits.len()];
            texts.push(format!("-{}.{}", whole.trim_start_matches('0').parse().unwrap_or(0_u64), &digits[..7]));
        }
        for text in texts {
            let number = Cursor::new(&text).number().unwrap();
            let expected: f64 = text.parse().unwrap();
            assert_eq!(number.to_f64().to_bits(), expected.to_bits(), "{text}");
            let int = text.parse::<i64>().ok().filter(|_| text != "-0");
            assert_eq!(int, if let Number::Int(n) = number { Some(n) } else { None }, "{text}");
        }
    }
}
