//! A stream of any length goes in; its beginning, its end and its length come out. Memory stays bounded.

use std::collections::VecDeque;

/// What a program wrote to a stream: all of it, or its beginning and its end where it was more than is kept.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Captured {
    /// The beginning
    head: Vec<u8>,
    /// The end; empty while the beginning holds everything
    tail: VecDeque<u8>,
    /// Bytes that were written
    total: u64,
    /// Bytes that are kept at most
    limit: usize,
}

impl From<String> for Captured {
    fn from(text: String) -> Captured {
        Captured::of(&text, text.len())
    }
}

impl Captured {
    /// At most that many bytes of a text: half of them from its beginning, half from its end.
    pub fn of(text: &str, limit: usize) -> Captured {
        let mut captured = Captured::new(limit);
        captured.push(text.as_bytes());
        captured
    }

    /// Keeps at most that many bytes of what is written.
    pub(crate) fn new(limit: usize) -> Captured {
        Captured { limit, ..Captured::default() }
    }

    pub(crate) fn push(&mut self, bytes: &[u8]) {
        self.total = self.total.saturating_add(bytes.len() as u64);
        let (first, last) = (self.limit / 2, self.limit - self.limit / 2);
        let free = first.saturating_sub(self.head.len()).min(bytes.len());
        self.head.extend_from_slice(&bytes[..free]);
        let rest = &bytes[free..];
        let rest = &rest[rest.len().saturating_sub(last)..];
        let excess = (self.tail.len() + rest.len()).saturating_sub(last);
        self.tail.drain(..excess.min(self.tail.len()));
        self.tail.extend(rest);
    }

    /// Bytes that were written in all.
    pub fn total(&self) -> u64 {
        self.total
    }

    /// Bytes that were left out.
    pub fn omitted(&self) -> u64 {
        self.total - (self.head.len() + self.tail.len()) as u64
    }

    /// Whether something was left out.
    pub fn is_cut(&self) -> bool {
        self.omitted() > 0
    }

    /// Bytes that were kept.
    pub fn kept(&self) -> usize {
        self.head.len() + self.tail.len()
    }

    /// Everything that was kept, without a mark where something is missing.
    pub fn bytes(&self) -> Vec<u8> {
        self.head.iter().chain(&self.tail).copied().collect()
    }

    /// The bytes, if none is missing.
    pub fn whole(&self) -> Option<Vec<u8>> {
        (!self.is_cut()).then(|| self.bytes())
    }

    /// The lines; where something is missing there is a line that says how much, and half a line is left out with it.
    pub fn lines(&self) -> Vec<String> {
        let lines = |bytes: &[u8]| String::from_utf8_lossy(bytes).lines().map(str::to_owned).collect::<Vec<_>>();
        if !self.is_cut() {
            return lines(&self.bytes());
        }
        let tail: Vec<u8> = self.tail.iter().copied().collect();
        let head = &self.head[..self.head.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1)];
        let tail = &tail[tail.iter().position(|byte| *byte == b'\n').map_or(tail.len(), |at| at + 1)..];
        let mut all = lines(head);
        all.push(mark(self.total - (head.len() + tail.len()) as u64));
        all.extend(lines(tail));
        all
    }

    /// The text, with a line that says how much is missing. It is never cut inside a character; bytes that are
    /// no UTF-8 become `U+FFFD`.
    pub fn text(&self) -> String {
        if !self.is_cut() {
            return String::from_utf8_lossy(&self.bytes()).into_owned();
        }
        let tail: Vec<u8> = self.tail.iter().copied().collect();
        let start = tail.iter().take(3).take_while(|byte| (**byte & 0xC0) == 0x80).count();
        let end = whole_characters(&self.head);
        format!(
            "{}\n{}\n{}",
            String::from_utf8_lossy(&self.head[..end]),
            mark(self.omitted() + (self.head.len() - end + start) as u64),
            String::from_utf8_lossy(&tail[start..])
        )
    }
}

/// What stands where something is missing.
fn mark(bytes: u64) -> String {
    format!("[{bytes} bytes left out]")
}

/// The length without a character that is cut at the end.
fn whole_characters(bytes: &[u8]) -> usize {
    let lead = bytes.iter().rev().take(4).position(|byte| (*byte & 0xC0) != 0x80);
    match lead {
        Some(back) if expected(bytes[bytes.len() - 1 - back]) > back + 1 => bytes.len() - 1 - back,
        _ => bytes.len(),
    }
}

fn expected(lead: u8) -> usize {
    match lead {
        0xF0.. => 4,
        0xE0.. => 3,
        0xC0.. => 2,
        _ => 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_beginning_and_the_end_are_kept() {
        let mut captured = Captured::new(10);
        for part in ["01", "23456", "789", "abcdefghij", "k"] {
            captured.push(part.as_bytes());
        }
        assert_eq!(captured.bytes(), b"01234ghijk");
        assert_eq!((captured.total(), captured.omitted()), (21, 11));
        assert_eq!(captured.text(), "01234\n[11 bytes left out]\nghijk");
        assert_eq!((captured.whole(), captured.kept()), (None, 10));
        for limit in [0, 1, 3] {
            let mut captured = Captured::new(limit);
            captured.push(b"abcdef");
            assert_eq!((captured.kept(), captured.bytes().last()), (limit, b"abcdef".last().filter(|_| limit > 0)));
        }
        assert_eq!(Captured::from("odd".to_owned()).whole().as_deref(), Some(b"odd".as_slice()));
    }

    #[test]
    fn half_a_line_is_none() {
        let mut captured = Captured::new(16);
        captured.push(b"one\ntwo\nthree\nfour\nfive\nsix\n");
        assert_eq!(captured.lines(), ["one", "two", "[16 bytes left out]", "six"]);
        assert_eq!(Captured::from("a\nb".to_owned()).lines(), ["a", "b"]);
        let mut one = Captured::new(4);
        one.push(b"no line at all");
        assert_eq!(one.lines(), ["[14 bytes left out]"]);
    }

    #[test]
    fn a_cut_never_splits_a_character() {
        for limit in 2..40 {
            for text in ["äöüßäöüßäöüßäöüßäöüß", "€€€€€€€€€€€€€€", "😀😀😀😀😀😀😀😀😀😀", "a😀b€cäd😀e€fäg😀h€iä"]
            {
                let mut captured = Captured::new(limit);
                captured.push(text.as_bytes());
                let shown = captured.text();
                if captured.omitted() == 0 {
                    assert_eq!(shown, text);
                    continue;
                }
                assert!(!shown.contains('\u{fffd}'), "{limit} {shown:?}");
                let left: usize =
                    shown.split(" bytes").next().and_then(|s| s.rsplit('[').next()).unwrap().parse().unwrap();
                let kept = shown.replace(&format!("\n[{left} bytes left out]\n"), "").len();
                assert_eq!(left + kept, text.len());
            }
        }
    }
}
