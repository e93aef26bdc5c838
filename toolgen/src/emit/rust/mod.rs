//! Rust: rows in, the static descriptors, typed inputs and handler bindings out.

pub mod binding;
pub mod descriptor;
mod literal;
mod name;
pub mod table;
mod types;

pub use literal::string;
pub use name::snake;
