//! How a program ended and what it wrote in, the outcome of the call out.

use toolgen_model::handler::{Command, Format};
use toolgen_model::json::{Json, Object};
use toolgen_model::validate::validate;

use crate::captured::Captured;
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
    pub stdout: Captured,
    /// Standard error
    pub stderr: Captured,
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
        Format::Text if schema.is_none() => return Ok(Body::Text(ended.stdout.text())),
        Format::Text => ended.stdout.text().into(),
        Format::Lines => ended.stdout.lines().into_iter().map(Json::from).collect::<Vec<_>>().into(),
        Format::Json => json(command, &ended.stdout)?,
        Format::File => {
            let path = keep(&whole(command, &ended.stdout)?)?;
            let mut object = Object::new();
            object.insert("path", path);
            object.insert("bytes", ended.stdout.total());
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

fn json(command: &Command, stream: &Captured) -> Result<Json, ToolError> {
    let bytes = whole(command, stream)?;
    let text = std::str::from_utf8(&bytes).map_err(|error| error.to_string());
    text.and_then(|text| Json::parse(text).map_err(|error| error.to_string())).map_err(|error| {
        let text = format!("`{}` was to write JSON, and it wrote something else: {error}", command.program);
        ToolError::new("ToolExecutionError", text).context([("stdout", said(stream))])
    })
}

/// Half a JSON value or half a file is none.
fn whole(command: &Command, stream: &Captured) -> Result<Vec<u8>, ToolError> {
    stream.whole().ok_or_else(|| {
        let (total, kept) = (stream.total(), stream.kept());
        let text = format!("`{}` wrote {total} bytes, and {kept} are taken in at most", command.program);
        ToolError::new("ToolExecutionError", text).suggestion("Ask for less at once.")
    })
}

/// The error of a program that did not end with 0. Its kind is the code that the manifest gives it.
fn failed(command: &Command, ended: &Ended) -> ToolError {
    let named = ended.code.and_then(|code| command.exit_codes.get(&u8::try_from(code).ok()?));
    let how = match (ended.code, ended.signal) {
        (Some(code), _) => format!("exited with {code}"),
        (None, Some(signal)) => format!("was ended by signal {signal}"),
        (None, None) => "did not say how it ended".to_owned(),
    };
    let words = said(if ended.stderr.total() == 0 { &ended.stdout } else { &ended.stderr });
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

fn said(stream: &Captured) -> String {
    let text = stream.text();
    let from = text.ceil_char_boundary(text.len().saturating_sub(SAID));
    text[from..].trim_end().to_owned()
}
