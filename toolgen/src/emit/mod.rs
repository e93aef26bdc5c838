//! Emitters: a `&Catalog` in, [`Files`] out. None of them touches a disk or reads another's output.

#[cfg(feature = "cli")]
pub mod docs;
mod files;

pub use files::Files;
