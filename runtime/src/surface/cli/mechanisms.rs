//! What a command line plugs into its gate: the configuration in, tools with their audit log, their limits and their
//! redactor out.

use std::env;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use toolgen_model::json::{Json, digest};
use toolgen_policy::{Config, Snapshot};

use super::audit::KEY;
use crate::audit::{File, Journal};
use crate::rate::{Limits, Rates};
use crate::redact::Redactor;
use crate::tools::Tools;

/// Without any configuration: no reply says what has the shape of a secret.
pub(super) fn unconfigured(tools: Tools) -> Tools {
    tools.redact(Arc::new(Redactor::new()))
}

/// What the configuration in `folder` asks for.
pub(super) fn configured(tools: Tools, snapshot: &Snapshot, folder: &Path) -> Result<Tools, String> {
    let redactor = Arc::new(Redactor::new());
    let mut tools = tools.redact(Arc::clone(&redactor) as _);
    let log = log(&tools, &snapshot.config)?;
    let limits = Limits::of(snapshot);
    if limits != Limits::default() {
        let counters = counters(&tools, log.as_ref(), folder)?;
        tools = tools.rate(Arc::new(Rates::shared(limits, counters)));
    }
    if let Some(file) = log {
        tools = tools.audit(Arc::new(Journal::file(file, redactor).under(&snapshot.archived())));
    }
    Ok(tools)
}

/// The audit log, where the configuration names one.
fn log(tools: &Tools, config: &Config) -> Result<Option<File>, String> {
    let Some(path) = config.get(KEY).and_then(Json::as_str) else { return Ok(None) };
    let path = at_home(path)?;
    if !path.is_absolute() {
        return Err(format!(
            "`{KEY}` is {}, and an absolute path or one that begins with `~/` is expected",
            path.display()
        ));
    }
    let file = File::at(path);
    let workspace = tools.workspace_folder();
    match file.is_outside(&workspace) {
        Ok(true) => Ok(Some(file)),
        Ok(false) if toolgen_model::enforced!("audit.outside") => Err(format!(
            "`{KEY}` is {}, which lies in the workspace {}, where tools can write; choose a place outside of it",
            file.path().display(),
            workspace.display()
        )),
        Ok(false) => Ok(Some(file)),
        Err(error) => Err(format!("`{KEY}` cannot be looked at: {error}")),
    }
}

/// `~` stands for the home of the user.
pub(super) fn at_home(path: &str) -> Result<PathBuf, String> {
    match path.strip_prefix("~/") {
        None => Ok(PathBuf::from(path)),
        Some(rest) => home().map(|home| home.join(rest)).ok_or_else(|| format!("{path} needs a HOME")),
    }
}

fn home() -> Option<PathBuf> {
    env::var_os("HOME").map(PathBuf::from).filter(|home| home.is_absolute())
}

/// Where the counters are: beside the audit log, or in the user's folder for state, one file a project.
fn counters(tools: &Tools, log: Option<&File>, folder: &Path) -> Result<PathBuf, String> {
    if let Some(log) = log {
        return Ok(log.path().with_extension("rate.json"));
    }
    let given = env::var_os("XDG_STATE_HOME").map(PathBuf::from).filter(|path| path.is_absolute());
    let state = given.or_else(|| home().map(|home| home.join(".local/state"))).ok_or_else(|| {
        format!("calls are limited, and there is no place to count them: set `{KEY}`, HOME or XDG_STATE_HOME")
    })?;
    let project =
        folder.canonicalize().map_err(|error| format!("{} cannot be looked at: {error}", folder.display()))?;
    let name = digest(&Json::from(project.to_string_lossy().as_ref()));
    let name: String = name.chars().skip("sha256:".len()).take(16).collect();
    Ok(state.join("toolgen").join(tools.table().package).join(name + ".rate.json"))
}
