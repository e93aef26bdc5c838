//! Bounds of numbers: `format`s of Rust types and exclusive bounds in, inclusive bounds out.

use super::keyword::OF_NUMBERS;
use super::types::named;
use crate::json::{Json, Number, Object, Word, WordSet, whole};

/// What is looked at here.
pub(super) const SETTLED: WordSet = OF_NUMBERS.and(WordSet::of(&[Word::Format]));

/// The formats that name a width, with the bounds that are narrower than 64 bits.
const WIDTHS: &[(&str, Option<i64>, Option<i64>)] = &[
    ("int8", Some(-128), Some(127)),
    ("int16", Some(-32_768), Some(32_767)),
    ("int32", Some(-2_147_483_648), Some(2_147_483_647)),
    ("int64", None, None),
    ("int128", None, None),
    ("int", None, None),
    ("isize", None, None),
    ("uint8", Some(0), Some(255)),
    ("uint16", Some(0), Some(65_535)),
    ("uint32", Some(0), Some(4_294_967_295)),
    ("uint64", Some(0), None),
    ("uint128", Some(0), None),
    ("uint", Some(0), None),
    ("usize", Some(0), None),
    ("float", None, None),
    ("double", None, None),
];

/// Whether `format` is the width of a number.
pub(super) fn is_width(format: &str) -> bool {
    WIDTHS.iter().any(|(name, ..)| *name == format)
}

/// Brings the bounds of a schema of numbers into canonical form.
pub(super) fn settle(schema: &mut Object, words: WordSet) {
    if !words.meets(SETTLED) {
        return;
    }
    let integer = match schema.at(Word::Type).and_then(named) {
        Some(Word::Integer) => true,
        Some(Word::Number) => false,
        _ => return,
    };
    let width =
        schema.at(Word::Format).and_then(Json::as_str).and_then(|f| WIDTHS.iter().find(|(name, ..)| *name == f));
    if let Some((_, least, most)) = width {
        schema.take(Word::Format);
        // A width bounds whole numbers; `number` with a format of integers is no integer.
        if let Some(least) = least.filter(|_| integer) {
            tighten(schema, Word::Minimum, &least.into(), |new, old| new > old);
        }
        if let Some(most) = most.filter(|_| integer) {
            tighten(schema, Word::Maximum, &most.into(), |new, old| new < old);
        }
    }
    if !words.meets(OF_NUMBERS) && width.is_none() {
        return;
    }
    if integer {
        round(schema, Word::Minimum, 0, true);
        round(schema, Word::ExclusiveMinimum, if bug!(ExclusiveBound) { 0 } else { 1 }, true);
        round(schema, Word::Maximum, 0, false);
        round(schema, Word::ExclusiveMaximum, -1, false);
        if schema.at(Word::MultipleOf).and_then(Json::as_i64) == Some(1) {
            schema.take(Word::MultipleOf);
        }
    }
    loosest(schema, Word::Minimum, Word::ExclusiveMinimum, |inclusive, exclusive| inclusive > exclusive);
    loosest(schema, Word::Maximum, Word::ExclusiveMaximum, |inclusive, exclusive| inclusive < exclusive);
}

/// Sets a bound, unless the one that is there is as tight.
fn tighten(schema: &mut Object, key: Word, bound: &Json, tighter: fn(i128, i128) -> bool) {
    let (new, old) = (number(Some(bound)), number(schema.at(key)));
    match (new, old, schema.at(key).and_then(Json::as_number).and_then(Number::as_f64)) {
        (Some(new), Some(old), _) if !tighter(new, old) => {}
        // A fraction or a number beyond 100 bits: its floor is enough to compare with a small bound.
        (Some(new), None, Some(old)) if !tighter(new, old.floor() as i128) => {}
        _ => schema.insert(key, bound.clone()),
    }
}

/// The bound of a whole number as an inclusive whole number, where it fits 64 bits.
fn round(schema: &mut Object, key: Word, step: i128, up: bool) {
    let Some(bound) = schema.at(key).and_then(Json::as_number) else { return };
    let exact = match whole(bound) {
        Some(_) if matches!(key, Word::Minimum | Word::Maximum) => return,
        Some(exact) => exact + step,
        None => match bound.as_f64() {
            Some(float) if float.abs() < 9.0e15 => (if up { float.ceil() } else { float.floor() }) as i128,
            _ => return,
        },
    };
    let Some(bound) = (match (i64::try_from(exact), u64::try_from(exact)) {
        (Ok(bound), _) => Some(Json::from(bound)),
        (_, Ok(bound)) => Some(Json::from(bound)),
        _ => None,
    }) else {
        return;
    };
    if up {
        if key != Word::Minimum {
            schema.take(key);
        }
        tighten(schema, Word::Minimum, &bound, |new, old| new > old);
        keep_rounded(schema, Word::Minimum, up);
    } else {
        if key != Word::Maximum {
            schema.take(key);
        }
        tighten(schema, Word::Maximum, &bound, |new, old| new < old);
        keep_rounded(schema, Word::Maximum, up);
    }
}

/// A fraction that `tighten` left standing becomes the whole number beside it.
fn keep_rounded(schema: &mut Object, key: Word, up: bool) {
    let Some(float) = schema.at(key).and_then(Json::as_number).filter(|n| whole(n).is_none()).and_then(Number::as_f64)
    else {
        return;
    };
    if float.abs() < 9.0e15 {
        schema.insert(key, Json::from((if up { float.ceil() } else { float.floor() }) as i64));
    }
}

/// Of an inclusive and an exclusive bound only the tighter stays.
fn loosest(schema: &mut Object, inclusive: Word, exclusive: Word, tighter: fn(f64, f64) -> bool) {
    let float = |key: Word| schema.at(key).and_then(Json::as_number).and_then(Number::as_f64);
    let (Some(in_bound), Some(ex_bound)) = (float(inclusive), float(exclusive)) else { return };
    // Floats tell bounds beyond 2^53 apart only roughly; both stay there.
    if in_bound.abs() < 9.0e15 && ex_bound.abs() < 9.0e15 {
        schema.take(if tighter(in_bound, ex_bound) { exclusive } else { inclusive });
    }
}

fn number(value: Option<&Json>) -> Option<i128> {
    value.and_then(Json::as_number).and_then(whole)
}
