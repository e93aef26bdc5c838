//! The catalog in, what every template shows of it out: one [`Page`] a row, in [`Group`]s.

use serde::Serialize;
use toolgen_model::catalog::{Catalog, Registry, Row};
use toolgen_model::flag::{self, Flag};

use super::argument::{self, Table};
use super::permission::{self, Badge, Gate};
use super::usage;

/// The whole catalog.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Book {
    /// The program that answers; `agent` where the catalog does not say
    pub agent: String,
    /// Its version, or nothing
    pub version: String,
    /// How many tools there are
    pub count: usize,
    /// The tools, in the order of the catalog
    pub groups: Vec<Group>,
}

/// The tools of one policy group.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Group {
    /// The heading
    pub title: String,
    /// The tools
    pub pages: Vec<Page>,
}

/// One tool, or one action of a tool.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Page {
    /// The wire name; the page's anchor too
    pub name: String,
    /// The name of its files, without an extension
    pub file: String,
    /// The tool
    pub tool: String,
    /// The action
    pub action: Option<String>,
    /// A name for people
    pub title: Option<String>,
    /// The first sentence
    pub summary: String,
    /// All of the description, in Markdown
    pub description: String,
    /// Why not to use it any more
    pub deprecated: Option<String>,
    /// The version that brought it
    pub since: Option<String>,
    /// What a call can do
    pub effect: Badge,
    /// What stands before it
    pub gate: Gate,
    /// The configuration key that must be true
    pub when: Option<String>,
    /// What is worth knowing before a call, in sentences
    pub facts: Vec<String>,
    /// `agent repo stats`
    pub command: String,
    /// The command line in full
    pub synopsis: String,
    /// A call through JSON with what is required
    pub call: String,
    /// What it takes
    pub arguments: Table,
    /// What the structured reply holds; none when the reply is text or other content
    pub output: Option<Table>,
    /// The type of that reply in words
    pub output_kind: Option<String>,
    /// Calls that are known to be right
    pub examples: Vec<Example>,
    /// How a call can fail
    pub errors: Vec<Error>,
    /// What answers: `rust`, `http`, `command`, `mcp`
    pub handler: String,
    /// `package/file:line`
    pub source: String,
    /// The contract digest
    pub digest: String,
}

/// One example.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Example {
    /// What it shows
    pub name: String,
    /// The command line, where flags can say it
    pub cli: Option<String>,
    /// The same through JSON
    pub call: String,
    /// The arguments
    pub input: String,
    /// What comes back
    pub output: Option<String>,
    /// `json` or `text`
    pub output_language: &'static str,
}

/// One way to fail.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Error {
    /// The `error_type`
    pub name: &'static str,
    /// The exit code on the command line
    pub exit: u8,
    /// When
    pub text: String,
}

/// The view of a catalog.
pub(crate) fn book(catalog: &Catalog) -> Book {
    let agent = agent(catalog);
    let named = catalog.tools.iter().any(|row| row.group.is_some());
    let rest = if named { "Other tools" } else { "Tools" };
    let mut groups: Vec<Group> = Vec::new();
    let mut files: Vec<String> = Vec::new();
    for row in &catalog.tools {
        let title = row.group.as_deref().unwrap_or(rest);
        let page = page(&agent, row, file(&row.name, &mut files));
        match groups.iter_mut().find(|group| group.title == title) {
            Some(group) => group.pages.push(page),
            None => groups.push(Group { title: title.to_owned(), pages: vec![page] }),
        }
    }
    // The tools without a group come last; the sort keeps the others in their order.
    groups.sort_by_key(|group| group.title == rest);
    Book { agent, version: catalog.version.clone(), count: catalog.tools.len(), groups }
}

impl Book {
    /// All pages in the order in which they are shown.
    pub(crate) fn pages(&self) -> impl Iterator<Item = &Page> {
        self.groups.iter().flat_map(|group| &group.pages)
    }
}

/// The name of the program that answers: the catalog's, when it can be a command.
pub(crate) fn agent(catalog: &Catalog) -> String {
    let fits = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
    let name = &catalog.name;
    let plain = name.starts_with(|c: char| c.is_ascii_alphanumeric()) && name.len() <= 64 && name.chars().all(fits);
    if plain { name.clone() } else { "agent".to_owned() }
}

