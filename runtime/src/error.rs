//! What goes wrong in a call, as the error object that models read.

use std::borrow::Cow;
use std::fmt;

use serde::Serialize;
use toolgen_model::json::Json;

/// An error of a tool. It serializes as
/// `{"status":"error","error_type":…,"message":…[,"context":{}][,"suggestion":""]}`.
#[derive(Clone, Debug, PartialEq)]
pub struct ToolError {
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
    pub fn new(error_type: impl Into<Cow<'static, str>>, message: impl Into<String>) -> ToolError {
        ToolError { error_type: error_type.into(), message: message.into(), context: None, suggestion: None }
    }

    /// The same with data.
    #[must_use]
    pub fn context(mut self, context: impl Into<Json>) -> ToolError {
        self.context = Some(context.into());
        self
    }

    /// The same with the next step.
    #[must_use]
    pub fn suggestion(mut self, suggestion: impl Into<String>) -> ToolError {
        self.suggestion = Some(suggestion.into());
        self
    }

    /// The error object as compact JSON text.
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).unwrap_or_else(|_| r#"{"status":"error"}"#.into())
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

/// What a tool function returns: your value, or an error whose text the model reads.
pub type Result<T, E = ToolError> = std::result::Result<T, E>;
