//! How long the compiler takes: a crate of N tools for each rival in, seconds and stripped bytes out.

use std::fs;

use anyhow::Context;
use bench_workload::SIZES;

use crate::figure::Figure;
use crate::project::cargo::{self, Took};
use crate::project::{FIRST, Project, RECIPES, name};
use crate::report::{Report, Unit};

/// The size at which dependencies and all are built.
const FULL: usize = 50;

pub(crate) fn run(report: &mut Report, rounds: usize, only: Option<&[&str]>) -> anyhow::Result<()> {
    let root = cargo::target_folder()?.join("bench-compile");
    let wanted = |name: &str| only.is_none_or(|only| only.contains(&name));
    let projects: Vec<Project> = RECIPES
        .iter()
        .filter(|recipe| wanted(recipe.name))
        .map(|recipe| Project::write(recipe, &root))
        .collect::<anyhow::Result<_>>()?;
    for project in &projects {
        fetch(project)?;
        if project.target().exists() {
            fs::remove_dir_all(project.target())?;
        }
        let took = cargo::timed(&mut build(project, FULL, false))?;
        report.add("full", project.recipe.name, FULL, Unit::Seconds, Figure::exact(took.wall));
        report.add("full-cpu", project.recipe.name, FULL, Unit::Seconds, Figure::exact(took.cpu));
    }
    for tools in SIZES {
        leaves(report, &projects, tools, rounds)?;
    }
    for tools in SIZES {
        release(report, &projects, tools)?;
    }
    slopes(report, &projects)?;
    report.note(format!(
        "dev profile: opt-level 0 for the crate and its dependencies, 1 for macros, build scripts and theirs, full debug \
         information, incremental; the crate alone {rounds} times, the rivals in turn; with dependencies once, after a fetch"
    ));
    report.note("release profile: opt-level 3, no LTO, 16 codegen units, stripped");
    report.note("rmcp serves standard input; rig, toolgen and the match make one call from the command line");
    Ok(())
}

/// Downloads what is not there yet, untimed, and lets cargo fit the lock file.
fn fetch(project: &Project) -> anyhow::Result<()> {
    let mut command = cargo::command(&project.target());
    command.args(["fetch", "--quiet"]).current_dir(project.folder());
    cargo::timed(&mut command).map(drop)
}

fn build(project: &Project, tools: usize, release: bool) -> std::process::Command {
    let name = name(tools);
    let mut arguments = vec!["build", "--package", &name];
    if release {
        arguments.push("--release");
    }
    project.cargo(&arguments)
}

/// The crate alone: from clean, and after an edit of one tool.
fn leaves(report: &mut Report, projects: &[Project], tools: usize, rounds: usize) -> anyhow::Result<()> {
    let mut clean = vec![Vec::new(); projects.len()];
    let mut incremental = vec![Vec::new(); projects.len()];
    for project in projects {
        cargo::timed(&mut build(project, tools, false))?;
    }
    for round in 0..rounds {
        for ((project, clean), incremental) in projects.iter().zip(&mut clean).zip(&mut incremental) {
            cargo::timed(&mut project.cargo(&["clean", "--package", &name(tools)]))?;
            clean.push(cargo::timed(&mut build(project, tools, false))?);
            project.edit(tools, FIRST + round + 1)?;
            incremental.push(cargo::timed(&mut build(project, tools, false))?);
        }
    }
    for (groups, samples) in [(["clean", "clean-cpu"], clean), (["incremental", "incremental-cpu"], incremental)] {
        for (group, seconds) in groups.into_iter().zip([|took: &Took| took.wall, |took: &Took| took.cpu]) {
            for (project, samples) in projects.iter().zip(&samples) {
                let samples: Vec<f64> = samples.iter().map(seconds).collect();
                let figure = Figure::of(&samples).context("no rounds")?;
                report.add(group, project.recipe.name, tools, Unit::Seconds, figure);
            }
        }
    }
    Ok(())
}

fn release(report: &mut Report, projects: &[Project], tools: usize) -> anyhow::Result<()> {
    for project in projects {
        project.edit(tools, FIRST)?;
        cargo::timed(&mut build(project, tools, true))?;
        cargo::timed(&mut project.cargo(&["clean", "--release", "--package", &name(tools)]))?;
        let took = cargo::timed(&mut build(project, tools, true))?;
        report.add("release", project.recipe.name, tools, Unit::Seconds, Figure::exact(took.wall));
        report.add("release-cpu", project.recipe.name, tools, Unit::Seconds, Figure::exact(took.cpu));
        let bytes = fs::metadata(project.program(tools))?.len();
        report.add("size", project.recipe.name, tools, Unit::Bytes, Figure::exact(bytes as f64));
    }
    Ok(())
}

/// Bytes that each further tool adds, without the texts that it is there for.
fn slopes(report: &mut Report, projects: &[Project]) -> anyhow::Result<()> {
    let (few, many) = (50, 500);
    let mut sizes_a_tool = Vec::new();
    for project in projects {
        let rival = project.recipe.name;
        let sizes = report.figure("size", rival, few).zip(report.figure("size", rival, many));
        let (few_size, many_size) = sizes.context("sizes were not measured")?;
        let texts = (project.texts(many)? as f64 - project.texts(few)? as f64) / (many - few) as f64;
        let whole = (many_size.median - few_size.median) / (many - few) as f64;
        report.add("texts-a-tool", rival, many, Unit::Bytes, Figure::exact(texts));
        sizes_a_tool.push((rival, whole - texts));
    }
    for (rival, rest) in sizes_a_tool {
        report.add("size-a-tool", rival, many, Unit::Bytes, Figure::exact(rest));
    }
    Ok(())
}
