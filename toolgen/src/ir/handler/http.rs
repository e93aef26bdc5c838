//! `handler: {http: …}`: one request to a fixed origin.

use toolgen_model::handler::uri::Operator;

use super::{Reference, Template, Value};
use crate::diag::{Span, Spanned};
use crate::ir::Credential;

/// One HTTP request.
#[derive(Clone, Debug, PartialEq)]
pub struct HttpHandler {
    /// The method
    pub method: Spanned<Method>,
    /// Where it goes
    pub url: Url,
    /// The query, in order; an absent argument is left out
    pub query: Vec<(Spanned<String>, Value)>,
    /// The headers, in order; an absent argument is left out
    pub headers: Vec<(Spanned<String>, Template)>,
    /// The credential that is sent
    pub auth: Option<Spanned<String>>,
    /// Its declaration, where there is one
    pub credential: Option<Credential>,
    /// The JSON body
    pub body: Option<Spanned<Value>>,
    /// Milliseconds for the whole request
    pub timeout_ms: Option<Spanned<u64>>,
    /// When it is sent again
    pub retry: Option<Retry>,
    /// What becomes of the answer
    pub output: HttpOutput,
}

/// HTTP methods that a tool may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "they are named by RFC 9110")]
pub enum Method {
    Get,
    Head,
    Post,
    Put,
    Patch,
    Delete,
}

/// An RFC 6570 template with a constant origin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Url {
    /// As it was written
    pub text: String,
    /// Its place
    pub span: Span,
    /// `https` or `http`
    pub scheme: String,
    /// The host, in lower case
    pub host: String,
    /// The port, where it is written
    pub port: Option<u16>,
    /// What follows the origin, in order
    pub parts: Vec<UrlPart>,
}

/// A piece of a URL after its origin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum UrlPart {
    /// Text as it stands
    Text(String),
    /// Values in braces
    Expression {
        /// How they are written
        operator: Operator,
        /// The values in order
        variables: Vec<UrlVariable>,
    },
}

/// One value of an expression in a URL.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UrlVariable {
    /// What is put in
    pub reference: Reference,
    /// Its name, as the URL gives it to a query
    pub name: String,
    /// Only so many characters of it
    pub prefix: Option<u16>,
    /// Whether each item of a list stands for itself
    pub explode: bool,
}

/// When a request is sent again.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Retry {
    /// The status codes
    pub on: Vec<Spanned<u16>>,
    /// How often at most
    pub max: Option<Spanned<u32>>,
}

/// What becomes of the answer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HttpOutput {
    /// Properties of the reply and where they stand in the answer: `$.a.b[0]`
    pub map: Vec<(Spanned<String>, Spanned<String>)>,
    /// Bytes that are read at most
    pub max_bytes: Option<Spanned<u64>>,
}

impl Method {
    /// All of them.
    pub const ALL: [Method; 6] = [Method::Get, Method::Head, Method::Post, Method::Put, Method::Patch, Method::Delete];

    /// In upper case.
    pub fn name(self) -> &'static str {
        match self {
            Method::Get => "GET",
            Method::Head => "HEAD",
            Method::Post => "POST",
            Method::Put => "PUT",
            Method::Patch => "PATCH",
            Method::Delete => "DELETE",
        }
    }

    /// The method of that name, in upper case.
    pub fn from_name(name: &str) -> Option<Method> {
        Method::ALL.into_iter().find(|method| method.name() == name)
    }
}

impl Url {
    /// The port, or that of the scheme.
    pub fn effective_port(&self) -> u16 {
        self.port.unwrap_or(if self.scheme == "http" { 80 } else { 443 })
    }

    /// Scheme, host and port: `https://api.github.com`.
    pub fn origin(&self) -> String {
        match self.port {
            Some(port) => format!("{}://{}:{port}", self.scheme, self.host),
            None => format!("{}://{}", self.scheme, self.host),
        }
    }
}
