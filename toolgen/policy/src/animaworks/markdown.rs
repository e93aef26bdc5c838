//! The text of a `permissions.md` in, [`Permissions`] out. What is not understood is an error: upstream falls
//! back to "everything is allowed" there, and reads lines of one section as if they stood in another.

use std::collections::HashSet;

use super::permissions::{Permissions, command_fault, path_fault};
use super::section::{KNOWN, Line, Part, Section, sections};
use crate::finding::{Finding, Place, Severity, code};
use crate::policy::{Name, Names};
use crate::source::LARGEST;

/// Reads a `permissions.md`. Warnings and errors go to `findings`; with an error nothing comes back.
pub fn markdown(name: &str, text: &str, findings: &mut Vec<Finding>) -> Option<Permissions> {
    let mut reader = Reader { place: Place::named(name), findings: Vec::new(), permissions: None };
    reader.read(text);
    if !toolgen_model::enforced!("policy.migration_closed") {
        return reader.permissions;
    }
    let whole = reader.findings.iter().all(|finding| finding.severity < Severity::Error);
    findings.append(&mut reader.findings);
    reader.permissions.filter(|_| whole)
}

struct Reader {
    place: Place,
    findings: Vec<Finding>,
    permissions: Option<Permissions>,
}

impl Reader {
    fn read(&mut self, text: &str) {
        if text.len() > LARGEST {
            let message = format!("expected at most {LARGEST} bytes of Markdown, found {}", text.len());
            self.findings
                .push(Finding::error(code::UNREADABLE, &self.place, message).help("remove what is not needed"));
            return;
        }
        let sections = sections(text.strip_prefix('\u{feff}').unwrap_or(text));
        let mut all = Permissions::open(&self.place);
        let mut seen: Vec<(Part, u32)> = Vec::new();
        for (at, section) in sections.iter().enumerate() {
            let Some(part) = section.part else {
                self.unknown(section);
                continue;
            };
            let first = seen.iter().find(|(known, _)| *known == part).map(|(_, line)| *line);
            if let Some(line) = first {
                let place = self.at(section.heading);
                let text = format!("`{}` names a part that line {line} began already", shown(section.heading.text));
                let help = "put both under one heading";
                self.findings.push(Finding::error(code::NOT_UNDERSTOOD, &place, text).help(help));
            }
            seen.push((part, section.heading.number));
            let parent = sections.get(at + 1).is_some_and(|next| next.level > section.level && next.part.is_some());
            if section.lines.is_empty() && parent {
                seen.pop();
                continue;
            }
            self.part(part, section, &mut all);
        }
        if seen.is_empty() {
            let text = "no heading of the file names a part of the permissions";
            let help = format!("the parts are {KNOWN}; an empty file would allow everything");
            self.findings.push(Finding::error(code::NOT_UNDERSTOOD, &self.place, text).help(help));
        }
        self.permissions = Some(all);
    }

    /// A heading that names no part, with lines that so belong to nothing.
    fn unknown(&mut self, section: &Section<'_>) {
        let title = section.level <= 1;
        if !title {
            let text = format!("the heading `{}` names no part of the permissions", shown(section.heading.text));
            let help = format!("the parts are {KNOWN}; take the heading out, or write it as a comment `<!-- … -->`");
            let place = self.at(section.heading);
            self.findings.push(Finding::error(code::NOT_UNDERSTOOD, &place, text).help(help));
        } else if let Some(line) = section.lines.first() {
            self.refuse(*line, "stands under no heading that names a part");
        }
    }

