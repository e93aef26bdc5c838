//! Documentation: a catalog in, pages out. Every format reads the same view, [`model::Book`].

mod argument;
mod engine;
mod escape;
mod markdown;
mod model;
mod permission;
mod usage;
mod visible;
mod words;

pub use engine::{Error, Templates};
pub use markdown::{document, pages};
