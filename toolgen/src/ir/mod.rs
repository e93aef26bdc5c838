//! The intermediate representation: what a manifest and a `#[tool]` function both become. Data only;
//! every part knows where it stands.

mod case;
mod handler;
mod node;
mod tool;

pub use case::{Case, Expect};
pub use handler::{Handler, RustHandler};
pub use node::{Entry, Node, NodeKind};
pub use tool::{Argument, Effects, Execution, Permission, Tool};
