//! The command line that follows from a schema and `cli:`: every flag and place is unambiguous.

use std::collections::{HashMap, HashSet};

use toolgen_model::flag::kebab;
use toolgen_model::json::Json;
use toolgen_model::nearest::nearest;

use super::Subject;
use crate::diag::{Diagnostic, Rule, Sink, Span, Spanned, code::page};
use crate::ir::{Argument, Entry, Node};

pub(crate) const RULES: &[Rule] = &[
    page!(
        "TG0230",
        "positional-order",
        Error,
        "Reports places on the command line with a gap, or two arguments in one place.",
        "Nobody could write the argument that is missing between two others.",
        "cli: {args: {from: {positional: 1}, to: {positional: 3}}}",
        "Places from 1 on, each once."
    ),
    page!(
        "TG0231",
        "positional-after-list",
        Error,
        "Reports an argument with a place after one that takes several values.",
        "The list would swallow it.",
        "cli: {args: {files: {positional: 1}, target: {positional: 2}}}   # files is an array",
        "The list in the last place, or the other as a flag."
    ),
    page!(
        "TG0232",
        "duplicate-short",
        Error,
        "Reports a one-letter flag that two arguments share, or that means help.",
        "Only one of them could be meant.",
        "cli: {args: {path: {short: p}, port: {short: p}}}",
        "Another letter, or none."
    ),
    page!(
        "TG0233",
        "alias-collision",
        Error,
        "Reports an alias that is another property, or the alias of another.",
        "A call with that name would be ambiguous.",
        "cli: {args: {path: {alias: file}, file: {}}}",
        "Another alias, or none."
    ),
    page!(
        "TG0234",
        "flag-collision",
        Error,
        "Reports two properties whose flags are one: the same in kebab case, `--no-x` of a truth value, or a flag that every tool has.",
        "The command line could not tell them apart.",
        "properties: {cache: {type: boolean, default: true}, no_cache: {type: boolean}}",
        "Another name for one of the properties."
    ),
    page!(
        "TG0235",
        "argument-without-property",
        Error,
        "Reports an entry of `cli.args` that is no property of the input schema.",
        "It has no effect.",
        "cli: {args: {pth: {positional: 1}}}",
        "The name of a property."
    ),
    page!(
        "TG0236",
        "optional-before-required",
        Error,
        "Reports an optional argument in a place before a required one.",
        "Leaving it out would shift the required one into its place.",
        "cli: {args: {branch: {positional: 1}, path: {positional: 2}}}   # only path is required",
        "The required ones first, or the optional one as a flag."
    ),
    page!(
        "TG0237",
        "name-of-no-flag",
        Error,
        "Reports a property whose name no flag can have: one without a letter or digit, or with `=`.",
        "The command line could not set it.",
        "properties: {\"\": {type: string}}",
        "A name of letters, digits and `_`."
    ),
];

/// Flags that every tool has.
const OWN_FLAGS: [&str; 2] = ["help", "json"];

pub(super) fn check(subject: &Subject<'_>, sink: &mut Sink) {
    let properties = subject.tool.input.get("properties").map(Node::entries).unwrap_or_default();
    let names: HashSet<&str> = properties.iter().map(|entry| entry.key.value.as_str()).collect();
    let mut known: Vec<(&Spanned<String>, &Argument)> = Vec::new();
    for (name, argument) in &subject.tool.arguments {
        if names.contains(name.value.as_str()) {
            known.push((name, argument));
            continue;
        }
        let names = properties.iter().map(|entry| entry.key.value.as_str());
        let finding =
            Diagnostic::error("TG0235", name.span, format!("`{}` is no property of the input schema", name.value));
        sink.push(match nearest(&name.value, names) {
            Some(near) => {
                finding.help(format!("did you mean `{near}`?")).fix(format!("write `{near}`"), name.span, near)
            }
            None => finding.help("write the name of a property"),
        });
    }
    let forms = subject.properties();
    positions(&known, subject, &forms, sink);
    shorts(&known, sink);
    longs(&known, properties, &forms, sink);
}

