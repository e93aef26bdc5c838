//! A rival in, a crate with N tools that uses it as its users would out, for the compiler to be timed on.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context;
use bench_workload::SIZES;

pub(crate) mod cargo;
mod recipe;

pub(crate) use recipe::{RECIPES, Recipe};

/// A rival's workspace: one crate for each number of tools. It shares nothing with those of others.
#[derive(Debug)]
pub(crate) struct Project {
    pub(crate) recipe: &'static Recipe,
    folder: PathBuf,
}

/// The edit that a crate starts with.
pub(crate) const FIRST: usize = 1;

/// The settings that all workspaces have.
const PROFILES: &str = "\
[profile.dev.build-override]
opt-level = 1

[profile.release]
strip = true
";

impl Project {
    /// Writes the workspace below `root`.
    pub(crate) fn write(recipe: &'static Recipe, root: &Path) -> anyhow::Result<Project> {
        let project = Project { recipe, folder: root.join(recipe.name) };
        let members: Vec<String> = SIZES.iter().map(|tools| format!("{:?}", name(*tools))).collect();
        let workspace = format!("[workspace]\nresolver = \"3\"\nmembers = [{}]\n\n{PROFILES}", members.join(", "));
        put(&project.folder.join("Cargo.toml"), &workspace)?;
        put(&project.folder.join("rust-toolchain.toml"), include_str!("../../../rust-toolchain.toml"))?;
        // The versions are those of the bench itself; cargo drops what a workspace does not use.
        let lock = Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.lock");
        fs::copy(&lock, project.folder.join("Cargo.lock")).with_context(|| lock.display().to_string())?;
        for tools in SIZES {
            for (file, text) in (recipe.files)(tools, FIRST) {
                put(&project.member(tools).join(file), &text)?;
            }
            let manifest = format!(
                "[package]\nname = {:?}\nversion = \"0.1.0\"\nedition = \"2024\"\n\n{}",
                name(tools),
                (recipe.dependencies)()
            );
            put(&project.member(tools).join("Cargo.toml"), &manifest)?;
        }
        Ok(project)
    }

    /// Changes the body of the first tool.
    pub(crate) fn edit(&self, tools: usize, edit: usize) -> anyhow::Result<()> {
        for (file, text) in (self.recipe.files)(tools, edit) {
            if file == "src/tools.rs" {
                put(&self.member(tools).join(file), &text)?;
            }
        }
        Ok(())
    }

    /// A cargo command in the workspace.
    pub(crate) fn cargo(&self, arguments: &[&str]) -> std::process::Command {
        let mut command = cargo::command(&self.target());
        command.args(arguments).args(["--offline", "--quiet"]).current_dir(&self.folder);
        command
    }

    pub(crate) fn folder(&self) -> &Path {
        &self.folder
    }

    /// The bytes of schema and catalog text in the stripped program: what the program prints of itself.
    pub(crate) fn texts(&self, tools: usize) -> anyhow::Result<u64> {
        if !self.recipe.rows {
            return Ok(0);
        }
        let output = std::process::Command::new(self.program(tools)).arg("--texts").output()?;
        String::from_utf8(output.stdout)?.trim().parse().context("the program does not say how long its texts are")
    }

    pub(crate) fn target(&self) -> PathBuf {
        self.folder.join("target")
    }

    /// The stripped release program.
    pub(crate) fn program(&self, tools: usize) -> PathBuf {
        self.target().join("release").join(name(tools))
    }

    fn member(&self, tools: usize) -> PathBuf {
        self.folder.join(name(tools))
    }
}

/// The name of the crate with that many tools.
pub(crate) fn name(tools: usize) -> String {
    format!("leaf-{tools}")
}

fn put(path: &Path, text: &str) -> anyhow::Result<()> {
    let folder = path.parent().context("a file without a folder")?;
    fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
    fs::write(path, text).with_context(|| path.display().to_string())
}
