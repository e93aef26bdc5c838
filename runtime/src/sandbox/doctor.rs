//! What this machine can enforce, found by trying, as text and as data.

use std::fmt;
use std::path::Path;

use serde::Serialize;

use super::auto::{Choice, Selection, select};
use super::backend::Backend;
use super::probe::probe;
use super::suite::{Verified, verify};

/// What this machine can enforce.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// The kernel's name and version
    pub kernel: String,
    /// Whether the agent runs as root
    pub root: bool,
    /// Every backend, in the order in which `auto` tries them
    pub backends: Vec<Column>,
    /// What `auto` chooses
    pub auto: Option<Selection>,
    /// Whether everything is as it should be: something confines, and every backend holds what it declares
    pub healthy: bool,
}

/// One backend.
#[derive(Clone, Debug, Serialize)]
pub struct Column {
    /// Which
    pub backend: Backend,
    /// Why it does not work here; none when it does
    pub missing: Option<String>,
    /// What it declares and what was found
    pub probes: Vec<Verified>,
}

/// Tries everything. It takes a few seconds.
pub fn doctor(launcher: &Path) -> Report {
    let backends: Vec<Column> = Backend::ALL.into_iter().map(|backend| column(backend, launcher)).collect();
    let auto = select(Choice::Auto, launcher).ok();
    let confined = auto.as_ref().is_some_and(|selection| selection.warning.is_none());
    let true_to_word = backends.iter().flat_map(|column| &column.probes).all(|probe| probe.found == probe.row.held);
    let name = rustix::system::uname();
    let kernel = format!("{} {}", name.sysname().to_string_lossy(), name.release().to_string_lossy());
    let root = rustix::process::geteuid().is_root();
    Report { kernel, root, backends, auto, healthy: confined && true_to_word }
}

fn column(backend: Backend, launcher: &Path) -> Column {
    let result = probe(backend, launcher).and_then(|()| verify(backend, launcher));
    match result {
        Ok(probes) => Column { backend, missing: None, probes },
        Err(error) => Column { backend, missing: Some(error.message), probes: Vec::new() },
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}, {}", self.kernel, if self.root { "as root" } else { "not as root" })?;
        for column in &self.backends {
            match &column.missing {
                Some(why) => writeln!(f, "\n{}: not here: {}", column.backend, why.escape_debug())?,
                None => writeln!(f, "\n{}: works", column.backend)?,
            }
            for Verified { row, found } in &column.probes {
                let mark = if *found { "held" } else { "OPEN" };
                let surprise = if *found == row.held { "" } else { "  (not as declared!)" };
                let name = format!("{:?}", row.probe);
                writeln!(f, "  {mark}  {name:<20} {}{surprise}", row.by)?;
            }
        }
        match &self.auto {
            Some(Selection { backend, warning: None, .. }) => writeln!(f, "\nauto chooses {backend}"),
            Some(Selection { warning: Some(warning), .. }) => writeln!(f, "\n{warning}"),
            None => writeln!(f, "\nno program can be started at all"),
        }
    }
}
