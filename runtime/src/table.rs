//! The static table: lists of tools in, one open-addressing index out, both made in const evaluation.
//!
//! Two tools with one name do not compile; the error names both and where they were declared.

use toolgen_model::hash::hash;

use crate::tool::Tool;

mod clash;

/// Every tool of a program. It costs nothing at start-up.
#[derive(Debug)]
pub struct Table {
    /// The package that the table stands in
    pub package: &'static str,
    /// Its version
    pub version: &'static str,
    tools: &'static [Tool],
    index: &'static [u16],
}

impl Table {
    /// A table over an index that [`index`] made of the same tools.
    pub const fn new(
        package: &'static str,
        version: &'static str,
        tools: &'static [Tool],
        index: &'static [u16],
    ) -> Table {
        assert!(index.len().is_power_of_two() && index.len() > tools.len(), "the index is that of other tools");
        Table { package, version, tools, index }
    }

    /// The tool with that wire name.
    #[inline]
    pub fn get(&self, name: &str) -> Option<&'static Tool> {
        let mask = self.index.len() - 1;
        let mut at = hash(name.as_bytes()) as usize & mask;
        loop {
            // An index is at most half full, so an empty place ends every search.
            let tool = *self.index.get(at)?;
            let tool = self.tools.get(usize::from(tool).checked_sub(1)?)?;
            if tool.name == name {
                return Some(tool);
            }
            at = (at + 1) & mask;
        }
    }

    /// The tools as a slice, for the table of another crate.
    pub const fn tools(&self) -> &'static [Tool] {
        self.tools
    }

    /// The tools in the order of the lists.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &'static Tool> + use<> {
        self.tools.iter()
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
    (tools * 2 + 1).next_power_of_two()
}

/// The lists as one, each tool with the row that is pinned under its name.
pub const fn flatten<const N: usize>(lists: &[&[Tool]], pins: &[(&'static str, &'static str)]) -> [Tool; N] {
    let mut flat = [NOBODY; N];
    let (mut list, mut at) = (0, 0);
    while list < lists.len() {
        let mut item = 0;
        while item < lists[list].len() {
            flat[at] = lists[list][item];
            let mut pin = 0;
            while pin < pins.len() {
                if same(flat[at].name.as_bytes(), pins[pin].0.as_bytes()) {
                    flat[at].row.pinned = Some(pins[pin].1);
                }
                pin += 1;
            }
            at += 1;
            item += 1;
        }
        list += 1;
    }
    flat
}

/// The index of `tools`: at each place the number of a tool, from 1, or 0.
///
/// # Panics
/// At compile time, when two tools have one name, or when there are more than 65,534.
#[expect(clippy::panic, reason = "runs in const evaluation, where a panic is the compile error")]
pub const fn index<const CAPACITY: usize>(tools: &[Tool]) -> [u16; CAPACITY] {
    assert!(tools.len() < u16::MAX as usize, "a table holds at most 65,534 tools");
    let mut index = [0; CAPACITY];
    let mut tool = 0;
    while tool < tools.len() {
        let name = tools[tool].name.as_bytes();
        let mut at = hash(name) as usize & (CAPACITY - 1);
        while index[at] != 0 {
            let other = &tools[index[at] as usize - 1];
            if same(name, other.name.as_bytes()) {
                panic!("{}", clash::Text::of(other, &tools[tool]).as_str());
            }
            at = (at + 1) & (CAPACITY - 1);
        }
        tool += 1;
        index[at] = tool as u16;
    }
    index
}

const fn same(a: &[u8], b: &[u8]) -> bool {
    if a.len() != b.len() {
        return false;
    }
    let mut at = 0;
    while at < a.len() {
        if a[at] != b[at] {
            return false;
        }
        at += 1;
    }
    true
}

/// Fills a place before its tool stands there.
static NOBODY: Tool = Tool {
    name: "",
    origin: "",
    fields: &[],
    verdict: crate::tool::Verdict::Deny,
    entry: crate::tool::Entry::Data,
    row: crate::tool::RowText { text: "", deferred: &[], pinned: None },
    more: None,
};

/// A static [`Table`] of lists of tools: `table!(pub static TOOLS = [&[A, B], pack::TOOLS])`. An
/// element is an expression of type `&'static [Tool]` and may carry `#[cfg]`. After the list, `pinned`
/// and pairs of a name and its row.
#[doc(hidden)]
#[macro_export]
macro_rules! __table {
    ($(#[$meta:meta])* $vis:vis static $name:ident = [$($lists:tt)*] $(pinned [$($pins:tt)*])? $(;)?) => {
        $(#[$meta])*
        $vis static $name: $crate::__private::Table =
            $crate::__private::table!([$($lists)*] pinned [$($($pins)*)?]);
    };
    ([$($lists:tt)*]) => {
        $crate::__private::table!([$($lists)*] pinned [])
    };
    ([$($lists:tt)*] pinned [$($pins:tt)*]) => {
        {
            const LISTS: &[&[$crate::__private::Tool]] = &[$($lists)*];
            const COUNT: usize = $crate::__private::count(LISTS);
            static FLAT: [$crate::__private::Tool; COUNT] = $crate::__private::flatten(LISTS, &[$($pins)*]);
            static INDEX: [::core::primitive::u16; $crate::__private::capacity(COUNT)] =
                $crate::__private::index(&FLAT);
            $crate::__private::Table::new(
                ::core::env!("CARGO_PKG_NAME"),
                ::core::env!("CARGO_PKG_VERSION"),
                &FLAT,
                &INDEX,
            )
        }
    };
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tool::{Entry, RowText, Verdict};

    const fn tool(name: &'static str) -> Tool {
        Tool {
            name,
            origin: "pack src/lib.rs:7",
            fields: &[],
            verdict: Verdict::Allow,
            entry: Entry::Data,
            row: RowText { text: "{}", deferred: &[], pinned: None },
            more: None,
        }
    }

    const PACK: &[Tool] = &[tool("git_log"), tool("git_status")];

    crate::__table!(static TOOLS = [&[tool("add")], PACK, #[cfg(any())] missing::TOOLS, &[tool("sub")]]);
    crate::__table!(static EMPTY = []);

    #[test]
    fn every_tool_is_found_by_its_name_and_nothing_else_is() {
        for name in ["add", "git_log", "git_status", "sub"] {
            assert_eq!(TOOLS.get(name).unwrap().name, name);
        }
        for name in ["", "ad", "addd", "git_logs", "Add"] {
            assert!(TOOLS.get(name).is_none());
        }
        assert_eq!(TOOLS.iter().map(|tool| tool.name).collect::<Vec<_>>(), ["add", "git_log", "git_status", "sub"]);
        assert_eq!(TOOLS.package, "toolgen-runtime");
    }

    #[test]
    fn an_empty_table_holds_nothing() {
        assert!(EMPTY.get("add").is_none() && EMPTY.get("").is_none());
        assert_eq!(EMPTY.iter().len(), 0);
    }

    #[test]
    #[should_panic = "two tools have the name `add`: the one of pack src/lib.rs:7, and the one of pack src/lib.rs:7"]
    fn two_tools_of_one_name_are_named_with_their_places() {
        static TWICE: [Tool; 2] = [tool("add"), tool("add")];
        let _: [u16; 8] = index(&TWICE);
    }
}
