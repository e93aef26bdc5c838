//! `inputSchema:`, `outputSchema:` and `$defs:`: trees in, nodes out that carry the definitions they use.

use std::collections::VecDeque;

use toolgen_model::nearest::nearest;

use super::lower::Lower;
use super::reader::{Reader, wrong};
use super::tree::{Kind, Pair};
use crate::check::keyword;
use crate::diag::{Diagnostic, Rule, Span, Spanned, code::page};
use crate::ir::{Entry, Node, NodeKind};

pub(crate) const RULES: &[Rule] = &[
    page!(
        "TG0209",
        "unknown-ref",
        Error,
        "Reports a `$ref` that refers to nothing in this file.",
        "Only schemas of the same file are read: a remote one could change under the tool.",
        "owner: {$ref: \"#/$defs/Slgu\"}",
        "The name of an entry of `$defs:`, as `#/$defs/NAME`."
    ),
    page!(
        "TG0218",
        "unused-definition",
        Warning,
        "Reports an entry of `$defs:` that no schema refers to.",
        "It is most likely left over, or its name is misspelt where it should be used.",
        "$defs: {Slug: {type: string}}",
        "A `$ref` to it, or no entry."
    ),
];

/// Takes the `$defs:` of the manifest in.
pub(super) fn definitions(block: &Reader<'_>, cx: &mut Lower<'_, '_>) {
    cx.definitions = block
        .map("$defs", cx.report)
        .iter()
        .filter(|pair| pair.value.kind != Kind::Absent)
        .map(|pair| Entry { key: pair.key.clone(), value: pair.value.node() })
        .collect();
    cx.used = vec![false; cx.definitions.len()];
}

/// Reports the entries of `$defs:` that nothing refers to.
pub(super) fn unused(cx: &mut Lower<'_, '_>) {
    for (entry, _) in cx.definitions.iter().zip(&cx.used).filter(|(_, used)| !**used) {
        let name = &entry.key.value;
        cx.report.push(
            Diagnostic::warning("TG0218", entry.key.span, format!("nothing refers to `$defs/{name}`"))
                .help(format!("use it with `{{$ref: \"#/$defs/{name}\"}}`, or delete it")),
        );
    }
}

/// The input schema; an object without properties where none is written.
pub(super) fn input(block: &Reader<'_>, at: Span, cx: &mut Lower<'_, '_>) -> Node {
    let written: Vec<&Pair> =
        ["inputSchema", "input_schema", "parameters"].iter().filter_map(|name| block.pair(name)).collect();
    let Some(pair) = written.first() else { return Node::object(at) };
    let node = pair.value.node();
    for other in &written[1..] {
        if other.value.node().json() != node.json() {
            cx.report.push(
                Diagnostic::error(
                    "TG0109",
                    other.key.span,
                    format!("`{}` and `{}` are one key, and they differ", pair.key.value, other.key.value),
                )
                .also(pair.key.span, "the first is here")
                .help(format!("keep one; `{}` was read", pair.key.value)),
            );
        }
    }
    schema(pair, node, cx)
}

/// The output schema, if there is one.
pub(super) fn output(block: &Reader<'_>, cx: &mut Lower<'_, '_>) -> Option<Node> {
    let pair = block.pair("outputSchema")?;
    let node = pair.value.node();
    Some(schema(pair, node, cx))
}

fn schema(pair: &Pair, node: Node, cx: &mut Lower<'_, '_>) -> Node {
    if !matches!(node.kind, NodeKind::Object(_)) {
        wrong::<()>(&pair.value, "a JSON Schema", cx.report);
        return Node::object(node.span);
    }
    link(node, cx)
}

/// Puts the definitions that `node` uses at its root, those that they use too.
fn link(mut node: Node, cx: &mut Lower<'_, '_>) -> Node {
    let mut wanted: VecDeque<Spanned<String>> = references(&node).into();
    let mut linked: Vec<Entry> = Vec::new();
    while let Some(reference) = wanted.pop_front() {
        let Some(name) = definition(&reference.value) else { continue };
        let known = |entries: &[Entry]| entries.iter().position(|entry| entry.key.value == name);
        if known(&linked).is_some() || node.get("$defs").is_some_and(|own| known(own.entries()).is_some()) {
            continue;
        }
        let Some(at) = known(&cx.definitions) else {
            unknown(&reference, &name, &node, cx);
            // A stand-in, so that one wrong name is one finding.
            let text = Node { kind: NodeKind::String(name.clone()), span: reference.span };
            let key = Spanned::new("description".into(), reference.span);
            let value = Node { kind: NodeKind::Object(vec![Entry { key, value: text }]), span: reference.span };
            linked.push(Entry { key: Spanned::new(name, reference.span), value });
            continue;
        };
        cx.used[at] = true;
        let entry = cx.definitions[at].clone();
        wanted.extend(references(&entry.value));
        linked.push(entry);
    }
    if linked.is_empty() {
        return node;
    }
    let span = linked[0].key.span;
    let NodeKind::Object(entries) = &mut node.kind else { return node };
    match entries.iter_mut().find(|entry| entry.key.value == "$defs") {
        Some(own) => {
            if let NodeKind::Object(own) = &mut own.value.kind {
                own.extend(linked);
            }
        }
        None => entries.push(Entry {
            key: Spanned::new("$defs".into(), span),
            value: Node { kind: NodeKind::Object(linked), span },
        }),
    }
    node
}

/// Every `$ref` of a schema, in order.
fn references(schema: &Node) -> Vec<Spanned<String>> {
    let mut found = Vec::new();
    keyword::walk(schema, &mut |schema| {
        let reference = schema.get("$ref");
        found.extend(reference.and_then(|node| Some(Spanned::new(node.as_str()?.to_owned(), node.span))));
    });
    found
}

/// The name in `#/$defs/NAME`, or in `#/$defs/NAME/…`.
fn definition(reference: &str) -> Option<String> {
    let name = reference.strip_prefix("#/$defs/")?.split('/').next()?;
    Some(name.replace("~1", "/").replace("~0", "~"))
}

fn unknown(reference: &Spanned<String>, name: &str, node: &Node, cx: &mut Lower<'_, '_>) {
    let own = node.get("$defs").map(Node::entries).unwrap_or_default();
    let names = cx.definitions.iter().chain(own).map(|entry| entry.key.value.as_str());
    let finding = Diagnostic::error("TG0209", reference.span, format!("`$defs:` has no schema `{name}`"));
    let finding = match nearest(name, names) {
        Some(near) => {
            let fixed = format!("\"#/$defs/{near}\"");
            finding.help(format!("did you mean `{near}`?")).fix(format!("refer to `{near}`"), reference.span, fixed)
        }
        None => finding.help(format!("add `{name}:` to the `$defs:` of this file")),
    };
    cx.report.push(finding);
}
