//! A mapping and its [`Block`] in, typed values out; what does not fit becomes a finding.

use toolgen_model::nearest::nearest;

use super::block::{Block, Need, Shape, every};
use super::report::Report;
use super::tool::MANIFEST;
use super::tree::{Kind, Pair, Tree};
use super::unit;
use crate::diag::{Diagnostic, Rule, Span, Spanned, code::page};
use crate::ir::NodeKind;

pub(crate) const RULES: &[Rule] = &[
    page!(
        "TG0101",
        "unknown-key",
        Error,
        "Reports a key that the language does not know at this place, with the nearest one that it does.",
        "An unknown key is a wish that nobody grants: a misspelt `permision:` would leave a tool open.",
        "greet:\n  descripton: Greet somebody",
        "The key that was meant, or none."
    ),
    page!(
        "TG0102",
        "misplaced-key",
        Error,
        "Reports a key that the language knows, but in another block.",
        "At this place it has no effect.",
        "greet:\n  readOnlyHint: true",
        "The key where it belongs: `annotations: {readOnlyHint: true}`."
    ),
    page!(
        "TG0103",
        "missing-key",
        Error,
        "Reports a block without a key that it cannot do without.",
        "There is no default that would be right for everybody.",
        "handler: {http: {url: \"https://example.com\"}}",
        "The key with a value: `method: GET`."
    ),
    page!(
        "TG0104",
        "wrong-type",
        Error,
        "Reports a value of another kind than its key takes.",
        "Guessing would hide a mistake: `version: 1.10` is the number 1.1.",
        "version: 1.10",
        "A value of the kind that is named; quotes make text of anything."
    ),
    page!(
        "TG0105",
        "unknown-word",
        Error,
        "Reports a value that is none of the words that its key takes.",
        "The words are a closed list.",
        "permission: {default: ask}",
        "One of the words: `supervised`."
    ),
    page!(
        "TG0108",
        "number-out-of-bounds",
        Error,
        "Reports a number outside of what its key takes.",
        "The runtime could not hold to it.",
        "retry: {max: 1000}",
        "A number within the bounds that are named."
    ),
    page!(
        "TG0110",
        "empty-text",
        Error,
        "Reports text without a visible character where a key needs some.",
        "An empty name or question says nothing to anybody.",
        "description: \"\"",
        "The text, or no key at all."
    ),
];

/// A mapping that is read by its block.
pub(super) struct Reader<'t> {
    block: &'static Block,
    pairs: &'t [Pair],
    /// Keys that stand here misspelt, as their findings say
    meant: Vec<(&'static str, Span)>,
}

