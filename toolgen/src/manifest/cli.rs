//! `cli:`: how single arguments are written on a command line.

use super::block::{Block, Shape, optional};
use super::lower::Lower;
use super::reader::Reader;
use crate::diag::{Diagnostic, Spanned};
use crate::ir::Argument;

/// The cli block.
pub(crate) static CLI: Block = Block {
    name: "Cli",
    noun: "`cli`",
    doc: "How arguments are written on a command line.",
    keys: &[optional("args", Shape::Map(&Shape::Block(&ARG)), "By property of the input schema")],
};

static ARG: Block = Block {
    name: "CliArgument",
    noun: "an argument of `cli`",
    doc: "How one argument is written on a command line.",
    keys: &[
        optional("positional", Shape::Whole(1, 1000), "Its place among the arguments without a flag, from 1"),
        optional("short", Shape::Text, "Its one-letter flag"),
        optional(
            "alias",
            Shape::Either(&Shape::Text, &Shape::List(&Shape::Text)),
            "Other names that are accepted for it",
        ),
    ],
};

pub(super) fn arguments(action: &Reader<'_>, cx: &mut Lower<'_, '_>) -> Vec<(Spanned<String>, Argument)> {
    let Some(pair) = action.pair("cli") else { return Vec::new() };
    let Some(block) = cx.open(&pair.value, &CLI, pair.key.span) else { return Vec::new() };
    let mut arguments = Vec::new();
    for pair in block.map("args", cx.report) {
        let Some(block) = cx.open(&pair.value, &ARG, pair.key.span) else { continue };
        let positional = block.whole("positional", cx.report);
        let short = block.text("short", cx.report).and_then(|text| short(&text, cx));
        let aliases = match block.get("alias").map(super::tree::Tree::node).map(|node| node.kind) {
            Some(crate::ir::NodeKind::Array(_)) => block.texts("alias", cx.report),
            Some(_) => block.text("alias", cx.report).into_iter().collect(),
            None => Vec::new(),
        };
        let positional = positional.map(|at| at.map(|at| u32::try_from(at).unwrap_or(u32::MAX)));
        arguments.push((pair.key.clone(), Argument { positional, short, aliases }));
    }
    arguments
}

fn short(text: &Spanned<String>, cx: &mut Lower<'_, '_>) -> Option<Spanned<char>> {
    let mut characters = text.value.trim_start_matches('-').chars();
    match (characters.next(), characters.next()) {
        (Some(letter), None) if letter.is_ascii_alphanumeric() && !text.value.starts_with('-') => {
            Some(Spanned::new(letter, text.span))
        }
        (first, second) => {
            let finding =
                Diagnostic::error("TG0104", text.span, format!("expected one letter or digit, found `{}`", text.value));
            cx.report.push(match (first, second) {
                (Some(letter), None) if letter.is_ascii_alphanumeric() => {
                    finding.help("write it without the dash").fix("take the dash away", text.span, letter.to_string())
                }
                _ => finding.help("write one letter; other names go under `alias:`"),
            });
            None
        }
    }
}
