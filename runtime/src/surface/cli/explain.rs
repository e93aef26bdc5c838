//! `AGENT explain TOOL[.ACTION] …`: a call in, every step of the gate with what it found out.
//!
//! `--shell TEXT` explains a script and `--path PATH` a file of the workspace instead of a tool.

use std::ffi::OsString;
use std::process::ExitCode;

use super::{Cli, out};
use crate::context::{Context, Surface};

const USAGE: &str = "`explain` takes TOOL[.ACTION] [--agent A] [--delegated-by A]… [--surface S] [--args JSON] [--json] [--counterfactual], or `--shell TEXT`, or `--path PATH`";

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
    json: bool,
    counterfactual: bool,
}

impl Cli {
    pub(super) fn explain(&self, words: &[OsString]) -> ExitCode {
        let words: Option<Vec<&str>> = words.iter().map(|word| word.to_str()).collect();
        let Some(words) = words else { return self.misused("the arguments are no valid UTF-8") };
        if words.iter().any(|word| matches!(*word, "-h" | "--help")) {
            return out::print(&format!("{USAGE}\n"));
        }
        let Some(asked) = read(&words) else { return self.misused(USAGE) };
        match (asked.tool, asked.shell, asked.path) {
            (Some(tool), None, None) => self.explain_tool(tool, &asked),
            (None, Some(text), None) => self.explain_shell(text, asked.json),
            (None, None, Some(path)) => self.explain_path(path, asked.json),
            _ => self.misused(USAGE),
        }
    }

    fn explain_tool(&self, tool: &str, asked: &Asked<'_>) -> ExitCode {
        let name = match tool.split_once('.') {
            Some((tool, action)) => format!("{tool}_{action}"),
            None => tool.to_owned(),
        };
        let surface = asked.surface.unwrap_or("cli");
        let Some(surface) = Surface::from_name(surface) else {
            let names = Surface::ALL.map(Surface::name).join(", ");
            return self.misused(&format!("there is no surface `{surface}`; expected one of {names}"));
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
        let mut explanation = self.tools.explain(&context.through(surface), &name, asked.arguments);
        if !asked.counterfactual {
            explanation.counterfactual.clear();
        }
        let printed = if asked.json { json(&explanation) } else { out::print(&explanation.to_string()) };
        match explanation.code.as_str() {
            "id.unknown" => out::code(out::BAD_INPUT),
            _ => printed,
        }
    }

    #[cfg(feature = "shell")]
    fn explain_shell(&self, text: &str, as_json: bool) -> ExitCode {
        use crate::shell::{Closed, Policy, SearchPath, explain};
        let root = self.tools.place();
        let mut policy = match Policy::of(self.tools.settings(), &root) {
            Ok(policy) => policy,
            Err(fault) => return out::fail(out::BAD_INPUT, &fault),
        };
        policy.closed = self.tools.guard().and_then(|guard| guard.policy().0).map(|policy| {
            let workspace = root.canonicalize().unwrap_or_else(|_| root.clone());
            Closed::new(&root, move |place| policy.closes("", &workspace, place, false))
        });
        let explanation = explain(text, &policy, &SearchPath::system());
        if as_json { json(&explanation) } else { out::print(&explanation.to_string()) }
    }

    #[cfg(not(feature = "shell"))]
    fn explain_shell(&self, _: &str, _: bool) -> ExitCode {
        self.misused("this program was built without the feature `shell`")
    }

    #[cfg(feature = "fs")]
    fn explain_path(&self, path: &str, as_json: bool) -> ExitCode {
        use toolgen_model::json::Object;
        let mut object = Object::new();
        object.insert("workspace", self.tools.place().display().to_string());
        match crate::capability::resolved(&self.tools.place(), path) {
            Ok(place) => {
                object.insert("verdict", "inside");
                object.insert("place", place.display().to_string());
                let root = self.tools.place();
                let root = root.canonicalize().unwrap_or(root);
                let policy = self.tools.guard().and_then(|guard| guard.policy().0);
                for (key, writes) in [("read", false), ("write", true)] {
                    let closed = policy.as_ref().and_then(|policy| policy.closes("", &root, &place, writes));
                    let protected = writes && crate::capability::protected::is_protected(&place);
                    object.insert(
                        key,
                        match closed {
                            Some(rule) => format!("closed: {rule}"),
                            None if protected => {
                                "closed: it decides what the agent may do, or what runs later".to_owned()
                            }
                            None => "open".to_owned(),
                        },
                    );
                }
            }
            Err(error) => {
                object.insert("verdict", "refused");
                object.insert("code", "path.outside_root");
                object.insert("message", error.message.as_str());
            }
        }
        if as_json {
            return out::print(&(toolgen_model::json::Json::Object(object).pretty() + "\n"));
        }
        let lines = object.iter().map(|(key, value)| {
            let text = value.as_str().unwrap_or_default();
            format!("{key:<10} {}\n", crate::visible::visible(if text.is_empty() { "." } else { text }))
        });
        out::print(&lines.collect::<String>())
    }

    #[cfg(not(feature = "fs"))]
    fn explain_path(&self, _: &str, _: bool) -> ExitCode {
        self.misused("this program was built without the feature `fs`")
    }
}

fn read<'w>(words: &[&'w str]) -> Option<Asked<'w>> {
    let (mut asked, mut words) = (Asked::default(), words.iter());
    while let Some(word) = words.next() {
        match *word {
            "--json" | "-j" => asked.json = true,
            "--counterfactual" => asked.counterfactual = true,
            "--delegated-by" => asked.above.push(words.next()?),
            flag if flag.starts_with("--") => {
                let place = match flag {
                    "--agent" => &mut asked.agent,
                    "--surface" => &mut asked.surface,
                    "--args" => &mut asked.arguments,
                    "--shell" => &mut asked.shell,
                    "--path" => &mut asked.path,
                    _ => return None,
                };
                if place.replace(words.next()?).is_some() {
                    return None;
                }
            }
            tool if asked.tool.is_none() => asked.tool = Some(tool),
            _ => return None,
        }
    }
    Some(asked)
}

fn json(value: &impl serde::Serialize) -> ExitCode {
    match serde_json::to_string_pretty(value) {
        Ok(text) => out::print(&(text + "\n")),
        Err(error) => out::fail(out::FAILED, &format!("the explanation cannot be written: {error}")),
    }
}
