//! The question of a supervised call: its row and arguments in, text that is safe to show out.

use toolgen_model::catalog::Row;
use toolgen_model::json::Json;

use super::approval::Question;
use crate::call::Call;
use crate::visible::visible;

/// The question about `call`.
pub(crate) fn of(call: &Call<'_>, row: &Row) -> Question {
    let arguments = call.input();
    let text = match &row.gate.confirm {
        Some(confirm) => filled(confirm, arguments),
        None => format!("Allow `{}`? {}", row.name, row.summary()),
    };
    Question {
        tool: visible(&row.name),
        text: visible(&text),
        arguments: visible(&arguments.canonical()),
        agent: visible(call.context().agent()),
    }
}

/// `template` with the arguments in place of its `${input.x}` references. A text that was put in is
/// never read as a template again.
fn filled(template: &str, arguments: &Json) -> String {
    let mut text = String::new();
    let mut rest = template;
    while let Some((before, after)) = rest.split_once("${input.") {
        let Some((name, after)) = after.split_once('}') else { break };
        text.push_str(before);
        match arguments.get(name) {
            Some(Json::String(value)) => text.push_str(value),
            Some(value) => text.push_str(&value.to_string()),
            None => text.push_str("(not given)"),
        }
        rest = after;
    }
    text.push_str(rest);
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn references_are_filled_once() {
        let arguments = Json::parse(r#"{"a":"${input.b}","b":2}"#).unwrap();
        assert_eq!(filled("x ${input.a} y ${input.b} z ${input.c}", &arguments), "x ${input.b} y 2 z (not given)");
        assert_eq!(filled("open ${input.a", &arguments), "open ${input.a");
    }
}
