//! Layers in, one value a key out: flag over environment over project over user, each with its place.

use std::collections::BTreeMap;

use toolgen_model::config::{Config, Layer, Origin};
use toolgen_model::enforced;
use toolgen_model::nearest::nearest;

use crate::finding::{Finding, Place, code};
use crate::key::{Field, Keys, Kind};
use crate::node::{self, Entry, Node, Value};
use crate::policy::{rule, verdict};
use crate::source::{File, PREFIX, Sources};

/// A value, and who said it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Said {
    pub(crate) layer: Layer,
    /// Where the key stands
    pub(crate) key: Place,
    pub(crate) node: Node,
}

/// Every value by its path.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Settings {
    pub(crate) said: BTreeMap<Vec<String>, Said>,
    /// Tables that are written, also those without values, with where they stand
    pub(crate) tables: BTreeMap<Vec<String>, Place>,
}

impl Settings {
    /// The value at `path`.
    pub(crate) fn get(&self, path: &[&str]) -> Option<&Said> {
        let path: Vec<String> = path.iter().map(|word| (*word).to_owned()).collect();
        self.said.get(&path)
    }

    /// The values below `prefix`, with the rest of their path.
    pub(crate) fn under<'s>(&'s self, prefix: &'s [&'s str]) -> impl Iterator<Item = (&'s [String], &'s Said)> {
        self.said.iter().filter_map(move |(path, said)| {
            let (start, rest) = path.split_at_checked(prefix.len())?;
            (start.iter().eq(prefix.iter()) && !rest.is_empty()).then_some((rest, said))
        })
    }

    /// The same as typed values under dotted keys.
    pub(crate) fn config(&self, place: &str) -> Config {
        let mut config = Config::at(place);
        for (path, said) in &self.said {
            let Place { file, line, column, .. } = &said.node.place;
            let origin = Origin { layer: said.layer, place: file.to_string(), line: *line, column: *column };
            config.put(path.join("."), said.node.json(), origin);
        }
        config
    }
}

/// Puts the layers over each other. What is wrong goes to `findings`.
pub(crate) fn merge(sources: &Sources, keys: &Keys<'_>, findings: &mut Vec<Finding>) -> Settings {
    let mut settings = Settings::default();
    for (layer, files) in [(Layer::User, &sources.user), (Layer::Project, &sources.project)] {
        for file in files {
            match node::parse(file) {
                Ok(entries) => {
                    let mut walk = Walk { layer, keys, foreign: file.foreign, settings: &mut settings, findings };
                    walk.table(&mut Vec::new(), entries);
                }
                Err(finding) => findings.push(*finding),
            }
        }
    }
    for (name, text) in &sources.environment {
        let Some(words) = name.strip_prefix(PREFIX) else { continue };
        let path: Vec<String> = words.split("__").map(str::to_lowercase).collect();
        word(&mut settings, keys, findings, Layer::Environment, &Place::named(name.as_str()), path, text);
    }
    for (key, text) in &sources.flags {
        let path: Vec<String> = key.split('.').map(str::to_owned).collect();
        word(&mut settings, keys, findings, Layer::Flag, &Place::named(format!("--set {key}")), path, text);
    }
    settings
}

/// Takes in one value that was written as a text.
fn word(
    settings: &mut Settings,
    keys: &Keys<'_>,
    findings: &mut Vec<Finding>,
    layer: Layer,
    place: &Place,
    path: Vec<String>,
    text: &str,
) {
    let Some(kind) = keys.kind(&path) else {
        let other = Keys::unsupported(&path).and_then(|why| unsupported(&path, why, place, false));
        findings.push(other.unwrap_or_else(|| unknown(keys, &path, place)));
        return;
    };
    let value = match kind {
        Kind::Bool => text.parse().ok().map(Value::Bool),
        Kind::Integer(..) => text.parse().ok().map(Value::Integer),
        Kind::Text | Kind::Choice(_) | Kind::Verdict => Some(Value::Text(text.to_owned())),
        Kind::Names | Kind::Records(_) => {
            // As in the file: a list in TOML.
            let file = File { name: place.file.to_string(), text: format!("value = {text}\n"), foreign: false };
            let entries = node::parse(&file).ok().filter(|entries| entries.len() == 1);
            entries.and_then(|entries| entries.into_iter().next()).map(|entry| entry.node.value)
        }
    };
    match value {
        Some(value) => {
            let node = Node { value, place: place.clone() };
            if fits(&node, kind, &path.join("."), findings) {
                settings.said.insert(path, Said { layer, key: place.clone(), node });
            }
        }
        None => {
            let text = format!("`{}` expects {}, found `{}`", path.join("."), expected(kind), text.escape_debug());
            findings.push(Finding::error(code::WRONG_TYPE, place, text).help("write it as in the file"));
        }
    }
}

