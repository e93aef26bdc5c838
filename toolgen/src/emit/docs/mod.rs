//! Documentation: a catalog in, pages out. Every format reads the same view, [`model::Book`].

mod argument;
mod completions;
mod enforcement;
mod engine;
mod escape;
mod guide;
mod inject;
mod json;
mod llms;
mod man;
mod markdown;
mod model;
mod permission;
mod usage;
mod visible;
mod words;

pub use completions::completions;
pub use engine::{Error, Templates};
pub use guide::{guide, idle_grants};
pub use inject::{Injected, inject};
pub use json::json;
pub use llms::llms;
pub use man::man;
pub use markdown::{document, pages};
