//! The probe suite: what a confined program must not be able to do is tried, on each backend, and compared with
//! what the backend declares.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Read};
use std::net::{TcpListener, UdpSocket};
use std::os::fd::AsRawFd;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::net::UnixListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use rustix::io::{FdFlags, fcntl_setfd};
use serde::{Deserialize, Serialize};
use toolgen_model::enforcement::backend::{BACKENDS, Held, PROBES};

use super::auto::Choice;
use super::backend::Backend;
use super::environment::Environment;
use super::error::SandboxError;
use super::jail::{Jail, Run};
use super::job::PROBE_NAME;
use super::launcher::Launcher;
use super::limits::{Limits, Stop};
use super::probe::base;
use super::profile::Profile;
use super::settings::Settings;
use crate::shell::Plan;

/// One thing that a confined program tries.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Probe {
    /// Reads a file outside the workspace
    ReadOutside,
    /// Creates a file outside the workspace
    WriteOutside,
    /// Changes the mode of a file outside the workspace
    ChmodOutside,
    /// Connects to a TCP port of this machine
    Tcp,
    /// Sends a datagram to a UDP port of this machine
    Udp,
    /// Connects to a Unix socket outside the workspace
    UnixSocket,
    /// Reads the environment of a process outside
    ForeignEnvironment,
    /// Sends a signal to a process outside
    SignalOutside,
    /// Writes through a descriptor that the agent left open
    InheritedDescriptor,
    /// Starts more processes than allowed
    ForkBomb,
    /// Reads places of the workspace that the policy closes
    ReadHidden,
    /// Changes what in the workspace decides about the agent
    ChangeProtected,
}

/// What a backend declares of one probe.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Row {
    /// What is tried
    pub probe: Probe,
    /// Whether it is held
    pub held: bool,
    /// By what
    pub by: &'static str,
}

/// A declared row and what the probe has found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Verified {
    /// What the backend declares
    #[serde(flatten)]
    pub row: Row,
    /// Whether it was held when it was tried
    pub found: bool,
}

impl Probe {
    /// The probe of that name.
    fn from_name(name: &str) -> Option<Probe> {
        serde_json::from_value(name.into()).ok()
    }
}

/// What a backend declares; nothing for docker, which cannot be tried without a daemon.
pub fn declared(backend: Backend) -> Vec<Row> {
    let name = backend.to_string();
    let Some(column) = BACKENDS.iter().position(|backend| *backend == name) else { return Vec::new() };
    let row = |held: &Held| {
        let by = held.by[column];
        Probe::from_name(held.probe).map(|probe| Row { probe, held: !by.is_empty(), by })
    };
    PROBES.iter().filter_map(row).collect()
}

/// Runs the suite on a backend that works here.
///
/// # Errors
/// The suite could not be set up, or the backend does not run programs.
pub fn verify(backend: Backend, launcher: &Path) -> Result<Vec<Verified>, SandboxError> {
    let launcher = Launcher::at(launcher, backend);
    let mut found = try_all(&launcher).map_err(|error| SandboxError::start("the probe suite", &error))??;
    found.insert(Probe::ForkBomb, fork_bomb(&launcher)?);
    found.insert(Probe::ReadHidden, read_hidden(&launcher)?);
    found.insert(Probe::ChangeProtected, change_protected(&launcher)?);
    Ok(declared(backend)
        .into_iter()
        .map(|row| Verified { row, found: found.get(&row.probe).copied().unwrap_or(false) })
        .collect())
}

/// Where the suite's targets are, for the process that tries to reach them.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Targets {
    pub(super) secret: PathBuf,
    pub(super) outside: PathBuf,
    pub(super) socket: PathBuf,
    pub(super) tcp: u16,
    pub(super) udp: u16,
    pub(super) victim: i32,
    pub(super) descriptor: i32,
}

type Found = BTreeMap<Probe, bool>;

