//! Rust: rows in, the static descriptors, typed inputs and handler bindings out.

pub mod binding;
pub mod descriptor;
mod input;
mod literal;
mod name;
mod output;
pub mod table;
mod text;

pub use input::Formats;
pub use literal::string;
pub use name::snake;
