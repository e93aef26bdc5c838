//! What goes wrong in a call, as the error object that models read.

use std::borrow::Cow;
use std::fmt;
use std::ops::{Deref, DerefMut};

use serde::Serialize;
use toolgen_model::json::Json;

/// An error of a tool. It serializes as
/// `{"status":"error","error_type":…,"message":…[,"context":{}][,"suggestion":""]}`.
///
/// It is one pointer, because every call gives a result and few give an error; its parts are those of
/// [`Fault`].
#[derive(Clone, PartialEq)]
pub struct ToolError(Box<Fault>);

/// The parts of a [`ToolError`].
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Fault {
    /// The kind, for example `InvalidArguments` or `PermissionDenied`
    pub error_type: Cow<'static, str>,
    /// What was expected and what came
    pub message: String,
    /// Data about it
    pub context: Option<Json>,
    /// What to do next
    pub suggestion: Option<String>,
}

impl ToolError {
    /// An error of a kind of your own.
    #[cold]
    pub fn new(error_type: impl Into<Cow<'static, str>>, message: impl Into<String>) -> ToolError {
        let (error_type, message) = (error_type.into(), message.into());
        ToolError(Box::new(Fault { error_type, message, context: None, suggestion: None }))
    }

    /// The same with data.
    #[must_use]
    pub fn context(mut self, context: impl Into<Json>) -> ToolError {
        self.0.context = Some(context.into());
        self
    }

    /// The same with the next step.
    #[must_use]
    pub fn suggestion(mut self, suggestion: impl Into<String>) -> ToolError {
        self.0.suggestion = Some(suggestion.into());
        self
    }

    /// What to do next: the error's own suggestion, or what helps with errors of its kind.
    pub fn hint(&self) -> Option<&str> {
        self.0.suggestion.as_deref().or_else(|| usual(&self.0.error_type))
    }

    /// The error object as compact JSON text.
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).unwrap_or_else(|_| r#"{"status":"error"}"#.into())
    }
}

impl Deref for ToolError {
    type Target = Fault;

    fn deref(&self) -> &Fault {
        &self.0
    }
}

impl DerefMut for ToolError {
    fn deref_mut(&mut self) -> &mut Fault {
        &mut self.0
    }
}

impl fmt::Debug for ToolError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl fmt::Display for ToolError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for ToolError {}

impl Serialize for ToolError {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        use serde::ser::SerializeMap;
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("status", "error")?;
        map.serialize_entry("error_type", &self.error_type)?;
        map.serialize_entry("message", &self.message)?;
        if let Some(context) = &self.context {
            map.serialize_entry("context", context)?;
        }
        if let Some(suggestion) = &self.suggestion {
            map.serialize_entry("suggestion", suggestion)?;
        }
        map.end()
    }
}

/// What helps with errors of a kind.
fn usual(error_type: &str) -> Option<&'static str> {
    Some(match error_type {
        "ToolNotFound" => "Call one of the tools that are listed.",
        "InvalidArguments" | "ValidationError" => "Write the arguments as the input schema says, and call again.",
        "PermissionDenied" | "ToolBlocked" => "Do without it, or ask the operator; calling again changes nothing.",
        "FileNotFound" | "NotFound" => "Look for the right name first, for example by listing what is there.",
        "FileExists" => "Choose another name, or edit what is there.",
        "ReadBeforeWrite" => "Read it first, then write it.",
        "NotEnabled" => "Use another tool; only the operator can switch this one on.",
        "ToolTimeout" => "Ask for less at once, or try again later.",
        "InitError" | "LoadError" | "UnhandledError" => "This is a fault of the tool; other arguments may avoid it.",
        _ => return None,
    })
}

/// What a tool function returns: your value, or an error whose text the model reads.
pub type Result<T, E = ToolError> = std::result::Result<T, E>;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_without_a_suggestion_has_the_hint_of_its_kind() {
        let error = ToolError::new("FileNotFound", "no");
        assert!(error.hint().unwrap().contains("name"));
        assert_eq!(error.clone().suggestion("x").hint(), Some("x"));
        assert_eq!(ToolError::new("Own", "no").hint(), None);
        assert_eq!(error.to_json(), r#"{"status":"error","error_type":"FileNotFound","message":"no"}"#);
    }
}