struct Walk<'w, 'k> {
    layer: Layer,
    keys: &'w Keys<'k>,
    foreign: bool,
    settings: &'w mut Settings,
    findings: &'w mut Vec<Finding>,
}

impl Walk<'_, '_> {
    fn table(&mut self, path: &mut Vec<String>, entries: Vec<Entry>) {
        for entry in entries {
            path.push(entry.key.clone());
            match (self.keys.kind(path), entry.node.value) {
                (None, Value::Table(entries)) if self.keys.is_section(path) => {
                    self.settings.tables.insert(path.clone(), entry.place);
                    self.table(path, entries);
                }
                (Some(_), Value::Table(entries)) if self.keys.is_section(path) => {
                    self.table(path, entries);
                }
                (Some(kind), value) => {
                    let node = Node { value, place: entry.node.place };
                    if fits(&node, kind, &path.join("."), self.findings) {
                        let said = Said { layer: self.layer, key: entry.place, node };
                        self.findings.extend(loosened(self.settings.said.get(path), &said, kind, path));
                        self.settings.said.insert(path.clone(), said);
                    }
                }
                (None, _) if let Some(why) = Keys::unsupported(path) => {
                    self.findings.extend(unsupported(path, why, &entry.place, self.foreign));
                }
                // Another system's file has more than we read; what governs us must be ours to read.
                (None, _) if self.foreign && !GOVERNING.contains(&path[0].as_str()) => {}
                (None, _) if enforced!("config.unknown_key") => {
                    self.findings.push(unknown(self.keys, path, &entry.place));
                }
                (None, _) => {}
            }
            path.pop();
        }
    }
}

/// Sections in which a key that nobody reads is an error in every file.
const GOVERNING: &[&str] = &["security", "autonomy", "surfaces"];

/// What to say of a key that another system has and that nothing here keeps. What only describes an agent is passed
/// over in the other system's file, since it promises nothing.
fn unsupported(path: &[String], why: &str, place: &Place, foreign: bool) -> Option<Finding> {
    let text = format!("`{}` is not supported yet: {why}", path.join(".").escape_debug());
    let limits = path.last().is_some_and(|word| word.starts_with("max_"));
    match (foreign && path.first().is_some_and(|section| section == "agents"), limits) {
        (true, false) => None,
        (true, true) => Some(Finding::warning(code::UNSUPPORTED, place, text).help("it limits nothing here")),
        _ => Some(Finding::error(code::UNSUPPORTED, place, text).help("remove it: a key without effect misleads")),
    }
}

fn unknown(keys: &Keys<'_>, path: &[String], place: &Place) -> Finding {
    let text = format!("nobody reads the key `{}`", path.join(".").escape_debug());
    let help = match keys.nearest(path) {
        Some(near) => format!("did you mean `{near}`?"),
        None => "remove it: a key without effect misleads".to_owned(),
    };
    Finding::error(code::UNKNOWN_KEY, place, text).help(help)
}

