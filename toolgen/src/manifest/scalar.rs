//! The text of a plain scalar in, its JSON value or the reason to refuse it out.

use toolgen_model::json::Number;

use crate::diag::{Diagnostic, Rule, Span, code::page};

pub(crate) const RULES: &[Rule] = &[
    page!(
        "TG0012",
        "ambiguous-word",
        Error,
        "Refuses `yes`, `no`, `on`, `off`, `y` and `n` without quotes, in any case.",
        "YAML 1.1 reads them as `true` and `false`, YAML 1.2 as text. Both kinds of readers are in use, so the same file says two things.",
        "default: no",
        "`true` or `false` for a truth value, quotes for text: `default: \"no\"`."
    ),
    page!(
        "TG0013",
        "ambiguous-number",
        Error,
        "Refuses numbers with leading zeros, underscores, colons, or a base other than ten, without quotes.",
        "Readers disagree: `010` is 10 or 8, `1_000` is 1000 or text, `1:30` is 90 or text.",
        "default: 010",
        "The number in plain decimal digits, or quotes for text."
    ),
    page!(
        "TG0014",
        "number-out-of-range",
        Error,
        "Refuses numbers that JSON or 64 bits cannot hold: whole numbers beyond 64 bits, `1e400`, `.nan`, `.inf`.",
        "Such a number would be rounded, or would become null, somewhere between the manifest and the model.",
        "maximum: 18446744073709551616",
        "A number that fits, no bound at all, or quotes for text."
    ),
];

/// What a plain scalar is.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Scalar {
    /// Nothing, `~` or `null`
    Null,
    /// `true` or `false`
    Bool(bool),
    /// A number
    Number(Number),
    /// Anything else
    Text,
    /// Something that readers disagree about, or that JSON cannot hold
    Refused(Refusal),
}

/// Why a scalar is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Refusal {
    /// `yes` and its kin; what YAML 1.1 makes of it
    Word(bool),
    /// `007` and its kin
    Spelling,
    /// Beyond 64 bits, or not finite
    Range,
}

/// Reads a plain scalar.
pub(super) fn resolve(text: &str) -> Scalar {
    match text {
        "" | "~" | "null" | "Null" | "NULL" => return Scalar::Null,
        "true" | "True" | "TRUE" => return Scalar::Bool(true),
        "false" | "False" | "FALSE" => return Scalar::Bool(false),
        _ => {}
    }
    if text.len() <= 3 {
        match text.to_ascii_lowercase().as_str() {
            "yes" | "on" | "y" => return Scalar::Refused(Refusal::Word(true)),
            "no" | "off" | "n" => return Scalar::Refused(Refusal::Word(false)),
            _ => {}
        }
    }
    number(text).unwrap_or(Scalar::Text)
}

fn number(text: &str) -> Option<Scalar> {
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    if matches!(digits.to_ascii_lowercase().as_str(), ".inf" | ".nan") {
        return Some(Scalar::Refused(Refusal::Range));
    }
    let first = digits.bytes().find(|byte| *byte != b'.')?;
    if !first.is_ascii_digit() || !digits.bytes().all(|b| b.is_ascii_alphanumeric() || b"._:+-".contains(&b)) {
        return None;
    }
    let based = |prefix: &str, radix: u32| {
        digits.strip_prefix(prefix).is_some_and(|rest| !rest.is_empty() && rest.chars().all(|c| c.is_digit(radix)))
    };
    if based("0x", 16) || based("0X", 16) || based("0o", 8) || based("0b", 2) {
        return Some(Scalar::Refused(Refusal::Spelling));
    }
    if digits.contains('_') || digits.contains(':') {
        return odd_spelling(digits).then_some(Scalar::Refused(Refusal::Spelling));
    }
    let value: f64 = digits.parse().ok()?;
    let whole = digits.bytes().all(|byte| byte.is_ascii_digit());
    if digits.len() > 1 && digits.starts_with('0') && digits.as_bytes().get(1).is_some_and(u8::is_ascii_digit) {
        return Some(Scalar::Refused(Refusal::Spelling));
    }
    let signed = text.strip_prefix('+').unwrap_or(text);
    let number = if whole {
        signed.parse::<i64>().map(Number::from).or_else(|_| signed.parse::<u64>().map(Number::from)).ok()
    } else {
        Number::from_f64(if text.starts_with('-') { -value } else { value })
    };
    Some(number.map_or(Scalar::Refused(Refusal::Range), Scalar::Number))
}

