//! Cases of kind `approval_render`: an argument in, whether what a person is shown can be read back to it out.

use std::sync::{Arc, Mutex, PoisonError};

use toolgen_model::json::{Json, Object};

use super::call::under;
use super::{Answer, Decision};
use crate::context::Context;
use crate::gate::approval::terminal::prompt;
use crate::gate::approval::{self, Approver, Asking, Question};

pub(super) fn judge(input: &Json) -> Answer {
    let Some(argument) = input.get("arg").or_else(|| input.get("command")).and_then(Json::as_str) else {
        return Answer::unfit("`arg`");
    };
    let prompt = match prompt_of(argument) {
        Ok(prompt) => prompt,
        Err(answer) => return answer,
    };
    if prompt.chars().any(|c| c != '\n' && crate::visible::visible(&c.to_string()) != c.to_string()) {
        return Answer::new(Decision::Allow, "the prompt holds characters that mislead the eye");
    }
    match read_back(&prompt) {
        Some(read) if read == argument => Answer::new(Decision::Contained, "ui.escaped"),
        read => Answer::new(Decision::Allow, format!("the prompt reads as {read:?}")),
    }
}

/// The command that a prompt shows.
fn read_back(prompt: &str) -> Option<String> {
    let shown = prompt.lines().find_map(|line| line.trim_start().strip_prefix("arguments: "))?;
    // `\u{…}` of the prompt is `\u…` of JSON, where one is needed.
    let (mut text, mut rest) = (String::new(), shown);
    while let Some((before, after)) = rest.split_once('\\') {
        text.push_str(before);
        if let Some((code, tail)) = after.strip_prefix("u{").and_then(|after| after.split_once('}')) {
            text.push(char::from_u32(u32::from_str_radix(code, 16).ok()?)?);
            rest = tail;
        } else {
            let length = after.chars().next().map_or(0, char::len_utf8);
            text.push('\\');
            text.push_str(after.get(..length)?);
            rest = after.get(length..)?;
        }
    }
    text.push_str(rest);
    Json::parse(&text).ok()?.get("command")?.as_str().map(str::to_owned)
}

/// Keeps what it is asked and says no.
struct Keeper(Arc<Mutex<Option<Question>>>);

impl Approver for Keeper {
    fn ask<'q>(&'q self, question: &'q Question) -> Asking<'q> {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(question.clone());
        Box::pin(std::future::ready(approval::Answer::No))
    }
}

/// What a terminal shows before a command runs.
pub(super) fn prompt_of(command: &str) -> Result<String, Answer> {
    let kept = Arc::new(Mutex::new(None));
    let tools = under("")?.approver(Keeper(Arc::clone(&kept)));
    let mut arguments = Object::new();
    arguments.insert("command", command);
    let reply = tools.call_now(&Context::new(), "run", &Json::Object(arguments).to_string());
    let question = kept.lock().unwrap_or_else(PoisonError::into_inner).take();
    question.map(|question| prompt(&question, true)).ok_or_else(|| super::call::answer(&reply))
}
