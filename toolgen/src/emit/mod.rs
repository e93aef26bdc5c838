//! Emitters: a catalog in, texts out. They never import each other and never touch the disk.

#[cfg(feature = "cli")]
pub mod docs;
mod files;
pub mod rust;

pub use files::Files;
