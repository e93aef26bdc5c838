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

/// What a tool function returns: your value, or an error whose text the model reads.
pub type Result<T, E = ToolError> = std::result::Result<T, E>;