impl<'t> Reader<'t> {
    /// Opens `tree` as `block`; `at` is where a missing key is reported. `None`, with a finding, when it
    /// is no mapping.
    pub(super) fn open(
        tree: &'t Tree,
        block: &'static Block,
        at: Span,
        partial: bool,
        report: &mut Report<'_>,
    ) -> Option<Reader<'t>> {
        if !matches!(tree.kind, Kind::Map(_)) {
            return wrong(tree, &format!("a mapping with the keys of {}", block.noun), report);
        }
        let mut reader = Reader { block, pairs: tree.pairs(), meant: Vec::new() };
        for pair in reader.pairs {
            if block.key(&pair.key.value).is_none() {
                let meant = unknown(block, pair, reader.pairs, report);
                reader.meant.extend(meant.map(|name| (name, pair.value.span)));
            }
        }
        for key in block.keys.iter().filter(|key| key.need == Need::Required && !partial) {
            if reader.span_of(key.name).is_none() {
                report.push(
                    Diagnostic::error("TG0103", at, format!("{} needs `{}:`", block.noun, key.name))
                        .label(format!("`{}:` is missing here", key.name))
                        .help(format!("add `{}:`, {}", key.name, lower_first(key.doc))),
                );
            }
        }
        Some(reader)
    }

    /// The key and value under `name`, unless it is absent or was refused.
    pub(super) fn pair(&self, name: &str) -> Option<&'t Pair> {
        debug_assert!(self.block.key(name).is_some(), "`{name}` is not in the table of {}", self.block.noun);
        self.pairs.iter().find(|pair| pair.key.value == name && !pair.value.is_refused())
    }

    /// Where the value under `name` stands, refused or not, misspelt or not.
    pub(super) fn span_of(&self, name: &str) -> Option<Span> {
        let written = self.pairs.iter().find(|pair| pair.key.value == name).map(|pair| pair.value.span);
        written.or_else(|| self.meant.iter().find(|(meant, _)| *meant == name).map(|(_, span)| *span))
    }

    /// The value under `name`.
    pub(super) fn get(&self, name: &str) -> Option<&'t Tree> {
        self.pair(name).map(|pair| &pair.value)
    }

    /// Text that is not empty.
    pub(super) fn text(&self, name: &str, report: &mut Report<'_>) -> Option<Spanned<String>> {
        text(self.get(name)?, report)
    }

    /// `true` or `false`.
    pub(super) fn flag(&self, name: &str, report: &mut Report<'_>) -> Option<Spanned<bool>> {
        let tree = self.get(name)?;
        match tree.kind {
            Kind::Json(NodeKind::Bool(value)) => Some(Spanned::new(value, tree.span)),
            _ => wrong(tree, "`true` or `false`", report),
        }
    }

    /// A whole number within the bounds of the table.
    pub(super) fn whole(&self, name: &str, report: &mut Report<'_>) -> Option<Spanned<u64>> {
        let Some(Shape::Whole(low, high)) = self.block.key(name).map(|key| &key.shape) else { return None };
        whole(self.get(name)?, *low, *high, report)
    }

    /// Milliseconds.
    pub(super) fn duration(&self, name: &str, report: &mut Report<'_>) -> Option<Spanned<u64>> {
        unit::duration(self.get(name)?, report)
    }

    /// Bytes.
    pub(super) fn size(&self, name: &str, report: &mut Report<'_>) -> Option<Spanned<u64>> {
        unit::size(self.get(name)?, report)
    }

    /// One of the words of the table.
    pub(super) fn word(&self, name: &str, report: &mut Report<'_>) -> Option<Spanned<&'static str>> {
        let Some(Shape::Word(words)) = self.block.key(name).map(|key| &key.shape) else { return None };
        word(self.get(name)?, words, report)
    }

    /// A list of texts; empty when it is absent.
    pub(super) fn texts(&self, name: &str, report: &mut Report<'_>) -> Vec<Spanned<String>> {
        self.list(name, report).iter().filter_map(|item| text(item, report)).collect()
    }

    /// The items of a list; none when it is absent.
    pub(super) fn list(&self, name: &str, report: &mut Report<'_>) -> &'t [Tree] {
        match self.get(name).map(|tree| (&tree.kind, tree)) {
            Some((Kind::List(items), _)) => items,
            Some((_, tree)) => {
                wrong::<()>(tree, "a list", report);
                &[]
            }
            None => &[],
        }
    }

    /// The entries of a mapping; none when it is absent.
    pub(super) fn map(&self, name: &str, report: &mut Report<'_>) -> &'t [Pair] {
        match self.get(name).map(|tree| (&tree.kind, tree)) {
            Some((Kind::Map(pairs), _)) => pairs,
            Some((_, tree)) => {
                wrong::<()>(tree, "a mapping", report);
                &[]
            }
            None => &[],
        }
    }
}

/// Text that is not empty, or a finding.
pub(super) fn text(tree: &Tree, report: &mut Report<'_>) -> Option<Spanned<String>> {
    match &tree.kind {
        Kind::Json(NodeKind::String(text)) if text.trim().is_empty() => {
            report.push(
                Diagnostic::error("TG0110", tree.span, "expected text, and this is empty")
                    .help("write it, or leave the key out"),
            );
            None
        }
        Kind::Json(NodeKind::String(text)) => Some(Spanned::new(text.clone(), tree.span)),
        _ => wrong(tree, "text", report),
    }
}

/// A whole number between two others, or a finding.
pub(super) fn whole(tree: &Tree, low: u64, high: u64, report: &mut Report<'_>) -> Option<Spanned<u64>> {
    let number = match &tree.kind {
        Kind::Json(NodeKind::Number(number)) => toolgen_model::json::whole(number),
        _ => None,
    };
    match number {
        Some(n) if (i128::from(low)..=i128::from(high)).contains(&n) => {
            Some(Spanned::new(u64::try_from(n).unwrap_or(high), tree.span))
        }
        Some(n) => {
            report.push(
                Diagnostic::error(
                    "TG0108",
                    tree.span,
                    format!("expected a whole number from {low} to {high}, found {n}"),
                )
                .help(format!("write a number from {low} to {high}")),
            );
            None
        }
        None => wrong(tree, "a whole number", report),
    }
}

/// One of `words`, or a finding.
pub(super) fn word(
    tree: &Tree,
    words: &'static [&'static str],
    report: &mut Report<'_>,
) -> Option<Spanned<&'static str>> {
    let written = text(tree, report)?;
    if let Some(word) = words.iter().find(|word| **word == written.value) {
        return Some(Spanned::new(word, tree.span));
    }
    let all = words.iter().map(|word| format!("`{word}`")).collect::<Vec<_>>().join(", ");
    let finding = Diagnostic::error("TG0105", tree.span, format!("expected one of {all}, found `{}`", written.value));
    report.push(match nearest(&written.value, words.iter().copied()) {
        Some(near) => finding.help(format!("write `{near}`")).fix(format!("write `{near}`"), tree.span, near),
        None => finding.help(format!("write one of {all}")),
    });
    None
}

