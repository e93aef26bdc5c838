//! The view of a catalog in, completion scripts for bash, zsh, fish and PowerShell out.
//!
//! Not `clap_complete`: its bash script hands the choices of an argument to `compgen -W`, which expands
//! them, and a choice is text of whoever wrote the tool.

use minijinja::context;
use serde::Serialize;
use toolgen_model::Catalog;
use toolgen_model::catalog::Row;
use toolgen_model::flag::{Flag, Value, flags};

use super::engine::{Error, Templates, view};
use super::visible::{is_unseen, one_line};
use super::{model, usage};
use crate::emit::Files;

/// The commands that every agent has beside its tools.
const BUILT_IN: [(&str, &str); 3] =
    [("call", "Call a tool through JSON"), ("tools", "List the tools"), ("catalog", "Print the catalog of tools")];
/// How many characters of a description a list of candidates shows.
const MOST_HELP: usize = 80;

/// What can stand at a place: a word, and what it means.
#[derive(Serialize)]
struct Word {
    name: String,
    help: String,
    /// `name:help` as zsh reads it
    entry: String,
}

/// A tool with actions.
#[derive(Serialize)]
struct Tool {
    name: String,
    actions: Vec<Word>,
}

/// One command: a tool, or an action of one.
#[derive(Serialize)]
struct Target {
    /// `repo stats`
    path: String,
    /// The same, word by word
    words: Vec<String>,
    options: Vec<Choice>,
    /// Whether a place takes a file
    files: bool,
    /// What its places can hold
    places: Vec<String>,
}

/// One option.
#[derive(Serialize)]
struct Choice {
    long: String,
    short: Option<String>,
    word: Word,
    /// `repo stats --path`, and the same with the short flag
    keys: Vec<String>,
    takes: bool,
    values: Vec<String>,
    files: bool,
}

/// `AGENT.bash`, `_AGENT`, `AGENT.fish` and `AGENT.ps1`.
///
/// # Errors
/// What is wrong in a template.
pub fn completions(catalog: &Catalog, templates: &Templates) -> Result<Files, Error> {
    let agent = model::agent(catalog);
    let mut first: Vec<Word> = BUILT_IN.iter().map(|(name, help)| word(name, help)).collect();
    let mut tools: Vec<Tool> = Vec::new();
    // A tool that is called like a built-in command is reached by `call` alone.
    let reached = |row: &&Row| BUILT_IN.iter().all(|(name, _)| *name != row.tool);
    for row in catalog.tools.iter().filter(reached) {
        let new = !first.iter().any(|word| word.name == row.tool);
        let Some(action) = &row.action else {
            first.extend(new.then(|| word(&row.tool, row.summary())));
            continue;
        };
        first.extend(new.then(|| word(&row.tool, &format!("{} and other actions", action))));
        let action = word(action, row.summary());
        match tools.iter_mut().find(|tool| tool.name == row.tool) {
            Some(tool) => tool.actions.push(action),
            None => tools.push(Tool { name: row.tool.clone(), actions: vec![action] }),
        }
    }
    let names: Vec<Word> = catalog.tools.iter().map(|row| word(&row.name, row.summary())).collect();
    let targets: Vec<Target> = catalog.tools.iter().filter(reached).map(target).collect();
    let function = agent.replace('-', "_");
    let context = context! { agent => &agent, function, first => view(&first), tools => view(&tools), names => view(&names), targets => view(&targets) };
    let mut files = Files::new();
    for (template, file) in [
        ("agent.bash", format!("{agent}.bash")),
        ("agent.zsh", format!("_{agent}")),
        ("agent.fish", format!("{agent}.fish")),
        ("agent.ps1", format!("{agent}.ps1")),
    ] {
        files.insert(file, templates.render(template, context.clone())?);
    }
    Ok(files)
}

fn word(name: &str, help: &str) -> Word {
    let mut help = one_line(help);
    if let Some((end, _)) = help.char_indices().nth(MOST_HELP) {
        help.truncate(end);
        help.push('…');
    }
    let help = if help.is_empty() { name.to_owned() } else { help };
    let entry = format!("{}:{help}", name.replace('\\', r"\\").replace(':', r"\:"));
    Word { name: name.to_owned(), help, entry }
}

fn target(row: &Row) -> Target {
    let words: Vec<String> = [Some(row.tool.clone()), row.action.clone()].into_iter().flatten().collect();
    let path = words.join(" ");
    let mut target = Target { options: Vec::new(), files: false, places: Vec::new(), words, path };
    for flag in flags(row).iter().filter(|flag| is_plain(&flag.long)) {
        if flag.position.is_some() {
            target.files |= is_file(row, flag);
            target.places.extend(values(flag));
        } else {
            options(row, flag, &mut target);
        }
    }
    target.options.push(option(&target.path, "json", Some('j'), "Print the structured reply"));
    target.options.push(option(&target.path, "help", Some('h'), "Print help"));
    target
}

fn options(row: &Row, flag: &Flag, target: &mut Target) {
    let negative = option(&target.path, &format!("no-{}", flag.long), None, &format!("Not: {}", flag.help));
    let mut positive = option(&target.path, &flag.long, flag.short, &flag.help);
    if usage::is_switch(flag) {
        match (flag.default.as_deref(), flag.required) {
            (Some("true"), _) => target.options.push(negative),
            (None, true) => target.options.extend([positive, negative]),
            _ => target.options.push(positive),
        }
        return;
    }
    positive.takes = true;
    positive.values = values(flag);
    positive.files = is_file(row, flag);
    target.options.push(positive);
}

fn option(path: &str, long: &str, short: Option<char>, help: &str) -> Choice {
    let short = short.map(String::from);
    let flags = [Some(format!("--{long}")), short.as_ref().map(|short| format!("-{short}"))];
    Choice {
        long: long.to_owned(),
        word: word(&format!("--{long}"), help),
        keys: flags.into_iter().flatten().map(|flag| format!("{path} {flag}")).collect(),
        short,
        takes: false,
        values: Vec::new(),
        files: false,
    }
}

/// The choices that can be typed on one line.
fn values(flag: &Flag) -> Vec<String> {
    let typed = |choice: &&String| !choice.is_empty() && !choice.chars().any(|c| is_unseen(c) || c == '\n');
    match &flag.value {
        Value::Choice(choices) => choices.iter().filter(typed).cloned().collect(),
        Value::Switch => vec!["true".to_owned(), "false".to_owned()],
        Value::Integer | Value::Number | Value::Text | Value::Json => Vec::new(),
    }
}

fn is_file(row: &Row, flag: &Flag) -> bool {
    let mut schema = &row.input;
    for part in &flag.property {
        let Some(inner) = schema.get("properties").and_then(|properties| properties.get(part)) else { return false };
        schema = inner;
    }
    let schema = schema.get("items").unwrap_or(schema);
    matches!(schema.get("format").and_then(|format| format.as_str()), Some("path" | "file" | "directory"))
}

fn is_plain(long: &str) -> bool {
    !long.is_empty() && long.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.'))
}
