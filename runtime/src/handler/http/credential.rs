//! Where credentials come from: a declaration in, the secret out. The value goes into a request and nowhere
//! else.

use std::fmt::Debug;

use toolgen_model::handler::Credential;

use crate::error::ToolError;
use crate::gate::Granted;

/// Somebody who keeps secrets.
pub trait Credentials: Debug + Send + Sync {
    /// The secret of a credential for an agent; none when there is none. An empty one counts as none.
    ///
    /// # Errors
    /// When it cannot be looked up.
    fn find(&self, credential: &Credential, agent: &str) -> Result<Option<String>, ToolError>;
}

/// The environment of the agent: the variable that the declaration names, and no other.
#[derive(Clone, Copy, Debug, Default)]
pub struct Environment;

impl Credentials for Environment {
    fn find(&self, credential: &Credential, _: &str) -> Result<Option<String>, ToolError> {
        Ok(credential.env_var.as_ref().and_then(|name| std::env::var(name).ok()))
    }
}

/// The secret for a call.
///
/// # Errors
/// `ToolConfigError` when nobody has it, with the places in which it can be kept.
pub(super) fn value(credential: &Credential, granted: &Granted<'_>) -> Result<String, ToolError> {
    let tools = granted.call().tools;
    let found = tools.keeps().find(credential, granted.context().agent())?;
    let found = found.map(|value| value.trim().to_owned()).filter(|value| !value.is_empty());
    found.ok_or_else(|| {
        let mut text = format!("Tool '{}' requires credential '{}'.", granted.call().tool.name, credential.name);
        if let Some(name) = &credential.env_var {
            text.push_str(&format!(" Set it in: environment variable {name}"));
        }
        ToolError::new("ToolConfigError", text)
            .suggestion("Only the operator can do that; calling again changes nothing.")
    })
}
