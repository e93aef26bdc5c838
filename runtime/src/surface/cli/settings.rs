//! The flags of the program, before the tool or behind its name, and the configuration of this machine: flags, files
//! and variables in, tools that are under them out.

use std::ffi::OsString;
use std::path::Path;

use toolgen_policy::finding::Finding;
use toolgen_policy::source::{FILE, File};
use toolgen_policy::{Config, Sources, load};

use super::mechanisms;
use crate::tools::Tools;

/// What the flags of the program say.
#[derive(Debug, Default)]
pub(super) struct Before {
    /// `--agent NAME`; empty is the program's own
    pub(super) agent: String,
    /// `--set KEY=VALUE`
    set: Vec<(String, String)>,
    /// `--config FILE`
    files: Vec<String>,
}

/// The flags of the program, without their dashes, each with its value and what it does.
pub(super) const FLAGS: [(&str, &str, &str); 3] = [
    ("agent", "NAME", "Call it as that agent"),
    ("set", "KEY=VALUE", "Set a value of the configuration"),
    ("config", "FILE", "Read a further configuration file"),
];

/// The commands that have no flags of these names themselves.
const PLAIN: [&str; 4] = ["call", "catalog", "config", "tools"];

/// Takes the words before the tool, and leaves the rest.
pub(super) fn before(words: &[OsString]) -> Result<(Before, &[OsString]), String> {
    let mut before = Before::default();
    let rest = before.take_first(words)?;
    Ok((before, rest))
}

/// Takes the same flags behind the name of a tool or command, where none of its own has that name; leaves the words
/// that it reads.
pub(super) fn behind(tools: &Tools, words: &[OsString], before: &mut Before) -> Result<Vec<OsString>, String> {
    let Some(first) = words.first().and_then(|word| word.to_str()) else { return Ok(words.to_vec()) };
    if PLAIN.contains(&first) {
        let (mut kept, mut rest) = (Vec::new(), words);
        while let Some((word, others)) = rest.split_first().filter(|(word, _)| *word != "--") {
            kept.push(word.clone());
            rest = before.take_first(others)?;
        }
        kept.extend_from_slice(rest);
        return Ok(kept);
    }
    // The tool's own command line knows which word is whose.
    for (flag, value) in super::tool::flags_behind(tools, words) {
        before.take(&flag, &value)?;
    }
    Ok(words.to_vec())
}

impl Before {
    /// Takes what stands first, and leaves the rest.
    fn take_first<'w>(&mut self, words: &'w [OsString]) -> Result<&'w [OsString], String> {
        let mut rest = words;
        while let Some((first, others)) = rest.split_first() {
            let Some(word) = first.to_str().and_then(|word| word.strip_prefix("--")) else { break };
            let (flag, joined) = word.split_once('=').map_or((word, None), |(flag, value)| (flag, Some(value)));
            if !FLAGS.iter().any(|(known, ..)| *known == flag) {
                break;
            }
            let (value, left) = match (joined, others.split_first()) {
                (Some(value), _) => (value, others),
                (None, Some((value, left))) => (value.to_str().ok_or("a value is no valid UTF-8")?, left),
                (None, None) => return Err(format!("`--{flag}` needs a value")),
            };
            self.take(flag, value)?;
            rest = left;
        }
        Ok(rest)
    }

    fn take(&mut self, flag: &str, value: &str) -> Result<(), String> {
        match flag {
            "agent" => value.clone_into(&mut self.agent),
            "config" => self.files.push(value.to_owned()),
            _ => match value.split_once('=') {
                Some((key, value)) if !key.is_empty() => self.set.push((key.to_owned(), value.to_owned())),
                _ => return Err(format!("`--set {value}` is not KEY=VALUE")),
            },
        }
        Ok(())
    }
}

/// The tools under the configuration of `folder`, of the user, of the environment and of the flags, below what the
/// program set itself. No file is no configuration; one that cannot be read, or that names something unknown, stops
/// the program, since conditions and verdicts hang on it.
pub(super) fn applied(tools: Tools, folder: &Path, before: &Before) -> Result<Tools, String> {
    let mut sources = Sources::of_machine(folder).map_err(|findings| listed(&findings))?;
    sources.flags.extend(before.set.iter().cloned());
    for name in &before.files {
        match File::read(Path::new(name)).map_err(|finding| finding.to_string())? {
            Some(file) => sources.project.push(file),
            None => return Err(format!("{name}: there is no such file")),
        }
    }
    if sources == Sources::default() {
        return Ok(mechanisms::unconfigured(tools.default_config(Config::at(FILE))));
    }
    let rows = tools.rows().map_err(|error| error.to_string())?;
    let snapshot = load(&sources, &rows).map_err(|findings| listed(&findings))?;
    let tools = mechanisms::configured(tools, &snapshot, folder)?;
    for warning in &snapshot.warnings {
        super::out::talk(&format!("{}\n", crate::visible::visible(&warning.to_string())));
    }
    Ok(tools.under(snapshot))
}

/// As many findings are shown.
const MOST_SHOWN: usize = 20;

/// Findings, one a line.
fn listed(findings: &[Finding]) -> String {
    let mut lines: Vec<String> = findings.iter().take(MOST_SHOWN).map(ToString::to_string).collect();
    if findings.len() > MOST_SHOWN {
        let more = findings.len() - MOST_SHOWN;
        lines.push(format!("… and {more} more; `toolgen check --policy FILE` shows them all"));
    }
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<OsString> {
        text.split(' ').map(OsString::from).collect()
    }

    #[test]
    fn only_what_stands_before_the_tool_is_the_programs() {
        let all = words("--agent ana --set a.b=1=2 --config=x.toml add --agent eve");
        let (before, rest) = before(&all).unwrap();
        assert_eq!((before.agent.as_str(), before.files.len(), rest), ("ana", 1, &all[5..]));
        assert_eq!(before.set, [("a.b".to_owned(), "1=2".to_owned())]);
        for wrong in ["--agent", "--set x", "--set =x"] {
            assert!(super::before(&words(wrong)).is_err(), "{wrong}");
        }
        let plain = words("--help");
        assert_eq!(super::before(&plain).unwrap().1.len(), 1);
    }
}
