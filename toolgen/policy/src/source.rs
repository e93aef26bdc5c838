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

/// AnimaWorks' file, of which the services and the credentials are read.
pub const CONFIG: &str = "config.json";

/// The variable that names the folder of AnimaWorks' anima.
pub const ANIMA: &str = "ANIMAWORKS_ANIMA_DIR";

/// The prefix of environment variables that set a key: `TOOLGEN_GIT__ENABLED` is `git.enabled`.
pub const PREFIX: &str = "TOOLGEN_";

/// The text of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct File {
    /// What findings call it
    pub name: String,
    /// The text
    pub text: String,
    /// Whether it belongs to another system, as PRX's `config.toml` and AnimaWorks' `config.json` do: sections that
    /// are not ours are passed over then
    pub foreign: bool,
}

impl File {
    /// A file of ours, or that of another system when its name is that.
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> File {
        let name = name.into();
        let foreign = Path::new(&name).file_name().is_some_and(|file| file == "config.toml" || file == CONFIG);
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
        // Looked at before it is opened: a pipe that nobody writes to would never open.
        let file = match path.metadata().map(|data| data.is_file()) {
            Ok(true) => fs::File::open(path),
            Ok(false) => return Err(fault(&"it is no regular file")),
            Err(error) => Err(error),
        };
        let file = match file {
            Ok(file) => file,
            Err(error) if error.kind() == ErrorKind::NotFound && path.symlink_metadata().is_err() => return Ok(None),
            Err(_) if !enforced!("config.unreadable") => return Ok(None),
            Err(error) if error.kind() == ErrorKind::NotFound => return Err(fault(&"it is a link that leads nowhere")),
            Err(error) => return Err(fault(&error)),
        };
        if !file.metadata().is_ok_and(|data| data.is_file()) {
            return Err(fault(&"it is no regular file"));
        }
        let mut bytes = Vec::new();
        file.take(LARGEST as u64 + 1).read_to_end(&mut bytes).map_err(|error| fault(&error))?;
        match String::from_utf8(bytes) {
            Ok(text) => Ok(Some(File::new(name, text))),
            Err(error) => Err(no_utf8(&place, error.as_bytes(), error.utf8_error().valid_up_to())),
        }
    }
}

/// The finding of a file that is no UTF-8 from the byte `at` on.
fn no_utf8(place: &Place, bytes: &[u8], at: usize) -> Box<Finding> {
    let good = bytes.get(..at).map_or("", |good| std::str::from_utf8(good).unwrap_or_default());
    let number = |value: usize| u32::try_from(value).unwrap_or(u32::MAX);
    let line = number(good.matches('\n').count() + 1);
    let column = number(good.rsplit('\n').next().map_or(0, |rest| rest.chars().count()) + 1);
    let wide = bytes.starts_with(&[0xFF, 0xFE]) || bytes.starts_with(&[0xFE, 0xFF]);
    let what = if wide { "it is UTF-16" } else { "it is no UTF-8 here" };
    let text = format!("the configuration cannot be read: {what}");
    Box::new(Finding::error(code::UNREADABLE, &Place { line, column, ..place.clone() }, text).help("save it as UTF-8"))
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
    /// AnimaWorks' `permissions.json`, or the `permissions.md` of old: that of the project and that of the anima, both
    /// of which hold
    pub permissions: Vec<File>,
}

impl Sources {
    /// One file of the project and nothing else.
    pub fn of_file(name: impl Into<String>, text: impl Into<String>) -> Sources {
        Sources { project: vec![File::new(name, text)], ..Sources::default() }
    }

    /// Adds a file by what it is: AnimaWorks' permissions by its ending, the configuration of another system by its
    /// name, and else one of the project.
    pub fn add(&mut self, file: File) {
        let ending = Path::new(&file.name).extension().map(std::ffi::OsStr::to_ascii_lowercase);
        let permissions = !file.foreign && ending.is_some_and(|ending| ending == "json" || ending == "md");
        if permissions { self.permissions.push(file) } else { self.project.push(file) }
    }

    /// What stands on this machine: `toolgen.toml` in `project`, `toolgen/toolgen.toml` in the user's folder
    /// for configuration, the variables of this process, and AnimaWorks' files: `permissions.json` in `project` and in
    /// the folder that `ANIMAWORKS_ANIMA_DIR` names, with the `config.json` of that anima's system.
    ///
    /// # Errors
    /// A finding for each file that is there and cannot be read.
    pub fn of_machine(project: &Path) -> Result<Sources, Vec<Finding>> {
        let anima = std::env::var_os(ANIMA).filter(|name| !name.is_empty()).map(PathBuf::from);
        Sources::of_folders(project, user_folder().as_deref(), anima.as_deref()).map(|sources| {
            let environment = std::env::vars_os()
                .filter_map(|(name, value)| Some((name.into_string().ok()?, value)))
                .filter(|(name, _)| name.starts_with(PREFIX) && name.contains("__"))
                .map(|(name, value)| (name, value.to_string_lossy().into_owned()))
                .collect();
            Sources { environment, ..sources }
        })
    }

