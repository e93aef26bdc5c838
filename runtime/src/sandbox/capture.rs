//! A stream of any length goes in; its beginning, its end and its length come out. Memory stays bounded.

use std::collections::VecDeque;

/// What is kept of a stream.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Captured {
    /// The beginning
    head: Vec<u8>,
    /// The end; empty while the beginning holds everything
    tail: VecDeque<u8>,
    /// Bytes that were written
    total: u64,
    half: usize,
}

impl Captured {
    /// Keeps at most that many bytes.
    pub(super) fn new(limit: u64) -> Captured {
        Captured { half: usize::try_from(limit / 2).unwrap_or(usize::MAX / 2), ..Captured::default() }
    }

    pub(super) fn push(&mut self, bytes: &[u8]) {
        self.total = self.total.saturating_add(bytes.len() as u64);
        let free = self.half.saturating_sub(self.head.len()).min(bytes.len());
        self.head.extend_from_slice(&bytes[..free]);
        let rest = &bytes[free..];
        let rest = &rest[rest.len().saturating_sub(self.half)..];
        let excess = (self.tail.len() + rest.len()).saturating_sub(self.half);
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

    /// The first bytes: half of what is kept when there were more.
    pub fn beginning(&self) -> Vec<u8> {
        self.head.clone()
    }

    /// Everything that was kept, without a mark where something is missing.
    pub fn bytes(&self) -> Vec<u8> {
        self.head.iter().chain(&self.tail).copied().collect()
    }

    /// The text, with a line that says how much is missing. It is never cut inside a character; bytes that are
    /// no UTF-8 become `U+FFFD`.
    pub fn text(&self) -> String {
        if self.omitted() == 0 {
            return String::from_utf8_lossy(&self.bytes()).into_owned();
        }
        let tail: Vec<u8> = self.tail.iter().copied().collect();
        let start = tail.iter().take(3).take_while(|byte| (**byte & 0xC0) == 0x80).count();
        let end = whole_characters(&self.head);
        format!(
            "{}\n[{} bytes left out]\n{}",
            String::from_utf8_lossy(&self.head[..end]),
            self.omitted() + (self.head.len() - end + start) as u64,
            String::from_utf8_lossy(&tail[start..])
        )
    }
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
