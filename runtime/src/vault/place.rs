//! Where the vault lies: the configuration in, the paths of its file and its key out.

use std::path::PathBuf;

use toolgen_model::json::Json;

use super::VaultError;
use crate::config::Config;

/// The files of a vault.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The encrypted file
    pub file: PathBuf,
    /// Its key, which only its owner may read. It belongs outside of every workspace
    pub key: PathBuf,
}

impl Place {
    /// The place under `vault.file` and `vault.key_file`; else `vault.json` and `vault.key` in the user's folder for
    /// configuration.
    ///
    /// # Errors
    /// `vault.place` for a path that is not absolute, and when this user has no such folder.
    pub fn of(config: &Config) -> Result<Place, VaultError> {
        Ok(Place { file: path(config, "vault.file", "vault.json")?, key: path(config, "vault.key_file", "vault.key")? })
    }
}

fn path(config: &Config, key: &str, usual: &str) -> Result<PathBuf, VaultError> {
    let fault = |text: String| VaultError::new("vault.place", text);
    match config.get(key) {
        Some(Json::String(path)) if PathBuf::from(path.as_str()).is_absolute() => Ok(PathBuf::from(path.as_str())),
        Some(other) => Err(fault(format!("`{key}` in {} must be an absolute path; it is {other}", config.origin()))),
        None => {
            let base = std::env::var_os("XDG_CONFIG_HOME").map(PathBuf::from).filter(|path| path.is_absolute());
            let home = || std::env::var_os("HOME").map(|home| PathBuf::from(home).join(".config"));
            let base = base.or_else(home).filter(|path| path.is_absolute());
            let missing = || fault(format!("this user has no home folder; set `{key}` in {}", config.origin()));
            Ok(base.ok_or_else(missing)?.join("toolgen").join(usual))
        }
    }
}
