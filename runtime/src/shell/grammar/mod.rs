//! The arguments of a known program go in; out comes what is dangerous about them and which programs it runs
//! in turn.

mod build;
mod find;
mod git;
mod interpreter;
mod options;
mod stream;
mod table;
mod wrapper;

use super::programs::base_name;

pub(super) use wrapper::harmless_variable;

/// What a program's arguments mean.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Reading {
    /// What is dangerous, in words
    pub(super) dangers: Vec<String>,
    /// What it runs in turn
    pub(super) inner: Vec<Inner>,
    /// Whether the program can run others at all
    pub(super) runs_others: bool,
}

/// A program that another one runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Inner {
    /// All of its arguments are known
    Complete(Vec<String>),
    /// More arguments come at run time
    Partial(Vec<String>),
    /// A script for a shell
    Script(String),
    /// Arguments that could not be read: some program runs
    Unknown,
}

/// Which operands are text and never paths.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Operands {
    /// Every operand may be a path
    Paths,
    /// The first one is a pattern or program text
    TextThenPaths,
    /// None is a path
    Text,
}

/// What the arguments of the program mean; nothing for a program that is not known.
pub(super) fn read(argv: &[String]) -> Reading {
    let Some((program, arguments)) = argv.split_first() else { return Reading::default() };
    let name = base_name(program).to_ascii_lowercase();
    table::find(&name).map_or_else(Reading::default, |row| row.read(&name, arguments))
}

/// Which operands of the program are paths.
pub(super) fn operands(program: &str) -> Operands {
    match base_name(program) {
        "echo" | "printf" | "true" | "false" | "date" | "seq" | "expr" | "basename" | "dirname" | "sleep" => {
            Operands::Text
        }
        "grep" | "egrep" | "fgrep" | "rg" | "ag" | "sed" | "awk" | "gawk" | "mawk" | "jq" | "tr" => {
            Operands::TextThenPaths
        }
        _ => Operands::Paths,
    }
}

/// Whether an allowance by the bare name means nothing, because the program runs whatever it is told to.
pub(super) fn runs_anything(program: &str) -> bool {
    table::find(&base_name(program).to_ascii_lowercase()).is_some_and(table::Row::runs_anything)
}
