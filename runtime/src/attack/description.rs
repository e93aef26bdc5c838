//! Cases of kind `description`: a text that a model reads.

use toolgen_model::json::Json;

use super::compiled::{Compiled, body, manifest, quoted};
use super::{Answer, Decision};

/// The compiler takes the text as a tool's description, or refuses it.
pub(super) fn judge(input: &Json) -> Answer {
    let Some(text) = input.get("text").and_then(Json::as_str) else { return Answer::unfit("text") };
    match Compiled::of(&manifest("", &[("tool".to_owned(), body(&quoted(text)))])).error() {
        Some(error) => Answer::new(Decision::RejectAtBuild, error),
        None => Answer::new(Decision::Allow, "text.visible"),
    }
}
