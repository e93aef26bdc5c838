//! Effects that nobody declared.

use crate::diag::{Diagnostic, Rule, Sink, code::page};
use crate::ir::Tool;

pub(crate) const RULES: &[Rule] = &[page!(
    "TG0220",
    "undeclared-effect",
    Warning,
    "Warns of a tool that says nothing of what a call does.",
    "What is not known asks: every call waits for an approval, and where nobody can be asked it is refused.",
    "greet: {description: Greet somebody}",
    "`annotations: {readOnlyHint: true}` for what only looks, `{readOnlyHint: false, destructiveHint: false}` for what adds or changes, `{destructiveHint: true}` for what can destroy."
)];

pub(super) fn check(tool: &Tool, sink: &mut Sink) {
    if tool.effects.effect.is_none() {
        sink.push(
            Diagnostic::warning(
                "TG0220",
                tool.name_span(),
                format!("nobody says what `{}` does to the world, so every call asks", tool.name()),
            )
            .help(
                "add `annotations: {readOnlyHint: true}` if it only looks; `toolgen explain TG0220` shows the others",
            ),
        );
    }
}
