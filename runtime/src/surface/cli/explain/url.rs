//! `explain --url URL`: a URL in, how it is read and which tools may send a request there out.

use std::process::ExitCode;

use super::super::Cli;
use super::Asked;

#[cfg(not(feature = "net"))]
impl Cli {
    pub(super) fn explain_url(&self, _: &str, _: Option<&str>, _: &Asked<'_>) -> ExitCode {
        self.misused("this program was built without the feature `net`")
    }
}

#[cfg(feature = "net")]
mod answer {
    use std::fmt;

    use serde::Serialize;
    use toolgen_model::Verdict;

    use super::*;
    use crate::capability::net::{Explained, UrlVerdict};
    use crate::surface::cli::out;
    use crate::visible::visible;

    /// How a URL is read, and by tool what becomes of a request there.
    #[derive(Serialize)]
    struct Answer {
        #[serde(flatten)]
        read: Explained,
        tools: Vec<ByTool>,
    }

    #[derive(Serialize)]
    struct ByTool {
        tool: &'static str,
        #[serde(flatten)]
        verdict: UrlVerdict,
    }

    impl Cli {
        pub(in super::super) fn explain_url(&self, url: &str, tool: Option<&str>, asked: &Asked<'_>) -> ExitCode {
            let context = match self.asked_by(asked) {
                Ok(context) => context,
                Err(fault) => return self.misused(&fault),
            };
            let network = match self.tools.reaches() {
                Ok(network) => network,
                Err(error) => return out::fault(out::BAD_INPUT, &error),
            };
            let wanted = tool.map(super::super::wire);
            let mut tools = Vec::new();
            for found in self.tools.table().iter() {
                let (Ok(row), true) = (self.tools.row(found), wanted.as_ref().is_none_or(|name| name == found.name))
                else {
                    continue;
                };
                if row.gate.net.is_empty() && wanted.is_none() {
                    continue;
                }
                // What the gate refuses whatever the arguments are sends no request.
                let judged = self.tools.judged(&context, found.name, None);
                let verdict = match judged.verdict {
                    Verdict::Deny => UrlVerdict::refused(judged.code, judged.told.unwrap_or_default()),
                    _ => network.explain(url, &row.gate.net),
                };
                tools.push(ByTool { tool: found.name, verdict });
            }
            if let (Some(name), true) = (&wanted, tools.is_empty()) {
                return match self.tools.find(name) {
                    Err(error) => out::fault(out::BAD_INPUT, &error),
                    Ok(_) => out::fail(out::BAD_INPUT, &format!("`{name}` cannot be completed")),
                };
            }
            let answer = Answer { read: network.read(url), tools };
            if asked.json { super::super::json(&answer) } else { out::print(&answer.to_string()) }
        }
    }

    impl fmt::Display for Answer {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            let Explained { canonical, host, port, addresses } = &self.read;
            let said = |text: &Option<String>| text.as_deref().map_or("none".to_owned(), visible);
            writeln!(f, "canonical  {}", said(canonical))?;
            writeln!(f, "host       {}", said(host))?;
            writeln!(f, "port       {}", port.map_or("none".to_owned(), |port| port.to_string()))?;
            let addresses: Vec<String> = addresses.iter().map(ToString::to_string).collect();
            writeln!(f, "addresses  {}", if addresses.is_empty() { "none".to_owned() } else { addresses.join(", ") })?;
            if self.tools.is_empty() {
                writeln!(f, "no tool reaches the network")?;
            }
            for ByTool { tool, verdict } in &self.tools {
                let word = if verdict.allowed { "allowed" } else { "refused" };
                let (reason, detail) = (visible(&verdict.reason), visible(&verdict.detail));
                writeln!(f, "{}  {word} ({reason}): {detail}", visible(tool))?;
            }
            Ok(())
        }
    }
}
