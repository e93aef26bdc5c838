//! The subcommands, one a file: each measures and adds to the report.

pub(crate) mod allocations;
pub(crate) mod check;
pub(crate) mod compile;
pub(crate) mod dispatch;
<<<<<<< HEAD
pub(crate) mod gate;
=======
pub(crate) mod policy;
>>>>>>> main
pub(crate) mod startup;
