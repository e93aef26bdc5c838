//! A Markdown file with marked blocks in, the same file with the blocks filled out. What stands outside the
//! blocks is not touched by one byte.

use minijinja::context;
use serde::Serialize;
use toolgen_model::Catalog;
use toolgen_model::nearest::nearest;

use super::argument::{self, Table};
use super::enforcement::enforcement;
use super::engine::{Error, Templates, raw, view};
use super::guide::guide;
use super::model::book;

/// How a block begins; its name follows, with or without parentheses.
const START: &str = "<!-- AUTO-GENERATED:START";
/// How it ends.
const END: &str = "<!-- AUTO-GENERATED:END -->";
/// The names of blocks.
const NAMES: [&str; 6] = ["tool_parameters", "tool_index", "guide", "config_fields", "cron_fields", "enforcement"];

/// A file with its blocks filled.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Injected {
    /// The text
    pub text: String,
    /// Blocks that stay as they were: the line from 1, and why
    pub warnings: Vec<(usize, String)>,
    /// Markers that do not pair: the line from 1, and what is wrong. The text is then the old one
    pub faults: Vec<(usize, String)>,
    /// How many blocks were filled
    pub blocks: usize,
}

/// Fills the blocks of `text` from `catalog`.
///
/// # Errors
/// What is wrong in a template.
pub fn inject(text: &str, catalog: &Catalog, grants: &[String], templates: &Templates) -> Result<Injected, Error> {
    let mut done = Injected::default();
    let mut open: Option<Block> = None;
    let mut fence: Option<(char, usize)> = None;
    for (number, line) in (1..).zip(text.split_inclusive('\n')) {
        let marker = if fence.is_none() || open.is_some() { marker(line) } else { None };
        match (marker, &open) {
            (Some(Marker::Start(name)), None) => {
                done.text.push_str(line);
                let indent = &line[..line.len() - line.trim_start().len()];
                let ending = if line.ends_with("\r\n") { "\r\n" } else { "\n" };
                open = Some(Block { name, number, indent, ending, old: String::new() });
            }
            (Some(Marker::Start(name)), Some(block)) => {
                let message = format!("block {name:?} begins inside block {:?} of line {}", block.name, block.number);
                done.faults.push((number, format!("{message}; end that one first with {END}")));
            }
            (Some(Marker::End), Some(block)) => {
                match content(&block.name, catalog, grants, templates)? {
                    Ok(content) => {
                        push(&mut done.text, &content, block.indent, block.ending);
                        done.blocks += 1;
                    }
                    Err(why) => {
                        done.text.push_str(&block.old);
                        done.warnings.push((block.number, why));
                    }
                }
                done.text.push_str(line);
                open = None;
            }
            (Some(Marker::End), None) => {
                done.faults.push((number, format!("no block is open here; begin one with {START} (name) -->")));
            }
            (None, Some(_)) => {
                if let Some(block) = &mut open {
                    block.old.push_str(line);
                }
            }
            (None, None) => {
                toggle(&mut fence, line);
                done.text.push_str(line);
            }
        }
    }
    if let Some(block) = open {
        done.faults.push((block.number, format!("block {:?} has no end; write {END} after it", block.name)));
    }
    if !done.faults.is_empty() {
        text.clone_into(&mut done.text);
    }
    Ok(done)
}

struct Block<'t> {
    name: String,
    number: usize,
    indent: &'t str,
    ending: &'t str,
    old: String,
}

enum Marker {
    Start(String),
    End,
}

/// The marker that is alone on `line`.
fn marker(line: &str) -> Option<Marker> {
    let line = line.trim();
    if line == END {
        return Some(Marker::End);
    }
    let name = line.strip_prefix(START)?.strip_suffix("-->")?.trim();
    let name = name.strip_prefix('(').and_then(|name| name.strip_suffix(')')).unwrap_or(name);
    Some(Marker::Start(name.trim().to_owned()))
}

/// Follows code fences outside blocks: a marker in one is an example of a marker.
fn toggle(fence: &mut Option<(char, usize)>, line: &str) {
    let line = line.trim();
    let Some(mark) = line.chars().next().filter(|c| matches!(c, '`' | '~')) else { return };
    let run = line.chars().take_while(|&c| c == mark).count();
    match *fence {
        None if run >= 3 && (mark == '~' || !line[run..].contains('`')) => *fence = Some((mark, run)),
        Some((open, length)) if open == mark && run >= length && line.len() == run => *fence = None,
        _ => {}
    }
}

fn push(out: &mut String, content: &str, indent: &str, ending: &str) {
    out.push_str(ending);
    for line in content.trim_matches('\n').lines() {
        // No text of a tool can end the block that it stands in.
        let line = line.replace("<!-- AUTO-GENERATED:", "<!- - AUTO-GENERATED:");
        if !line.is_empty() {
            out.push_str(indent);
            out.push_str(&line);
        }
        out.push_str(ending);
    }
    out.push_str(ending);
}

