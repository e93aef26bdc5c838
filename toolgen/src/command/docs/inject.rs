//! `toolgen docs --inject FILE`: a file with marked blocks in, the file rewritten or compared.

use std::path::Path;

use toolgen_model::Catalog;

use crate::command::{Console, Failure, Outcome};
use crate::emit::docs::{self, Templates};
use crate::out::{self, Difference};

/// Fills the blocks of `file`, or says how it differs from what it should be.
pub(super) fn inject(
    file: &Path,
    catalog: &Catalog,
    grants: &[String],
    templates: &Templates,
    check: bool,
    console: &mut Console,
) -> Result<Outcome, Failure> {
    let name = file.display();
    let fail = |error: &dyn std::fmt::Display| Failure::Failed(format!("cannot read {name}: {error}"));
    let is_file = std::fs::metadata(file).map_err(|error| fail(&error))?.is_file();
    if !is_file {
        return Err(fail(&"it is no regular file"));
    }
    let bytes = std::fs::read(file).map_err(|error| fail(&error))?;
    let old = String::from_utf8(bytes).map_err(|error| {
        fail(&format!("it is no UTF-8 from byte {} on; save it as UTF-8", error.utf8_error().valid_up_to()))
    })?;
    let done = docs::inject(&old, catalog, grants, templates).map_err(|error| Failure::Failed(error.to_string()))?;
    for (line, message) in &done.warnings {
        writeln!(console.err, "{name}:{line}: warning: {message}")?;
    }
    for (line, message) in &done.faults {
        writeln!(console.err, "{name}:{line}: error: {message}")?;
    }
    if !done.faults.is_empty() {
        return Ok(Outcome::Findings);
    }
    if done.blocks + done.warnings.len() == 0 {
        writeln!(
            console.err,
            "{name}: warning: it has no block; begin one with <!-- AUTO-GENERATED:START (tool_index) -->"
        )?;
    }
    let Some(kind) = out::compare(done.text.as_bytes(), old.as_bytes()) else { return Ok(Outcome::Clean) };
    if check {
        Difference { path: name.to_string(), kind }.print(console.out)?;
        return Ok(Outcome::Findings);
    }
    out::replace(file, done.text.as_bytes())?;
    writeln!(console.err, "{name}: {} blocks written", done.blocks)?;
    Ok(Outcome::Clean)
}
