//! The checks: tools of both front ends in, findings out. One rule family a file.

#[cfg(feature = "build")]
pub(crate) mod invisible;
#[cfg(feature = "build")]
pub(crate) mod keyword;