fn try_all(launcher: &Launcher) -> io::Result<Result<Found, SandboxError>> {
    let grounds = Grounds::new()?;
    let tcp = TcpListener::bind("127.0.0.1:0")?;
    let udp = UdpSocket::bind("127.0.0.1:0")?;
    let socket = UnixListener::bind(grounds.socket())?;
    tcp.set_nonblocking(true)?;
    udp.set_nonblocking(true)?;
    socket.set_nonblocking(true)?;
    let victim = Victim::new()?;
    let leaked = fs::OpenOptions::new().append(true).open(grounds.leaked())?;
    // Left open for every program that is started, which is what the launcher must undo.
    fcntl_setfd(&leaked, FdFlags::empty())?;
    let program = grounds.workspace().join(PROBE_NAME);
    let own = launcher.program();
    let own = if own == Path::new("/proc/self/exe") { std::env::current_exe()? } else { own.to_owned() };
    fs::hard_link(&own, &program).or_else(|_| fs::copy(&own, &program).map(|_| ()))?;
    let targets = Targets {
        secret: grounds.secret(),
        outside: grounds.outside(),
        socket: grounds.socket(),
        tcp: tcp.local_addr()?.port(),
        udp: udp.local_addr()?.port(),
        victim: victim.id(),
        descriptor: leaked.as_raw_fd(),
    };
    let plan = Plan::single(vec![program.display().to_string(), serde_json::to_string(&targets)?]);
    let profile = match grounds.profile() {
        Ok(profile) => profile,
        Err(error) => return Ok(Err(error)),
    };
    let outcome = match launcher.run(&plan, &profile, &Environment::from_values(base)) {
        Ok(outcome) => outcome,
        Err(error) => return Ok(Err(error)),
    };
    let Ok(mut found) = serde_json::from_slice::<Found>(&outcome.stdout.bytes()) else {
        let message = format!("it did not report: {:?} {}", outcome.ended, outcome.stderr.text());
        return Ok(Err(SandboxError::start("the probe", &message)));
    };
    // What has arrived here counts more than what the other side believes.
    let mut hold = |probe, arrived: bool| {
        found.entry(probe).and_modify(|held| *held &= !arrived);
    };
    hold(Probe::Tcp, tcp.accept().is_ok());
    hold(Probe::Udp, udp.recv(&mut [0; 8]).is_ok());
    hold(Probe::UnixSocket, socket.accept().is_ok());
    hold(Probe::WriteOutside, fs::read_dir(grounds.outside())?.count() != Grounds::FILES);
    hold(Probe::ChmodOutside, fs::metadata(grounds.secret())?.permissions().mode() & 0o777 != 0o600);
    let mut text = String::new();
    fs::File::open(grounds.leaked())?.read_to_string(&mut text)?;
    hold(Probe::InheritedDescriptor, !text.is_empty());
    Ok(Ok(found))
}

/// Whether starting many processes is stopped, with none left.
fn fork_bomb(launcher: &Launcher) -> Result<bool, SandboxError> {
    let grounds = Grounds::new().map_err(|error| SandboxError::start("a folder for the probe", &error))?;
    let script = "i=0; while [ $i -lt 60 ]; do sleep 20 & i=$((i+1)); done; wait";
    let plan = Plan::single(vec!["sh".to_owned(), "-c".to_owned(), script.to_owned()]);
    let outcome = launcher.run(&plan, &grounds.profile()?, &Environment::from_values(base))?;
    Ok(outcome.stop == Some(Stop::Subprocesses))
}

/// Whether no program sees what is hidden, by whatever way, while the rest of the workspace is as open as ever.
fn read_hidden(launcher: &Launcher) -> Result<bool, SandboxError> {
    let setup = |error: io::Error| SandboxError::start("a folder for the probe", &error);
    let grounds = Grounds::new().map_err(setup)?;
    let mut profile = grounds.profile()?;
    profile.hidden = grounds.hide().map_err(setup)?;
    let script = "grep -rs '' .; cat hidden/secret hidden-file link/secret; mv hidden shown; cat shown/secret; umount hidden; ls hidden; echo x > hidden/new; echo x > hidden-file; cat inside > new";
    let plan = Plan::single(vec!["sh".to_owned(), "-c".to_owned(), script.to_owned()]);
    let read = match launcher.run(&plan, &profile, &Environment::from_values(base)) {
        Ok(outcome) => outcome.stdout.text(),
        // A backend that cannot hide runs nothing.
        Err(error) if error.code == "sandbox.unavailable" => return Ok(true),
        Err(error) => return Err(error),
    };
    let same = grounds.hidden_files().all(|file| fs::read_to_string(file).is_ok_and(|text| text == Grounds::SECRET));
    let open = fs::read_to_string(grounds.workspace().join("new")).is_ok_and(|text| text == Grounds::INSIDE);
    Ok(same && open && read.contains(Grounds::INSIDE.trim()) && !read.contains(Grounds::SECRET))
}

