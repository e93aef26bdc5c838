//! AnimaWorks' permissions: `permissions.json`, or the `permissions.md` of old, in; the same [`Policy`](crate::Policy)
//! as `toolgen.toml` makes, out.
//!
//! Whatever is wrong with such a file refuses the start: a file that is there and says nothing that can be
//! understood must never be read as "everything is allowed".

mod access;
mod apply;
mod file;
mod files;
mod json;
mod markdown;
mod permissions;
mod section;

pub use access::{ACTION_GATED, Access, access};
pub use apply::apply;
pub(crate) use apply::settings;
pub use file::{JSON, MARKDOWN, Migration, find, read};
pub(crate) use files::followed;
pub use files::{Files, Touch};
pub(crate) use json::sections;
pub use markdown::markdown;
pub use permissions::{Creation, Lists, Permissions, parse};
