//! The text of a `permissions.json` in, [`Permissions`] out, or every fault of it.

use toolgen_model::json::{Json, Object};
use toolgen_model::nearest::nearest;

use super::json;
use crate::finding::{Finding, Place, Severity, code};
use crate::node::{Entry, Node, Value};
use crate::policy::{Name, Names};

/// The version that is known.
const VERSION: i64 = 1;
/// The most entries of a list.
const MOST: usize = 10_000;
/// The longest entry, in bytes.
const LONGEST: usize = 4_096;

/// What an anima may do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Permissions {
    /// Where files may be touched at all
    pub file_roots: Names,
    /// Where they may be read only
    pub file_roots_readonly: Names,
    /// Where they may not be touched, whatever else says
    pub file_roots_denied: Names,
    /// What the shell may run
    pub commands: Lists,
    /// Which tools, and which gated actions, may be called
    pub external_tools: Lists,
    /// Who may make tools
    pub tool_creation: Creation,
}

/// An allowance and a list of denials, which win.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lists {
    /// Everything that is not denied. Never a gated action
    pub allow_all: bool,
    /// Whether anything was said of what is allowed; else nobody limits or widens it
    pub said: bool,
    /// What is allowed
    pub allow: Names,
    /// What is not
    pub deny: Names,
    /// Where the part stands
    pub place: Place,
}

/// Whether the anima may make tools.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Creation {
    /// For itself
    pub personal: bool,
    /// For all
    pub shared: bool,
    /// Where the part stands
    pub place: Place,
}

impl Permissions {
    /// What holds where nothing is said: the defaults of every part, said at `place`.
    pub fn open(place: &Place) -> Permissions {
        let names = |texts: &[&str]| Names {
            names: texts.iter().map(|text| Name { text: (*text).to_owned(), place: place.clone() }).collect(),
            place: place.clone(),
        };
        let lists = Lists { allow_all: true, said: false, allow: names(&[]), deny: names(&[]), place: place.clone() };
        Permissions {
            file_roots: names(&["/"]),
            file_roots_readonly: names(&[]),
            file_roots_denied: names(&[]),
            commands: lists.clone(),
            external_tools: lists,
            tool_creation: Creation { personal: true, shared: false, place: place.clone() },
        }
    }

    /// The file: two spaces of indentation, every part written out, a final newline.
    pub fn to_text(&self) -> String {
        let names =
            |names: &Names| Json::Array(names.names.iter().map(|name| Json::from(name.text.as_str())).collect());
        let lists = |lists: &Lists| {
            let mut object = Object::new();
            object.insert("allow_all", lists.allow_all);
            object.insert("allow", names(&lists.allow));
            object.insert("deny", names(&lists.deny));
            Json::Object(object)
        };
        let mut creation = Object::new();
        creation.insert("personal", self.tool_creation.personal);
        creation.insert("shared", self.tool_creation.shared);
        let mut object = Object::new();
        object.insert("version", VERSION);
        object.insert("file_roots", names(&self.file_roots));
        object.insert("file_roots_readonly", names(&self.file_roots_readonly));
        object.insert("file_roots_denied", names(&self.file_roots_denied));
        object.insert("commands", lists(&self.commands));
        object.insert("external_tools", lists(&self.external_tools));
        object.insert("tool_creation", Json::Object(creation));
        Json::Object(object).pretty() + "\n"
    }
}

/// Reads a `permissions.json`. Warnings and errors go to `findings`; with an error nothing comes back.
pub fn parse(name: &str, text: &str, findings: &mut Vec<Finding>) -> Option<Permissions> {
    let mut reader = Reader { findings: Vec::new() };
    let read = match json::tree(name, text) {
        Ok(node) => reader.permissions(&node),
        Err(finding) => {
            reader.findings.push(*finding);
            None
        }
    };
    if !toolgen_model::enforced!("policy.permissions_closed") {
        return Some(read.unwrap_or_else(|| Permissions::open(&Place::named(name))));
    }
    let whole = reader.findings.iter().all(|finding| finding.severity < Severity::Error);
    findings.append(&mut reader.findings);
    read.filter(|_| whole)
}

const KEYS: [&str; 7] = [
    "version",
    "file_roots",
    "file_roots_readonly",
    "file_roots_denied",
    "commands",
    "external_tools",
    "tool_creation",
];

struct Reader {
    findings: Vec<Finding>,
}

impl Reader {
    fn permissions(&mut self, node: &Node) -> Option<Permissions> {
        let entries = self.table(node, "the file", &KEYS)?;
        let mut all = Permissions::open(&node.place);
        for Entry { key, node, .. } in entries {
            match key.as_str() {
                "version" => self.version(node),
                "file_roots" => self.paths(node, key, &mut all.file_roots),
                "file_roots_readonly" => self.paths(node, key, &mut all.file_roots_readonly),
                "file_roots_denied" => self.paths(node, key, &mut all.file_roots_denied),
                "commands" => {
                    self.lists(node, key, &mut all.commands);
                    self.runnable(&all.commands);
                }
                "external_tools" => self.lists(node, key, &mut all.external_tools),
                "tool_creation" => self.creation(node, &mut all.tool_creation),
                _ => {}
            }
        }
        Some(all)
    }

    fn version(&mut self, node: &Node) {
        match node.value {
            Value::Integer(VERSION) => {}
            Value::Integer(other) => {
                let text = format!("the version is {other}; this program knows version {VERSION} and reads it as that");
                let help = "every key is checked all the same: one that is not known refuses the file";
                self.findings.push(Finding::warning(code::OUT_OF_RANGE, &node.place, text).help(help));
            }
            _ => self.wrong("version", "a whole number", node),
        }
    }

