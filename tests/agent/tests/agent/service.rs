//! The service that the manifests of this package name, at an address of its own, and the agent that may reach it.

use std::net::{Ipv4Addr, TcpListener};
use std::process::{Command, Stdio};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};

use crate::server::{Authority, Request, Server, Stream};

/// The port in the manifests. The address is another for each service.
const PORT: u16 = 8711;

/// How a call ended: the exit code and what was printed.
pub(crate) type Ended = (i32, String, String);

pub(crate) struct Service {
    pub(crate) server: Server,
    address: Ipv4Addr,
    folder: tempfile::TempDir,
}

/// Who signs the certificates of every service here.
pub(crate) fn authority() -> &'static Authority {
    static AUTHORITY: OnceLock<Authority> = OnceLock::new();
    AUTHORITY.get_or_init(Authority::new)
}

/// A listener at an address of this machine that nobody else has taken.
fn listener() -> (Ipv4Addr, TcpListener) {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    loop {
        let number = std::process::id().wrapping_mul(64).wrapping_add(NEXT.fetch_add(1, Ordering::Relaxed));
        let address = Ipv4Addr::from(0x7f40_0000 | (number & 0x003f_ffff));
        if let Ok(listener) = TcpListener::bind((address, PORT)) {
            return (address, listener);
        }
    }
}

impl Service {
    pub(crate) fn start(answer: impl Fn(&Request, &mut Stream) + Send + Sync + 'static) -> Service {
        let (address, listener) = listener();
        let server = Server::start(listener, authority().signs(&["api.test"], |_| {}), answer);
        let service = Service { server, address, folder: tempfile::tempdir().unwrap() };
        let trusted = authority().file();
        service.configure(&format!("[net]\nallow_private = [\"127.0.0.0/8\"]\nca_file = {trusted:?}\n"));
        service
    }

    /// The agent's `toolgen.toml`.
    pub(crate) fn configure(&self, text: &str) {
        std::fs::write(self.folder.path().join("toolgen.toml"), text).unwrap();
    }

    /// The agent in a folder of its own, with nothing of the test's environment but where programs are found.
    pub(crate) fn command(&self, words: &[&str], secrets: &[(&str, &str)]) -> Command {
        let mut command = agent(self.folder.path());
        command.args(words).env("SERVICE_ADDRESS", self.address.to_string()).envs(secrets.iter().copied());
        command
    }

    pub(crate) fn agent(&self, words: &[&str], secrets: &[(&str, &str)]) -> Ended {
        ended(&mut self.command(words, secrets))
    }
}

/// The agent in a folder, with nothing of the test's environment but where programs are found.
pub(crate) fn agent(folder: &std::path::Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_toolgen-agent"));
    command.current_dir(folder).env_clear().env("PATH", "/usr/local/bin:/usr/bin:/bin").env("HOME", folder);
    command.env("LC_ALL", "C").stdin(Stdio::null());
    command
}

pub(crate) fn ended(command: &mut Command) -> Ended {
    let output = command.output().unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code().unwrap_or(-1), text(&output.stdout), text(&output.stderr))
}
