//! Emitters: a catalog in, texts out. They never import each other and never touch the disk.

pub mod cli;
#[cfg(feature = "cli")]
pub mod docs;
mod files;
pub mod gates;
pub mod rust;
pub mod schema;

pub use files::Files;