    fn part(&mut self, part: Part, section: &Section<'_>, all: &mut Permissions) {
        let place = self.at(section.heading);
        if section.lines.is_empty() && part != Part::Files {
            let text = format!("nothing stands under `{}`", shown(section.heading.text));
            let help = "write `- none` where nothing is meant, or take the heading out";
            self.findings.push(Finding::error(code::NOT_UNDERSTOOD, &place, text).help(help));
        }
        match part {
            Part::Files => {
                let names = section.lines.iter().filter_map(|line| self.path(*line)).collect();
                all.file_roots = Names { names, place };
            }
            Part::DeniedCommands => {
                let names = section.lines.iter().flat_map(|line| self.commands(*line)).collect();
                all.commands.deny = Names { names, place };
            }
            Part::AllowedCommands => self.allowed(section, place, all),
            Part::Tools => self.tools(section, place, all),
            Part::Creation => self.creation(section, all),
        }
    }

    fn path(&mut self, line: Line<'_>) -> Option<Name> {
        let Some(item) = bullet(line.text) else {
            self.refuse(line, "is no list item");
            return None;
        };
        let text = unquoted(before_note(item));
        if is_none(text) {
            return None;
        }
        if !text.starts_with('/') {
            self.refuse(line, "is no path from `/` on");
            return None;
        }
        let name = self.name(text, line);
        self.findings.extend(path_fault(&name));
        Some(name)
    }

    /// The denied commands of a line, which may hold several.
    fn commands(&mut self, line: Line<'_>) -> Vec<Name> {
        let items = before_note(bullet(line.text).unwrap_or(line.text));
        let items: Vec<&str> = items.split([',', '、']).map(|item| unquoted(item.trim())).collect();
        let names: Vec<Name> = items
            .into_iter()
            .filter(|item| !item.is_empty() && !is_none(item))
            .map(|item| self.name(item, line))
            .collect();
        self.findings.extend(names.iter().filter_map(command_fault));
        names
    }

    fn allowed(&mut self, section: &Section<'_>, place: Place, all: &mut Permissions) {
        let lists = &mut all.commands;
        (lists.said, lists.allow_all, lists.place) = (true, false, place.clone());
        let mut names = Vec::new();
        for line in &section.lines {
            let Some(item) = bullet(line.text) else {
                self.refuse(*line, "is no list item");
                continue;
            };
            let item = unquoted(before_note(item));
            match item {
                "*" | "all" | "すべて" | "全て" => lists.allow_all = true,
                item if is_none(item) => {}
                item => {
                    let name = self.name(item, *line);
                    self.findings.extend(command_fault(&name));
                    names.push(name);
                }
            }
        }
        lists.allow = Names { names, place };
    }

    fn tools(&mut self, section: &Section<'_>, place: Place, all: &mut Permissions) {
        let (mut allow, mut deny, mut everything) = (Vec::new(), Vec::new(), None);
        for line in &section.lines {
            let item = bullet(line.text).unwrap_or(line.text);
            if is_none(item) {
                everything = Some(false);
                continue;
            }
            let Some((name, word)) = pair(item) else {
                self.refuse(*line, "is no `tool: yes` or `tool: no`");
                continue;
            };
            let Some(said) = word_of(word) else {
                self.refuse(*line, "says neither yes nor no");
                continue;
            };
            let fits = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
            if !name.chars().all(fits) {
                self.refuse(*line, "names no tool: a name has letters, digits, `_` and `-`");
                continue;
            }
            if said == Said::ReadOnly {
                let text = format!("`{}` is allowed whole: there is no reading alone", shown(word));
                let help = "its gated actions still need a permit of their own";
                self.findings.push(Finding::warning(code::NOT_UNDERSTOOD, &self.at(*line), text).help(help));
            }
            let allowed = said != Said::No;
            if name.eq_ignore_ascii_case("all") {
                // Of two such lines the stricter counts.
                everything = Some(everything.unwrap_or(true) && allowed);
            } else {
                let list = if allowed { &mut allow } else { &mut deny };
                list.push(self.name(name, *line));
            }
        }
        let denied: HashSet<&str> = deny.iter().map(|name: &Name| name.text.as_str()).collect();
        allow.retain(|name: &Name| !denied.contains(name.text.as_str()));
        let lists = &mut all.external_tools;
        lists.said = everything.is_some() || !allow.is_empty();
        lists.allow_all = everything.unwrap_or(allow.is_empty());
        lists.place = place.clone();
        lists.allow = Names { names: allow, place: place.clone() };
        lists.deny = Names { names: deny, place };
    }

