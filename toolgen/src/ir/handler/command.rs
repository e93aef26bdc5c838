//! `handler: {command: …}`: one program with an argument list, never a shell line.

use super::{Reference, Template};
use crate::diag::{Span, Spanned};

/// One program.
#[derive(Clone, Debug, PartialEq)]
pub struct CommandHandler {
    /// A name that is looked up in `PATH`, or an absolute path
    pub program: Spanned<String>,
    /// The arguments in order
    pub args: Vec<Arg>,
    /// Variables beside those that every command gets
    pub env: Vec<(Spanned<String>, Template)>,
    /// The folder that it runs in
    pub cwd: Option<Template>,
    /// What it reads on standard input
    pub stdin: Option<Template>,
    /// Milliseconds after which it is killed
    pub timeout_ms: Option<Spanned<u64>>,
    /// What becomes of its output
    pub output: CommandOutput,
}

/// A piece of an argument list.
#[derive(Clone, Debug, PartialEq)]
pub enum Arg {
    /// One argument
    One(Template),
    /// Arguments that stand only together
    Group {
        /// The whole group
        span: Span,
        /// The argument of the call that must be there
        when: Option<Reference>,
        /// The arguments
        args: Vec<Template>,
        /// Whether a value that starts with `-` may become an option
        allow_options: Option<Spanned<bool>>,
    },
}

/// How output is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OutputFormat {
    /// As text
    Text,
    /// As an array of lines
    Lines,
    /// As JSON
    Json,
    /// Into a file of the workspace
    File,
}

/// What becomes of the output of a program.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CommandOutput {
    /// How it is read; text where it is not written
    pub format: Option<Spanned<OutputFormat>>,
    /// The file that gets it
    pub file: Option<Template>,
    /// Bytes that are read at most
    pub max_bytes: Option<Spanned<u64>>,
    /// Error codes by exit code
    pub exit_codes: Vec<(Spanned<u8>, Spanned<String>)>,
}

impl Arg {
    /// The arguments in it: one, or those of the group.
    pub fn templates(&self) -> &[Template] {
        match self {
            Arg::One(template) => std::slice::from_ref(template),
            Arg::Group { args, .. } => args,
        }
    }

    /// The argument of the call that must be there, if it stands in a group that has one.
    pub fn condition(&self) -> Option<&Reference> {
        if let Arg::Group { when, .. } = self { when.as_ref() } else { None }
    }
}

impl OutputFormat {
    /// `text`, `lines`, `json` or `file`.
    pub fn name(self) -> &'static str {
        match self {
            OutputFormat::Text => "text",
            OutputFormat::Lines => "lines",
            OutputFormat::Json => "json",
            OutputFormat::File => "file",
        }
    }

    /// The format of that name.
    pub fn from_name(name: &str) -> Option<OutputFormat> {
        let all = [OutputFormat::Text, OutputFormat::Lines, OutputFormat::Json, OutputFormat::File];
        all.into_iter().find(|format| format.name() == name)
    }
}
