//! One program with an argument list: data only.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::text::{Reference, Template};

/// A program, its arguments, and what becomes of its output.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Command {
    /// A name that is looked up in `PATH`, or an absolute path
    pub program: String,
    /// The arguments in order
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub args: Vec<Argument>,
    /// Variables beside those that every program gets
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub env: Vec<(String, Template)>,
    /// The folder that it runs in, inside the workspace
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cwd: Option<Template>,
    /// What it reads on standard input
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stdin: Option<Template>,
    /// Milliseconds after which it is killed
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub timeout_ms: Option<u64>,
    /// How its output is read
    #[serde(default)]
    pub format: Format,
    /// The most bytes of its output that are taken in
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_bytes: Option<u64>,
    /// The file of the workspace that gets the output, with [`Format::File`]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<Template>,
    /// Error codes by exit code
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub exit_codes: BTreeMap<u8, String>,
}

/// A piece of an argument list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Argument {
    /// One argument
    One(Template),
    /// Arguments that stand only together
    Group(Group),
}

/// Arguments that stand only together.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Group {
    /// What must be there; they always stand where it is left out
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub when: Option<Reference>,
    /// The arguments in order
    pub args: Vec<Template>,
    /// Whether a value that starts with `-` may become an option
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub allow_options: bool,
}

/// How the output of a program is read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Format {
    /// As text
    #[default]
    Text,
    /// As an array of lines
    Lines,
    /// As JSON
    Json,
    /// Into a file of the workspace
    File,
}
