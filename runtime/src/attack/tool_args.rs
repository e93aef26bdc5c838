//! Cases of kind `tool_args`: a tool with arguments that name places, or that would change the policy.

use std::path::Path;

use toolgen_model::json::Json;
use toolgen_policy::Sources;
use toolgen_policy::live::{By, Kept};

use super::call::under;
use super::folder::Folder;
use super::{Answer, Decision};

pub(super) fn judge(input: &Json) -> Answer {
    let Some(Json::Object(arguments)) = input.get("args") else { return Answer::unfit("`args`") };
    if let Some(Json::Object(set)) = arguments.get("set") {
        let pairs = set.iter().map(|(key, value)| {
            let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
            (key.to_owned(), text)
        });
        return changed(pairs.collect());
    }
    let root = input.get("root").and_then(Json::as_str).unwrap_or("/workspace");
    let Ok(folder) = Folder::new() else { return Answer::new(Decision::Fault, "no folder for the case") };
    let Ok(workspace) = folder.path().canonicalize() else { return Answer::new(Decision::Fault, "no folder") };
    let places = ["path", "dir", "file", "cwd", "folder", "root"];
    for (key, value) in arguments.iter() {
        let Some(text) = value.as_str().filter(|_| places.iter().any(|place| key.contains(place))) else { continue };
        // The case's root stands where the folder of this run is.
        let moved = match Path::new(text).strip_prefix(root) {
            Ok(inside) => workspace.join(inside).display().to_string(),
            Err(_) => text.to_owned(),
        };
        if let Err(error) = crate::capability::place::place(&workspace, &moved) {
            return Answer::new(Decision::Deny, format!("path.outside_root: {}", error.message));
        }
    }
    Answer::new(Decision::Allow, "inside")
}

/// What a tool that reloads the configuration can make of these settings: whoever is not the operator may only
/// tighten.
fn changed(set: Vec<(String, String)>) -> Answer {
    let tools = match under("[security.tool_policy]\ndefault = \"deny\"\n") {
        Ok(tools) => tools,
        Err(answer) => return answer,
    };
    match tools.reload(&Sources { flags: set, ..Sources::default() }, By::Anybody) {
        Ok(_) => Answer::new(Decision::Allow, "policy.tightened"),
        Err(Kept::Looser(what)) => Answer::new(Decision::Deny, format!("policy.loosening: {}", what.join("; "))),
        Err(Kept::Broken(findings)) => {
            let text = findings.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ");
            Answer::new(Decision::Deny, format!("policy.reload_failed: {text}"))
        }
    }
}
