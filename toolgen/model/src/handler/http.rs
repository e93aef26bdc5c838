//! One HTTP request: data only.

use serde::{Deserialize, Serialize};

use super::text::Template;
use super::uri::UriTemplate;
use crate::json::Json;

/// A request, and what becomes of its answer.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Http {
    /// The method, in upper case
    pub method: String,
    /// Scheme, host and port: `https://api.github.com`
    pub origin: String,
    /// What follows the origin
    pub path: UriTemplate,
    /// The query, in order; what is absent is left out
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub query: Vec<(String, Value)>,
    /// The headers, in order; what is absent is left out
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub headers: Vec<(String, Template)>,
    /// The credential that is sent
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub auth: Option<Credential>,
    /// The JSON body
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub body: Option<Value>,
    /// Milliseconds for the whole call, with all that is sent again
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub timeout_ms: Option<u64>,
    /// The status codes after which it is sent again
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub retry_on: Vec<u16>,
    /// How often it is sent again at most
    #[serde(default)]
    pub retries: u32,
    /// Whether sending it twice does what sending it once does
    #[serde(default)]
    pub idempotent: bool,
    /// Properties of the reply and where they stand in the answer: `$.a.b[0]`
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub map: Vec<(String, String)>,
    /// The most bytes of the answer, decoded
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_bytes: Option<u64>,
}

/// A JSON value with references in it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Value {
    /// A value as it stands
    Constant(Json),
    /// Text; one that is a reference and nothing else keeps the type of what it refers to
    Text(Template),
    /// An array
    List(Vec<Value>),
    /// An object; a key whose whole value is absent is left out
    Object(Vec<(String, Value)>),
}

/// A declared credential. Its value is never in a manifest.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Credential {
    /// The name that the manifest gives it
    pub name: String,
    /// How it is sent
    pub kind: CredentialKind,
    /// Its key in a vault or credentials file
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key_name: Option<String>,
    /// The environment variable that may hold it
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub env_var: Option<String>,
    /// Whether each agent has an account of its own, for which the shared one is never taken
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub per_agent: bool,
    /// The hosts that it may be sent to
    pub hosts: Vec<String>,
}

/// How a credential is sent.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum CredentialKind {
    /// `Authorization: Bearer …`
    Bearer,
    /// `Authorization: Basic …`: the user name, where it is no part of the secret
    Basic(Option<String>),
    /// The header that carries it
    Header(String),
    /// The query parameter that carries it
    Query(String),
    /// A bearer token that is fetched with it by the client credentials grant
    OAuth2 {
        /// Where
        #[serde(rename = "tokenUrl")]
        token_url: String,
        /// What it may do
        scopes: Vec<String>,
    },
}