fn positions(
    known: &[(&Spanned<String>, &Argument)],
    subject: &Subject<'_>,
    forms: &HashMap<&str, &Json>,
    sink: &mut Sink,
) {
    let mut placed: Vec<(&Spanned<u32>, &str)> = known
        .iter()
        .filter_map(|(name, argument)| Some((argument.positional.as_ref()?, name.value.as_str())))
        .collect();
    placed.sort_by_key(|(at, _)| at.value);
    let (mut expected, mut list, mut optional): (u32, Option<&str>, Option<&str>) = (1, None, None);
    let mut before: Option<&Spanned<u32>> = None;
    for (at, name) in placed {
        match before.filter(|before| before.value == at.value) {
            Some(first) => sink.push(
                Diagnostic::error("TG0230", at.span, format!("two arguments stand in place {}", at.value))
                    .also(first.span, "the other is here")
                    .help("give each a place of its own"),
            ),
            None if at.value > expected => sink.push(
                Diagnostic::error("TG0230", at.span, format!("nothing stands in place {expected}, before this one"))
                    .help(format!("write `positional: {expected}`"))
                    .fix(format!("write {expected}"), at.span, expected.to_string()),
            ),
            None => {}
        }
        if let Some(list) = list {
            sink.push(
                Diagnostic::error(
                    "TG0231",
                    at.span,
                    format!("`{list}` takes several values and leaves none for `{name}`"),
                )
                .help(format!("put `{list}` in the last place, or make `{name}` a flag")),
            );
        }
        let required = subject.required.contains(name);
        if let Some(optional) = optional.filter(|_| required) {
            sink.push(
                Diagnostic::error(
                    "TG0236",
                    at.span,
                    format!("`{name}` is required and stands after `{optional}`, which is not"),
                )
                .help("put the required ones first"),
            );
        }
        list = list.or_else(|| is(forms, name, "array").then_some(name));
        optional = optional.or_else(|| (!required).then_some(name));
        expected = at.value.saturating_add(1);
        before = Some(at);
    }
}

fn is(forms: &HashMap<&str, &Json>, name: &str, kind: &str) -> bool {
    forms.get(name).and_then(|schema| schema.get("type")).and_then(Json::as_str) == Some(kind)
}

fn shorts(known: &[(&Spanned<String>, &Argument)], sink: &mut Sink) {
    let mut seen: HashMap<char, Span> = HashMap::from([]);
    for short in known.iter().filter_map(|(_, argument)| argument.short.as_ref()) {
        let letter = short.value;
        if letter == 'h' || letter == 'j' {
            let own = if letter == 'h' { "help" } else { "the structured reply" };
            sink.push(
                Diagnostic::error("TG0232", short.span, format!("`-{letter}` stands for {own} in every tool"))
                    .help("take another letter"),
            );
        } else if let Some(first) = seen.insert(letter, short.span) {
            sink.push(
                Diagnostic::error("TG0232", short.span, format!("`-{letter}` stands for two arguments"))
                    .also(first, "the other is here")
                    .help("take another letter"),
            );
        }
    }
}

fn longs(known: &[(&Spanned<String>, &Argument)], properties: &[Entry], forms: &HashMap<&str, &Json>, sink: &mut Sink) {
    let mut flags: HashMap<String, (Span, String)> = HashMap::new();
    for entry in properties {
        let (name, span) = (&entry.key.value, entry.key.span);
        let flag = kebab(name);
        let collision = |what: String| Diagnostic::error("TG0234", span, what).help("rename one of the properties");
        if name.contains('=') || !name.contains(char::is_alphanumeric) {
            sink.push(
                Diagnostic::error("TG0237", span, format!("no flag can be called `{name}`"))
                    .help("name the property with letters, digits and `_`"),
            );
        }
        if OWN_FLAGS.contains(&flag.as_str()) {
            sink.push(collision(format!("`--{flag}` is a flag of every tool, so `{name}` cannot have it")));
        }
        if let Some((first, other)) = flags.insert(flag.clone(), (span, name.clone())) {
            sink.push(
                collision(format!("`{other}` and `{name}` are both `--{flag}` on a command line"))
                    .also(first, "the other is here"),
            );
        }
    }
    for entry in properties {
        let name = entry.key.value.as_str();
        let default = forms.get(name).and_then(|schema| schema.get("default")).and_then(Json::as_bool);
        let switch = is(forms, name, "boolean") && default == Some(true);
        let negative = format!("no-{}", kebab(&entry.key.value));
        if let Some((other, name)) = flags.get(&negative).filter(|_| switch) {
            sink.push(
                Diagnostic::error(
                    "TG0234",
                    *other,
                    format!("`--{negative}` is the opposite of `{}`, so `{name}` cannot have it", entry.key.value),
                )
                .also(entry.key.span, "true unless it is denied with `--no-…`")
                .help("rename one of the properties"),
            );
        }
    }
    let mut aliases: HashMap<String, (Span, &str)> = HashMap::new();
    for (name, argument) in known {
        for alias in &argument.aliases {
            let flag = kebab(&alias.value);
            let finding =
                |what: String| Diagnostic::error("TG0233", alias.span, what).help("take another alias, or none");
            if alias.value == name.value {
                sink.push(finding(format!("`{}` is the name of the property itself", alias.value)));
            } else if let Some((span, other)) = flags.get(&flag) {
                let what = if other == &name.value {
                    format!("`{}` is already the flag of `{other}`", alias.value)
                } else {
                    format!("`{}` is a property of its own", alias.value)
                };
                sink.push(finding(what).also(*span, "the property"));
            } else if OWN_FLAGS.contains(&flag.as_str()) {
                sink.push(finding(format!("`--{flag}` is a flag of every tool")));
            } else if let Some((first, other)) = aliases.insert(flag, (alias.span, &name.value)) {
                sink.push(
                    finding(format!("`{}` is an alias of `{other}` too", alias.value)).also(first, "the other is here"),
                );
            }
        }
    }
}
