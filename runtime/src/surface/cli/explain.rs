//! `AGENT explain TOOL[.ACTION] …`: a call in, every step of the gate with what it found out.
//!
//! `--audit ID` explains a decision of the audit log instead, `--shell TEXT` a script, `--path PATH` a file of the
//! workspace and `--url URL` a request: each as the gate would judge it now.

use std::ffi::OsString;
use std::process::ExitCode;

use super::{Cli, out};
use crate::context::{Context, Surface};

mod path;
mod record;
mod script;
mod url;

const USAGE: &str = "\
Usage: AGENT explain TOOL[.ACTION] [--args JSON] [WHO] [--counterfactual] [--json]
       AGENT explain --audit ID [--file LOG] [--json]
       AGENT explain --shell TEXT | --path PATH | [TOOL[.ACTION]] --url URL [--json]

WHO is [--agent NAME] [--delegated-by NAME]… [--surface NAME].

`--audit` judges the call of record ID again under the policy that was in force then, which is kept beside the log, and
says whether the policy of today decides otherwise. Exit code 1 when the judgement is not the one that was recorded.
`--shell` says what the shell policy makes of a script, `--path` where a path leads and whether it is open, `--url` which
tools, or whether that tool, may send a request there.
";

/// The words of `explain`.
#[derive(Default)]
struct Asked<'w> {
    tool: Option<&'w str>,
    agent: Option<&'w str>,
    above: Vec<&'w str>,
    surface: Option<&'w str>,
    arguments: Option<&'w str>,
    shell: Option<&'w str>,
    path: Option<&'w str>,
    url: Option<&'w str>,
    audit: Option<&'w str>,
    file: Option<&'w str>,
    json: bool,
    counterfactual: bool,
}

impl Cli {
    pub(super) fn explain(&self, words: &[OsString]) -> ExitCode {
        let words: Option<Vec<&str>> = words.iter().map(|word| word.to_str()).collect();
        let Some(words) = words else { return self.misused("the arguments are no valid UTF-8") };
        if words.iter().any(|word| matches!(*word, "-h" | "--help")) {
            return out::print(&USAGE.replace("AGENT", &self.program));
        }
        let asked = match read(&words) {
            Ok(asked) => asked,
            Err(fault) => return self.misused(&format!("`explain`: {fault}")),
        };
        if asked.file.is_some() && asked.audit.is_none() {
            return self.misused("`explain`: `--file` belongs to `--audit`");
        }
        match (asked.tool, asked.audit, asked.shell, asked.path, asked.url) {
            (tool, None, None, None, Some(url)) => self.explain_url(url, tool, &asked),
            (Some(tool), None, None, None, None) => self.explain_tool(tool, &asked),
            (None, Some(id), None, None, None) => self.explain_record(id, asked.file, asked.json),
            (None, None, Some(text), None, None) => self.explain_shell(text, asked.json),
            (None, None, None, Some(path), None) => self.explain_path(path, asked.json),
            _ => self.misused("`explain` takes one of TOOL, `--audit`, `--shell`, `--path` and `--url`"),
        }
    }

    fn explain_tool(&self, tool: &str, asked: &Asked<'_>) -> ExitCode {
        let context = match self.asked_by(asked) {
            Ok(context) => context,
            Err(fault) => return self.misused(&fault),
        };
        let mut explanation = self.tools.explain(&context, &wire(tool), asked.arguments);
        if !asked.counterfactual {
            explanation.counterfactual.clear();
        }
        let printed = if asked.json { json(&explanation) } else { out::print(&explanation.to_string()) };
        match explanation.code.as_str() {
            "id.unknown" => out::code(out::BAD_INPUT),
            _ => printed,
        }
    }

    /// Who asks, by the words.
    fn asked_by(&self, asked: &Asked<'_>) -> Result<Context, String> {
        let surface = asked.surface.unwrap_or("cli");
        let Some(surface) = Surface::from_name(surface) else {
            let names = Surface::ALL.map(Surface::name).join(", ");
            return Err(format!("there is no surface `{surface}`; expected one of {names}"));
        };
        let agent = asked.agent.unwrap_or(&self.agent).to_owned();
        let context = match asked.above.split_first() {
            None => Context::new().for_agent(agent),
            Some((first, others)) => {
                let first = Context::new().for_agent((*first).to_owned()).through(Surface::Agent);
                let last = others.iter().fold(first, |context, agent| context.delegated_to((*agent).to_owned()));
                last.delegated_to(agent)
            }
        };
        Ok(context.through(surface))
    }
}

/// The wire name of `TOOL.ACTION`.
fn wire(tool: &str) -> String {
    tool.replacen('.', "_", 1)
}

fn read<'w>(words: &[&'w str]) -> Result<Asked<'w>, String> {
    let (mut asked, mut words) = (Asked::default(), words.iter());
    while let Some(word) = words.next() {
        let mut value = || words.next().copied().ok_or_else(|| format!("`{word}` needs a value"));
        match *word {
            "--json" | "-j" => asked.json = true,
            "--counterfactual" => asked.counterfactual = true,
            "--delegated-by" => asked.above.push(value()?),
            flag if flag.starts_with("--") => {
                let place = match flag {
                    "--agent" => &mut asked.agent,
                    "--surface" => &mut asked.surface,
                    "--args" => &mut asked.arguments,
                    "--shell" => &mut asked.shell,
                    "--path" => &mut asked.path,
                    "--url" => &mut asked.url,
                    "--audit" => &mut asked.audit,
                    "--file" => &mut asked.file,
                    _ => return Err(format!("unknown option `{flag}`")),
                };
                if place.replace(value()?).is_some() {
                    return Err(format!("`{flag}` stands twice"));
                }
            }
            tool if asked.tool.is_none() => asked.tool = Some(tool),
            extra => return Err(format!("one tool is explained at a time, and `{extra}` is another word")),
        }
    }
    Ok(asked)
}

fn json(value: &impl serde::Serialize) -> ExitCode {
    match serde_json::to_string_pretty(value) {
        Ok(text) => out::print(&(text + "\n")),
        Err(error) => out::fail(out::FAILED, &format!("the explanation cannot be written: {error}")),
    }
}
