//! What is wrong with a configuration: a place and a sentence in, one [`Finding`] out.

use std::fmt;
use std::sync::Arc;

use serde::{Serialize, Serializer};

/// Where something stands. Line and column count from 1 and in characters; line 0 is a place without lines,
/// such as an environment variable.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Place {
    /// The file as it was named, or `TOOLGEN_…` or `--set …`
    #[serde(serialize_with = "text")]
    pub file: Arc<str>,
    /// The line, from 1
    pub line: u32,
    /// The column in characters, from 1
    pub column: u32,
    /// The first byte
    pub start: u32,
    /// The byte after the last
    pub end: u32,
}

impl Place {
    /// A place that has a name and no lines.
    pub fn named(name: impl Into<Arc<str>>) -> Place {
        Place { file: name.into(), ..Place::default() }
    }
}

fn text<S: Serializer>(text: &Arc<str>, to: S) -> Result<S::Ok, S::Error> {
    to.serialize_str(text)
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            0 => f.write_str(&self.file),
            line => write!(f, "{}:{line}:{}", self.file, self.column),
        }
    }
}

/// How much a finding weighs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// Worth a look; the snapshot is used all the same
    Warning,
    /// The snapshot is refused
    Error,
}

/// One finding. `toolgen explain CODE` prints the page of its rule.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Finding {
    /// The rule, for example `TG0702`
    pub code: &'static str,
    /// How much it weighs
    pub severity: Severity,
    /// What was expected and what came
    pub message: String,
    /// What to do, one sentence
    pub help: Option<String>,
    /// Where
    pub place: Place,
    /// Other places that belong to it, with what stands there
    pub also: Vec<(Place, String)>,
}

impl Finding {
    /// An error of the rule `code`.
    pub fn error(code: &'static str, place: &Place, message: impl Into<String>) -> Finding {
        Finding {
            code,
            severity: Severity::Error,
            message: message.into(),
            help: None,
            place: place.clone(),
            also: Vec::new(),
        }
    }

    /// A warning of the rule `code`.
    pub fn warning(code: &'static str, place: &Place, message: impl Into<String>) -> Finding {
        Finding { severity: Severity::Warning, ..Finding::error(code, place, message) }
    }

    /// The same with what to do.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Finding {
        self.help = Some(help.into());
        self
    }

    /// The same with a second place.
    #[must_use]
    pub fn also(mut self, place: &Place, text: impl Into<String>) -> Finding {
        self.also.push((place.clone(), text.into()));
        self
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let severity = match self.severity {
            Severity::Warning => "warning",
            Severity::Error => "error",
        };
        write!(f, "{}: {severity}[{}]: {}", self.place, self.code, self.message)?;
        match &self.help {
            Some(help) => write!(f, " ({help})"),
            None => Ok(()),
        }
    }
}

/// The codes of the rules, each with its page in `toolgen explain`.
pub mod code {
    /// The file cannot be read, or is no TOML
    pub const UNREADABLE: &str = "TG0701";
    /// A key that nobody reads
    pub const UNKNOWN_KEY: &str = "TG0702";
    /// A value of another type
    pub const WRONG_TYPE: &str = "TG0703";
    /// A verdict that is none
    pub const WRONG_VERDICT: &str = "TG0704";
    /// A tool, group or action that the catalog does not have
    pub const UNKNOWN_TOOL: &str = "TG0705";
    /// A group that no tool can be in
    pub const UNKNOWN_GROUP: &str = "TG0706";
    /// An agent that is not declared
    pub const UNKNOWN_AGENT: &str = "TG0707";
    /// A surface that does not exist
    pub const UNKNOWN_SURFACE: &str = "TG0708";
    /// A domain that no host can have
    pub const BAD_DOMAIN: &str = "TG0709";
    /// A secret that no tool reads
    pub const UNKNOWN_SECRET: &str = "TG0710";
    /// A rule that decides nothing
    pub const SHADOWED: &str = "TG0711";
    /// A grant that nothing can use
    pub const UNREACHABLE_GRANT: &str = "TG0712";
    /// A grant of what needs none
    pub const USELESS_GRANT: &str = "TG0713";
    /// Two groups that say different things of one tool
    pub const AMBIGUOUS_GROUPS: &str = "TG0714";
    /// A delegate that may do more than the agent that calls it
    pub const WIDENING_DELEGATE: &str = "TG0715";
    /// Two `(tool, action)` pairs of one name
    pub const ALIAS_COLLISION: &str = "TG0716";
    /// Effects that are declared weaker than the handler shows
    pub const WEAK_EFFECTS: &str = "TG0717";
    /// A rule over arguments that does not say what it means
    pub const BAD_ARGUMENT_RULE: &str = "TG0718";
    /// A value outside of what can be enforced
    pub const OUT_OF_RANGE: &str = "TG0719";
    /// A rule that loosens what a stricter layer or effect asks for
    pub const LOOSENED: &str = "TG0720";

    /// A text of another system that is not understood
    pub const NOT_UNDERSTOOD: &str = "TG0721";
    /// A place that is none
    pub const BAD_PATH: &str = "TG0722";
    /// A key of another system whose promise nothing here keeps
    pub const UNSUPPORTED: &str = "TG0723";

    /// All of them, in order.
    pub const ALL: &[&str] = &[
        UNREADABLE,
        UNKNOWN_KEY,
        WRONG_TYPE,
        WRONG_VERDICT,
        UNKNOWN_TOOL,
        UNKNOWN_GROUP,
        UNKNOWN_AGENT,
        UNKNOWN_SURFACE,
        BAD_DOMAIN,
        UNKNOWN_SECRET,
        SHADOWED,
        UNREACHABLE_GRANT,
        USELESS_GRANT,
        AMBIGUOUS_GROUPS,
        WIDENING_DELEGATE,
        ALIAS_COLLISION,
        WEAK_EFFECTS,
        BAD_ARGUMENT_RULE,
        OUT_OF_RANGE,
        LOOSENED,
        NOT_UNDERSTOOD,
        BAD_PATH,
        UNSUPPORTED,
    ];
}
