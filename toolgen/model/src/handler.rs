//! Handlers that are data: what the compiler writes into a program and the runtime carries out.

mod command;
mod host;
mod http;
mod text;
pub mod uri;

pub use command::{Argument, Command, Format, Group};
pub use host::covers;
pub use http::{Credential, CredentialKind, Http, Value};
pub use text::{Part, Reference, Template};
