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
    let found = match tools.keeps() {
        Some(keeper) => keeper.find(credential, granted.context().agent())?,
        None => usual(credential, granted)?,
    };
    let found = found.map(|value| value.trim().to_owned()).filter(|value| !value.is_empty());
    if let Some(value) = &found {
        tools.learns(&credential.name, value)?;
    }
    found.ok_or_else(|| {
        let mut text = format!("Tool '{}' requires credential '{}'.", granted.call().tool.name, credential.name);
        if let Some(name) = &credential.env_var {
            text.push_str(&format!(" Set it in: environment variable {name}"));
        }
        ToolError::new("ToolConfigError", text)
            .suggestion("Only the operator can do that; calling again changes nothing.")
    })
}

/// The chain of configuration, vault, credentials file and environment.
#[cfg(feature = "vault")]
fn usual(credential: &Credential, granted: &Granted<'_>) -> Result<Option<String>, ToolError> {
    use crate::vault::{Chain, Wanted};
    let tools = granted.call().tools;
    let context = granted.context();
    let config = tools.configuration();
    let chain = Chain::of(&config).heard_by(|text| context.log(crate::context::Level::Warning, text));
    let found = chain.resolve(Wanted {
        tool: granted.call().tool.name,
        credential: &credential.name,
        key: credential.key_name.as_deref().unwrap_or("api_key"),
        variable: credential.env_var.as_deref(),
    })?;
    Ok(Some(found.value.as_str().to_owned()))
}

/// The environment alone, in a program without a vault.
#[cfg(not(feature = "vault"))]
fn usual(credential: &Credential, granted: &Granted<'_>) -> Result<Option<String>, ToolError> {
    Environment.find(credential, granted.context().agent())
}
