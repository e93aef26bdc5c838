//! Numbers: bounds and multiples, exact for whole numbers of 64 bits and for decimal fractions.

use std::cmp::Ordering;

use super::check::Check;
use crate::json::{Json, Number, Object, whole};

impl<'s> Check<'s> {
    pub(super) fn number(&mut self, schema: &'s Object, value: &Json, number: &Number) -> bool {
        let mut valid = true;
        for (key, bound) in schema.iter() {
            let Some(bound) = bound.as_number() else { continue };
            let (keyword, fits, words) = match key {
                "minimum" => ("minimum", compare(number, bound) != Ordering::Less, "at least"),
                "exclusiveMinimum" => ("exclusiveMinimum", compare(number, bound) == Ordering::Greater, "more than"),
                "maximum" => ("maximum", compare(number, bound) != Ordering::Greater, "at most"),
                "exclusiveMaximum" => ("exclusiveMaximum", compare(number, bound) == Ordering::Less, "less than"),
                "multipleOf" => ("multipleOf", is_multiple(number, bound), "a multiple of"),
                _ => continue,
            };
            if !fits {
                let range = self.words.then(|| super::describe::range(schema)).flatten();
                let expected = match range {
                    Some(range) if keyword != "multipleOf" => range,
                    _ => format!("{words} {bound}"),
                };
                valid = self.fail(keyword, value, expected, None);
            }
            if self.is_done(valid) {
                return false;
            }
        }
        valid
    }
}

/// Compares two numbers exactly.
pub(super) fn compare(a: &Number, b: &Number) -> Ordering {
    match (whole(a), whole(b)) {
        (Some(a), Some(b)) => a.cmp(&b),
        (Some(a), None) => against_float(a, b.as_f64().unwrap_or(f64::NAN)),
        (None, Some(b)) => against_float(b, a.as_f64().unwrap_or(f64::NAN)).reverse(),
        (None, None) => a.as_f64().partial_cmp(&b.as_f64()).unwrap_or(Ordering::Equal),
    }
}

/// A whole number against one that is a fraction or beyond 100 bits.
fn against_float(whole: i128, float: f64) -> Ordering {
    if float.fract() != 0.0 {
        if whole <= float.floor() as i128 { Ordering::Less } else { Ordering::Greater }
    } else if float > 0.0 {
        Ordering::Less
    } else {
        Ordering::Greater
    }
}

/// Whether `number` is a whole multiple of `step`, both taken as the decimal numbers that they are
/// written as.
pub(super) fn is_multiple(number: &Number, step: &Number) -> bool {
    let (Some((value, value_exponent)), Some((step, step_exponent))) = (decimal(number), decimal(step)) else {
        return false;
    };
    if step == 0 {
        return false;
    }
    if value == 0 {
        return true;
    }
    let shift = value_exponent - step_exponent;
    if shift >= 0 {
        // value · 10^shift mod step, without the large power
        let mut rest = value % step;
        let mut power = 10 % step;
        let mut left = shift.unsigned_abs();
        while left > 0 {
            if left & 1 == 1 {
                rest = rest * power % step;
            }
            power = power * power % step;
            left >>= 1;
        }
        return rest == 0;
    }
    let scale = u32::try_from(-shift).ok().and_then(|shift| 10_u128.checked_pow(shift));
    scale.and_then(|scale| step.checked_mul(scale)).is_some_and(|step| value % step == 0)
}

/// The digits of a number without its sign, and the power of ten that they are to be taken times.
fn decimal(number: &Number) -> Option<(u128, i32)> {
    let text = number.to_string();
    let text = text.trim_start_matches('-');
    let (digits, exponent) = match text.split_once(['e', 'E']) {
        Some((digits, exponent)) => (digits, exponent.trim_start_matches('+').parse::<i32>().ok()?),
        None => (text, 0),
    };
    let (before, after) = digits.split_once('.').unwrap_or((digits, ""));
    let after = after.trim_end_matches('0');
    let digits: u128 = format!("{before}{after}").parse().ok()?;
    // Products of two such numbers stay below 128 bits.
    (digits < 1 << 64).then_some((digits, exponent - i32::try_from(after.len()).ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(text: &str) -> Number {
        Json::parse(text).unwrap().as_number().unwrap().clone()
    }

    #[test]
    fn multiples_are_decimal() {
        for (value, step) in [
            ("0.3", "0.1"),
            ("4.02", "0.01"),
            ("0.0075", "0.0001"),
            ("12391239123", "1e-8"),
            ("1e300", "5"),
            ("18446744073709551615", "5"),
            ("-9", "3"),
            ("0", "7"),
            ("9007199254740993", "9007199254740993"),
        ] {
            assert!(is_multiple(&number(value), &number(step)), "{value} of {step}");
        }
        for (value, step) in [
            ("0.35", "0.1"),
            ("0.00751", "0.0001"),
            ("1e308", "0.123456789"),
            ("9007199254740993", "2"),
            ("5", "1e300"),
        ] {
            assert!(!is_multiple(&number(value), &number(step)), "{value} of {step}");
        }
    }

    #[test]
    fn bounds_are_exact_beyond_53_bits() {
        let less = |a: &str, b: &str| compare(&number(a), &number(b)) == Ordering::Less;
        assert!(less("9007199254740992", "9007199254740993"));
        assert!(less("18446744073709551614", "18446744073709551615"));
        assert!(less("9223372036854775807", "1e300") && less("-1e300", "-9223372036854775808"));
        assert!(less("1", "1.5") && less("-1.5", "-1") && less("1.5", "2") && !less("2", "1.5"));
        assert_eq!(compare(&number("3"), &number("3.0")), Ordering::Equal);
    }
}
