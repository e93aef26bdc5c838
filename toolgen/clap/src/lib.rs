//! The command line of a tool: a catalog row in, one `clap::Command` out, and its matches back into JSON.
//!
//! ```
//! # use toolgen_model::{Json, Row};
//! let input = r#"{"type":"object","required":["name"],"properties":{"name":{"type":"string"}}}"#;
//! let row = Row { tool: "greet".into(), input: Json::parse(input)?, ..Row::default() };
//! let matches = toolgen_clap::command(&row).try_get_matches_from(["greet", "--name", "World"])?;
//! assert_eq!(toolgen_clap::arguments(&row, &matches)?, Json::from([("name", "World")]));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod choices;
mod command;
mod invocation;
mod limits;
mod value;
mod values;

pub use command::{JSON, command};
pub use invocation::{invocation, quoted};
pub use values::{Misuse, arguments};

#[cfg(test)]
mod tests;
