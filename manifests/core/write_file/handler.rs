//! `write_file`: a path and a text in, the file written whole or not at all.

use toolgen_runtime::{Dir, Result, Write, tool};

/// Write a text to a file of the workspace. Missing folders are made; a file that is there is replaced.
#[tool(title = "Write file", group = "core", effect = destructive, idempotent = true, open_world = false, default = allow)]
pub(crate) fn write_file(
    /// File to write, relative to the workspace
    #[arg(length(1..), positional = 1)]
    path: &str,
    /// The whole text of the file
    content: &str,
    #[arg(write = "${input.path}")] dir: &Dir<Write>,
) -> Result<String> {
    dir.write(path, content)?;
    Ok(format!("Wrote {} bytes to {path}", content.len()))
}
