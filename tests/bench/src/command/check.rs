//! `toolgen check` on many manifests: folders of 1,000 and 10,000 in, seconds and peak memory out.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

use anyhow::{Context, bail};
use wait4::Wait4;

use crate::figure::Figure;
use crate::project::cargo;
use crate::report::{Report, Unit};

const SIZES: [usize; 2] = [1000, 10_000];

pub(crate) fn run(report: &mut Report, rounds: usize) -> anyhow::Result<()> {
    let target = cargo::target_folder()?;
    let program = toolgen(&target)?;
    for manifests in SIZES {
        let folder = target.join("bench-check").join(manifests.to_string());
        write(&folder, manifests)?;
        // The first round fills the file cache.
        check(&program, &folder)?;
        let runs: Vec<Run> = (0..rounds).map(|_| check(&program, &folder)).collect::<anyhow::Result<_>>()?;
        let mut add = |group, unit, of: &dyn Fn(&Run) -> f64| {
            let samples: Vec<f64> = runs.iter().map(of).collect();
            report.add(group, "toolgen", manifests, unit, Figure::of(&samples).context("no rounds")?);
            anyhow::Ok(())
        };
        add("check", Unit::Seconds, &|run| run.wall)?;
        add("check-cpu", Unit::Seconds, &|run| run.cpu)?;
        add("check-a-manifest", Unit::Nanoseconds, &|run| run.cpu * 1e9 / manifests as f64)?;
        add("check-memory", Unit::Bytes, &|run| run.memory)?;
    }
    report.note(format!(
        "`toolgen check FOLDER`, release, 2 actions a manifest; {rounds} rounds after one that fills the file cache; the time a manifest is processor time"
    ));
    Ok(())
}

/// The compiler, built as it is released.
fn toolgen(target: &Path) -> anyhow::Result<PathBuf> {
    let manifest = concat!(env!("CARGO_MANIFEST_DIR"), "/../../Cargo.toml");
    let mut command = cargo::command(&target.join("bench-toolgen"));
    command.args(["build", "--release", "--quiet", "--package", "toolgen", "--bin", "toolgen"]);
    cargo::timed(command.args(["--manifest-path", manifest]))?;
    Ok(target.join("bench-toolgen/release/toolgen"))
}

/// One run.
struct Run {
    wall: f64,
    cpu: f64,
    memory: f64,
}

fn check(program: &Path, folder: &Path) -> anyhow::Result<Run> {
    let start = Instant::now();
    let child = Command::new(program).arg("check").arg(folder).stdout(Stdio::null()).stderr(Stdio::null()).spawn()?;
    let used = child.wait4()?;
    let wall = start.elapsed().as_secs_f64();
    if !used.status.success() {
        bail!("`toolgen check {}` ends with {}", folder.display(), used.status);
    }
    let cpu = (used.rusage.utime + used.rusage.stime).as_secs_f64();
    Ok(Run { wall, cpu, memory: used.rusage.maxrss as f64 })
}

fn write(folder: &Path, manifests: usize) -> anyhow::Result<()> {
    fs::create_dir_all(folder)?;
    for number in 0..manifests {
        fs::write(folder.join(format!("notes_{number}.yaml")), manifest(number))?;
    }
    Ok(())
}

/// A manifest with two actions of some size.
fn manifest(number: usize) -> String {
    format!(
        r#"manifestVersion: "1"
toolset: notes_{number}
version: 1.0.0
description: Keep notes of project {number}.

tools:
  notes_{number}:
    description: Keep notes.
    actions:
      list:
        description: List the notes of project {number}, newest first. Use before adding one.
        annotations: {{readOnlyHint: true, openWorldHint: false}}
        permission: {{default: allow}}
        inputSchema:
          type: object
          properties:
            tag: {{type: string, pattern: "^[a-z0-9-]+$", maxLength: 40, description: Only notes with this tag}}
            limit: {{type: integer, minimum: 1, maximum: 200, default: 20, description: Notes to show}}
        handler: {{rust: {{fn: "crate::notes_{number}::list"}}}}
      add:
        description: Add a note to project {number}.
        annotations: {{readOnlyHint: false, destructiveHint: false, openWorldHint: false}}
        permission: {{default: supervised, confirm: "Add “${{input.title}}”?"}}
        inputSchema:
          type: object
          required: [title]
          properties:
            title: {{type: string, minLength: 1, maxLength: 200, description: Title of the note}}
            text: {{type: string, description: Its text}}
            tags: {{type: array, items: {{type: string}}, maxItems: 10, description: Its tags}}
        handler: {{rust: {{fn: "crate::notes_{number}::add"}}}}
"#
    )
}
