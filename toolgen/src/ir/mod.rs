//! The intermediate representation: what a manifest and a `#[tool]` function both become. Data only;
//! every part knows where it stands.

mod case;
mod handler;
mod manifest;
mod node;
mod tool;

pub use case::{Case, Expect};
pub use handler::{
    Arg, CommandHandler, CommandOutput, Handler, HttpHandler, HttpOutput, McpHandler, Method, OutputFormat, Part,
    Reference, Retry, Root, RustHandler, Template, Url, UrlPart, UrlVariable, Value,
};
pub use manifest::{Credential, CredentialKind, Manifest};
pub use node::{Entry, Node, NodeKind};
pub use tool::{Argument, Effects, Execution, Permission, Tool};
