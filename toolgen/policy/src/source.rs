//! Where configuration comes from: flags, the environment, files. Each with the layer that orders them.

use std::fs;
use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};

pub use toolgen_model::config::Layer;
use toolgen_model::enforced;

use crate::finding::{Finding, Place, code};

/// The name of our own file, in the project's folder and in the user's.
pub const FILE: &str = "toolgen.toml";

/// The longest file that is read, in bytes.
pub const LARGEST: usize = 1 << 20;

/// The prefix of environment variables that set a key: `TOOLGEN_GIT__ENABLED` is `git.enabled`.
pub const PREFIX: &str = "TOOLGEN_";

/// The text of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct File {
    /// What findings call it
    pub name: String,
    /// The text
    pub text: String,
    /// Whether it belongs to another system: sections that are not ours are passed over then
    pub foreign: bool,
}

impl File {
    /// A file of ours, or PRX's `config.toml` when its name is that.
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> File {
        let name = name.into();
        let foreign = Path::new(&name).file_name().is_some_and(|file| file == "config.toml");
        File { name, text: text.into(), foreign }
    }

    /// Reads a file; nothing when there is none.
    ///
    /// # Errors
    /// A finding when it is there and is no regular file of at most [`LARGEST`] bytes of UTF-8.
    pub fn read(path: &Path) -> Result<Option<File>, Box<Finding>> {
        let name = path.display().to_string();
        let place = Place::named(name.as_str());
        let fault = |what: &dyn std::fmt::Display| {
            let text = format!("the configuration cannot be read: {what}");
            Box::new(
                Finding::error(code::UNREADABLE, &place, text)
                    .help("nothing starts without it: make it a readable file, or remove it"),
            )
        };
        let file = match fs::File::open(path) {
            Ok(file) => file,
            Err(error) if error.kind() == ErrorKind::NotFound && path.symlink_metadata().is_err() => return Ok(None),
            Err(_) if !enforced!("config.unreadable") => return Ok(None),
            Err(error) => return Err(fault(&error)),
        };
        if !file.metadata().is_ok_and(|data| data.is_file()) {
            return Err(fault(&"it is no regular file"));
        }
        let mut bytes = Vec::new();
        file.take(LARGEST as u64 + 1).read_to_end(&mut bytes).map_err(|error| fault(&error))?;
        let text = String::from_utf8(bytes)
            .map_err(|error| fault(&format!("byte {} is no UTF-8", error.utf8_error().valid_up_to())))?;
        Ok(Some(File::new(name, text)))
    }
}

/// All that is said, by layer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sources {
    /// `--set KEY=VALUE`, a later one wins
    pub flags: Vec<(String, String)>,
    /// Variables `TOOLGEN_…`, by name
    pub environment: Vec<(String, String)>,
    /// Files of the project, a later one wins
    pub project: Vec<File>,
    /// Files of the user, a later one wins
    pub user: Vec<File>,
    /// AnimaWorks' `permissions.json`, or the `permissions.md` of old
    pub permissions: Option<File>,
}

impl Sources {
    /// One file of the project and nothing else.
    pub fn of_file(name: impl Into<String>, text: impl Into<String>) -> Sources {
        Sources { project: vec![File::new(name, text)], ..Sources::default() }
    }

    /// What stands on this machine: `toolgen.toml` in `project`, `toolgen/toolgen.toml` in the user's folder
    /// for configuration, and the variables of this process.
    ///
    /// # Errors
    /// A finding for each file that is there and cannot be read.
    pub fn of_machine(project: &Path) -> Result<Sources, Vec<Finding>> {
        let mut findings = Vec::new();
        let mut read = |path: PathBuf| match File::read(&path) {
            Ok(file) => file,
            Err(finding) => {
                findings.push(*finding);
                None
            }
        };
        let permissions = crate::animaworks::find(project);
        let own = if project == Path::new(".") { PathBuf::from(FILE) } else { project.join(FILE) };
        let project: Vec<File> = read(own).into_iter().collect();
        let user = user_folder().and_then(|folder| read(folder.join("toolgen").join(FILE))).into_iter().collect();
        let environment = std::env::vars_os()
            .filter_map(|(name, value)| Some((name.into_string().ok()?, value)))
            .filter(|(name, _)| name.starts_with(PREFIX) && name.contains("__"))
            .map(|(name, value)| (name, value.to_string_lossy().into_owned()))
            .collect();
        let permissions = permissions.unwrap_or_else(|finding| {
            findings.push(*finding);
            None
        });
        let sources = Sources { flags: Vec::new(), environment, project, user, permissions };
        if findings.is_empty() { Ok(sources) } else { Err(findings) }
    }
}

/// The user's folder for configuration: `XDG_CONFIG_HOME`, else `~/.config`.
fn user_folder() -> Option<PathBuf> {
    let absolute = |name: &str| std::env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    absolute("XDG_CONFIG_HOME").or_else(|| absolute("HOME").map(|home| home.join(".config")))
}
