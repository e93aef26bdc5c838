//! The subcommands, one a file: each measures and adds to the report.

pub(crate) mod allocations;
pub(crate) mod capability;
pub(crate) mod check;
pub(crate) mod compile;
pub(crate) mod decode;
pub(crate) mod dispatch;
pub(crate) mod gate;
pub(crate) mod normalize;
pub(crate) mod policy;
pub(crate) mod startup;
