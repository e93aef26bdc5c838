//! Handlers that are data: the plan that the compiler wrote and a call in, a reply out.
//!
//! What would be sent or run is worked out here without touching anything; the capabilities do the rest.

use std::sync::OnceLock;

use serde::de::DeserializeOwned;

use crate::error::ToolError;

pub mod case;
pub mod command;
pub mod hostile;
pub mod http;
mod mock;
mod values;

pub(crate) use mock::Mock;
pub use values::Values;

/// The text of a handler, read when it is first needed.
#[derive(Debug)]
pub struct Plan<T> {
    text: &'static str,
    read: OnceLock<Result<T, String>>,
}

impl<T: DeserializeOwned> Plan<T> {
    /// The plan of a text that the compiler wrote.
    pub const fn new(text: &'static str) -> Plan<T> {
        Plan { text, read: OnceLock::new() }
    }

    /// What it says.
    ///
    /// # Errors
    /// `InitError` when the text is none; the compiler writes no such text.
    pub fn get(&self) -> Result<&T, ToolError> {
        let read = self.read.get_or_init(|| serde_json::from_str(self.text).map_err(|error| error.to_string()));
        read.as_ref().map_err(|error| ToolError::new("InitError", format!("the handler cannot be read: {error}")))
    }
}
