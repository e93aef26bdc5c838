//! Texts: a value in, its JSON text without white space out.

use std::fmt::Write;

use super::{Json, Text, whole};

/// Adds the text of a value; with `sorted`, keys stand in the order of their bytes, and whole numbers have no fraction.
pub(super) fn write(value: &Json, sorted: bool, out: &mut String) {
    match value {
        Json::Null => out.push_str("null"),
        Json::Bool(value) => out.push_str(if *value { "true" } else { "false" }),
        Json::Number(number) => {
            let exact = whole(number).filter(|n| sorted && (i64::try_from(*n).is_ok() || u64::try_from(*n).is_ok()));
            // A string takes all that is written.
            let _ = match exact {
                Some(exact) => write!(out, "{exact}"),
                None => write!(out, "{number}"),
            };
        }
        Json::String(text) => match text.word() {
            Some(word) => {
                let key = word.as_key();
                out.push_str(&key[1..key.len() - 1]);
            }
            None => string(text, out),
        },
        Json::Array(items) => {
            out.push('[');
            for (n, item) in items.iter().enumerate() {
                if n > 0 {
                    out.push(',');
                }
                write(item, sorted, out);
            }
            out.push(']');
        }
        Json::Object(object) => {
            out.push('{');
            if sorted {
                let mut entries: Vec<(&Text, &Json)> = object.entries().collect();
                entries.sort_unstable_by_key(|(key, _)| *key);
                members(entries.into_iter(), sorted, out);
            } else {
                members(object.entries(), sorted, out);
            }
            out.push('}');
        }
    }
}

fn members<'j>(entries: impl Iterator<Item = (&'j Text, &'j Json)>, sorted: bool, out: &mut String) {
    for (n, (key, value)) in entries.enumerate() {
        let is_first = n == 0;
        match key.word() {
            Some(word) => out.push_str(&word.as_key()[usize::from(is_first)..]),
            None => {
                if !is_first {
                    out.push(',');
                }
                string(key, out);
                out.push(':');
            }
        }
        write(value, sorted, out);
    }
}

/// Adds a string with its quotes.
fn string(text: &str, out: &mut String) {
    out.push('"');
    let mut rest = text;
    while let Some(at) = unfit(rest.as_bytes()) {
        let (plain, from) = rest.split_at(at);
        out.push_str(plain);
        let Some(c) = from.chars().next() else { break };
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            '\u{8}' => out.push_str("\\b"),
            '\u{c}' => out.push_str("\\f"),
            c => {
                let _ = write!(out, "\\u{:04x}", u32::from(c));
            }
        }
        rest = &from[1..];
    }
    out.push_str(rest);
    out.push('"');
}

/// Where the first byte is that has to be escaped; eight are looked at at once.
fn unfit(bytes: &[u8]) -> Option<usize> {
    const ONES: u64 = u64::from_ne_bytes([1; 8]);
    // The high bit of the first byte that is below `least`, or zero, is set; those after it may be, too.
    let below = |eight: u64, least: u64| eight.wrapping_sub(ONES * least) & !eight;
    let is = |eight: u64, byte: u8| below(eight ^ (ONES * u64::from(byte)), 1);
    let first = |chunk: &[u8; 8]| {
        let eight = u64::from_le_bytes(*chunk);
        let unfit = (below(eight, 0x20) | is(eight, b'"') | is(eight, b'\\')) & (ONES << 7);
        (unfit != 0).then(|| unfit.trailing_zeros() as usize / 8)
    };
    let mut chunks = bytes.as_chunks::<8>().0.iter().enumerate();
    if let Some(found) = chunks.find_map(|(n, chunk)| Some(n * 8 + first(chunk)?)) {
        return Some(found);
    }
    match bytes.last_chunk() {
        // Some of these were looked at before.
        Some(last) => Some(bytes.len() - 8 + first(last)?),
        None => bytes.iter().position(|byte| *byte < 0x20 || matches!(byte, b'"' | b'\\')),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_those_of_serde_json() {
        let all: String = (0..0x300u32).filter_map(char::from_u32).collect();
        for start in 0..40 {
            for length in [0, 1, 7, 8, 9, 30, 700] {
                let text: String = all.chars().skip(start).take(length).collect();
                assert_eq!(Json::from(&*text).to_string(), serde_json::to_string(&text).unwrap());
            }
        }
        for byte in 0..0x80u8 {
            for at in 0..17 {
                let mut text = vec![b'x'; 17];
                text[at] = byte;
                let text = String::from_utf8(text).unwrap();
                assert_eq!(Json::from(&*text).to_string(), serde_json::to_string(&text).unwrap(), "{byte} at {at}");
            }
        }
        let value = r#"{"b":[1,-2,1.5,1e300,18446744073709551615,true,false,null,{},[]],"a\n":"é😀"}"#;
        let value = Json::parse(value).unwrap();
        assert_eq!(value.to_string(), serde_json::to_string(&value).unwrap());
    }
}
