//! The static table: tools in, one open-addressing index out, both made in const evaluation.

use crate::tool::Tool;

/// Every tool of a program. It costs nothing at start-up.
#[derive(Debug)]
pub struct Table {
    tools: &'static [&'static Tool],
    index: &'static [u16],
}

impl Table {
    /// A table over an index that [`index`] made.
    pub const fn new(tools: &'static [&'static Tool], index: &'static [u16]) -> Table {
        Table { tools, index }
    }

    /// The tool with that wire name.
    pub fn get(&self, name: &str) -> Option<&'static Tool> {
        let mask = self.index.len().wrapping_sub(1);
        let mut at = hash(name.as_bytes()) as usize & mask;
        loop {
            let tool = *self.index.get(at)?;
            let tool = self.tools.get(usize::from(tool).checked_sub(1)?)?;
            if tool.name == name {
                return Some(tool);
            }
            at = (at + 1) & mask;
        }
    }

    /// The tools in the order of the list.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &'static Tool> {
        self.tools.iter().copied()
    }
}

/// How many tools the lists hold.
pub const fn count(lists: &[&[Tool]]) -> usize {
    let (mut sum, mut at) = (0, 0);
    while at < lists.len() {
        sum += lists[at].len();
        at += 1;
    }
    sum
}

/// The size of the index for `tools` tools: a power of two, at most half full.
pub const fn capacity(tools: usize) -> usize {
    (tools * 2).next_power_of_two()
}

/// The lists as one.
#[expect(clippy::panic, reason = "runs in const evaluation, where a panic is the compile error")]
pub const fn flatten<const N: usize>(lists: &'static [&'static [Tool]]) -> [&'static Tool; N] {
    let mut first = 0;
    while first < lists.len() && lists[first].is_empty() {
        first += 1;
    }
    if N == 0 {
        panic!("a table needs a tool");
    }
    let mut flat = [&lists[first][0]; N];
    let (mut list, mut at) = (0, 0);
    while list < lists.len() {
        let mut item = 0;
        while item < lists[list].len() {
            flat[at] = &lists[list][item];
            at += 1;
            item += 1;
        }
        list += 1;
    }
    flat
}

const fn hash(bytes: &[u8]) -> u64 {
    let (mut hash, mut at) = (0xcbf2_9ce4_8422_2325_u64, 0);
    while at < bytes.len() {
        hash = (hash ^ bytes[at] as u64).wrapping_mul(0x100_0000_01b3);
        at += 1;
    }
    hash
}
