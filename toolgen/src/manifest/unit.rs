//! Durations and sizes: `20s` in, milliseconds out; `64KiB` in, bytes out.

use super::reader::wrong;
use super::report::Report;
use super::tree::{Kind, Tree};
use crate::diag::{Diagnostic, Rule, Spanned, code::page};
use crate::ir::NodeKind;

pub(crate) const RULES: &[Rule] = &[
    page!(
        "TG0106",
        "bad-duration",
        Error,
        "Reports a duration that is not a whole number and a unit.",
        "A number alone leaves open whether it means seconds or milliseconds.",
        "timeout: 20",
        "A whole number and `ms`, `s`, `m` or `h`: `20s`."
    ),
    page!(
        "TG0107",
        "bad-size",
        Error,
        "Reports a size that is not a whole number and a unit.",
        "A number alone leaves its unit open, and `KB` means 1000 to some and 1024 to others.",
        "maxBytes: 64k",
        "A whole number and `B`, `KiB` or `MiB`: `64KiB`."
    ),
];

/// The longest duration: a day.
const LONGEST: u64 = 24 * 60 * 60 * 1000;
/// The greatest size: a gibibyte.
const GREATEST: u64 = 1 << 30;

/// Milliseconds, or a finding.
pub(super) fn duration(tree: &Tree, report: &mut Report<'_>) -> Option<Spanned<u64>> {
    let units = [("ms", 1), ("s", 1000), ("m", 60_000), ("h", 3_600_000)];
    let help = "write a whole number and `ms`, `s`, `m` or `h`, for example `20s`";
    match amount(tree, &units) {
        Ok(value) if value <= LONGEST => Some(Spanned::new(value, tree.span)),
        Ok(_) => {
            report.push(
                Diagnostic::error("TG0106", tree.span, "this is longer than a day")
                    .help("the longest duration is `24h`"),
            );
            None
        }
        Err(Some(found)) => {
            let finding = Diagnostic::error("TG0106", tree.span, format!("expected a duration, found `{found}`"));
            report.push(match found.parse::<u64>() {
                Ok(n) => finding.help(help).fix("write seconds", tree.span, format!("{n}s")),
                Err(_) => finding.help(help),
            });
            None
        }
        Err(None) => wrong(tree, "a duration such as `20s`", report),
    }
}

/// Bytes, or a finding.
pub(super) fn size(tree: &Tree, report: &mut Report<'_>) -> Option<Spanned<u64>> {
    let units = [("KiB", 1 << 10), ("MiB", 1 << 20), ("GiB", 1 << 30), ("B", 1)];
    let help = "write a whole number and `B`, `KiB` or `MiB`, for example `64KiB`";
    match amount(tree, &units) {
        Ok(0) => {
            report.push(Diagnostic::error("TG0107", tree.span, "expected at least one byte").help(help));
            None
        }
        Ok(value) if value <= GREATEST => Some(Spanned::new(value, tree.span)),
        Ok(_) => {
            report.push(
                Diagnostic::error("TG0107", tree.span, "this is more than a gibibyte")
                    .help("the greatest size is `1GiB`"),
            );
            None
        }
        Err(Some(found)) => {
            let finding =
                Diagnostic::error("TG0107", tree.span, format!("expected a size, found `{found}`")).help(help);
            let lower = found.to_ascii_lowercase();
            let digits = lower.trim_end_matches(|c: char| !c.is_ascii_digit());
            let unit = match lower.get(digits.len()..).map(str::trim) {
                Some("") => "B",
                Some("k" | "kb" | "kib") => "KiB",
                Some("m" | "mb" | "mib") => "MiB",
                _ => "",
            };
            report.push(match (digits.parse::<u64>(), unit) {
                (Ok(n), unit) if !unit.is_empty() => {
                    finding.fix(format!("write `{n}{unit}`"), tree.span, format!("{n}{unit}"))
                }
                _ => finding,
            });
            None
        }
        Err(None) => wrong(tree, "a size such as `64KiB`", report),
    }
}

/// The amount in the smallest unit; the text when it is none, nothing when it is no scalar.
fn amount(tree: &Tree, units: &[(&str, u64)]) -> Result<u64, Option<String>> {
    let text = match &tree.kind {
        Kind::Json(NodeKind::String(text)) => text.clone(),
        Kind::Json(NodeKind::Number(number)) => number.to_string(),
        _ => return Err(None),
    };
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let (number, unit) = text.split_at(digits);
    let factor = units.iter().find(|(name, _)| *name == unit).map(|(_, factor)| *factor);
    match (number.parse::<u64>(), factor) {
        (Ok(number), Some(factor)) => Ok(number.saturating_mul(factor)),
        _ => Err(Some(text)),
    }
}
