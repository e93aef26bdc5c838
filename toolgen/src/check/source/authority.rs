//! What code can do without being given it: a path in, the kind of authority and what to take instead out.
//!
//! Those of `std` are also in the list for clippy that `toolgen new` installs.

/// A kind of authority.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Authority {
    /// Files and folders
    Files,
    /// Other programs
    Programs,
    /// The network
    Network,
    /// Variables of the environment
    Environment,
    /// The program as a whole
    Program,
}

use Authority::{Environment, Files, Network, Program, Programs};

/// The functions; `*` stands for one whose name begins with a small letter.
const KNOWN: &[(&str, Authority)] = &[
    ("std::fs::*", Files),
    ("std::fs::File::open", Files),
    ("std::fs::File::create", Files),
    ("std::fs::File::create_new", Files),
    ("std::fs::File::options", Files),
    ("std::fs::OpenOptions::new", Files),
    ("std::fs::OpenOptions::open", Files),
    ("std::fs::DirBuilder::new", Files),
    ("std::os::unix::fs::*", Files),
    ("std::path::Path::exists", Files),
    ("std::path::Path::try_exists", Files),
    ("std::path::Path::is_file", Files),
    ("std::path::Path::is_dir", Files),
    ("std::path::Path::metadata", Files),
    ("std::path::Path::symlink_metadata", Files),
    ("std::path::Path::canonicalize", Files),
    ("std::path::Path::read_dir", Files),
    ("std::path::Path::read_link", Files),
    ("tokio::fs::*", Files),
    ("tokio::fs::File::*", Files),
    ("tokio::fs::OpenOptions::new", Files),
    ("async_std::fs::*", Files),
    ("async_std::fs::File::*", Files),
    ("async_fs::*", Files),
    ("async_fs::File::*", Files),
    ("smol::fs::*", Files),
    ("fs_err::*", Files),
    ("fs_err::File::*", Files),
    ("cap_std::ambient_authority", Files),
    ("tempfile::tempfile", Files),
    ("tempfile::tempdir", Files),
    ("libc::open", Files),
    ("libc::openat", Files),
    ("libc::creat", Files),
    ("libc::unlink", Files),
    ("std::process::Command::new", Programs),
    ("std::os::unix::process::CommandExt::exec", Programs),
    ("tokio::process::Command::new", Programs),
    ("async_std::process::Command::new", Programs),
    ("async_process::Command::new", Programs),
    ("smol::process::Command::new", Programs),
    ("duct::cmd", Programs),
    ("duct::cmd!", Programs),
    ("subprocess::Exec::cmd", Programs),
    ("subprocess::Exec::shell", Programs),
    ("subprocess::Popen::create", Programs),
    ("libc::system", Programs),
    ("libc::popen", Programs),
    ("libc::fork", Programs),
    ("libc::vfork", Programs),
    ("libc::execl", Programs),
    ("libc::execle", Programs),
    ("libc::execlp", Programs),
    ("libc::execv", Programs),
    ("libc::execve", Programs),
    ("libc::execvp", Programs),
    ("libc::execvpe", Programs),
    ("libc::posix_spawn", Programs),
    ("libc::posix_spawnp", Programs),
    ("nix::unistd::fork", Programs),
    ("nix::unistd::execv", Programs),
    ("nix::unistd::execve", Programs),
    ("nix::unistd::execvp", Programs),
    ("std::net::TcpStream::connect", Network),
    ("std::net::TcpStream::connect_timeout", Network),
    ("std::net::TcpListener::bind", Network),
    ("std::net::UdpSocket::bind", Network),
    ("std::net::ToSocketAddrs::to_socket_addrs", Network),
    ("std::os::unix::net::UnixStream::connect", Network),
    ("std::os::unix::net::UnixListener::bind", Network),
    ("std::os::unix::net::UnixDatagram::*", Network),
    ("tokio::net::*", Network),
    ("tokio::net::TcpStream::connect", Network),
    ("tokio::net::TcpListener::bind", Network),
    ("tokio::net::TcpSocket::*", Network),
    ("tokio::net::UdpSocket::bind", Network),
    ("tokio::net::UnixStream::connect", Network),
    ("tokio::net::UnixListener::bind", Network),
    ("async_std::net::TcpStream::connect", Network),
    ("async_std::net::TcpListener::bind", Network),
    ("async_std::net::UdpSocket::bind", Network),
    ("reqwest::get", Network),
    ("reqwest::Client::new", Network),
    ("reqwest::Client::builder", Network),
    ("reqwest::ClientBuilder::new", Network),
    ("reqwest::blocking::get", Network),
    ("reqwest::blocking::Client::new", Network),
    ("reqwest::blocking::Client::builder", Network),
    ("reqwest::blocking::ClientBuilder::new", Network),
    ("ureq::*", Network),
    ("ureq::Agent::*", Network),
    ("attohttpc::*", Network),
    ("minreq::*", Network),
    ("isahc::*", Network),
    ("isahc::HttpClient::*", Network),
    ("hyper::Client::*", Network),
    ("hyper_util::client::legacy::Client::*", Network),
    ("curl::easy::Easy::new", Network),
    ("libc::socket", Network),
    ("libc::connect", Network),
    ("std::env::var", Environment),
    ("std::env::var_os", Environment),
    ("std::env::vars", Environment),
    ("std::env::vars_os", Environment),
    ("dotenvy::*", Environment),
    ("dotenv::*", Environment),
    ("envy::*", Environment),
    ("libc::getenv", Environment),
    ("std::env::set_current_dir", Program),
    ("std::env::set_var", Program),
    ("std::env::remove_var", Program),
    ("std::process::exit", Program),
    ("std::process::abort", Program),
];

