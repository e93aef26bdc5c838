//! The forms that a secret takes on its way: its value in, every text that gives it away out.

use std::fmt::Write;

/// The two alphabets of base64.
const ALPHABETS: [&[u8; 64]; 2] = [
    b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/",
    b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_",
];

/// What `encodeURI` leaves beside letters and digits.
const LEFT_IN_URLS: &[u8] = b"-_.!~*'();/?:@&=+$,#";

/// What `encodeURIComponent` leaves of these.
const LEFT_IN_PARTS: &[u8] = b"-_.!~*'()";

/// What RFC 3986 leaves of these.
const UNRESERVED: &[u8] = b"-_.~";

/// Adds all forms of `secret`.
pub(super) fn of(secret: &str, forms: &mut Vec<Vec<u8>>) {
    let bytes = secret.as_bytes();
    forms.push(bytes.to_vec());
    forms.push(secret.chars().rev().collect::<String>().into_bytes());
    forms.push(
        bytes
            .iter()
            .fold(String::new(), |mut hex, byte| {
                let _ = write!(hex, "{byte:02x}");
                hex
            })
            .into_bytes(),
    );
    for left in [LEFT_IN_URLS, LEFT_IN_PARTS, UNRESERVED] {
        let encoded = percent(bytes, left);
        forms.push(encoded.replace("%20", "+").into_bytes());
        forms.push(encoded.into_bytes());
    }
    for ascii in [false, true] {
        let escaped = json(secret, ascii);
        // Once more, for JSON in a string of JSON.
        forms.push(json(&escaped, ascii).into_bytes());
        forms.push(escaped.into_bytes());
    }
    for alphabet in ALPHABETS {
        forms.extend((0..3).map(|offset| base64(bytes, offset, alphabet)));
    }
}

/// The characters of base64 that depend on `bytes` alone when `offset` other bytes come before them.
fn base64(bytes: &[u8], offset: usize, alphabet: &[u8; 64]) -> Vec<u8> {
    let bit = |at: usize| bytes.get(at / 8).map_or(0, |byte| byte >> (7 - at % 8) & 1);
    let skipped = (6 - offset * 8 % 6) % 6;
    let whole = (bytes.len() * 8 - skipped) / 6;
    (0..whole)
        .map(|at| {
            let six = (0..6).fold(0, |six, n| six << 1 | bit(skipped + at * 6 + n));
            alphabet[usize::from(six)]
        })
        .collect()
}

fn percent(bytes: &[u8], left: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        if byte.is_ascii_alphanumeric() || left.contains(byte) {
            text.push(char::from(*byte));
        } else {
            let _ = write!(text, "%{byte:02x}");
        }
        text
    })
}

/// The text inside of a JSON string; all but ASCII as escapes where that is asked for.
fn json(text: &str, ascii: bool) -> String {
    let quoted = serde_json::to_string(text).unwrap_or_default();
    let inside = quoted.get(1..quoted.len().saturating_sub(1)).unwrap_or_default();
    if !ascii {
        return inside.to_owned();
    }
    inside.chars().fold(String::new(), |mut escaped, c| {
        if c.is_ascii() {
            escaped.push(c);
        } else {
            for unit in c.encode_utf16(&mut [0; 2]) {
                let _ = write!(escaped, "\\u{unit:04x}");
            }
        }
        escaped
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_at_every_offset_is_what_an_encoder_writes() {
        // By `printf 'xhunter2' | base64` and so on.
        let at = |offset| String::from_utf8(base64(b"hunter2", offset, ALPHABETS[0])).unwrap();
        assert_eq!(at(0), "aHVudGVyM");
        assert!("eGh1bnRlcjI=".contains(&at(1)), "{}", at(1));
        assert!("eHhodW50ZXIy".contains(&at(2)), "{}", at(2));
        assert!("eHh4aHVudGVyMg==".contains(&at(0)));
        assert!([at(0), at(1), at(2)].iter().all(|form| form.len() >= 8));
    }
}
