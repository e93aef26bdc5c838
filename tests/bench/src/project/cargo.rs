//! Cargo as a child: a target folder in, a command out that hears nothing of the cargo that runs us.

use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

use anyhow::{Context, bail};
use wait4::Wait4;

/// A cargo that builds into `target`.
pub(crate) fn command(target: &Path) -> Command {
    let mut command = Command::new("cargo");
    for (key, _) in std::env::vars() {
        let kept = ["CARGO_HOME", "CARGO_TERM_COLOR"].contains(&key.as_str());
        if !kept
            && (key.starts_with("CARGO")
                || key.starts_with("RUSTFLAGS")
                || key.starts_with("RUSTC")
                || key == "RUSTUP_TOOLCHAIN")
        {
            command.env_remove(key);
        }
    }
    command.env("CARGO_TARGET_DIR", target);
    command
}

/// The target folder of the bench itself, in which everything generated goes.
pub(crate) fn target_folder() -> anyhow::Result<PathBuf> {
    let program = std::env::current_exe()?;
    let folder = program.ancestors().nth(2).context("the program does not stand in a target folder")?;
    Ok(folder.to_path_buf())
}

/// What a program of this workspace prints, built as it is released.
pub(crate) fn member(package: &str, arguments: &[String]) -> anyhow::Result<String> {
    let manifest = concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml");
    let mut command = command(&target_folder()?);
    command.args(["run", "--release", "--quiet", "--package", package, "--manifest-path", manifest, "--"]);
    let output = command.args(arguments).output().context("cargo does not start")?;
    if !output.status.success() {
        bail!("{package}: {}", String::from_utf8_lossy(&output.stderr));
    }
    eprint!("{}", String::from_utf8_lossy(&output.stderr));
    Ok(String::from_utf8(output.stdout)?)
}

/// What a command took.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Took {
    /// Seconds by the clock
    pub(crate) wall: f64,
    /// Seconds of processor time, of all processes below it
    pub(crate) cpu: f64,
}

/// Runs the command to its end.
pub(crate) fn timed(command: &mut Command) -> anyhow::Result<Took> {
    command.stdout(Stdio::null()).stderr(Stdio::piped());
    let start = Instant::now();
    let mut child = command.spawn().with_context(|| format!("{command:?}"))?;
    let mut said = String::new();
    if let Some(mut stderr) = child.stderr.take() {
        stderr.read_to_string(&mut said)?;
    }
    let used = child.wait4()?;
    let wall = start.elapsed().as_secs_f64();
    if !used.status.success() {
        bail!("{command:?} fails:\n{said}");
    }
    Ok(Took { wall, cpu: (used.rusage.utime + used.rusage.stime).as_secs_f64() })
}
