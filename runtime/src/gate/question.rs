//! The question of a supervised call: its row and arguments in, text that is safe to show out.

use toolgen_model::catalog::Row;
use toolgen_model::json::Json;

use super::approval::Question;
use super::approval::binding::Binding;
use super::pass::Pass;
use crate::visible::{reversible, visible};

/// Programs that read a script from an argument.
const SHELLS: [&str; 7] = ["sh", "bash", "dash", "zsh", "ksh", "ash", "fish"];

/// The question about a call.
pub(crate) fn of(pass: &Pass<'_>, row: &Row, binding: &Binding, id: u64, seconds: u64) -> Question {
    let (arguments, asked) = (pass.call.input(), pass.call.asked());
    let text = match &row.gate.confirm {
        Some(confirm) => filled(confirm, arguments),
        None => visible(&format!("Allow `{}`? {}", row.name, row.summary())),
    };
    let operands = binding.operands.iter();
    Question {
        id,
        tool: visible(&row.name),
        text,
        // Canonical JSON escapes backslashes itself.
        arguments: visible(&arguments.canonical()),
        agent: visible(asked.agent()),
        surface: asked.surface().name().to_owned(),
        directory: reversible(&pass.call.tools.place().display().to_string()),
        profile: pass.profile.as_deref().map(visible),
        programs: script(row, arguments).map(programs).unwrap_or_default(),
        operands: operands.map(|it| format!("{} {}", reversible(&it.path.display().to_string()), it.state)).collect(),
        can_remember: can_remember(row, arguments),
        seconds,
    }
}

/// The script that a call hands to a shell, where it does.
pub(crate) fn script<'i>(row: &Row, input: &'i Json) -> Option<&'i str> {
    let named = row.gate.exec.iter().find_map(|entry| entry.strip_prefix("shell(")?.strip_suffix(')'));
    if let Some(text) = named.and_then(|name| input.get(name)).and_then(Json::as_str) {
        return Some(text);
    }
    if !row.gate.exec.iter().any(|program| SHELLS.contains(&program.as_str())) {
        return None;
    }
    let named = ["command", "script", "cmd"].iter().find_map(|name| input.get(name).and_then(Json::as_str));
    named.or_else(|| input.as_object()?.iter().find_map(|(_, value)| value.as_str()))
}

/// Whether an answer for the session may be given: not for what runs other programs, nor for what cannot be read.
pub(crate) fn can_remember(row: &Row, input: &Json) -> bool {
    if row.gate.exec.is_empty() || !toolgen_model::enforced!("approval.always") {
        return true;
    }
    match script(row, input) {
        #[cfg(feature = "shell")]
        Some(script) => {
            use crate::shell::{Policy, SearchPath, judge};
            judge(script, &Policy::standard(), &SearchPath::system()).can_remember
        }
        // Programs with a fixed name and arguments of their own: the arguments are part of what is remembered.
        None => row.gate.exec.iter().all(|program| !program.contains(['$', '('])),
        #[cfg(not(feature = "shell"))]
        Some(_) => false,
    }
}

/// The programs of a script, one a line.
fn programs(script: &str) -> Vec<String> {
    #[cfg(feature = "shell")]
    {
        match crate::shell::parse(script) {
            crate::shell::Script::Plain(plan) => {
                let words = |argv: &[String]| argv.iter().map(|word| reversible(word)).collect::<Vec<_>>();
                plan.commands().map(|command| format!("{:?}", words(&command.argv)).replace("\\\\", "\\")).collect()
            }
            crate::shell::Script::Opaque(opaque) => {
                vec![format!("cannot be read ahead: {}", visible(&opaque.to_string()))]
            }
        }
    }
    #[cfg(not(feature = "shell"))]
    {
        vec![format!("cannot be read ahead: a script of {} bytes", script.len())]
    }
}

/// `template` with the arguments in place of its `${input.x}` references. A text that was put in is
/// never read as a template again.
fn filled(template: &str, arguments: &Json) -> String {
    let mut text = String::new();
    let mut rest = template;
    while let Some((before, after)) = rest.split_once("${input.") {
        let Some((name, after)) = after.split_once('}') else { break };
        text.push_str(&visible(before));
        match arguments.get(name) {
            Some(Json::String(value)) => text.push_str(&reversible(value)),
            Some(value) => text.push_str(&visible(&value.to_string())),
            None => text.push_str("(not given)"),
        }
        rest = after;
    }
    text.push_str(&visible(rest));
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn references_are_filled_once_and_can_be_read_back() {
        let arguments = Json::parse(r#"{"a":"${input.b}","b":2,"c":"a\u202eb","d":"a\\u{202e}b"}"#).unwrap();
        assert_eq!(filled("x ${input.a} y ${input.b} z ${input.e}", &arguments), "x ${input.b} y 2 z (not given)");
        assert_eq!(filled("open ${input.a", &arguments), "open ${input.a");
        assert_eq!(filled("${input.c} ${input.d}", &arguments), r"a\u{202e}b a\\u{202e}b");
    }
}