/// What block `name` holds, or why it stays as it is.
fn content(
    name: &str,
    catalog: &Catalog,
    grants: &[String],
    templates: &Templates,
) -> Result<Result<String, String>, Error> {
    let pages = |only: Option<&str>| {
        let pages: Vec<_> = book(catalog).groups.into_iter().flat_map(|group| group.pages).collect();
        pages.into_iter().filter(|page| only.is_none_or(|only| page.name == only)).collect::<Vec<_>>()
    };
    let (name, tool) = name.split_once(':').map_or((name, None), |(name, tool)| (name.trim(), Some(tool.trim())));
    match (name, tool) {
        ("tool_parameters", None) => {
            templates.render("parameters.md", context! { pages => view(&pages(None)), h => raw("###") }).map(Ok)
        }
        ("tool_parameters", Some(tool)) if catalog.get(tool).is_some() => {
            templates.render("parameters.md", context! { pages => view(&pages(Some(tool))), h => raw("") }).map(Ok)
        }
        ("tool_parameters", Some(tool)) => Ok(Err(no_tool(tool, catalog))),
        ("tool_index", None) => templates.render("tool_index.md", context! { book => view(&book(catalog)) }).map(Ok),
        ("guide", None) => {
            let files = guide(catalog, grants, templates)?;
            Ok(Ok(files.text("guide.md").unwrap_or_default().to_owned()))
        }
        ("config_fields", None) => match config(catalog) {
            fields if fields.is_empty() => Ok(Err("no tool has a condition; the block stays as it is".to_owned())),
            fields => templates.render("config_fields.md", context! { fields => view(&fields) }).map(Ok),
        },
        ("cron_fields", None) => match schedules(catalog) {
            tables if tables.is_empty() => Ok(Err("no tool takes a schedule; the block stays as it is".to_owned())),
            tables => templates.render("cron_fields.md", context! { tables => view(&tables) }).map(Ok),
        },
        ("enforcement", None) => Ok(Ok(enforcement())),
        (name, _) => Ok(Err(unknown(name))),
    }
}

fn unknown(name: &str) -> String {
    let help = match nearest(name, NAMES) {
        Some(near) => format!("did you mean {near:?}?"),
        None => format!("the names are {}", NAMES.join(", ")),
    };
    format!("no block is called {name:?}; {help} It stays as it is")
}

fn no_tool(name: &str, catalog: &Catalog) -> String {
    let help = match nearest(name, catalog.tools.iter().map(|row| row.name.as_str())) {
        Some(near) => format!("did you mean {near:?}? "),
        None => String::new(),
    };
    format!("no tool is called {name:?}; {help}the block stays as it is")
}

/// A configuration key, and the tools that exist only when it is true.
#[derive(Serialize)]
struct Field {
    key: String,
    tools: Vec<String>,
}

fn config(catalog: &Catalog) -> Vec<Field> {
    let mut fields: Vec<Field> = Vec::new();
    for row in &catalog.tools {
        let Some(key) = &row.when else { continue };
        match fields.iter_mut().find(|field| field.key == *key) {
            Some(field) => field.tools.push(row.name.clone()),
            None => fields.push(Field { key: key.clone(), tools: vec![row.name.clone()] }),
        }
    }
    fields.sort_by(|a, b| a.key.cmp(&b.key));
    fields
}

/// The arguments of a tool that takes a schedule.
#[derive(Serialize)]
struct Schedule {
    name: String,
    table: Table,
}

fn schedules(catalog: &Catalog) -> Vec<Schedule> {
    let timed = |name: &str| matches!(name, "schedule" | "cron");
    let rows = catalog.tools.iter().filter(|row| row.properties().any(|(name, _)| timed(name)));
    rows.map(|row| Schedule { name: row.name.clone(), table: argument::table(&row.name, &row.input) }).collect()
}

#[cfg(test)]
mod tests {
    use toolgen_model::{Json, Row};

    use super::*;

    fn catalog() -> Catalog {
        let input = r#"{"type":"object","required":["a"],"properties":{"a":{"enum":["x","y"],"description":"A | b"}}}"#;
        let row = Row { tool: "one".into(), input: Json::parse(input).unwrap(), ..Row::default() };
        Catalog::new("agent", "", vec![row.seal()])
    }

    fn run(text: &str) -> Injected {
        inject(text, &catalog(), &[], &Templates::built_in().unwrap()).unwrap()
    }

    #[test]
    fn a_block_is_filled_and_the_rest_stays() {
        let done = run(
            "top  \r\n<!-- AUTO-GENERATED:START (tool_parameters:one) -->\r\nold\r\n<!-- AUTO-GENERATED:END -->\r\nend",
        );
        assert_eq!(
            done.text,
            "top  \r\n<!-- AUTO-GENERATED:START (tool_parameters:one) -->\r\n\r\n\
             | Parameter | Type | Required | Description |\r\n|---|---|---|---|\r\n\
             | `a` | `x` \\| `y` | yes | A \\| b |\r\n\r\n<!-- AUTO-GENERATED:END -->\r\nend"
        );
        assert_eq!(run(&done.text).text, done.text);
    }

    #[test]
    fn unknown_names_warn_and_stay() {
        let text = "<!-- AUTO-GENERATED:START (tool_index2) -->\nold\n<!-- AUTO-GENERATED:END -->\n";
        let done = run(text);
        assert_eq!(done.text, text);
        assert_eq!(done.warnings[0].0, 1);
        assert!(done.warnings[0].1.contains("did you mean \"tool_index\"?"), "{:?}", done.warnings);
    }

    #[test]
    fn markers_that_do_not_pair_are_faults_and_nothing_changes() {
        let start = "<!-- AUTO-GENERATED:START (guide) -->\n";
        for (text, line) in [
            (start.to_owned(), 1),
            (format!("{start}{start}<!-- AUTO-GENERATED:END -->\n"), 2),
            ("x\n<!-- AUTO-GENERATED:END -->\n".to_owned(), 2),
        ] {
            let done = run(&text);
            assert_eq!(done.text, text);
            assert_eq!(done.faults[0].0, line, "{text}");
        }
    }

    #[test]
    fn markers_in_a_code_fence_are_examples() {
        let text = "```md\n<!-- AUTO-GENERATED:START (guide) -->\n<!-- AUTO-GENERATED:END -->\n```\n";
        assert_eq!(run(text), Injected { text: text.into(), ..Injected::default() });
    }
}
