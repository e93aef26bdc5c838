//! What the configuration of a set of tools says, for parts of the runtime that are configured by it.

use super::Tools;

impl Tools {
    /// The value under `key`, where the configuration has one.
    #[cfg(feature = "cli")]
    pub(crate) fn setting(&self, key: &str) -> Option<toolgen_model::json::Json> {
        self.configuration().get(key).cloned()
    }

    /// The directory that file tools stay in.
    #[cfg(feature = "cli")]
    pub(crate) fn workspace_folder(&self) -> std::path::PathBuf {
        self.workspace.clone().unwrap_or_else(|| std::path::PathBuf::from("."))
    }
}
