//! Cases of kind `tool_name`: a name beside existing ones.

use toolgen_model::json::Json;

use super::compiled::{Compiled, body, manifest, quoted};
use super::{Answer, Decision};

/// The compiler takes the name into one manifest with the others, or refuses it.
pub(super) fn judge(input: &Json) -> Answer {
    let Some(name) = input.get("name").and_then(Json::as_str) else { return Answer::unfit("name") };
    let existing = input.get("existing").and_then(Json::as_array).unwrap_or_default();
    let names = existing.iter().filter_map(Json::as_str).chain([name]);
    let tools: Vec<(String, String)> = names.map(|name| (quoted(name), body("A tool."))).collect();
    match Compiled::of(&manifest("", &tools)).error() {
        Some(error) => Answer::new(Decision::RejectAtBuild, error),
        None => Answer::new(Decision::Allow, "name.valid"),
    }
}
