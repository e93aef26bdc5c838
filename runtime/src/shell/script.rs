//! What a script parses to: a plan of argument lists, or the place where it stops being plain.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A parsed script.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Script {
    /// Every program and argument is known before anything runs
    Plain(Plan),
    /// Only a shell could tell what this does
    Opaque(Opaque),
}

/// The steps of a plain script, in order.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Plan {
    /// The steps; an empty script has none
    pub steps: Vec<Step>,
}

impl Plan {
    /// The plan that runs one program.
    pub fn single(argv: Vec<String>) -> Plan {
        let command = Command { assignments: Vec::new(), argv };
        Plan { steps: vec![Step { when: Connector::Always, pipeline: vec![command] }] }
    }

    /// Every program of the plan, in the order of the text.
    pub fn commands(&self) -> impl Iterator<Item = &Command> {
        self.steps.iter().flat_map(|step| &step.pipeline)
    }
}

/// One pipeline and when it runs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Step {
    /// What the end of the step before must have been
    pub when: Connector,
    /// The programs, each reading what the one before writes; never empty
    pub pipeline: Vec<Command>,
}

/// When a step runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Connector {
    /// The first step, and after `;` or a newline
    Always,
    /// After `&&`: when the last pipeline that ran succeeded
    IfOk,
    /// After `||`: when the last pipeline that ran failed
    IfFailed,
}

/// One program with its arguments.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Command {
    /// `NAME=value` in front of the program
    pub assignments: Vec<(String, String)>,
    /// The program and its arguments; never empty
    pub argv: Vec<String>,
}

impl Command {
    /// The program as written.
    pub fn program(&self) -> &str {
        self.argv.first().map_or("", String::as_str)
    }
}

/// The first thing in a script that only a shell can interpret.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Opaque {
    /// What it is
    pub why: Why,
    /// The text at that place, at most 40 characters
    pub token: String,
    /// Where it stands
    pub place: Place,
}

/// A place in a script.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Place {
    /// Bytes from the start
    pub offset: usize,
    /// Line, from 1
    pub line: usize,
    /// Character in the line, from 1
    pub column: usize,
}

/// Why a script is not plain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Why {
    /// `$`: a parameter, a substitution or arithmetic
    Expansion,
    /// A backquote
    Substitution,
    /// A backslash
    Escape,
    /// `*`, `?`, `[` or `]`
    Glob,
    /// `{` or `}`
    Brace,
    /// `~`
    Tilde,
    /// `<` or `>`
    Redirection,
    /// A single `&`
    Background,
    /// `(` or `)`
    Subshell,
    /// `!` or `^`
    History,
    /// `#`
    Comment,
    /// A quote that is not closed
    Unterminated,
    /// A control character
    Control,
    /// Another character outside quotes
    Character,
    /// A word of the shell's grammar, such as `if`
    Reserved,
    /// A command that only the shell itself has, such as `cd`
    Builtin,
    /// An assignment without a program, or one that appends
    Assignment,
    /// A connector with nothing before or after it
    Syntax,
    /// A program whose name is empty
    EmptyProgram,
    /// More bytes or programs than are looked at
    TooLong,
}

impl Why {
    /// What the reader of a refusal needs to know.
    pub fn text(self) -> &'static str {
        match self {
            Why::Expansion => "`$` expands to what only a shell knows",
            Why::Substitution => "a backquote runs a command inside the command",
            Why::Escape => "a backslash changes what the shell reads; quote the argument instead",
            Why::Glob => "a pattern stands for files that are not known yet; name them or quote it",
            Why::Brace => "braces expand or group; quote them to pass them on",
            Why::Tilde => "`~` stands for a home directory; write the path",
            Why::Redirection => "redirections open files; use the file tools",
            Why::Background => "`&` leaves a program running behind the call",
            Why::Subshell => "parentheses start a subshell or a function",
            Why::History => "`!` and `^` depend on the shell's mode; quote them to pass them on",
            Why::Comment => "comments are not part of a plain script; leave them out",
            Why::Unterminated => "a quote is opened and not closed",
            Why::Control => "a control character cannot be reviewed",
            Why::Character => "this character is not plain; put it in single quotes",
            Why::Reserved => "this word belongs to the shell's grammar",
            Why::Builtin => "this command exists only inside a shell",
            Why::Assignment => "this sets a variable of the shell",
            Why::Syntax => "a connector needs a command on both sides",
            Why::EmptyProgram => "a command without a name",
            Why::TooLong => "the script is longer than what is looked at",
        }
    }
}

impl fmt::Display for Opaque {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Place { line, column, .. } = self.place;
        write!(f, "line {line}, column {column}: `{}`: {}", self.token.escape_debug(), self.why.text())
    }
}