/// `1_000`, `1_000.5`, `12:30`, `12:30:05`: numbers to readers of YAML 1.1.
fn odd_spelling(digits: &str) -> bool {
    let grouped = !digits.contains(':') && digits.bytes().all(|b| b.is_ascii_digit() || b == b'_' || b == b'.');
    let sixty = digits.split(':').skip(1).all(|part| part.len() <= 2 && part.parse::<u8>().is_ok_and(|n| n < 60))
        && digits.split(':').next().is_some_and(|part| part.bytes().all(|byte| byte.is_ascii_digit()))
        && digits.contains(':');
    grouped || sixty
}

/// The finding for a refused scalar; `flag` where only a truth value can be meant.
pub(super) fn refused(text: &str, refusal: Refusal, flag: bool, span: Span) -> Diagnostic {
    let quoted = format!("\"{text}\"");
    match refusal {
        Refusal::Word(value) => {
            let message = format!("`{text}` without quotes is text to some YAML readers and `{value}` to others");
            let finding = Diagnostic::error("TG0012", span, message);
            if flag {
                return finding.help(format!("write `{value}`")).fix(
                    format!("write `{value}`"),
                    span,
                    value.to_string(),
                );
            }
            finding
                .help(format!("quote it for the text, or write `{value}` for the truth value"))
                .fix("quote it", span, quoted)
        }
        Refusal::Spelling => {
            let message = format!("YAML readers disagree about the number `{text}`");
            let finding = Diagnostic::error("TG0013", span, message);
            match decimal(text) {
                Some(decimal) => finding.help(format!("write `{decimal}`, or quote it for the text")).fix(
                    format!("write `{decimal}`"),
                    span,
                    decimal,
                ),
                None if text.contains(':') => finding.help("quote it").fix("quote it", span, quoted),
                None => finding.help(format!("write the number without leading zeros, or `{quoted}` for the text")),
            }
        }
        Refusal::Range if text.bytes().any(|byte| matches!(byte, b'.' | b'e' | b'E')) => {
            Diagnostic::error("TG0014", span, format!("`{text}` is no number that JSON can hold"))
                .help(format!("write a finite number, leave the key out, or write `{quoted}` for the text"))
        }
        Refusal::Range => Diagnostic::error("TG0014", span, format!("`{text}` is beyond 64 bits")).help(format!(
            "write a number from {} to {}, or `{quoted}` for the text",
            i64::MIN,
            u64::MAX
        )),
    }
}

/// The one number that a spelling can only mean, in decimal digits.
fn decimal(text: &str) -> Option<String> {
    let radix = |prefix: &str, radix| text.strip_prefix(prefix).and_then(|rest| u64::from_str_radix(rest, radix).ok());
    let based = radix("0x", 16).or_else(|| radix("0X", 16)).or_else(|| radix("0o", 8)).or_else(|| radix("0b", 2));
    let grouped = || {
        let plain = text.replace('_', "");
        (text.contains('_') && matches!(resolve(&plain), Scalar::Number(_))).then_some(plain)
    };
    based.map(|number| number.to_string()).or_else(grouped)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_scalars_follow_the_core_schema() {
        assert_eq!(resolve(""), Scalar::Null);
        assert_eq!(resolve("true"), Scalar::Bool(true));
        assert_eq!(resolve("18446744073709551615"), Scalar::Number(u64::MAX.into()));
        assert_eq!(resolve("-9223372036854775808"), Scalar::Number(i64::MIN.into()));
        assert_eq!(resolve("-1.5e3"), Scalar::Number(Number::from_f64(-1500.0).unwrap()));
        for text in ["1.4.0", "20s", "a", "-", "2026-01-01", "1e", "crate::x", "0", "10.0.0.1", "nope", "inf", "1:99"] {
            let expected = if text == "0" { Scalar::Number(0.into()) } else { Scalar::Text };
            assert_eq!(resolve(text), expected, "{text}");
        }
    }

    #[test]
    fn what_readers_disagree_about_is_refused() {
        for text in ["yes", "NO", "On", "off", "y", "N"] {
            assert!(matches!(resolve(text), Scalar::Refused(Refusal::Word(_))), "{text}");
        }
        for text in ["007", "-01", "0x1F", "0o17", "0b1", "1_000", "12:30", "1:30:00", "00.5"] {
            assert_eq!(resolve(text), Scalar::Refused(Refusal::Spelling), "{text}");
        }
        for text in ["18446744073709551616", "-9223372036854775809", "1e400", ".nan", "-.INF", ".NaN"] {
            assert_eq!(resolve(text), Scalar::Refused(Refusal::Range), "{text}");
        }
    }
}