/// Whether a value is what its key takes; a finding says why not.
fn fits(node: &Node, kind: Kind, name: &str, findings: &mut Vec<Finding>) -> bool {
    let wrong = |found: &str, findings: &mut Vec<Finding>| {
        let text = format!("`{}` expects {}, found {found}", name.escape_debug(), expected(kind));
        findings.push(Finding::error(code::WRONG_TYPE, &node.place, text).help(form(kind, name)));
        false
    };
    match (kind, &node.value) {
        (Kind::Bool, Value::Bool(_)) | (Kind::Text, Value::Text(_)) => true,
        (Kind::Integer(least, most), Value::Integer(value)) => {
            let inside = (least..=most).contains(value);
            if !inside {
                let text = format!("`{}` expects {}, found {value}", name.escape_debug(), expected(kind));
                findings
                    .push(Finding::error(code::OUT_OF_RANGE, &node.place, text).help("write a number in that range"));
            }
            inside
        }
        (Kind::Choice(choices), Value::Text(text)) => {
            if choices.contains(&text.as_str()) {
                return true;
            }
            let said = format!("`{}` expects {}, found `{}`", name.escape_debug(), expected(kind), text.escape_debug());
            let help = match nearest(text, choices.iter().copied()) {
                Some(near) => format!("did you mean `{near}`?"),
                None => "write one of these".to_owned(),
            };
            findings.push(Finding::error(code::WRONG_TYPE, &node.place, said).help(help));
            false
        }
        (Kind::Verdict, Value::Text(text)) => {
            if verdict(text).is_none() {
                let said =
                    format!("`{}` expects {}, found `{}`", name.escape_debug(), expected(kind), text.escape_debug());
                let help = "it is read as `deny` until you write what you mean";
                findings.push(Finding::warning(code::WRONG_VERDICT, &node.place, said).help(help));
            }
            true
        }
        (Kind::Verdict, Value::Bool(_)) => true,
        (Kind::Names, Value::List(items)) => items.iter().fold(true, |all, item| match item.value {
            Value::Text(_) => all,
            _ => wrong(&format!("{} in it", item.kind()), findings),
        }),
        (Kind::Records(fields), Value::List(items)) => items.iter().fold(true, |all, item| match &item.value {
            Value::Table(entries) => record(item, entries, fields, name, findings) && all,
            _ => wrong(&format!("{} in it", item.kind()), findings),
        }),
        _ => wrong(node.kind(), findings),
    }
}

fn record(item: &Node, entries: &[Entry], fields: &[Field], name: &str, findings: &mut Vec<Finding>) -> bool {
    let mut whole = true;
    for entry in entries {
        match fields.iter().find(|field| field.name == entry.key) {
            Some(field) => whole &= fits(&entry.node, field.kind, &format!("{name}.{}", entry.key), findings),
            None => {
                whole = false;
                let text = format!("nobody reads `{}` in `{name}`", entry.key.escape_debug());
                let names = fields.iter().map(|field| field.name);
                let help = match nearest(&entry.key, names.clone()) {
                    Some(near) => format!("did you mean `{near}`?"),
                    None => format!("write one of {}", names.collect::<Vec<_>>().join(", ")),
                };
                findings.push(Finding::error(code::UNKNOWN_KEY, &entry.place, text).help(help));
            }
        }
    }
    for field in fields.iter().filter(|field| field.required) {
        if !entries.iter().any(|entry| entry.key == field.name) {
            whole = false;
            let text = format!("each table of `{name}` expects `{}`, which is missing here", field.name);
            findings
                .push(Finding::error(code::WRONG_TYPE, &item.place, text).help(format!("add `{} = …`", field.name)));
        }
    }
    whole
}

/// How a value of that kind is written.
fn form(kind: Kind, name: &str) -> String {
    match kind {
        Kind::Bool => "write `true` or `false`, without quotes".to_owned(),
        Kind::Integer(..) => "write a whole number, without quotes".to_owned(),
        Kind::Text | Kind::Choice(_) | Kind::Verdict => "write a text, in quotes".to_owned(),
        Kind::Names => "write texts in brackets, as in `[\"a\", \"b\"]`".to_owned(),
        Kind::Records(_) => format!("write `[[{}]]`, in double brackets, before each table", name.escape_debug()),
    }
}

fn expected(kind: Kind) -> String {
    match kind {
        Kind::Bool => "true or false".to_owned(),
        Kind::Integer(least, i64::MAX) => format!("a whole number of at least {least}"),
        Kind::Integer(least, most) => format!("a whole number from {least} to {most}"),
        Kind::Text => "a text".to_owned(),
        Kind::Choice(choices) => format!("one of {}", choices.join(", ")),
        Kind::Verdict => "allow, supervised or deny".to_owned(),
        Kind::Names => "a list of texts".to_owned(),
        Kind::Records(_) => "a list of tables".to_owned(),
    }
}

/// What to say where a file of the project permits what a file of the user does not.
fn loosened(before: Option<&Said>, now: &Said, kind: Kind, path: &[String]) -> Option<Finding> {
    let before = before.filter(|before| kind == Kind::Verdict && before.layer < now.layer)?;
    let (old, new) = (rule(&before.node).verdict, rule(&now.node).verdict);
    (new < old).then(|| {
        let text = format!("`{}` is {} here, and {} by the user", path.join("."), new.name(), old.name());
        Finding::warning(code::LOOSENED, &now.node.place, text)
            .help("the project's word counts; remove it if the user's should")
            .also(&before.node.place, "the user's word")
    })
}