/// A finding that something else was expected; always `None`, for the caller to return.
pub(super) fn wrong<T>(tree: &Tree, expected: &str, report: &mut Report<'_>) -> Option<T> {
    if tree.is_refused() {
        return None;
    }
    let raw = report.raw(tree.span).to_owned();
    let finding = Diagnostic::error("TG0104", tree.span, format!("expected {expected}, found {}", tree.what()));
    report.push(match &tree.kind {
        Kind::Json(NodeKind::Number(_) | NodeKind::Bool(_)) if expected == "text" => {
            finding.help("quote it").fix("quote it", tree.span, format!("\"{raw}\""))
        }
        Kind::Json(NodeKind::String(_)) if expected == "a list" && !raw.contains('\n') => {
            let list = format!("[{raw}]");
            finding.help(format!("write `{list}`")).fix("make it a list", tree.span, list)
        }
        Kind::Json(NodeKind::String(text)) if expected == "`true` or `false`" || expected == "a whole number" => {
            let plain = text.trim();
            let fits = plain == "true" || plain == "false" || plain.parse::<u64>().is_ok();
            match fits {
                true => finding.help("take the quotes away").fix("take the quotes away", tree.span, plain),
                false => finding.help(format!("write {expected}")),
            }
        }
        Kind::Json(NodeKind::Null) => finding.help(format!("write {expected}, or leave the key out")),
        _ => finding.help(match expected {
            "a list" => "write `[…]`, or each item on a line of its own after `- `".to_owned(),
            "a mapping" => "write `{name: value}`, or each `name: value` on a line of its own".to_owned(),
            "a JSON Schema" => "write a mapping such as `{type: object, properties: {…}}`".to_owned(),
            _ => format!("write {expected}"),
        }),
    });
    None
}

/// Reports a key that is none of `block`'s; the key that is meant, where that is likely.
fn unknown(block: &'static Block, pair: &Pair, siblings: &[Pair], report: &mut Report<'_>) -> Option<&'static str> {
    let (key, span) = (&pair.key.value, pair.key.span);
    if report.is_full("TG0101") {
        report.push(Diagnostic::error("TG0101", span, String::new()));
        return None;
    }
    let elsewhere: Vec<&'static Block> =
        every(&MANIFEST).into_iter().filter(|other| !std::ptr::eq(*other, block) && other.key(key).is_some()).collect();
    let free = block.names().filter(|name| !siblings.iter().any(|sibling| sibling.key.value == *name));
    let meant = nearest(key, free);
    if let Some(home) = elsewhere.first() {
        let homes = elsewhere.iter().map(|home| home.noun).collect::<Vec<_>>().join(", or in ");
        let inside = block.keys.iter().find(|key| key.shape.blocks().iter().any(|inner| std::ptr::eq(*inner, *home)));
        let finding = Diagnostic::error("TG0102", span, format!("`{key}` has no meaning in {}", block.noun));
        // A key that has its place below this one was put too high; any other may as well be a slip.
        let (help, meant) = match (inside, meant) {
            (Some(inside), _) => (format!("put it under `{}:`", inside.name), None),
            (None, Some(near)) => (format!("did you mean `{near}`? `{key}` itself belongs in {homes}"), Some(near)),
            (None, None) => (format!("it belongs in {homes}"), None),
        };
        let finding = finding.help(help);
        report.push(match meant {
            Some(near) => finding.fix(format!("write `{near}`"), span, near),
            None => finding,
        });
        return meant;
    }
    let finding = Diagnostic::error("TG0101", span, format!("{} has no key `{key}`", block.noun));
    report.push(match meant {
        Some(near) => finding.help(format!("did you mean `{near}`?")).fix(format!("write `{near}`"), span, near),
        None => {
            let all = block.names().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
            finding.help(format!("its keys are {all}"))
        }
    });
    meant
}

fn lower_first(text: &str) -> String {
    let mut characters = text.chars();
    characters.next().map(|first| first.to_lowercase().chain(characters).collect()).unwrap_or_default()
}
