//! Reading: JSON text in, its value out, each object and each list made at its size at once.
//!
//! What is wrong with a text, `serde_json` says, and it reads the numbers and the strings that are rare.

use super::print::unfit;
use super::{Json, Object, Text};

/// Levels of nesting that `serde_json` reads.
const DEPTH: u32 = 127;

/// The value, unless something is wrong with the text.
pub(super) fn read(text: &str) -> Option<Json> {
    // For requests of 1,024 bytes and more, glibc tidies up first.
    let (entries, items) = (Vec::with_capacity(24), Vec::with_capacity(8));
    let mut reader = Reader { text, at: 0, depth: 0, entries, items, unescaped: String::new() };
    let value = reader.value()?;
    reader.peek().is_none().then_some(value)
}

struct Reader<'t> {
    text: &'t str,
    at: usize,
    depth: u32,
    /// What was read of the objects that are open, the inner after the outer
    entries: Vec<(Text, Json)>,
    /// The same of lists
    items: Vec<Json>,
    unescaped: String,
}

impl Reader<'_> {
    /// The next byte that is no white space, not taken.
    fn peek(&mut self) -> Option<u8> {
        let bytes = self.text.as_bytes();
        while let Some(byte) = bytes.get(self.at) {
            // Most bytes are above all white space, which is found out in one step.
            if *byte > b' ' || !matches!(byte, b' ' | b'\n' | b'\t' | b'\r') {
                return Some(*byte);
            }
            self.at += 1;
        }
        None
    }

    /// Takes the next byte that is no white space.
    fn next(&mut self) -> Option<u8> {
        let next = self.peek();
        self.at += 1;
        next
    }

    fn value(&mut self) -> Option<Json> {
        match self.peek()? {
            b'"' => self.string().map(Json::String),
            b'{' => self.object(),
            b'[' => self.list(),
            b't' => self.name("true", Json::Bool(true)),
            b'f' => self.name("false", Json::Bool(false)),
            b'n' => self.name("null", Json::Null),
            _ => self.number(),
        }
    }

    fn name(&mut self, name: &str, value: Json) -> Option<Json> {
        let comes = self.text.as_bytes().get(self.at..)?.starts_with(name.as_bytes());
        self.at += name.len();
        comes.then_some(value)
    }

    fn object(&mut self) -> Option<Json> {
        let start = self.entries.len();
        self.each(b'}', |reader| {
            let key = if reader.peek()? == b'"' { reader.string()? } else { return None };
            let value = if reader.next()? == b':' { reader.value()? } else { return None };
            reader.entries.push((key, value));
            Some(())
        })?;
        Some(Json::Object(Object::of(self.entries.drain(start..).collect())))
    }

    fn list(&mut self) -> Option<Json> {
        let start = self.items.len();
        self.each(b']', |reader| {
            let item = reader.value()?;
            reader.items.push(item);
            Some(())
        })?;
        Some(Json::Array(self.items.drain(start..).collect()))
    }

    /// Reads what stands between commas, up to `close`; the byte that opened it comes next.
    fn each(&mut self, close: u8, one: impl Fn(&mut Self) -> Option<()>) -> Option<()> {
        if self.depth == DEPTH {
            return None;
        }
        self.at += 1;
        if self.peek()? == close {
            self.at += 1;
            return Some(());
        }
        self.depth += 1;
        loop {
            one(self)?;
            match self.next()? {
                b',' => {}
                next if next == close => break,
                _ => return None,
            }
        }
        self.depth -= 1;
        Some(())
    }

    /// A string; its opening quote comes next.
    fn string(&mut self) -> Option<Text> {
        let start = self.at + 1;
        let end = start + unfit(self.text.as_bytes().get(start..)?)?;
        self.at = end + 1;
        match self.text.as_bytes()[end] {
            b'"' => Some(Text::from(self.text.get(start..end)?)),
            b'\\' => self.escaped(start, end),
            _ => None,
        }
    }

    /// A string whose first escape is at `at`.
    fn escaped(&mut self, start: usize, mut at: usize) -> Option<Text> {
        let bytes = self.text.as_bytes();
        self.unescaped.clear();
        self.unescaped.push_str(self.text.get(start..at)?);
        while bytes[at] == b'\\' {
            self.unescaped.push(match bytes.get(at + 1)? {
                b'n' => '\n',
                b't' => '\t',
                b'r' => '\r',
                same @ (b'"' | b'\\' | b'/') => char::from(*same),
                _ => return self.rare(start),
            });
            let next = at + 2;
            at = next + unfit(bytes.get(next..)?)?;
            self.unescaped.push_str(self.text.get(next..at)?);
        }
        self.at = at + 1;
        (bytes[at] == b'"').then(|| Text::from(&self.unescaped))
    }

    /// A string with an escape that is rare.
    fn rare(&mut self, start: usize) -> Option<Text> {
        let bytes = self.text.as_bytes();
        let mut end = start;
        while end < bytes.len() && bytes[end] != b'"' {
            end += 1 + usize::from(bytes[end] == b'\\');
        }
        self.at = end + 1;
        serde_json::from_str(self.text.get(start - 1..=end)?).ok()
    }

    fn number(&mut self) -> Option<Json> {
        let rest = self.text.as_bytes().get(self.at..)?;
        let is_part = |byte: &u8| matches!(byte, b'0'..=b'9' | b'-' | b'+' | b'.' | b'e' | b'E');
        let end = self.at + rest.iter().position(|byte| !is_part(byte)).unwrap_or(rest.len());
        let text = self.text.get(self.at..end)?;
        self.at = end;
        let is_plain = match text.as_bytes() {
            [b'1'..=b'9', rest @ ..] => rest.len() < 18 && rest.iter().all(u8::is_ascii_digit),
            text => text == b"0",
        };
        if is_plain { text.parse::<u64>().ok().map(Json::from) } else { serde_json::from_str(text).ok() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether this reader and `serde_json` have the same to say.
    fn check(text: &str) {
        match (read(text), serde_json::from_str::<Json>(text)) {
            (Some(one), Ok(other)) => assert!(one.same_text(&other), "{text}: {one}, {other}"),
            (None, Err(fault)) => assert_eq!(Json::parse(text).unwrap_err().to_string(), fault.to_string()),
            (one, other) => panic!("{text}: {one:?}, {other:?}"),
        }
    }

    const TEXT: &str = concat!(
        r#" {"type":"object","a":[0,-0,1,12345678901234567890,-7,1.5,1e3,1E-2,[],{},[[]]],"a":true,"b\n":"\"\\\/\u00e9\ud83d\ude00\b","#,
        "\"é😀\":[ null,\tfalse\n,\r\"\"] , \"long enough for two steps\\t\":\"\\\"\"} "
    );

    #[test]
    fn every_text_is_read_as_serde_json_reads_it() {
        check(TEXT);
        assert!(read(TEXT).is_some());
        for (at, c) in TEXT.char_indices() {
            let (before, after) = (&TEXT[..at], &TEXT[at + c.len_utf8()..]);
            check(before);
            check(&format!("{before}{after}"));
            for other in "\u{0}\u{1f} \n\"\\/{}[]:,+-.019eEautfnbr\u{7f}é".chars() {
                check(&format!("{before}{other}{after}"));
                check(&format!("{before}{other}{c}{after}"));
            }
        }
    }

    #[test]
    fn numbers_and_depths_end_where_those_of_serde_json_do() {
        for number in ["18446744073709551615", "18446744073709551616", "-9223372036854775808", "-9223372036854775809"] {
            check(number);
        }
        for number in ["999999999999999999", "0.1", "-0", "-0.0", "1e400", "-", "01", "1.", ".5", "1e", "0x1", "+1"] {
            check(number);
        }
        for depth in [1, 126, 127, 128, 129, 100_000] {
            check(&"[".repeat(depth));
            check(&format!("{}{}", "[".repeat(depth), "]".repeat(depth)));
            check(&format!("{}1{}", "{\"a\":".repeat(depth), "}".repeat(depth)));
        }
    }

    #[test]
    fn strings_end_at_their_quote_wherever_their_escapes_are() {
        for escape in [r"\n", r"\\", r#"\""#, r"\u0041", r"\ud800", r"\x", r"\", "\u{1}", "\""] {
            for before in 0..18 {
                for after in 0..10 {
                    let (before, after) = ("é".repeat(before / 2) + &"x".repeat(before % 2), "y".repeat(after));
                    check(&format!("\"{before}{escape}{after}\""));
                    check(&format!("[\"{before}{escape}{after}{escape}\",\"\"]"));
                }
            }
        }
    }
}
