//! The catalog: one [`Row`] a tool, complete and canonical. It is a file format too: `toolgen catalog`
//! and `AGENT catalog` print it, and every command reads it.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::effect::Effects;
use crate::gate::{GateRow, Verdict};
use crate::id::ToolId;
use crate::json::{self, Json, Object};

/// The version of the format that this crate writes.
pub const FORMAT: u32 = 1;

/// All tools of one program or one set of manifests, in the order of their declaration.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Catalog {
    /// [`FORMAT`]
    #[serde(rename = "catalogVersion")]
    pub format: u32,
    /// The program or package, where it is known
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// Its version
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub version: String,
    /// The tools
    pub tools: Vec<Row>,
}

/// Whether a tool is in the minimal registry (`default_tools`) too; every tool is in `all_tools`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Registry {
    /// In both
    Default,
    /// In `all_tools` only
    #[default]
    All,
}

/// One tool, or one action of a tool: all that any emitter or surface needs to know of it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Row {
    /// The wire name, [`ToolId::wire_name`]
    pub name: String,
    /// The tool
    pub tool: String,
    /// The action, where the tool has several
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub action: Option<String>,
    /// A name for people
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// What it does and when to use it, in Markdown
    pub description: String,
    /// The policy group and the heading in the docs
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub group: Option<String>,
    /// The canonical schema of the arguments; its root is an object
    pub input: Json,
    /// The canonical schema of the structured reply; none when the reply is text or other content
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub output: Option<Json>,
    /// What a call can do
    #[serde(default)]
    pub effects: Effects,
    /// The permission block
    #[serde(default)]
    pub gate: GateRow,
    /// [`GateRow::base`] of the two, for readers that do not compute it
    pub verdict: Verdict,
    /// How long and how it runs
    #[serde(default, skip_serializing_if = "Execution::is_default")]
    pub execution: Execution,
    /// In which registry it is
    #[serde(default, skip_serializing_if = "is_all")]
    pub registry: Registry,
    /// The typed configuration key that must be true for the tool to exist
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub when: Option<String>,
    /// What the schema does not say about single arguments, by property
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub arguments: BTreeMap<String, Argument>,
    /// Why not to use it any more, and what instead
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deprecated: Option<String>,
    /// The version that brought it
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub since: Option<String>,
    /// Calls that are known to be right
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub examples: Vec<Example>,
    /// Whether its schemas come from types of the linked program, so that `toolgen lock` pins them
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub deferred: bool,
    /// What answers the call
    pub handler: Handler,
    /// Where it was declared
    pub source: Source,
    /// [`Row::contract_digest`]
    pub digest: String,
}

/// The execution block.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Execution {
    /// How many seconds a call usually takes
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expected_seconds: Option<u64>,
    /// Whether it may run as a background job
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub background_eligible: bool,
    /// After how many milliseconds a call is given up
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub timeout_ms: Option<u64>,
}

impl Execution {
    fn is_default(&self) -> bool {
        *self == Execution::default()
    }
}

fn is_all(registry: &Registry) -> bool {
    *registry == Registry::All
}

/// How one argument is written where it is no JSON.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Argument {
    /// Its place on the command line, from 1
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub positional: Option<u32>,
    /// Its one-letter flag
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub short: Option<char>,
    /// Other names under which it is accepted, in JSON and as flags
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub aliases: Vec<String>,
}

/// A call that is known to be right.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Example {
    /// What it shows
    pub name: String,
    /// The arguments
    pub input: Json,
    /// What comes back, where it is fixed
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub output: Option<Json>,
}

/// What answers the call.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Handler {
    /// `rust`, `http`, `command` or `mcp`
    pub kind: String,
    /// The function, the URL, the program, the server
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub target: String,
}

/// Where a tool was declared.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Source {
    /// The package, where there is one
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub package: String,
    /// The file, relative to the package or to the folder that was read, with `/`
    pub file: String,
    /// The line, from 1
    pub line: u32,
    /// The column in characters, from 1
    pub column: u32,
}

impl Row {
    /// The id that grants and policies name.
    pub fn id(&self) -> ToolId {
        ToolId { tool: self.tool.clone(), action: self.action.clone() }
    }

    /// The first sentence or line of the description.
    pub fn summary(&self) -> &str {
        let line = self.description.trim().lines().next().unwrap_or_default().trim_end();
        match line.find(". ") {
            Some(end) => &line[..=end],
            None => line,
        }
    }

    /// The digest of what a caller can rely on: everything but the handler, how schemas are known, the place of the
    /// declaration, the examples and the digest itself. Equal for a manifest and a `#[tool]` function
    /// that say the same.
    pub fn contract_digest(&self) -> String {
        let Ok(Json::Object(mut contract)) = Json::of(self) else { return String::new() };
        for key in ["handler", "source", "examples", "deferred", "digest"] {
            contract.remove(key);
        }
        json::digest(&Json::Object(contract))
    }

    /// Fills in what follows from the rest: the name, the verdict and the digest.
    pub fn seal(mut self) -> Row {
        self.name = self.id().wire_name();
        self.verdict = self.gate.base(&self.effects);
        self.digest = self.contract_digest();
        self
    }

    /// The properties of the input schema, in order.
    pub fn properties(&self) -> impl Iterator<Item = (&str, &Json)> {
        self.input.get("properties").and_then(Json::as_object).into_iter().flat_map(Object::iter)
    }

    /// Whether the input schema requires `property`.
    pub fn requires(&self, property: &str) -> bool {
        let required = self.input.get("required").and_then(Json::as_array).unwrap_or_default();
        required.iter().any(|name| name.as_str() == Some(property))
    }
}

impl Catalog {
    /// A catalog of these tools.
    pub fn new(name: impl Into<String>, version: impl Into<String>, tools: Vec<Row>) -> Catalog {
        Catalog { format: FORMAT, name: name.into(), version: version.into(), tools }
    }

    /// The tool with that wire name.
    pub fn get(&self, name: &str) -> Option<&Row> {
        self.tools.iter().find(|row| row.name == name)
    }

    /// Reads a catalog that `toolgen catalog` or `AGENT catalog` wrote.
    ///
    /// # Errors
    /// A sentence: no JSON, no catalog, or a catalog of another format.
    pub fn parse(text: &str) -> Result<Catalog, String> {
        let catalog: Catalog = serde_json::from_str(text).map_err(|error| format!("this is no catalog: {error}"))?;
        if catalog.format != FORMAT {
            return Err(format!("the catalog has format {}, this program reads format {FORMAT}", catalog.format));
        }
        Ok(catalog)
    }

    /// The file: two spaces of indentation, a final newline.
    pub fn to_text(&self) -> String {
        let mut text = serde_json::to_string_pretty(self).unwrap_or_default();
        text.push('\n');
        text
    }
}

impl Default for Verdict {
    /// What nobody decided asks.
    fn default() -> Verdict {
        Verdict::Supervised
    }
}