/// The authority of the function at that path; none of one that is not known.
pub(super) fn of(path: &[String]) -> Option<Authority> {
    let fits = |pattern: &str| {
        let words = pattern.split("::");
        words.clone().count() == path.len()
            && words.zip(path).all(|(word, said)| match word {
                "*" => said.starts_with(|first: char| first.is_ascii_lowercase()),
                word => word == said,
            })
    };
    KNOWN.iter().find(|(pattern, _)| fits(pattern)).map(|(_, authority)| *authority)
}

impl Authority {
    /// Every kind.
    pub const ALL: [Authority; 5] = [Files, Programs, Network, Environment, Program];

    /// What is wrong with it.
    pub(super) fn what(self) -> &'static str {
        match self {
            Files => "touches files past the gate: nothing holds it to the tool's permission",
            Programs => "starts a program outside of the launcher: no sandbox, no limit and no audit holds it",
            Network => "reaches the network past the gate: nothing holds it to the tool's hosts",
            Environment => "reads the environment, where secrets of the whole program are",
            Program => "changes the whole program, not one call",
        }
    }

    /// What to take instead.
    pub(super) fn instead(self) -> &'static str {
        match self {
            Files => "take `&Dir<Read>` or `&Dir<Write>`",
            Programs => "take `&Exec`",
            Network => "take `&Net`",
            Environment => "take `&Secret<…>` for a credential, or read the configuration",
            Program => "return an error, or leave it to `main`",
        }
    }
}

/// The functions of a kind, as they are written.
pub fn functions(of: Authority) -> impl Iterator<Item = &'static str> {
    KNOWN.iter().filter(move |(_, authority)| *authority == of).map(|(path, _)| *path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_clippy_is_told_of_is_known_here_with_the_same_remedy() {
        let lints = include_str!("../../command/new/template/clippy.toml.in");
        let paths = lints.lines().filter_map(|line| line.split("path = \"").nth(1)?.split('"').next());
        let paths: Vec<&str> = paths.collect();
        assert!(paths.len() > 20);
        for path in paths {
            let words: Vec<String> = path.split("::").map(str::to_owned).collect();
            assert!(of(&words).is_some(), "{path}");
        }
    }

    #[test]
    fn types_and_what_only_computes_are_no_authority() {
        for path in [
            "std::fs::Metadata::len",
            "std::net::IpAddr::from",
            "std::process::id",
            "std::env::args",
            "std::fs::File::metadata",
        ] {
            let words: Vec<String> = path.split("::").map(str::to_owned).collect();
            assert!(of(&words).is_none(), "{path}");
        }
    }
}
