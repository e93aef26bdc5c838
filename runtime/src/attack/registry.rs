//! Cases of kind `registry`: tools of several origins that meet in one program.

use toolgen_model::catalog::Row;
use toolgen_model::effect::Effect;
use toolgen_model::json::Json;

use super::rules::{cell, gated, loaded, row, text, texts};
use super::{Answer, Decision};

/// All tools become rows of one universe, and an empty policy, or the rule of the case, is checked over them.
pub(super) fn judge(input: &Json) -> Answer {
    let tools = rows(input);
    if tools.is_empty() {
        return Answer::unfit("tools, a server, or a personal or new tool");
    }
    // A tool of the same name in a nearer place does not take the place of the one before.
    if let (Some(first), Some(_)) = (text(input, &["common"]), text(input, &["personal"])) {
        return match loaded("", &tools[..1]) {
            Ok(snapshot) => cell(&snapshot, first, "", "agent"),
            Err(answer) => answer,
        };
    }
    let rule =
        text(input, &["rule"]).map(|name| format!("[security.tool_policy.tools]\n{} = \"deny\"\n", Json::from(name)));
    match loaded(&rule.unwrap_or_default(), &tools) {
        Err(answer) => answer,
        Ok(snapshot) => match tools.last() {
            Some(last) => cell(&snapshot, &last.name, "", "agent"),
            None => Answer::new(Decision::Deny, "id.unknown"),
        },
    }
}

fn rows(input: &Json) -> Vec<Row> {
    let list = |key: &str| texts(input, key).unwrap_or_default();
    let (servers, tools, actions) = (list("servers"), list("tools"), list("actions"));
    let of_server = |server: &str, tool: &str| {
        let mut row = row(&format!("mcp__{server}_"), &[]);
        row.action = Some(tool.to_owned());
        row.seal()
    };
    if !servers.is_empty() {
        return servers.iter().zip(&tools).map(|(server, tool)| of_server(server, tool)).collect();
    }
    if let Some(server) = text(input, &["server"]) {
        return vec![of_server(server, "tool")];
    }
    if !tools.is_empty() {
        return tools.iter().enumerate().map(|(at, tool)| acted(row(tool, &[]), actions.get(at).copied())).collect();
    }
    if let (Some(common), Some(personal)) = (text(input, &["common"]), text(input, &["personal"])) {
        let is_gated = input.get("common_gated").and_then(Json::as_bool) == Some(true);
        let first = if is_gated { gated(row(common, &[]), None) } else { row(common, &[]) };
        return vec![first, row(personal, &[])];
    }
    let found = text(input, &["personal_tool", "new_tool", "tool"]).map(|tool| {
        let mut row = acted(row(tool, &[]), text(input, &["action"]));
        // What another origin says of its effects is one of ours, or nothing that we know.
        let said: Vec<Option<Effect>> = list("effects").into_iter().map(Effect::from_name).collect();
        row.effects.effect = said.into_iter().max().flatten();
        row.seal()
    });
    found.into_iter().collect()
}

fn acted(mut row: Row, action: Option<&str>) -> Row {
    row.action = action.map(str::to_owned);
    row.seal()
}
