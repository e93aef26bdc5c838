//! Where in a value a byte of its JSON text stands: text and offset in, an RFC 6901 pointer out.

use toolgen_model::json::push_pointer;

use super::Trouble;
use super::cursor::Cursor;

/// The pointer to the innermost value that starts at `at` or holds it, as far as the text is JSON.
pub(super) fn pointer(text: &str, at: usize) -> String {
    let mut pointer = String::new();
    let mut cursor = Cursor::new(text);
    while let Ok(Some(step)) = step(&mut cursor, at) {
        pointer = push_pointer(&pointer, &step);
    }
    pointer
}

/// Goes to the member or item that holds `at`; none when the value itself starts there, or has no parts.
fn step(cursor: &mut Cursor<'_>, at: usize) -> Result<Option<String>, Trouble> {
    let (open, close) = match cursor.peek() {
        Some(open @ b'{') => (open, b'}'),
        Some(open @ b'[') => (open, b']'),
        _ => return Ok(None),
    };
    if cursor.at == at {
        return Ok(None);
    }
    cursor.expect(open)?;
    let mut count = 0;
    loop {
        let name = if open == b'{' { cursor.key()?.into_owned() } else { count.to_string() };
        cursor.peek();
        let start = cursor.at;
        cursor.skip()?;
        if (start..cursor.at).contains(&at) {
            cursor.at = start;
            return Ok(Some(name));
        }
        count += 1;
        if !cursor.comma_or(close)? {
            return Ok(None);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_offset_has_the_pointer_of_its_value() {
        let text = r#" {"a/b": [1, {"c": 22}], "d": "x"}"#;
        for (needle, expected) in
            [("1,", "/a~1b/0"), ("22", "/a~1b/1/c"), ("\"x", "/d"), ("{\"c", "/a~1b/1"), ("{\"a", "")]
        {
            assert_eq!(pointer(text, text.find(needle).unwrap()), expected);
        }
        assert_eq!(pointer("[1,", 2), "");
    }
}