    fn creation(&mut self, section: &Section<'_>, all: &mut Permissions) {
        for line in &section.lines {
            let item = bullet(line.text).unwrap_or(line.text);
            let said = pair(item).and_then(|(name, word)| Some((name, word_of(word)?)));
            let (part, said) = match said {
                Some(("個人ツール", said)) => (&mut all.tool_creation.personal, said),
                Some(("共有ツール", said)) => (&mut all.tool_creation.shared, said),
                Some((name, said)) if name.eq_ignore_ascii_case("personal") => (&mut all.tool_creation.personal, said),
                Some((name, said)) if name.eq_ignore_ascii_case("shared") => (&mut all.tool_creation.shared, said),
                _ => {
                    self.refuse(*line, "is no `personal: yes` or `shared: no`");
                    continue;
                }
            };
            *part = said == Said::Yes;
        }
    }

    fn refuse(&mut self, line: Line<'_>, why: &str) {
        let text = format!("the line `{}` {why}", shown(line.text));
        let help = "write it in that form, or as a comment `<!-- … -->` if it grants and denies nothing";
        self.findings.push(Finding::error(code::NOT_UNDERSTOOD, &self.at(line), text).help(help));
    }

    fn name(&self, text: &str, line: Line<'_>) -> Name {
        Name { text: text.to_owned(), place: self.at(line) }
    }

    fn at(&self, line: Line<'_>) -> Place {
        Place { line: line.number, column: 1, ..self.place.clone() }
    }
}

/// What a word says of a tool.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Said {
    Yes,
    ReadOnly,
    No,
}

fn word_of(word: &str) -> Option<Said> {
    match word.to_ascii_lowercase().as_str() {
        "ok" | "yes" | "enabled" | "true" | "全権限" => Some(Said::Yes),
        "no" | "deny" | "disabled" | "false" => Some(Said::No),
        word if word.starts_with("読み取り") => Some(Said::ReadOnly),
        _ => None,
    }
}

/// Words for an empty list.
fn is_none(text: &str) -> bool {
    ["none", "(none)", "なし", "（なし）"].contains(&text.to_ascii_lowercase().as_str())
}

/// The text of a list item.
fn bullet(text: &str) -> Option<&str> {
    text.strip_prefix(['-', '*'])
        .filter(|rest| rest.starts_with([' ', '\t', '\u{3000}']))
        .map(str::trim)
        .filter(|rest| !rest.is_empty())
}

/// `name: word`, with a colon of either width.
fn pair(text: &str) -> Option<(&str, &str)> {
    let (name, word) = text.split_once([':', '：'])?;
    let (name, word) = (unquoted(name.trim()), word.trim());
    (!name.is_empty() && !word.is_empty()).then_some((name, word))
}

/// What stands before the note: `: ` or a wide colon begins one. A colon within a word does not.
fn before_note(text: &str) -> &str {
    let wide = text.find('：');
    let narrow =
        text.match_indices(':').map(|(at, _)| at).find(|at| text[at + 1..].starts_with([' ', '\t', '\u{3000}']));
    let end = text.strip_suffix(':').map(str::len);
    let cut = [wide, narrow, end].into_iter().flatten().min().unwrap_or(text.len());
    text[..cut].trim()
}

fn unquoted(text: &str) -> &str {
    text.strip_prefix('`').and_then(|text| text.strip_suffix('`')).unwrap_or(text)
}

/// A text for a message: its first characters, and nothing that acts on a terminal.
fn shown(text: &str) -> String {
    text.chars().take(80).collect::<String>().escape_debug().to_string()
}

#[cfg(test)]
mod tests;
