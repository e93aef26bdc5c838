//! Many needles in one pass: a haystack in, every place where one stands out. Letters match in either case.
//!
//! The search looks at two bytes where the shortest needle would end. Mostly no needle has them there, and it goes
//! on by as much as no needle can be missed.

/// Entries of the table of steps.
const SIZE: usize = 1 << 12;

/// The needles, ready to be found.
#[derive(Default)]
pub(super) struct Finder {
    needles: Vec<Vec<u8>>,
    shortest: usize,
    /// By two bytes: how far the search can go on
    steps: Vec<u8>,
    /// By two bytes: the needles that have them where the shortest one ends
    ends: Vec<Vec<u32>>,
}

impl Finder {
    /// A finder of these needles, each at least two bytes long; shorter ones are never found.
    pub(super) fn new(needles: impl IntoIterator<Item = Vec<u8>>) -> Finder {
        let mut needles: Vec<Vec<u8>> = needles.into_iter().filter(|needle| needle.len() >= 2).collect();
        needles.iter_mut().for_each(|needle| needle.make_ascii_lowercase());
        needles.sort_unstable();
        needles.dedup();
        let Some(shortest) = needles.iter().map(Vec::len).min() else { return Finder::default() };
        let shortest = shortest.min(usize::from(u8::MAX));
        let mut steps = vec![step(shortest - 1); SIZE];
        let mut ends = vec![Vec::new(); SIZE];
        for (number, needle) in (0..).zip(&needles) {
            for (at, pair) in needle.windows(2).take(shortest - 1).enumerate() {
                let entry = &mut steps[place(pair[0], pair[1])];
                *entry = (*entry).min(step(shortest - 2 - at));
            }
            ends[place(needle[shortest - 2], needle[shortest - 1])].push(number);
        }
        Finder { needles, shortest, steps, ends }
    }

    /// The longest needle, in bytes.
    pub(super) fn longest(&self) -> usize {
        self.needles.iter().map(Vec::len).max().unwrap_or_default()
    }

    /// Tells the beginning and the end of every needle in `text`, also of those that overlap, and how many there are.
    pub(super) fn find(&self, text: &[u8], mut found: impl FnMut(usize, usize)) -> usize {
        let mut count = 0;
        if self.needles.is_empty() {
            return count;
        }
        let mut at = 0;
        while let Some(window) = text.get(at..at + self.shortest) {
            let [.., a, b] = window else { return count };
            let place = place(a.to_ascii_lowercase(), b.to_ascii_lowercase());
            match self.steps[place] {
                0 => {
                    let rest = &text[at..];
                    for number in &self.ends[place] {
                        let needle = &self.needles[*number as usize];
                        if rest.get(..needle.len()).is_some_and(|part| part.eq_ignore_ascii_case(needle)) {
                            count += 1;
                            found(at, at + needle.len());
                        }
                    }
                    at += 1;
                }
                step => at += usize::from(step),
            }
        }
        count
    }
}

fn step(step: usize) -> u8 {
    u8::try_from(step).unwrap_or(u8::MAX)
}

/// Where two bytes stand in the tables.
fn place(a: u8, b: u8) -> usize {
    (usize::from(a) << 5 ^ usize::from(b)) % SIZE
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn it_finds_what_a_simple_search_finds(
            needles in prop::collection::vec("[abAB]{2,6}|[a-c]{3,9}", 0..6),
            text in "[abcAB]{0,60}",
        ) {
            let finder = Finder::new(needles.iter().map(|needle| needle.clone().into_bytes()));
            let mut found = Vec::new();
            finder.find(text.as_bytes(), |start, end| found.push((start, end)));
            found.sort_unstable();
            let mut expected = Vec::new();
            for start in 0..text.len() {
                for needle in &needles {
                    let end = start + needle.len();
                    if text.get(start..end).is_some_and(|part| part.eq_ignore_ascii_case(needle)) {
                        expected.push((start, end));
                    }
                }
            }
            expected.sort_unstable();
            expected.dedup();
            prop_assert_eq!(found, expected);
        }
    }

    #[test]
    fn a_needle_that_is_longer_than_a_step_can_be_is_found() {
        let needle = vec![b'x'; 1000];
        let finder = Finder::new([needle.clone()]);
        let mut text = vec![b'y'; 5000];
        text[700..1700].copy_from_slice(&needle);
        assert_eq!(finder.find(&text, |start, end| assert_eq!((start, end), (700, 1700))), 1);
    }
}
