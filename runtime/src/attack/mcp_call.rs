//! Cases of kind `mcp_call`: a tool that a surface does not offer is called by its name all the same.

use toolgen_model::json::Json;

use super::call::{answer, under};
use super::{Answer, Decision};
use crate::context::{Context, Surface};

pub(super) fn judge(input: &Json) -> Answer {
    let text = |key: &str| input.get(key).and_then(Json::as_str);
    let Some(tool) = text("tool") else { return Answer::unfit("`tool`") };
    let surface = text("surface").unwrap_or("mcp");
    let Some(surface) = Surface::from_name(surface) else { return Answer::unfit("a surface that is known") };
    // The tool of the case is `look` here: offered there, or not.
    let hidden = tool.contains("not on") || input.get("exposed").and_then(Json::as_bool) == Some(false);
    let denied = if hidden { "[\"look\"]" } else { "[]" };
    let policy = format!("[surfaces.{}]\ndenied_tools = {denied}\n", surface.name());
    let tools = match under(&policy) {
        Ok(tools) => tools,
        Err(answer) => return answer,
    };
    let context = Context::new().through(surface);
    let reply = tools.call_now(&context, "look", "{}");
    if hidden && tools.offered(&context).any(|offered| offered.name == "look") {
        return Answer::new(Decision::Allow, "what is refused is listed");
    }
    answer(&reply)
}
