//! Cases of kind `output`: what a tool gives, however much and of what form, and what is left of it.

use std::sync::Arc;
use std::time::Duration;

use toolgen_model::json::Json;

use super::folder::Folder;
use super::{Answer, Decision, size};
use crate::context::Context;
use crate::error::ToolError;
use crate::gate::{Answer as Said, Approver, Asking, Question};
use crate::redact::Redactor;
use crate::reply::{Body, Reply};
use crate::table::Table;
use crate::tools::Tools;
use crate::{Exec, tool, tools};

/// The most bytes of a reply, with room for the words that say that it was cut.
const MOST: usize = 50_000 + 200;

/// The most bytes that are kept of a stream.
const STREAM: usize = 1 << 20;

/// How long a command of a case may run.
const TIME: Duration = Duration::from_secs(3);

/// Run a script and tell how much it wrote.
#[tool(effect = write, default = allow)]
fn run(
    /// The script.
    script: &str,
    #[arg(programs("sh"))] exec: &Exec,
) -> Result<String, ToolError> {
    let output = exec.command("sh")?.args(["-c", script]).timeout(TIME).run()?;
    let kept = [&output.stdout, &output.stderr].map(|stream| stream.kept());
    if kept.iter().any(|kept| *kept > STREAM) {
        return Err(ToolError::new("Unbounded", format!("{kept:?} bytes were kept")));
    }
    let code = output.code.map_or_else(|| "none".to_owned(), |code| code.to_string());
    Ok(format!("code {code}\n{}{}", output.stdout.text(), output.stderr.text()))
}

/// Give a text back.
#[tool(effect = read)]
fn say(
    /// The text.
    text: String,
) -> String {
    text
}

static TOOLS: Table = tools![run, say];

struct Always;

impl Approver for Always {
    fn ask<'q>(&'q self, _: &'q Question) -> Asking<'q> {
        Box::pin(std::future::ready(Said::Yes))
    }
}

pub(super) fn judge(input: &Json) -> Answer {
    let text = |key: &str| input.get(key).and_then(Json::as_str);
    if let Some(command) = text("command") {
        return bounded(command).unwrap_or_else(|error| Answer::new(Decision::Fault, error.to_string()));
    }
    if input.get("writer").is_some() {
        // Whatever way bytes take into a reply, its cap is behind them.
        let reply = said(&"x".repeat(10 * MOST));
        return contained(reply.text().len() <= MOST && reply.cut.is_some(), "out.bounded");
    }
    let Some(text) = text("text").or(text("bytes")).or(text("output")).map(size::text) else {
        return Answer::unfit("text, bytes, output, command or writer");
    };
    match input.get("cap").and_then(size::of).and_then(|cap| usize::try_from(cap).ok()) {
        Some(cap) => capped(&text, cap),
        None => framed(&text),
    }
}

fn contained(holds: bool, code: &str) -> Answer {
    Answer::new(if holds { Decision::Contained } else { Decision::Allow }, code)
}

fn said(text: &str) -> Reply {
    let mut arguments = toolgen_model::json::Object::new();
    arguments.insert("text", text);
    let tools = Tools::from(&TOOLS).redact(Arc::new(Redactor::new()));
    tools.call_now(&Context::new(), "say", &Json::Object(arguments).to_string())
}

/// A text of any length, cut where the case says.
fn capped(text: &str, cap: usize) -> Answer {
    let reply = Reply::of(Body::Text(text.to_owned())).capped_at(cap);
    match (reply.cut, reply.text()) {
        (None, kept) if kept == text && text.len() <= cap => Answer::new(Decision::Allow, "out.whole"),
        (Some(cut), shown) => {
            let begins = text.get(..cut.kept).is_some_and(|begin| shown.starts_with(begin));
            contained(begins && cut.kept <= cap && cut.original == text.len(), "out.char_boundary")
        }
        (None, _) => Answer::new(Decision::Allow, "it was neither whole nor cut"),
    }
}

/// A text that wants to pass for something else: for another part of a conversation, or for a terminal's commands.
fn framed(text: &str) -> Answer {
    let reply = said(text);
    let json = reply.to_json();
    let inside = Json::parse(&json).ok();
    let whole = inside.as_ref().and_then(|json| json.get("text")).and_then(Json::as_str) == Some(&*reply.text());
    let one = inside.as_ref().and_then(Json::as_object).is_some_and(|object| object.get("status").is_some());
    let shown = crate::surface::cli::lines(text);
    let quiet = shown.chars().all(|c| !c.is_control() || matches!(c, '\n' | '\t'));
    if !(whole && one && quiet) {
        return Answer::new(Decision::Allow, format!("framed {whole}, one object {one}, quiet {quiet}"));
    }
    contained(true, if shown == text.trim_end_matches('\n') { "out.framed" } else { "out.escaped" })
}

/// A command that writes much, or for ever.
fn bounded(command: &str) -> std::io::Result<Answer> {
    let folder = Folder::new()?;
    let tools = Tools::from(&TOOLS).approver(Always).workspace(folder.path());
    let mut arguments = toolgen_model::json::Object::new();
    arguments.insert("script", command);
    let reply = tools.call_now(&Context::new(), "run", &Json::Object(arguments).to_string());
    let text = reply.text();
    Ok(match &reply.outcome {
        Ok(_) => contained(text.len() <= MOST && !text.starts_with("code none"), "out.bounded"),
        Err(error) if error.error_type == "ToolTimeout" => contained(text.len() <= MOST, "out.bounded: it was ended"),
        Err(error) => Answer::new(Decision::ToolError, error.message.clone()),
    })
}
