//! The configuration file of a project: its text in, [`Config`] out.

use std::fs::File;
use std::io::{ErrorKind, Read};
use std::path::Path;

use toolgen_model::json::Json;

use crate::config::Config;
use crate::tools::Tools;

/// Its name, in the current directory.
pub(super) const FILE: &str = "toolgen.toml";

/// The longest file that is read.
const MOST: u64 = 1 << 20;

/// The tools with the configuration of `path` under what the program set itself. No file is no
/// configuration; one that cannot be read stops the program, since conditions hang on it.
pub(super) fn applied(tools: Tools, path: &Path) -> Result<Tools, String> {
    let fault = |what: &dyn std::fmt::Display| format!("{} cannot be read: {what}", path.display());
    let file = match File::open(path) {
        Ok(file) => file,
        Err(error) if error.kind() == ErrorKind::NotFound => {
            return Ok(tools.default_config(Config::of(&Json::Null, FILE)));
        }
        Err(error) => return Err(fault(&error)),
    };
    if !file.metadata().is_ok_and(|data| data.is_file()) {
        return Err(fault(&"it is no regular file"));
    }
    let mut text = String::new();
    file.take(MOST + 1).read_to_string(&mut text).map_err(|error| fault(&error))?;
    if text.len() as u64 > MOST {
        return Err(fault(&format!("it is longer than {MOST} bytes")));
    }
    let table: toml::Table = text.parse().map_err(|error| fault(&error))?;
    let values = Json::of(&table).map_err(|error| fault(&error))?;
    Ok(tools.default_config(Config::of(&values, FILE)))
}