    /// The files of a project, a user and an anima.
    fn of_folders(project: &Path, user: Option<&Path>, anima: Option<&Path>) -> Result<Sources, Vec<Finding>> {
        let mut findings = Vec::new();
        let mut sources = Sources::default();
        let mut take = |read: Result<Option<File>, Box<Finding>>, into: &mut Vec<File>| match read {
            Ok(file) => into.extend(file),
            Err(finding) => findings.push(*finding),
        };
        let own = if project == Path::new(".") { PathBuf::from(FILE) } else { project.join(FILE) };
        take(File::read(&own), &mut sources.project);
        if let Some(folder) = user {
            take(File::read(&folder.join("toolgen").join(FILE)), &mut sources.user);
        }
        take(crate::animaworks::find(project), &mut sources.permissions);
        if let Some(folder) = anima {
            if !folder.is_dir() {
                let text = format!("the folder of the anima, `{}`, is not there", folder.display());
                take(Err(no_anima(text)), &mut sources.permissions);
            } else if !same(folder, project) {
                take(crate::animaworks::find(folder), &mut sources.permissions);
            }
            // The folder of an anima lies in `animas`, beside which is the configuration of all.
            if let Some(system) = folder.canonicalize().ok().as_deref().and_then(system) {
                take(File::read(&system.join(CONFIG)), &mut sources.user);
            }
        }
        if findings.is_empty() { Ok(sources) } else { Err(findings) }
    }
}

fn no_anima(text: String) -> Box<Finding> {
    let help = "name the folder of one that exists, or unset the variable";
    Box::new(Finding::error(code::UNREADABLE, &Place::named(ANIMA), text).help(help))
}

/// The folder of the system that an anima's folder belongs to.
fn system(anima: &Path) -> Option<&Path> {
    anima.parent().filter(|folder| folder.file_name().is_some_and(|name| name == "animas"))?.parent()
}

fn same(one: &Path, other: &Path) -> bool {
    one.canonicalize().ok().zip(other.canonicalize().ok()).is_some_and(|(one, other)| one == other)
}

/// The user's folder for configuration: `XDG_CONFIG_HOME`, else `~/.config`.
fn user_folder() -> Option<PathBuf> {
    let absolute = |name: &str| std::env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    absolute("XDG_CONFIG_HOME").or_else(|| absolute("HOME").map(|home| home.join(".config")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_anima_has_its_own_permissions_and_the_configuration_of_its_system() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        fs::create_dir_all(at("animas/rin")).unwrap();
        fs::create_dir_all(at("project")).unwrap();
        fs::write(at("animas/rin/permissions.json"), "{}").unwrap();
        fs::write(at("project/permissions.json"), "{}").unwrap();
        fs::write(at("config.json"), "{}").unwrap();
        let of = |anima: &str| Sources::of_folders(&at("project"), None, Some(&at(anima)));
        let sources = of("animas/rin").unwrap();
        assert_eq!((sources.permissions.len(), sources.user.len()), (2, 1));
        assert!(sources.user[0].foreign);
        assert_eq!(of("project").unwrap().permissions.len(), 1);
        assert_eq!(of("animas/ran").unwrap_err()[0].code, code::UNREADABLE);
        assert_eq!(Sources::of_folders(&at("project"), None, None).unwrap().permissions.len(), 1);
    }

    #[cfg(unix)]
    #[test]
    fn what_cannot_be_read_says_why_and_hangs_nobody() {
        let folder = tempfile::tempdir().unwrap();
        let said = |name: &str| File::read(&folder.path().join(name)).unwrap_err().to_string();
        fs::write(folder.path().join("bytes"), b"a = 1\nb = \"\xff\"\n").unwrap();
        assert!(
            said("bytes").contains("bytes:2:6: ") && said("bytes").contains("save it as UTF-8"),
            "{}",
            said("bytes")
        );
        fs::write(folder.path().join("wide"), b"\xff\xfea\0").unwrap();
        assert!(said("wide").contains("it is UTF-16"), "{}", said("wide"));
        std::os::unix::fs::symlink("nowhere", folder.path().join("link")).unwrap();
        assert!(said("link").contains("a link that leads nowhere"), "{}", said("link"));
        fs::create_dir(folder.path().join("folder")).unwrap();
        assert!(said("folder").contains("no regular file"));
        if std::process::Command::new("mkfifo").arg(folder.path().join("pipe")).status().is_ok_and(|it| it.success()) {
            assert!(said("pipe").contains("no regular file"));
        }
        assert_eq!(File::read(&folder.path().join("none")).unwrap(), None);
    }
}
