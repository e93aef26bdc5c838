//! Attack cases in, the decision of the mechanism that they attack out: one JSON object a line both ways.
//!
//! A case is `{"id": …, "class": …, "input": {"kind": …, …}}`. The kind selects the driver; each driver sets up what
//! the case describes and asks the mechanism itself. Nothing here decides by a case's id or text.

use std::io::{self, BufRead, BufReader, ErrorKind, Read, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::ExitCode;

use serde_json::json;
use toolgen_model::json::Json;

mod answer;
mod approval;
mod approval_render;
mod approval_toctou;
mod archive;
mod audit;
mod call;
mod cli;
mod code_lint;
mod compiled;
mod confined;
mod delegate;
mod description;
mod environment;
mod exec_template;
mod folder;
mod http;
mod http_body;
mod http_dns;
mod http_redirect;
mod manifest;
mod mcp_call;
mod output;
mod path;
mod policy;
mod proxy_connect;
mod rate;
mod regex;
mod registry;
mod rules;
mod run;
mod script;
mod secret;
mod secret_template;
mod size;
mod tool_args;
mod tool_name;
mod world;

pub use answer::{Answer, Decision};

/// No case is longer, in bytes.
const LONGEST_LINE: u64 = 4 << 20;

/// Judges one case of a kind.
type Driver = fn(&Json) -> Answer;

/// The driver of each kind.
const DRIVERS: &[(&str, Driver)] = &[
    ("approval", approval::judge),
    ("approval_render", approval_render::judge),
    ("approval_toctou", approval_toctou::judge),
    ("archive", archive::judge),
    ("audit", audit::judge),
    ("child_env", environment::child),
    ("cli", cli::judge),
    ("code_lint", code_lint::judge),
    ("delegate", delegate::judge),
    ("description", description::judge),
    ("exec", run::judge),
    ("exec_template", exec_template::judge),
    ("http", http::judge),
    ("http_body", http_body::judge),
    ("http_dns", http_dns::judge),
    ("http_redirect", http_redirect::judge),
    ("manifest", manifest::judge),
    ("mcp_call", mcp_call::judge),
    ("output", output::judge),
    ("path", path::judge),
    ("policy", policy::judge),
    ("proc_environ", environment::own),
    ("proxy_connect", proxy_connect::judge),
    ("race", path::race),
    ("rate", rate::judge),
    ("regex", regex::judge),
    ("registry", registry::judge),
    ("sandbox", confined::judge),
    ("sandbox_argv", environment::argv),
    ("sandbox_env", environment::sandboxed),
    ("sandbox_mount", confined::mount),
    ("sandbox_then_host", path::then_host),
    ("secret", secret::judge),
    ("shell", script::judge),
    ("shell_session", script::session),
    ("tempfile", path::tempfile),
    ("tool_args", tool_args::judge),
    ("tool_name", tool_name::judge),
];

/// What the mechanism decides in a case's `input`; `no_driver` for a kind that is not known here.
pub fn judge(input: &Json) -> Answer {
    let kind = input.get("kind").and_then(Json::as_str).unwrap_or_default();
    let Some((_, driver)) = DRIVERS.iter().find(|(name, _)| *name == kind) else {
        return Answer::new(Decision::NoDriver, format!("no driver for cases of kind {kind:?}"));
    };
    catch_unwind(AssertUnwindSafe(|| driver(input)))
        .unwrap_or_else(|_| Answer::new(Decision::Fault, "the driver panicked"))
}

/// The command: `attack --jsonl FILE`, where `-` is standard input. Exit code 0 when every line was a case, 1 when one
/// was not or could not be answered, 2 for wrong words or a file that cannot be read.
pub fn main(words: &[String]) -> ExitCode {
    let [flag, file] = words else { return misused("two words are expected: --jsonl FILE") };
    if flag != "--jsonl" {
        return misused(&format!("unknown option {flag:?}; expected --jsonl FILE"));
    }
    let cases: Box<dyn Read> = if file == "-" {
        Box::new(io::stdin().lock())
    } else {
        match std::fs::File::open(file) {
            Ok(file) => Box::new(file),
            Err(error) => return misused(&format!("{file:?} cannot be read: {error}")),
        }
    };
    match answer_all(BufReader::new(cases), io::stdout().lock()) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(1),
        Err(error) if error.kind() == ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => misused(&format!("the cases cannot be read or answered: {error}")),
    }
}

/// Answers every line and says whether each was a case.
fn answer_all(mut cases: impl BufRead, mut out: impl Write) -> io::Result<bool> {
    let mut good = true;
    loop {
        let mut line = Vec::new();
        let read = cases.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line)?;
        if read == 0 {
            return Ok(good);
        }
        if read as u64 == LONGEST_LINE {
            return Err(io::Error::new(ErrorKind::InvalidData, format!("a line has over {LONGEST_LINE} bytes")));
        }
        if line.iter().all(u8::is_ascii_whitespace) {
            continue;
        }
        let (id, answer) = answer_line(&line);
        good &= !matches!(answer.decision, Decision::NoCase | Decision::Fault);
        writeln!(out, "{}", json!({"id": id, "decision": answer.decision.name(), "reason": answer.reason}))?;
        out.flush()?;
    }
}

fn answer_line(line: &[u8]) -> (Option<String>, Answer) {
    let no_case = |why: String| (None, Answer::new(Decision::NoCase, why));
    let text = match std::str::from_utf8(line) {
        Ok(text) => text,
        Err(error) => return no_case(format!("no valid UTF-8: {error}")),
    };
    let case = match Json::parse(text) {
        Ok(case) => case,
        Err(error) => return no_case(format!("no JSON: {error}")),
    };
    let id = case.get("id").and_then(Json::as_str).map(str::to_owned);
    match case.get("input") {
        Some(input) => (id, judge(input)),
        None => (id, Answer::new(Decision::NoCase, "a case has an `input` with a `kind`")),
    }
}

fn misused(what: &str) -> ExitCode {
    let _ = writeln!(io::stderr(), "error: {what}");
    ExitCode::from(2)
}

#[cfg(test)]
mod tests;
