//! How a program ended and what it wrote in, the outcome of the call out.

use toolgen_model::handler::{Command, Format};
use toolgen_model::json::{Json, Object};
use toolgen_model::validate::validate;

use crate::error::ToolError;
use crate::reply::Body;
use crate::tool::Outcome;

/// The most bytes of an error stream in an error.
const SAID: usize = 2000;

/// How a program ended and what it wrote.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ended {
    /// Its exit code; none when a signal ended it
    pub code: Option<i32>,
    /// The signal that ended it
    pub signal: Option<i32>,
    /// Standard output
    pub stdout: Printed,
    /// Standard error
    pub stderr: Printed,
}

/// What came out of a stream.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Printed {
    /// The first bytes
    pub bytes: Vec<u8>,
    /// How many there were
    pub total: u64,
}

impl From<String> for Printed {
    fn from(text: String) -> Printed {
        Printed { total: text.len() as u64, bytes: text.into_bytes() }
    }
}

impl Printed {
    fn is_cut(&self) -> bool {
        self.total > self.bytes.len() as u64
    }

    fn text(&self) -> String {
        let text = String::from_utf8_lossy(&self.bytes);
        // A character that the cut went through is no fault of the program.
        if self.is_cut() { text.trim_end_matches('\u{FFFD}').to_owned() } else { text.into_owned() }
    }

    fn left(&self) -> u64 {
        self.total - self.bytes.len() as u64
    }
}

/// The outcome of a call whose program ended so. `keep` writes the output into its file.
pub(super) fn outcome(
    command: &Command,
    ended: &Ended,
    schema: Option<&Json>,
    keep: impl FnOnce(&[u8]) -> Result<String, ToolError>,
) -> Outcome {
    if ended.code != Some(0) {
        return Err(failed(command, ended));
    }
    let value = match command.format {
        Format::Text if schema.is_none() => return Ok(Body::Text(marked(&ended.stdout))),
        Format::Text => marked(&ended.stdout).into(),
        Format::Lines => lines(&ended.stdout).into(),
        Format::Json => json(command, &ended.stdout)?,
        Format::File => {
            whole(command, &ended.stdout)?;
            let path = keep(&ended.stdout.bytes)?;
            let mut object = Object::new();
            object.insert("path", path);
            object.insert("bytes", ended.stdout.total);
            object.into()
        }
    };
    if let Some(fault) = schema.and_then(|schema| validate(schema, &value).into_iter().next()) {
        let text = format!(
            "the output of `{}` is not what the tool promises: at `{}` expected {}, got {}",
            command.program, fault.pointer, fault.expected, fault.got
        );
        return Err(ToolError::new("ToolExecutionError", text)
            .suggestion("This is a fault of the tool; other arguments may avoid it."));
    }
    Ok(Body::Json(value.to_string()))
}

/// The text, with a last line that says what was cut off.
fn marked(stream: &Printed) -> String {
    let mut text = stream.text();
    if stream.is_cut() {
        text = format!("{}\n... ({} more bytes)", text.trim_end_matches('\n'), stream.left());
    }
    text
}

/// The lines, without a last one that the cut went through.
fn lines(stream: &Printed) -> Vec<Json> {
    let text = stream.text();
    let mut lines: Vec<Json> = text.lines().map(Json::from).collect();
    if stream.is_cut() {
        if !text.ends_with('\n') {
            lines.pop();
        }
        let kept = text.rfind('\n').map_or(0, |at| at as u64 + 1);
        lines.push(format!("... ({} more bytes)", stream.total - kept).into());
    }
    lines
}

fn json(command: &Command, stream: &Printed) -> Result<Json, ToolError> {
    whole(command, stream)?;
    let text = std::str::from_utf8(&stream.bytes).map_err(|error| error.to_string());
    text.and_then(|text| Json::parse(text).map_err(|error| error.to_string())).map_err(|error| {
        let text = format!("`{}` was to write JSON, and it wrote something else: {error}", command.program);
        ToolError::new("ToolExecutionError", text).context([("stdout", said(stream))])
    })
}

/// Half a JSON value or half a file is none.
fn whole(command: &Command, stream: &Printed) -> Result<(), ToolError> {
    if !stream.is_cut() {
        return Ok(());
    }
    let text =
        format!("`{}` wrote {} bytes, and {} are taken in at most", command.program, stream.total, stream.bytes.len());
    Err(ToolError::new("ToolExecutionError", text).suggestion("Ask for less at once."))
}

/// The error of a program that did not end with 0. Its kind is the code that the manifest gives it.
fn failed(command: &Command, ended: &Ended) -> ToolError {
    let named = ended.code.and_then(|code| command.exit_codes.get(&u8::try_from(code).ok()?));
    let how = match (ended.code, ended.signal) {
        (Some(code), _) => format!("exited with {code}"),
        (None, Some(signal)) => format!("was ended by signal {signal}"),
        (None, None) => "did not say how it ended".to_owned(),
    };
    let words = said(if ended.stderr.bytes.is_empty() { &ended.stdout } else { &ended.stderr });
    let first = words.lines().find(|line| !line.trim().is_empty()).unwrap_or_default();
    let mut text = format!("`{}` {how}", command.program);
    if !first.is_empty() {
        text = format!("{text}: {}", first.trim());
    }
    let mut context = Object::new();
    if let Some(code) = ended.code {
        context.insert("exitCode", i64::from(code));
    }
    if words.lines().count() > 1 {
        context.insert("stderr", words.as_str());
    }
    let kind = named.cloned().unwrap_or_else(|| "ToolExecutionError".to_owned());
    ToolError::new(kind, text).context(context)
}

fn said(stream: &Printed) -> String {
    let text = String::from_utf8_lossy(&stream.bytes);
    let from = text.ceil_char_boundary(text.len().saturating_sub(SAID));
    text[from..].trim_end().to_owned()
}