/// Whether what decides about the agent is as before after a program has run, and the program's work is refused.
fn change_protected(launcher: &Launcher) -> Result<bool, SandboxError> {
    let setup = |error: io::Error| SandboxError::start("a folder for the probe", &error);
    let grounds = Grounds::new().map_err(setup)?;
    let (there, missing) =
        (grounds.workspace().join("toolgen.toml"), grounds.workspace().join(".git/hooks/pre-commit"));
    fs::write(&there, Grounds::INSIDE).map_err(setup)?;
    let settings = Settings { choice: Choice::Named(launcher.backend()), ..Settings::default() };
    let jail = Jail::by(launcher.program(), &settings, Profile::new(&grounds.workspace())?)?;
    let script = "echo x > toolgen.toml; mkdir -p .git/hooks; echo x > .git/hooks/pre-commit";
    let plan = Plan::single(vec!["sh".to_owned(), "-c".to_owned(), script.to_owned()]);
    let (time, input, variables) = (Duration::from_secs(15), Vec::new(), Vec::new());
    let ended = jail.run(&plan, Run { folder: None, time, input, variables, most: 1024 }, || false);
    let same = fs::read_to_string(there).is_ok_and(|text| text == Grounds::INSIDE) && !missing.exists();
    Ok(same && ended.is_err_and(|error| error.code == "path.protected"))
}

/// A workspace with something outside of it.
#[derive(Debug)]
pub(super) struct Grounds {
    base: PathBuf,
}

impl Grounds {
    pub(super) const INSIDE: &'static str = "inside\n";
    pub(super) const SECRET: &'static str = "hunter2-outside";
    /// Files outside at the start
    const FILES: usize = 3;

    pub(super) fn new() -> io::Result<Grounds> {
        static NEXT: std::sync::atomic::AtomicU64 = std::sync::atomic::AtomicU64::new(0);
        let number = NEXT.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        let base = std::env::temp_dir().canonicalize()?.join(format!("toolgen-probe-{}-{number}", std::process::id()));
        let _ = fs::remove_dir_all(&base);
        let grounds = Grounds { base };
        fs::create_dir_all(grounds.workspace())?;
        fs::create_dir_all(grounds.outside())?;
        fs::write(grounds.inside(), Grounds::INSIDE)?;
        fs::write(grounds.secret(), Grounds::SECRET)?;
        fs::set_permissions(grounds.secret(), fs::Permissions::from_mode(0o600))?;
        fs::write(grounds.leaked(), "")?;
        Ok(grounds)
    }

    fn profile(&self) -> Result<Profile, SandboxError> {
        let mut profile = Profile::new(&self.workspace())?;
        profile.limits = Limits { max_wall_time_ms: 15_000, ..Limits::default() };
        Ok(profile)
    }

    pub(super) fn workspace(&self) -> PathBuf {
        self.base.join("workspace")
    }

    pub(super) fn inside(&self) -> PathBuf {
        self.workspace().join("inside")
    }

    pub(super) fn secret(&self) -> PathBuf {
        self.outside().join("secret")
    }

    /// Puts a folder and a file into the workspace that programs must not see, and a link to the folder.
    pub(super) fn hide(&self) -> io::Result<Vec<PathBuf>> {
        let (folder, file) = (self.workspace().join("hidden"), self.workspace().join("hidden-file"));
        fs::create_dir(&folder)?;
        std::os::unix::fs::symlink("hidden", self.workspace().join("link"))?;
        for file in self.hidden_files() {
            fs::write(file, Grounds::SECRET)?;
        }
        Ok(vec![folder, file])
    }

    /// The files of [`Grounds::hide`].
    pub(super) fn hidden_files(&self) -> impl Iterator<Item = PathBuf> {
        ["hidden/secret", "hidden-file"].into_iter().map(|file| self.workspace().join(file))
    }

    fn outside(&self) -> PathBuf {
        self.base.join("outside")
    }

    fn leaked(&self) -> PathBuf {
        self.outside().join("leaked")
    }

    fn socket(&self) -> PathBuf {
        self.outside().join("socket")
    }
}

impl Drop for Grounds {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.base);
    }
}

/// A process outside with something to hide.
pub(crate) struct Victim(Child);

impl Victim {
    fn new() -> io::Result<Victim> {
        Victim::with(&[("TOOLGEN_PROBE_SECRET", Grounds::SECRET)])
    }

    /// With those variables in its environment.
    pub(crate) fn with(variables: &[(&str, &str)]) -> io::Result<Victim> {
        let mut command = Command::new("sleep");
        command.arg("60").envs(variables.iter().copied()).stdout(Stdio::null()).stderr(Stdio::null());
        let victim = Victim(command.stdin(Stdio::null()).spawn()?);
        // A program that has just been started has its environment a moment later.
        let place = format!("/proc/{}/environ", victim.0.id());
        for _ in 0..1000 {
            if fs::read(&place).is_ok_and(|environment| !environment.is_empty()) {
                break;
            }
            std::thread::sleep(Duration::from_millis(1));
        }
        Ok(victim)
    }

    fn id(&self) -> i32 {
        i32::try_from(self.0.id()).unwrap_or_default()
    }
}

impl Drop for Victim {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}
