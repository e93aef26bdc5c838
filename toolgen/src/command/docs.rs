//! `toolgen docs`: tools in, their documentation out: printed, written, compared, or put into a file.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use clap::builder::PossibleValuesParser;
use clap::{Arg, ArgAction, ArgMatches, Command, ValueHint, value_parser};
use toolgen_model::Catalog;

use super::{Console, Failure, Outcome, source};
use crate::emit::Files;
use crate::emit::docs::{self, Templates};
use crate::out;

mod inject;
mod reader;

pub(super) fn command() -> Command {
    let path = |arg: Arg| arg.value_parser(value_parser!(PathBuf));
    reader::arguments(source::arguments(Command::new("docs").about("Write the documentation of tools")))
        .arg(
            Arg::new("format")
                .long("format")
                .value_name("FORMAT")
                .default_value("md")
                .value_parser(PossibleValuesParser::new(FORMATS))
                .help("What to write"),
        )
        .arg(path(
            Arg::new("out")
                .long("out")
                .value_name("DIR")
                .value_hint(ValueHint::DirPath)
                .help("Write files into this folder; without it, print"),
        ))
        .arg(
            Arg::new("check")
                .long("check")
                .action(ArgAction::SetTrue)
                .help("Write nothing; say what differs, with exit code 1 if anything does"),
        )
        .arg(
            Arg::new("grant")
                .long("grant")
                .value_name("TOOL.ACTION")
                .action(ArgAction::Append)
                .conflicts_with("policy")
                .help("A grant that the readers of the guide hold; may be repeated"),
        )
        .arg(path(
            Arg::new("inject")
                .long("inject")
                .value_name("FILE")
                .action(ArgAction::Append)
                .value_hint(ValueHint::FilePath)
                .help("Fill the AUTO-GENERATED blocks of this Markdown file; may be repeated"),
        ))
        .arg(path(
            Arg::new("templates")
                .long("templates")
                .value_name("DIR")
                .value_hint(ValueHint::DirPath)
                .help("Templates that replace the built-in ones of the same name"),
        ))
}

/// The formats by name.
const FORMATS: [&str; 6] = ["md", "man", "completions", "llms", "guide", "json"];

/// The files of a format.
fn emit(format: &str, catalog: &Catalog, grants: &[String], templates: &Templates) -> Result<Files, docs::Error> {
    match format {
        "man" => docs::man(catalog, templates),
        "completions" => docs::completions(catalog, templates),
        "llms" => docs::llms(catalog, templates),
        "guide" => docs::guide(catalog, grants, templates),
        "json" => docs::json(catalog, templates),
        _ => docs::pages(catalog, templates),
    }
}

/// What a format prints where no folder is named: one text.
fn text(format: &str, catalog: &Catalog, grants: &[String], templates: &Templates) -> Result<String, docs::Error> {
    if format == "md" {
        return docs::document(catalog, templates);
    }
    let files = emit(format, catalog, grants, templates)?;
    // Of the files for models, the index; the others are what it links to.
    let printed = files.iter().filter(|(name, _)| format != "llms" || *name == "llms.txt");
    Ok(printed.map(|(_, content)| String::from_utf8_lossy(content)).collect())
}

pub(super) fn run(matches: &ArgMatches, console: &mut Console) -> Result<Outcome, Failure> {
    let format = matches.get_one::<String>("format").map_or("md", String::as_str);
    let folder = matches.get_one::<PathBuf>("out");
    let check = matches.get_flag("check");
    let marked: Vec<&PathBuf> = matches.get_many::<PathBuf>("inject").unwrap_or_default().collect();
    if check && folder.is_none() && marked.is_empty() {
        return Err(Failure::Usage(
            "--check compares with files: say which with --out DIR or --inject FILE".to_owned(),
        ));
    }
    if format == "completions" && folder.is_none() && marked.is_empty() {
        return Err(Failure::Usage("completions are a file for each shell: say where with --out DIR".to_owned()));
    }
    let templates = templates(matches.get_one::<PathBuf>("templates"))?;
    let mut grants: Vec<String> = matches.get_many::<String>("grant").unwrap_or_default().cloned().collect();
    let mut catalog = source::load(matches, console)?;
    let held = reader::reduce(matches, &mut catalog, console)?;
    for idle in docs::idle_grants(&catalog, &grants) {
        writeln!(console.err, "warning: no tool asks for the grant {idle:?}")?;
    }
    grants.extend(held);
    let fail = |error: docs::Error| Failure::Failed(error.to_string());
    let mut outcome = Outcome::Clean;
    for file in &marked {
        outcome = outcome.and(inject::inject(file, &catalog, &grants, &templates, check, console)?);
    }
    match folder {
        Some(folder) => {
            let files = emit(format, &catalog, &grants, &templates).map_err(fail)?;
            outcome = outcome.and(place(folder, &format!("docs-{format}"), &files, check, console)?);
        }
        None if marked.is_empty() => {
            console.out.write_all(text(format, &catalog, &grants, &templates).map_err(fail)?.as_bytes())?;
        }
        None => {}
    }
    Ok(outcome)
}

/// Writes or compares a folder and says what became of it.
pub(super) fn place(
    folder: &Path,
    owner: &str,
    files: &Files,
    check: bool,
    console: &mut Console,
) -> Result<Outcome, Failure> {
    if check {
        let differences = out::check(folder, owner, files)?;
        if differences.is_empty() {
            return Ok(Outcome::Clean);
        }
        for mut difference in differences {
            difference.path = folder.join(&difference.path).display().to_string();
            difference.print(console.out)?;
        }
        console.out.flush()?;
        writeln!(console.err, "{}: run the same without --check to write what differs", folder.display())?;
        return Ok(Outcome::Findings);
    }
    let report = out::write(folder, owner, files)?;
    let (written, removed) = (report.written.len(), report.removed.len());
    writeln!(
        console.err,
        "{}: {written} written, {} unchanged, {removed} removed",
        folder.display(),
        report.unchanged
    )?;
    Ok(Outcome::Clean)
}

fn templates(folder: Option<&PathBuf>) -> Result<Templates, Failure> {
    let mut own = BTreeMap::new();
    if let Some(folder) = folder {
        let fail =
            |path: &Path, error: std::io::Error| Failure::Failed(format!("cannot read {}: {error}", path.display()));
        for entry in std::fs::read_dir(folder).map_err(|error| fail(folder, error))? {
            let path = entry.map_err(|error| fail(folder, error))?.path();
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            if path.is_file() && !name.starts_with('.') {
                own.insert(name, std::fs::read_to_string(&path).map_err(|error| fail(&path, error))?);
            }
        }
    }
    Templates::with(own).map_err(|error| Failure::Failed(error.to_string()))
}
