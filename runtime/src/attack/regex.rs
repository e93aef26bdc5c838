//! Cases of kind `regex`: a pattern of a schema and a text that it should, or should not, take.

use toolgen_model::json::Json;
use toolgen_model::pattern::Pattern;

use super::{Answer, Decision};

/// A pattern that the schema engine does not take is refused at build. A text that it does not match is a violation.
/// Matching is linear in the text whatever the pattern, so that nothing here can hang.
pub(super) fn judge(input: &Json) -> Answer {
    let Some(pattern) = input.get("pattern").and_then(Json::as_str) else { return Answer::unfit("pattern") };
    let compiled = match Pattern::compile(pattern) {
        Ok(compiled) => compiled,
        Err(why) => return Answer::new(Decision::RejectAtBuild, format!("regex.dialect: {why}")),
    };
    match input.get("text").and_then(Json::as_str) {
        None => Answer::new(Decision::Allow, "regex.valid"),
        Some(text) if compiled.is_match(text) => Answer::new(Decision::Contained, "regex.linear"),
        Some(_) => Answer::new(Decision::Deny, "args.schema"),
    }
}
