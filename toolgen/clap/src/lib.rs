//! The command line of a tool: a catalog row in, one `clap::Command` out, and its matches back into JSON.
