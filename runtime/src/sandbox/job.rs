//! What the agent tells the launcher and what the launcher tells the agent.

use std::ffi::OsString;
use std::io::{self, ErrorKind, Read};
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use super::backend::Backend;
use super::limits::Stop;
use super::profile::{Network, Profile};
use crate::shell::{Ended, Plan};

/// The name under which the agent's binary is started as the launcher.
pub(super) const LAUNCHER_NAME: &str = "toolgen-launch";
/// The name under which it tries what must not work.
pub(super) const PROBE_NAME: &str = "toolgen-probe";

/// The word for a launcher that hides places.
const HIDES: &str = "hides";

/// The longest job: far more than a script of the longest kind comes to.
const MOST: usize = 64 << 20;
/// Hexadecimal digits in front of a job: its length.
const DIGITS: usize = 8;

/// What is known of a launcher's job before there is one: it can be prepared for that.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Kind {
    pub(super) backend: Backend,
    pub(super) network: Network,
    /// Whether the launcher itself hides places of the workspace
    pub(super) hides: bool,
}

impl Kind {
    /// What a profile needs of a launcher in that backend.
    pub(super) fn for_profile(backend: Backend, profile: &Profile) -> Kind {
        // The others are told on their command lines.
        let hides = backend == Backend::Landlock && !profile.hidden.is_empty();
        Kind { backend, network: profile.network, hides }
    }

    /// The three words that stand for it.
    pub(super) fn words(self) -> [&'static str; 3] {
        [self.backend.name(), self.network.name(), if self.hides { HIDES } else { "shows" }]
    }

    /// The kind that three words stand for.
    pub(super) fn of(backend: &str, network: &str, hides: &str) -> Option<Kind> {
        let network = [Network::None, Network::Open].into_iter().find(|one| one.name() == network)?;
        Some(Kind { backend: backend.parse().ok()?, network, hides: hides == HIDES })
    }
}

/// What stands at the beginning of the launcher's standard input; the programs read the rest. Nothing of it is
/// on a command line or in an environment that others can read.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Job {
    pub(super) backend: Backend,
    pub(super) profile: Profile,
    /// The private folder for temporary files
    pub(super) scratch: PathBuf,
    /// More arguments for firejail
    pub(super) firejail_args: Vec<String>,
    /// The whole environment of the programs
    pub(super) environment: Vec<(String, OsString)>,
    pub(super) plan: Plan,
}

/// How the launcher's work ended.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Report {
    pub(super) ended: Ended,
    pub(super) stop: Option<Stop>,
    /// Whether something still ran when the last program had ended
    pub(super) left_behind: bool,
    /// Why nothing was started
    pub(super) error: Option<String>,
}

impl Job {
    /// What a launcher must have been prepared for.
    pub(super) fn kind(&self) -> Kind {
        Kind::for_profile(self.backend, &self.profile)
    }

    /// The bytes that stand for the job.
    pub(super) fn to_bytes(&self) -> io::Result<Vec<u8>> {
        let text = serde_json::to_string(self)?;
        if text.len() > MOST {
            return Err(io::Error::other(format!("it takes {} bytes, {MOST} at most", text.len())));
        }
        Ok(format!("{:0DIGITS$x}{text}", text.len()).into_bytes())
    }

    /// Reads a job and not a byte more; none when the agent went away instead.
    pub(super) fn read(source: &mut impl Read) -> io::Result<Option<Job>> {
        let mut digits = [0; DIGITS];
        match source.read_exact(&mut digits) {
            Err(error) if error.kind() == ErrorKind::UnexpectedEof => return Ok(None),
            other => other?,
        }
        let length = std::str::from_utf8(&digits).ok().and_then(|digits| usize::from_str_radix(digits, 16).ok());
        let length = length.filter(|length| *length <= MOST).ok_or(ErrorKind::InvalidData)?;
        let mut text = vec![0; length];
        source.read_exact(&mut text)?;
        Ok(serde_json::from_slice(&text).map(Some)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shell::{Script, parse};

    #[test]
    fn a_job_is_read_and_what_follows_it_is_left() {
        let Script::Plain(plan) = parse("A=1 a 'x y' '' | b && c || d; e") else { panic!("it is plain") };
        let folder = std::env::temp_dir();
        let job = Job {
            backend: Backend::None,
            profile: Profile::new(&std::env::current_dir().unwrap()).unwrap(),
            scratch: folder,
            firejail_args: Vec::new(),
            environment: vec![("A".to_owned(), "ü".into())],
            plan: plan.clone(),
        };
        let kind = job.kind();
        let mut bytes = job.to_bytes().unwrap();
        bytes.extend(b"input");
        let mut source = bytes.as_slice();
        let read = Job::read(&mut source).unwrap().unwrap();
        assert_eq!((read.plan, read.environment, source), (plan, job.environment, b"input".as_slice()));
        for kind in [kind, Kind { hides: true, ..kind }] {
            let [backend, network, hides] = kind.words();
            assert_eq!(Kind::of(backend, network, hides), Some(kind));
        }
        assert_eq!((Kind::of("chroot", "none", ""), Kind::of("none", "some", "")), (None, None));
        assert!(Job::read(&mut b"".as_slice()).unwrap().is_none());
        assert!(Job::read(&mut b"0000000x{}".as_slice()).is_err() && Job::read(&mut b"00000003{}".as_slice()).is_err());
        assert!(Job::read(&mut b"ffffffff{}".as_slice()).is_err(), "a length that nothing can have");
    }
}
