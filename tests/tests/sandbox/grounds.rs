//! Where confined programs run in tests, and which backends there are.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use toolgen_runtime::sandbox::{Backend, Environment, Launcher, Limits, Outcome, Profile, probe};
use toolgen_runtime::shell::{Plan, Script, parse};

/// The agent whose binary is the launcher.
pub(crate) fn agent() -> &'static Path {
    Path::new(env!("CARGO_BIN_EXE_confining-agent"))
}

/// The backends that work here. Where `CI` is set, one that is not installed, or that this machine allows and that
/// fails all the same, fails the test; what the machine itself refuses is skipped and said so.
pub(crate) fn backends() -> &'static [Backend] {
    static PRESENT: OnceLock<Vec<Backend>> = OnceLock::new();
    PRESENT.get_or_init(|| {
        let (mut present, mut skipped) = (Vec::new(), 0);
        for backend in [Backend::Landlock, Backend::Firejail, Backend::Bubblewrap, Backend::None] {
            match probe(backend, agent()) {
                Ok(()) => present.push(backend),
                Err(error) => {
                    let ci = std::env::var("CI").is_ok_and(|value| value == "true");
                    let must = ci && (error.message.contains("there is no program") || machine_allows(backend));
                    assert!(!must, "{backend} must work where CI=true: {error}");
                    println!("SKIPPED: everything on {backend}: {error}");
                    skipped += 1;
                }
            }
        }
        println!("{} backends tested, {skipped} skipped", present.len());
        present
    })
}

/// Whether the kernel, and the container if this is one, give what the backend is made of. Only that may be missing
/// where the tests must pass.
fn machine_allows(backend: Backend) -> bool {
    match backend {
        Backend::Landlock => {
            let release = std::fs::read_to_string("/proc/sys/kernel/osrelease").unwrap_or_default();
            let mut numbers = release.split(['.', '-']).map(|part| part.trim().parse::<u32>().unwrap_or(0));
            let version = (numbers.next().unwrap_or(0), numbers.next().unwrap_or(0));
            let listed = std::fs::read_to_string("/sys/kernel/security/lsm");
            version >= (6, 12) && listed.map_or(true, |list| list.contains("landlock"))
        }
        Backend::Firejail | Backend::Bubblewrap => {
            let try_it = |options: &[&str]| {
                let mut command = std::process::Command::new("unshare");
                command
                    .args(options)
                    .args(["--mount", "--pid", "--net", "--fork", "mount", "-t", "tmpfs", "none", "/tmp"]);
                command.output().is_ok_and(|output| output.status.success())
            };
            // In a container firejail takes itself for confined already, and runs programs as they are.
            let machine = std::fs::read_to_string("/proc/2/comm").is_ok_and(|name| name.trim() == "kthreadd");
            (try_it(&[]) && (machine || backend != Backend::Firejail))
                || (backend == Backend::Bubblewrap && try_it(&["--user", "--map-root-user"]))
        }
        Backend::Docker => false,
        Backend::None => true,
    }
}

/// The backends that confine.
pub(crate) fn confining() -> impl Iterator<Item = Backend> {
    backends().iter().copied().filter(|backend| *backend != Backend::None)
}

/// A folder with a workspace in it, removed at the end.
pub(crate) struct Grounds {
    base: PathBuf,
}

impl Grounds {
    pub(crate) fn new(name: &str) -> Grounds {
        let base = std::env::temp_dir().canonicalize().unwrap().join(format!("toolgen-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&base);
        std::fs::create_dir_all(base.join("workspace")).unwrap();
        Grounds { base }
    }

    pub(crate) fn base(&self) -> &Path {
        &self.base
    }

    pub(crate) fn workspace(&self) -> PathBuf {
        self.base.join("workspace")
    }

    pub(crate) fn profile(&self) -> Profile {
        let mut profile = Profile::new(&self.workspace()).unwrap();
        profile.limits = Limits { max_wall_time_ms: 20_000, ..Limits::default() };
        profile
    }
}

impl Drop for Grounds {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.base);
    }
}

/// What a program gets of the agent.
pub(crate) fn environment() -> Environment {
    Environment::from_values(|name| match name {
        "PATH" => Some("/usr/local/bin:/usr/bin:/bin".into()),
        "LC_ALL" => Some("C".into()),
        _ => None,
    })
}

/// Runs a script of `sh`.
pub(crate) fn sh(backend: Backend, profile: &Profile, script: &str) -> Outcome {
    let plan = Plan::single(["sh", "-c", script].map(str::to_owned).to_vec());
    Launcher::at(agent(), backend)
        .run(&plan, profile, &environment())
        .unwrap_or_else(|error| panic!("{backend}: {error}"))
}

/// The plan of a plain script.
pub(crate) fn plan(script: &str) -> Plan {
    match parse(script) {
        Script::Plain(plan) => plan,
        Script::Opaque(opaque) => panic!("{script}: {opaque}"),
    }
}

/// How many processes have the text on their command line.
pub(crate) fn processes_with(text: &str) -> usize {
    let pids = std::fs::read_dir("/proc")
        .unwrap()
        .flatten()
        .filter(|entry| entry.file_name().to_string_lossy().parse::<u32>().is_ok());
    let command_lines = pids.map(|entry| std::fs::read(entry.path().join("cmdline")).unwrap_or_default());
    command_lines.filter(|line| line.windows(text.len()).any(|window| window == text.as_bytes())).count()
}
