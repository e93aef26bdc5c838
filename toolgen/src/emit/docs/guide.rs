//! A catalog and the grants of an agent in, `guide.md` out: how each tool is called, in as few tokens as it
//! takes. What a grant keeps back is not in it.

use minijinja::context;
use serde::Serialize;
use toolgen_model::Catalog;
use toolgen_model::catalog::Row;
use toolgen_model::flag::{Flag, Value, flags};

use super::engine::{Error, Templates, view};
use super::{model, permission, usage};
use crate::emit::Files;

/// One tool of the guide.
#[derive(Serialize)]
struct Tool {
    name: String,
    /// One command line an action, joined by line feeds
    lines: String,
}

/// The guide for an agent that holds `grants` (`tool.action`, or the name of the grant).
///
/// # Errors
/// What is wrong in a template.
pub fn guide(catalog: &Catalog, grants: &[String], templates: &Templates) -> Result<Files, Error> {
    let agent = model::agent(catalog);
    let mut tools: Vec<Tool> = Vec::new();
    for row in permission::granted(catalog, grants) {
        let line = line(&agent, row);
        match tools.iter_mut().find(|tool| tool.name == row.tool) {
            Some(tool) => tool.lines = format!("{}\n{line}", tool.lines),
            None => tools.push(Tool { name: row.tool.clone(), lines: line }),
        }
    }
    Ok(Files::of("guide.md", templates.render("guide.md", context! { tools => view(&tools) })?))
}

/// The grants in `grants` that no gated tool asks for.
pub fn idle_grants<'g>(catalog: &Catalog, grants: &'g [String]) -> Vec<&'g String> {
    let gated: Vec<&Row> = catalog.tools.iter().filter(|row| row.gate.gated).collect();
    grants.iter().filter(|grant| !gated.iter().any(|row| permission::holds(row, grant))).collect()
}

/// `AGENT TOOL ACTION`, places, what is required in the order of the schema, what is optional, `-j`.
fn line(agent: &str, row: &Row) -> String {
    let mut flags: Vec<Flag> = flags(row).into_iter().filter(|flag| flag.property.len() == 1).collect();
    flags.sort_by_key(|flag| (flag.position.is_none(), flag.position, !flag.required));
    let mut words = vec![usage::command(agent, row)];
    words.extend(flags.iter().map(word));
    words.push("-j".to_owned());
    words.join(" ")
}

fn word(flag: &Flag) -> String {
    let value = match (&flag.value, usage::is_switch(flag)) {
        (_, true) => return usage::bracketed(flag, usage::switch(flag)),
        (Value::Text, false) if flag.required || flag.position.is_some() => format!("\"<{}>\"", flag.long),
        _ if flag.position.is_some() => format!("<{}>", flag.long),
        _ => usage::placeholder(flag),
    };
    let more = if flag.repeated { "…" } else { "" };
    let text =
        if flag.position.is_some() { format!("{value}{more}") } else { format!("--{} {value}{more}", flag.long) };
    usage::bracketed(flag, text)
}
