//! Where credentials come from: a declaration in, the secret out. The value goes into a request and nowhere
//! else.

use std::fmt::Debug;

use toolgen_model::handler::Credential;

use super::send::Keeper;
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

/// The environment of the agent: the variable that the declaration names, and no other. Where each agent has an
/// account of its own it is `NAME__AGENT`.
#[derive(Clone, Copy, Debug, Default)]
pub struct Environment;

impl Credentials for Environment {
    fn find(&self, credential: &Credential, agent: &str) -> Result<Option<String>, ToolError> {
        let Some(name) = &credential.env_var else { return Ok(None) };
        Ok(std::env::var(if credential.per_agent { format!("{name}__{agent}") } else { name.clone() }).ok())
    }
}

/// The secrets of one call.
pub(super) struct OfCall<'g, 'call>(pub(super) &'g Granted<'call>);

impl Keeper for OfCall<'_, '_> {
    fn secret(&self, credential: &Credential) -> Result<String, ToolError> {
        value(credential, self.0)
    }

    fn learn(&self, credential: &Credential, value: &str) -> Result<(), ToolError> {
        self.0.call().tools.learns(&credential.name, value)
    }
}

/// The secret for a call.
///
/// # Errors
/// `ToolConfigError` when nobody has it, with the places in which it can be kept.
fn value(credential: &Credential, granted: &Granted<'_>) -> Result<String, ToolError> {
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
            let own = if credential.per_agent { format!("__{}", granted.context().agent()) } else { String::new() };
            text.push_str(&format!(" Set it in: environment variable {name}{own}"));
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
    let wanted = Wanted {
        tool: granted.call().tool.name,
        credential: &credential.name,
        key: credential.key_name.as_deref().unwrap_or("api_key"),
        variable: credential.env_var.as_deref(),
    };
    let own = credential.per_agent && toolgen_model::enforced!("secret.no_fallback");
    let found = if own { chain.resolve_for(wanted, context.agent()) } else { chain.resolve(wanted) }?;
    Ok(Some(found.value.as_str().to_owned()))
}

/// The environment alone, in a program without a vault.
#[cfg(not(feature = "vault"))]
fn usual(credential: &Credential, granted: &Granted<'_>) -> Result<Option<String>, ToolError> {
    Environment.find(credential, granted.context().agent())
}