    fn lists(&mut self, node: &Node, name: &str, lists: &mut Lists) {
        let Some(entries) = self.table(node, name, &["allow_all", "allow", "deny"]) else { return };
        lists.place = node.place.clone();
        let mut allow_all = None;
        let mut allow = None;
        for Entry { key, node, .. } in entries {
            let full = format!("{name}.{key}");
            match key.as_str() {
                "allow_all" => allow_all = self.flag(node, &full),
                "allow" => allow = self.names(node, &full),
                _ => lists.deny = self.names(node, &full).unwrap_or_else(|| lists.deny.clone()),
            }
        }
        // An allow list without `allow_all` is meant as a list: upstream reads it as everything.
        lists.said = allow_all.is_some() || allow.is_some();
        lists.allow_all = allow_all.unwrap_or(allow.is_none());
        lists.allow = allow.unwrap_or_else(|| Names { names: Vec::new(), place: node.place.clone() });
    }

    /// Whether the shell can compare the entries with what it is to run.
    fn runnable(&mut self, commands: &Lists) {
        for name in commands.allow.names.iter().chain(&commands.deny.names) {
            if let Some(finding) = command_fault(name) {
                self.findings.push(finding);
            }
        }
    }

    fn creation(&mut self, node: &Node, creation: &mut Creation) {
        let Some(entries) = self.table(node, "tool_creation", &["personal", "shared"]) else { return };
        creation.place = node.place.clone();
        for Entry { key, node, .. } in entries {
            if let Some(value) = self.flag(node, &format!("tool_creation.{key}")) {
                let part = if key == "personal" { &mut creation.personal } else { &mut creation.shared };
                *part = value;
            }
        }
    }

    fn paths(&mut self, node: &Node, key: &str, into: &mut Names) {
        let Some(names) = self.names(node, key) else { return };
        for name in &names.names {
            if let Some(finding) = path_fault(name) {
                self.findings.push(finding);
            }
        }
        *into = names;
    }

    fn names(&mut self, node: &Node, key: &str) -> Option<Names> {
        let Value::List(items) = &node.value else {
            self.wrong(key, "a list of texts", node);
            return None;
        };
        if items.len() > MOST {
            let text = format!("`{key}` expects at most {MOST} entries, found {}", items.len());
            self.findings.push(Finding::error(code::OUT_OF_RANGE, &node.place, text).help("shorten the list"));
            return None;
        }
        let mut names = Vec::with_capacity(items.len());
        for item in items {
            match &item.value {
                Value::Text(text)
                    if text.trim().is_empty() || text.len() > LONGEST || text.contains(char::is_control) =>
                {
                    let message = format!(
                        "`{key}` expects texts of 1 to {LONGEST} bytes without control characters, found {} bytes",
                        text.len()
                    );
                    let help = "write what is meant, or remove the entry";
                    self.findings.push(Finding::error(code::WRONG_TYPE, &item.place, message).help(help));
                }
                Value::Text(text) => names.push(Name { text: text.clone(), place: item.place.clone() }),
                _ => self.wrong(key, "texts in its list", item),
            }
        }
        Some(Names { names, place: node.place.clone() })
    }

    fn flag(&mut self, node: &Node, key: &str) -> Option<bool> {
        if let Value::Bool(value) = node.value {
            return Some(value);
        }
        self.wrong(key, "true or false", node);
        None
    }

    /// The entries of an object that has no keys but these.
    fn table<'n>(&mut self, node: &'n Node, name: &str, keys: &[&str]) -> Option<&'n [Entry]> {
        let Value::Table(entries) = &node.value else {
            self.wrong(name, "an object", node);
            return None;
        };
        for entry in entries.iter().filter(|entry| !keys.contains(&entry.key.as_str())) {
            let text = format!("nobody reads the key `{}` in {name}", entry.key.escape_debug());
            let help = match nearest(&entry.key, keys.iter().copied()) {
                Some(near) => format!("did you mean `{near}`?"),
                None => format!("its keys are {}", keys.join(", ")),
            };
            self.findings.push(Finding::error(code::UNKNOWN_KEY, &entry.place, text).help(help));
        }
        Some(entries)
    }

    fn wrong(&mut self, key: &str, expected: &str, node: &Node) {
        let text = format!("`{key}` expects {expected}, found {}", node.kind());
        self.findings.push(Finding::error(code::WRONG_TYPE, &node.place, text).help("write the value in that form"));
    }
}

/// Why a path of a list means nothing certain.
pub(super) fn path_fault(name: &Name) -> Option<Finding> {
    let text = name.text.as_str();
    let fault = if !text.starts_with('/') {
        "is not absolute"
    } else if text.contains(['*', '?', '[']) {
        "has a pattern in it, and places are compared as they are"
    } else if text.split('/').any(|part| part == "..") {
        "goes up with `..`"
    } else {
        return None;
    };
    let message = format!("the place `{}` {fault}", text.escape_debug());
    let help = "write the whole path from `/` on; what is below it is meant too";
    Some(Finding::error(code::OUT_OF_RANGE, &name.place, message).help(help))
}

/// Why the shell could not compare an entry with what it is to run.
pub(super) fn command_fault(name: &Name) -> Option<Finding> {
    let plain = |c: char| c.is_ascii_alphanumeric() || "_./:=,@%+- ".contains(c);
    if name.text == "*" || name.text.chars().all(plain) {
        return None;
    }
    let message = format!("the command `{}` has characters that no plain word has", name.text.escape_debug());
    let help = "write a program, and the words that must follow it: no quotes, operators or patterns";
    Some(Finding::error(code::OUT_OF_RANGE, &name.place, message).help(help))
}

#[cfg(test)]
mod tests;
