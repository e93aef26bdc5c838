//! The scope of a capability: a gate row's list and the call's arguments in, the places it covers out.

use std::fmt;
use std::path::{Path, PathBuf};

use toolgen_model::json::Json;

use super::place::{place, workspace};
use crate::call::Call;
use crate::error::ToolError;

/// Places in the workspace; each covers what lies under it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Scope {
    places: Vec<PathBuf>,
}

impl Scope {
    /// The places of `entries`: paths, or `${input.x}` references to a path or a list of paths. What
    /// was not given covers nothing.
    ///
    /// # Errors
    /// `PermissionDenied` when one leads outside of `root`.
    pub(crate) fn new(root: &Path, entries: &[String], input: &Json) -> Result<Scope, ToolError> {
        Scope::of_paths(root, &named(entries, input))
    }

    /// The places of paths as they were written.
    ///
    /// # Errors
    /// As of [`Scope::new`].
    pub(crate) fn of_paths(root: &Path, paths: &[String]) -> Result<Scope, ToolError> {
        Ok(Scope { places: paths.iter().map(|path| place(root, path)).collect::<Result<_, _>>()? })
    }

    /// The places of a call, before its capability is minted.
    ///
    /// # Errors
    /// As of [`Scope::new`], and `InitError` when there is no workspace.
    pub(crate) fn of(call: &Call<'_>, entries: &[String]) -> Result<Scope, ToolError> {
        Scope::new(&workspace(&call.tools.root())?, entries, call.input())
    }

    /// The places, relative to the workspace.
    pub(crate) fn places(&self) -> impl Iterator<Item = &Path> {
        self.places.iter().map(PathBuf::as_path)
    }

    /// Whether `place` lies at one of the places or under it.
    pub(crate) fn covers(&self, place: &Path) -> bool {
        self.places.iter().any(|covered| place.starts_with(covered))
    }
}

impl fmt::Display for Scope {
    /// The places, relative to the workspace.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, place) in self.places.iter().enumerate() {
            let place = if place.as_os_str().is_empty() { Path::new(".") } else { place };
            write!(f, "{}{}", if at == 0 { "" } else { ", " }, place.display())?;
        }
        if self.places.is_empty() { f.write_str("nothing") } else { Ok(()) }
    }
}

/// The paths that the entries of a gate row stand for.
pub(crate) fn named(entries: &[String], input: &Json) -> Vec<String> {
    entries.iter().flat_map(|entry| paths(entry, input)).collect()
}

/// The paths that an entry stands for.
fn paths(entry: &str, input: &Json) -> Vec<String> {
    let Some(name) = entry.strip_prefix("${input.").and_then(|rest| rest.strip_suffix('}')) else {
        return vec![entry.to_owned()];
    };
    let given = name.split('.').try_fold(input, |at, step| at.get(step));
    match given {
        Some(Json::String(path)) => vec![path.to_string()],
        Some(Json::Array(paths)) => paths.iter().filter_map(Json::as_str).map(str::to_owned).collect(),
        _ => Vec::new(),
    }
}
