//! A small file, read through the whole road of a call and by cap-std alone.

use std::fs;
use std::path::Path;

use anyhow::{Context as _, ensure};
use cap_std::ambient_authority;
use cap_std::fs::Dir as Opened;
use toolgen_runtime::{Context, Dir, Read, Result, Table, Tools, tool, tools};

use crate::{Rival, measure};

const NAME: &str = "notes/small.txt";
const TEXT: &str = "A small file.\n";

/// Read a file.
#[tool(effect = read)]
fn read_file(
    /// Which.
    path: &str,
    #[arg(read = "${input.path}")] dir: &Dir<Read>,
) -> Result<String> {
    dir.read_to_string(path)
}

static TOOLS: Table = tools![read_file];

pub(crate) fn run(folder: &Path, rounds: usize) -> anyhow::Result<()> {
    fs::create_dir_all(folder.join("notes"))?;
    fs::write(folder.join(NAME), TEXT)?;
    let tools = Tools::from(&TOOLS).workspace(folder);
    let (context, arguments) = (Context::new(), serde_json::json!({ "path": NAME }).to_string());
    let opened = Opened::open_ambient_dir(folder, ambient_authority())?;
    let call = || {
        let reply = tools.call_now(&context, "read_file", &arguments);
        let text = reply.outcome.as_ref().map_err(|error| anyhow::anyhow!("{error}")).map(|_| reply.text())?;
        ensure!(text == TEXT, "{text}");
        Ok(())
    };
    let kept = || same(&opened.read_to_string(NAME).context("cap-std")?);
    let with_folder = || {
        let opened = Opened::open_ambient_dir(folder, ambient_authority())?;
        same(&opened.read_to_string(NAME).context("cap-std")?)
    };
    let mut rivals: [Rival<'_>; 3] = [
        ("toolgen".to_owned(), Box::new(call)),
        // As a call does it: the folder is opened, then the file in it.
        ("cap-std".to_owned(), Box::new(with_folder)),
        ("cap-std-kept".to_owned(), Box::new(kept)),
    ];
    measure("read", &mut rivals, rounds, 1000, || ())
}

fn same(text: &str) -> anyhow::Result<()> {
    ensure!(text == TEXT, "{text}");
    Ok(())
}
