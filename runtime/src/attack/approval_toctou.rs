//! Cases of kind `approval_toctou`: a command that is approved while its script holds one text, and another later.

use std::path::{Path, PathBuf};

use toolgen_model::json::{Json, Object};

use super::call::{answer, under};
use super::folder::Folder;
use super::{Answer, Decision};
use crate::context::Context;
use crate::gate::approval::{self, Approver, Asking, Question};

/// Rewrites the script while it is asked, or not, and says yes.
struct Rewriter {
    script: PathBuf,
    rewrites: bool,
}

impl Approver for Rewriter {
    fn ask<'q>(&'q self, _: &'q Question) -> Asking<'q> {
        if self.rewrites {
            let _ = std::fs::write(&self.script, "echo changed\n");
        }
        Box::pin(std::future::ready(approval::Answer::Yes))
    }
}

pub(super) fn judge(input: &Json) -> Answer {
    let Some(command) = input.get("command").and_then(Json::as_str) else { return Answer::unfit("`command`") };
    let between = input.get("between").and_then(Json::as_str).unwrap_or_default();
    let Ok(folder) = Folder::new() else { return Answer::new(Decision::Fault, "no folder for the case") };
    // The script of the case, under the name under which both tools know it.
    let named = command.split_whitespace().map(Path::new).rfind(|word| word.extension().is_some());
    let script = named.and_then(Path::file_name).and_then(|name| name.to_str()).unwrap_or("script.sh");
    let command = command.replace(script, "script.sh");
    let path = folder.path().join("script.sh");
    let written = std::fs::write(&path, "echo approved\n")
        .and_then(|()| std::fs::write(folder.path().join("then.sh"), "echo changed\n"));
    if let Err(error) = written {
        return Answer::new(Decision::Fault, error.to_string());
    }
    let late = between.contains("after");
    let rewrites = !late && between.contains("rewrite");
    let tools = match under("") {
        Ok(tools) => tools.workspace(folder.path()).approver(Rewriter { script: path, rewrites }),
        Err(answer) => return answer,
    };
    let mut arguments = Object::new();
    arguments.insert("command", command);
    let name = if late { "run_late" } else { "run" };
    let reply = tools.call_now(&Context::new(), name, &Json::Object(arguments).to_string());
    if reply.is_ok() && reply.text().contains("changed") {
        return Answer::new(Decision::Allow, "the bytes that ran are not those that were approved");
    }
    match answer(&reply) {
        // The call had begun: it went on without the changed bytes, or it ended.
        refused if late => Answer::new(Decision::Contained, refused.reason),
        answer => answer,
    }
}
