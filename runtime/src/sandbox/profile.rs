//! What a program may reach, independent of the backend that holds it to that.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::error::SandboxError;
use super::limits::Limits;

/// What may be reached over the network.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Network {
    /// Nothing, this machine included
    #[default]
    None,
    /// Every host: no backend can hold a program to named hosts, so a profile that needs that must use `Net`
    Open,
}

/// What a program may reach.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Profile {
    /// Readable and writable with all that is in it
    pub workspace: PathBuf,
    /// Where programs start: the workspace or a folder in it
    pub folder: PathBuf,
    /// What in the workspace stays as it is
    pub protected: Vec<PathBuf>,
    /// What in the workspace is not seen: files and folders that exist, absolute and without links
    pub hidden: Vec<PathBuf>,
    /// Further files and folders that may be read and executed
    pub read_only: Vec<PathBuf>,
    /// The network
    pub network: Network,
    /// What it may use
    pub limits: Limits,
}

/// The most places that are hidden: each is a mount of its own.
const MOST_HIDDEN: usize = 256;

/// What of the system may be read and executed.
pub(super) const SYSTEM: &[&str] = &["/usr", "/bin", "/sbin", "/lib", "/lib64", "/lib32", "/libx32"];

/// What of `/etc` programs need to start, to know the time and to trust certificates. No accounts, no hosts.
pub(super) const ETC: &[&str] = &[
    "ld.so.cache",
    "ld.so.preload",
    "alternatives",
    "localtime",
    "timezone",
    "nsswitch.conf",
    "ssl/certs",
    "ssl/openssl.cnf",
    "ca-certificates",
    "pki/tls/certs",
    "mime.types",
    "magic",
    "locale.alias",
    "gitconfig",
];

/// What of `/etc` the network needs on top.
pub(super) const ETC_NETWORK: &[&str] = &["resolv.conf", "hosts", "host.conf", "services", "protocols", "gai.conf"];

/// The devices that hold nothing.
pub(super) const DEVICES: &[&str] = &["null", "zero", "full", "random", "urandom"];

impl Network {
    /// The name in configurations.
    pub(super) fn name(self) -> &'static str {
        match self {
            Network::None => "none",
            Network::Open => "open",
        }
    }
}

impl Profile {
    /// The profile of a workspace: itself, the system, no network, the usual limits.
    ///
    /// # Errors
    /// `sandbox.workspace` when the folder does not exist, is no folder, or is the root of all.
    pub fn new(workspace: &Path) -> Result<Profile, SandboxError> {
        let refuse = |why: &str| {
            SandboxError::new("sandbox.workspace", format!("the workspace `{}` {why}", workspace.display()))
        };
        let workspace = workspace.canonicalize().map_err(|error| refuse(&format!("cannot be used: {error}")))?;
        if !workspace.is_dir() {
            return Err(refuse("is no folder"));
        }
        if let Some(system) = SYSTEM
            .iter()
            .chain(&["/etc", "/dev", "/proc", "/sys", "/run", "/boot"])
            .find(|system| workspace.starts_with(system) || Path::new(system).starts_with(&workspace))
        {
            return Err(refuse(&format!("would open `{system}` for writing; choose a folder of its own")));
        }
        Ok(Profile {
            folder: workspace.clone(),
            workspace,
            protected: Vec::new(),
            hidden: Vec::new(),
            read_only: Vec::new(),
            network: Network::None,
            limits: Limits::default(),
        })
    }

    /// What is read: the system and what the profile names, as far as it exists.
    pub(super) fn readable(&self) -> Vec<PathBuf> {
        system(self.network).chain(self.read_only.iter().cloned()).filter(|path| path.exists()).collect()
    }

    /// The folders of the workspace that lead to what is hidden, the outer before the inner. Each must be a mount of its
    /// own, since those cannot be renamed: under another name the next call would see what this one did not.
    pub(super) fn leading(&self) -> BTreeSet<&Path> {
        let above = self.hidden.iter().flat_map(|place| place.ancestors().skip(1));
        above.filter(|folder| *folder != self.workspace && folder.starts_with(&self.workspace)).collect()
    }

    /// Checks what a configuration can get wrong.
    pub(super) fn check(&self) -> Result<(), SandboxError> {
        if let Some(name) = self.limits.zero() {
            let message = format!("`{name}` is 0, so nothing could run; leave it out for the default");
            return Err(SandboxError::new("sandbox.limits", message));
        }
        if !self.folder.starts_with(&self.workspace) {
            let message = format!("programs would start in `{}`, outside the workspace", self.folder.display());
            return Err(SandboxError::new("sandbox.workspace", message));
        }
        if let Some(path) = self.read_only.iter().find(|path| !path.is_absolute() || path.as_path() == Path::new("/")) {
            let message = format!("`{}` cannot be opened for reading; name an absolute path below `/`", path.display());
            return Err(SandboxError::new("sandbox.read_only", message));
        }
        if self.hidden.len() > MOST_HIDDEN {
            let message = format!(
                "the policy closes {} places of the workspace, {MOST_HIDDEN} at most can be hidden; close the folder that they are in",
                self.hidden.len()
            );
            return Err(SandboxError::new("sandbox.hidden", message));
        }
        // Such characters are patterns or separators on the command lines of some backends.
        let unclear = |path: &&PathBuf| {
            path.to_str().is_none_or(|text| text.contains(|c: char| c.is_control() || "*?[]{},:".contains(c)))
        };
        let mut named = [&self.workspace, &self.folder].into_iter().chain(&self.read_only).chain(&self.hidden);
        if let Some(path) = named.find(unclear) {
            let message = format!(
                "`{}` contains a control character or one of * ? [ ] {{ }} , : and cannot be confined to",
                path.display()
            );
            return Err(SandboxError::new("sandbox.path", message));
        }
        Ok(())
    }
}

/// What of the system is read, whether it exists or not.
pub(super) fn system(network: Network) -> impl Iterator<Item = PathBuf> {
    let network: &[&str] = if network == Network::Open { ETC_NETWORK } else { &[] };
    let etc = ETC.iter().chain(network).map(|name| Path::new("/etc").join(name));
    SYSTEM.iter().map(PathBuf::from).chain(etc)
}
