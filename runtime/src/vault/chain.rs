//! The places in which a credential may be kept, in their order: what a tool wants in, the first value that is not
//! empty and where it stood out.

use std::fs;
use std::path::{Path, PathBuf};

use toolgen_model::json::Json;
use zeroize::Zeroizing;

use super::{Place, SHARED, Vault};
use crate::config::Config;
use crate::error::ToolError;

/// The longest file of credentials that is read.
const MOST: u64 = 1 << 20;

/// What a tool wants.
#[derive(Clone, Copy, Debug)]
pub struct Wanted<'w> {
    /// The tool, for the message
    pub tool: &'w str,
    /// The credential
    pub credential: &'w str,
    /// Which part of it; `api_key` as a rule
    pub key: &'w str,
    /// The name under which the vault, the old file and the environment have it; without one only the configuration
    /// is asked
    pub variable: Option<&'w str>,
}

/// A value and where it stood.
#[derive(Clone)]
pub struct Found {
    /// The value, which is overwritten when it is dropped
    pub value: Zeroizing<String>,
    /// Where
    pub source: Source,
}

/// Where a value stood.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// The configuration
    Config,
    /// The vault
    Vault,
    /// `shared/credentials.json`, the old form
    File,
    /// The agent's environment
    Environment,
}

impl Source {
    /// `config`, `vault`, `file` or `environment`.
    pub fn name(self) -> &'static str {
        match self {
            Source::Config => "config",
            Source::Vault => "vault",
            Source::File => "file",
            Source::Environment => "environment",
        }
    }
}

/// The value of a variable.
type Variables<'c> = Box<dyn Fn(&str) -> Option<String> + 'c>;

/// The places of one agent.
pub struct Chain<'c> {
    config: &'c Config,
    vault: Option<Place>,
    file: Option<PathBuf>,
    environment: Variables<'c>,
    warn: Box<dyn Fn(&str) + 'c>,
}

impl<'c> Chain<'c> {
    /// The places of this process: the configuration, its vault, the old file under `vault.old_file`, and the
    /// environment.
    pub fn of(config: &'c Config) -> Chain<'c> {
        let file = config.get("vault.old_file").and_then(Json::as_str).map(PathBuf::from);
        Chain::with(config, Place::of(config).ok(), file, |name| std::env::var(name).ok())
    }

    /// The same with another vault, another old file and another environment.
    pub fn with(
        config: &'c Config,
        vault: Option<Place>,
        file: Option<PathBuf>,
        environment: impl Fn(&str) -> Option<String> + 'c,
    ) -> Chain<'c> {
        Chain { config, vault, file, environment: Box::new(environment), warn: Box::new(|_| {}) }
    }

    /// The same with somebody who hears of an old file that cannot be read. It is passed over either way.
    #[must_use]
    pub fn heard_by(mut self, warn: impl Fn(&str) + 'c) -> Chain<'c> {
        self.warn = Box::new(warn);
        self
    }

    /// The first value that is not empty.
    ///
    /// # Errors
    /// `ToolConfigError` with the places in which it can be set, and for a vault that cannot be opened: a later
    /// place may hold what was meant to be replaced.
    pub fn resolve(&self, wanted: Wanted<'_>) -> Result<Found, ToolError> {
        if let Some(found) = self.configured(wanted)? {
            return Ok(found);
        }
        if let Some(variable) = wanted.variable
            && let Some(found) = self.named(variable)?
        {
            return Ok(found);
        }
        let Wanted { tool, credential, key, variable } = wanted;
        let places = variable.map_or(String::new(), |name| format!(" or vault.json or environment variable {name}"));
        let text = format!(
            "Tool '{tool}' requires credential '{credential}'. Set it in: config.json credentials.{credential}.{key}{places}"
        );
        Err(ToolError::new("ToolConfigError", text).suggestion("Only the operator can do that."))
    }

    /// The value of an agent's own account, `NAME__AGENT`. The value that all share is never taken for it.
    ///
    /// # Errors
    /// `ToolConfigError` when this agent has none.
    pub fn resolve_for(&self, wanted: Wanted<'_>, agent: &str) -> Result<Found, ToolError> {
        let own = wanted.variable.unwrap_or(wanted.credential);
        if !agent.is_empty()
            && let Some(found) = self.named(&format!("{own}__{agent}"))?
        {
            return Ok(found);
        }
        let text = match agent {
            "" => format!("Tool '{}': each agent has an account of its own, and no agent is named", wanted.tool),
            _ => format!("Tool '{}': agent '{agent}' has no account assigned; {own}__{agent} is not set", wanted.tool),
        };
        Err(ToolError::new("ToolConfigError", text).suggestion("Only the operator can assign one."))
    }

    /// The vault, the old file and the environment, by one name.
    ///
    /// # Errors
    /// For a vault that cannot be opened.
    pub fn named(&self, name: &str) -> Result<Option<Found>, ToolError> {
        let found = |value: &str, source| Some(Found { value: Zeroizing::new(value.trim().to_owned()), source });
        if let Some(vault) = self.vault()?
            && let Some(value) = vault.get(SHARED, name)
        {
            return Ok(found(value, Source::Vault));
        }
        if let Some(value) = self.file.as_deref().and_then(|path| self.old(path, name)) {
            return Ok(found(&value, Source::File));
        }
        let value = (self.environment)(name).filter(|value| !value.trim().is_empty());
        Ok(value.and_then(|value| found(&value, Source::Environment)))
    }

    /// The configuration: the value itself, or the name of one in the vault.
    fn configured(&self, wanted: Wanted<'_>) -> Result<Option<Found>, ToolError> {
        let Wanted { credential, key, .. } = wanted;
        let path = match key {
            "api_key" => format!("credentials.{credential}.api_key"),
            key => format!("credentials.{credential}.keys.{key}"),
        };
        if let Some(value) = self.config.get(&path).and_then(Json::as_str).filter(|value| !value.trim().is_empty()) {
            let value = Zeroizing::new(value.trim().to_owned());
            return Ok(Some(Found { value, source: Source::Config }));
        }
        let Some(name) = self.config.get(&format!("{path}.$vault")).and_then(Json::as_str) else { return Ok(None) };
        let vault = self.vault()?;
        let value = vault.as_ref().and_then(|vault| vault.get(SHARED, name)).map(str::trim);
        Ok(value.map(|value| Found { value: Zeroizing::new(value.to_owned()), source: Source::Vault }))
    }

    /// A value of the old file. A blank file says nothing; one that is no object of texts is passed over aloud.
    fn old(&self, path: &Path, name: &str) -> Option<String> {
        if fs::metadata(path).ok().filter(fs::Metadata::is_file)?.len() > MOST {
            (self.warn)(&format!("`{}` is longer than {MOST} bytes and passed over", path.display()));
            return None;
        }
        let text = Zeroizing::new(fs::read_to_string(path).ok()?);
        match Json::parse(text.trim()) {
            _ if text.trim().is_empty() => None,
            Ok(Json::Object(values)) => {
                let value = values.get(name)?.as_str()?.to_owned();
                Some(value).filter(|value| !value.trim().is_empty())
            }
            _ => {
                (self.warn)(&format!("`{}` is no JSON object and passed over", path.display()));
                None
            }
        }
    }

    fn vault(&self) -> Result<Option<Vault>, ToolError> {
        Ok(self.vault.as_ref().map(Vault::open).transpose()?.flatten())
    }
}

impl std::fmt::Debug for Chain<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Chain").field("vault", &self.vault).field("file", &self.file).finish_non_exhaustive()
    }
}

impl std::fmt::Debug for Found {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "a secret from {}", self.source.name())
    }
}