/// A file name that no other tool has, also where `A` and `a` are the same file.
fn file(name: &str, taken: &mut Vec<String>) -> String {
    let mut file = name.to_owned();
    for next in 2.. {
        if !taken.contains(&file.to_lowercase()) {
            break;
        }
        file = format!("{name}-{next}");
    }
    taken.push(file.to_lowercase());
    file
}

fn page(agent: &str, row: &Row, file: String) -> Page {
    Page {
        name: row.name.clone(),
        file,
        tool: row.tool.clone(),
        action: row.action.clone(),
        title: row.title.clone(),
        summary: row.summary().to_owned(),
        description: row.description.clone(),
        deprecated: row.deprecated.clone(),
        since: row.since.clone(),
        effect: permission::badge(row),
        gate: permission::gate(row),
        when: row.when.clone(),
        facts: facts(row),
        command: usage::command(agent, row),
        synopsis: usage::synopsis(agent, row),
        call: usage::call(agent, row, &usage::sample(row)),
        arguments: arguments(row),
        output: row.output.as_ref().map(|schema| argument::table(&format!("{}--reply", row.name), schema)),
        output_kind: row.output.as_ref().map(|schema| super::words::kind(schema, schema, 0)),
        examples: examples(agent, row),
        errors: errors(row),
        handler: row.handler.kind.clone(),
        source: source(row),
        digest: row.digest.clone(),
    }
}

fn arguments(row: &Row) -> Table {
    let mut table = argument::table(&row.name, &row.input);
    let flags: Vec<Flag> = flag::flags(row);
    for argument in &mut table.rows {
        let written = flags.iter().find(|flag| flag.property.join(".") == argument.path);
        argument.flag = written.map(usage::written);
        if argument.level == 0 {
            let hints = row.arguments.get(&argument.name);
            argument.aliases = hints.map(|hints| hints.aliases.clone()).unwrap_or_default();
        }
    }
    table
}

fn examples(agent: &str, row: &Row) -> Vec<Example> {
    let example = |example: &toolgen_model::catalog::Example| Example {
        name: example.name.clone(),
        cli: usage::example(agent, row, &example.input),
        call: usage::call(agent, row, &example.input),
        input: example.input.pretty(),
        output: example.output.as_ref().map(|output| output.as_str().map_or_else(|| output.pretty(), str::to_owned)),
        output_language: if example.output.as_ref().is_some_and(|output| output.as_str().is_none()) {
            "json"
        } else {
            "text"
        },
    };
    row.examples.iter().map(example).collect()
}

fn facts(row: &Row) -> Vec<String> {
    let mut facts = Vec::new();
    if row.registry == Registry::Default {
        facts.push("In the default set of tools.".to_owned());
    }
    if let Some(seconds) = row.execution.expected_seconds {
        facts.push(format!("Usually takes {seconds} s."));
    }
    if let Some(ms) = row.execution.timeout_ms {
        facts.push(format!("Given up after {}.", duration(ms)));
    }
    if row.execution.background_eligible {
        facts.push("Can run as a background job.".to_owned());
    }
    facts
}

fn duration(ms: u64) -> String {
    if ms.is_multiple_of(1000) { format!("{} s", ms / 1000) } else { format!("{ms} ms") }
}

fn errors(row: &Row) -> Vec<Error> {
    let mut errors = Vec::new();
    let mut add = |name, exit, text: &str| errors.push(Error { name, exit, text: text.to_owned() });
    add("InvalidArguments", 2, "An argument is missing, unknown or does not fit; every fault is reported at once.");
    if row.when.is_some() {
        add("ToolNotFound", 2, "The condition of the tool is not met.");
    }
    if row.gate.gated || row.verdict != toolgen_model::Verdict::Allow {
        add("PermissionDenied", 3, "The gate refused, or nobody approved.");
    }
    if row.execution.timeout_ms.is_some() {
        add("ToolTimeout", 1, "It took too long and was stopped.");
    }
    add("ToolExecutionError", 1, "The tool itself failed; the message says why.");
    errors
}

fn source(row: &Row) -> String {
    let package = if row.source.package.is_empty() { String::new() } else { format!("{}/", row.source.package) };
    if row.source.file.is_empty() { String::new() } else { format!("{package}{}:{}", row.source.file, row.source.line) }
}
