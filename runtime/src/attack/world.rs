//! Where a case happens: a folder of its own that stands for the whole file system, with a workspace, a home and
//! what an attacker would like to have. Paths of a case in, real paths out.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::folder::Folder;
use crate::capability::dir::{Access, Dir};
use crate::capability::place::workspace;
use crate::error::ToolError;
use crate::shell::{self, Script};

/// What stands in every file outside of the workspace.
pub(super) const SECRET: &str = "hunter2-outside";

/// Files outside that attackers go for.
const OUTSIDE: &[&str] = &["etc/passwd", "etc/hostname", "etc/shadow", "home/u/.bashrc", "home/u/.ssh/id_rsa"];

/// The programs that a case may use to set itself up.
const SETUP: &[&str] = &["ln", "mkdir", "mkfifo", "touch", "cp", "mv", "rmdir", "chmod"];

/// A world, removed at its end.
pub(super) struct World {
    base: PathBuf,
    root: String,
    /// Goes with the world
    _folder: Folder,
}

impl World {
    /// A world whose workspace a case calls `root`, for example `/ws`.
    pub(super) fn new(root: &str) -> io::Result<World> {
        let folder = Folder::new()?;
        let base = folder.path().canonicalize()?;
        let world = World { base, root: root.trim_end_matches('/').to_owned(), _folder: folder };
        fs::create_dir_all(world.workspace())?;
        for file in OUTSIDE {
            world.plant(&world.base.join(file))?;
        }
        world.plant(&world.base.join(format!("{}_secret/key", world.root.trim_start_matches('/'))))?;
        Ok(world)
    }

    /// Puts the secret there.
    pub(super) fn plant(&self, file: &Path) -> io::Result<()> {
        if let Some(folder) = file.parent() {
            fs::create_dir_all(folder)?;
        }
        fs::write(file, SECRET)
    }

    /// The workspace.
    pub(super) fn workspace(&self) -> PathBuf {
        self.base.join(self.root.trim_start_matches('/'))
    }

    /// The whole.
    pub(super) fn base(&self) -> &Path {
        &self.base
    }

    /// A path as the case writes it, as it is here. `/proc` and `/dev` are those of the machine.
    pub(super) fn path(&self, path: &str) -> String {
        let real = ["/proc", "/dev"].iter().any(|root| Path::new(path).starts_with(root));
        if path.starts_with('/') && !real { format!("{}{path}", self.base.display()) } else { path.to_owned() }
    }

    /// Every absolute path in a script that begins with the workspace or a home.
    pub(super) fn script(&self, script: &str) -> String {
        let base = self.base.display();
        let script = script.replace("/home/", &format!("{base}/home/"));
        script.replace(&format!("{}/", self.root), &format!("{}/", self.workspace().display()))
    }

    /// Does what the case wants to be there first: a plain script of harmless programs.
    pub(super) fn set_up(&self, script: &str) -> Result<(), String> {
        let Script::Plain(plan) = shell::parse(script) else { return Err(format!("`{script}` is not plain")) };
        for command in plan.commands() {
            if !SETUP.contains(&command.program()) {
                return Err(format!("`{}` is no program of a set-up", command.program()));
            }
            let words: Vec<String> = command.argv.iter().skip(1).map(|word| self.path(word)).collect();
            for word in words.iter().filter(|word| word.starts_with('/')) {
                // What the case takes for granted.
                if !Path::new(word).exists() && Path::new(word).starts_with(&self.base) {
                    Path::new(word).parent().map(fs::create_dir_all).transpose().map_err(|error| error.to_string())?;
                }
            }
            let mut process = std::process::Command::new(command.program());
            let status = process.args(&words).current_dir(self.workspace()).status();
            if !status.is_ok_and(|status| status.success()) {
                return Err(format!("`{script}` could not be done"));
            }
        }
        Ok(())
    }

    /// The capability with the whole workspace as its scope.
    pub(super) fn dir<A: Access>(&self) -> Result<Dir<A>, ToolError> {
        let root = workspace(&self.workspace())?;
        Dir::within(root, vec![".".to_owned()])
    }

    /// Whether everything outside is as it was.
    pub(super) fn is_untouched(&self) -> bool {
        OUTSIDE.iter().all(|file| fs::read_to_string(self.base.join(file)).is_ok_and(|text| text == SECRET))
    }
}
