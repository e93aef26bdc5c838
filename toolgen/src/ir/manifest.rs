//! One manifest file as it was declared.

use super::Tool;
use crate::diag::{FileId, Spanned};

/// A manifest.
#[derive(Clone, Debug, PartialEq)]
pub struct Manifest {
    /// Its file
    pub file: FileId,
    /// The name of the set
    pub toolset: Option<Spanned<String>>,
    /// The version of the set
    pub version: Option<Spanned<String>>,
    /// What the set is for
    pub description: Option<Spanned<String>>,
    /// The credentials that its handlers may name
    pub credentials: Vec<Credential>,
    /// Its tools, one for each action
    pub tools: Vec<Tool>,
}

/// A declared credential. Its value is never in a manifest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Credential {
    /// The name that handlers use
    pub name: Spanned<String>,
    /// How it is sent
    pub kind: Option<Spanned<CredentialKind>>,
    /// What it is for
    pub description: Option<Spanned<String>>,
    /// Its key in a vault or credentials file
    pub key_name: Option<Spanned<String>>,
    /// The environment variable that may hold it
    pub env_var: Option<Spanned<String>>,
    /// Whether each agent has an account of its own
    pub per_agent: bool,
    /// The hosts that it may be sent to
    pub hosts: Vec<Spanned<String>>,
    /// The header that carries an API key
    pub header: Option<Spanned<String>>,
    /// The query parameter that carries an API key
    pub query: Option<Spanned<String>>,
    /// The user name of basic authentication
    pub username: Option<Spanned<String>>,
    /// Where an OAuth 2 token is fetched
    pub token_url: Option<Spanned<String>>,
    /// What an OAuth 2 token may do
    pub scopes: Vec<Spanned<String>>,
}

/// How a credential is sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CredentialKind {
    /// `Authorization: Bearer …`
    Bearer,
    /// `Authorization: Basic …`
    Basic,
    /// A header or a query parameter
    ApiKey,
    /// A token that is fetched and renewed
    OAuth2,
}

impl CredentialKind {
    /// The names, as a manifest writes them.
    pub const NAMES: [&str; 4] = ["bearer", "basic", "apiKey", "oauth2"];

    /// The kind of that name.
    pub fn from_name(name: &str) -> Option<CredentialKind> {
        Some(match name {
            "bearer" => CredentialKind::Bearer,
            "basic" => CredentialKind::Basic,
            "apiKey" => CredentialKind::ApiKey,
            "oauth2" => CredentialKind::OAuth2,
            _ => return None,
        })
    }
}
