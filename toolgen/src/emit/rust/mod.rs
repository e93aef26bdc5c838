//! Rust: rows in, the static descriptors, typed inputs and handler bindings out.

pub mod descriptor;
mod literal;

pub use literal::string;
