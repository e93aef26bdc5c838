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

pub(super) fn command() -> Command {
    let path = |arg: Arg| arg.value_parser(value_parser!(PathBuf));
    source::arguments(Command::new("docs").about("Write the documentation of tools"))
        .arg(
            Arg::new("format")
                .long("format")
                .value_name("FORMAT")
                .default_value("md")
                .value_parser(PossibleValuesParser::new(FORMATS.map(|(name, _)| name)))
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
        .arg(path(
            Arg::new("templates")
                .long("templates")
                .value_name("DIR")
                .value_hint(ValueHint::DirPath)
                .help("Templates that replace the built-in ones of the same name"),
        ))
}

type Emit = fn(&Catalog, &Templates) -> Result<Files, docs::Error>;

/// Each format, and the files that it makes.
const FORMATS: [(&str, Emit); 1] = [("md", docs::pages)];

pub(super) fn run(matches: &ArgMatches, console: &mut Console) -> Result<Outcome, Failure> {
    let format = matches.get_one::<String>("format").map_or("md", String::as_str);
    let folder = matches.get_one::<PathBuf>("out");
    let check = matches.get_flag("check");
    if check && folder.is_none() {
        return Err(Failure::Usage("--check compares with files: say which with --out DIR".to_owned()));
    }
    let templates = templates(matches.get_one::<PathBuf>("templates"))?;
    let catalog = source::load(matches, console)?;
    let Some((_, emit)) = FORMATS.iter().find(|(name, _)| *name == format) else {
        return Err(Failure::Usage(format!("there is no format {format:?}")));
    };
    let fail = |error: docs::Error| Failure::Failed(error.to_string());
    match folder {
        None => {
            let text = docs::document(&catalog, &templates).map_err(fail)?;
            console.out.write_all(text.as_bytes())?;
            Ok(Outcome::Clean)
        }
        Some(folder) => {
            place(folder, &format!("docs-{format}"), &emit(&catalog, &templates).map_err(fail)?, check, console)
        }
    }
}

/// Writes or compares a folder and says what became of it.
fn place(folder: &Path, owner: &str, files: &Files, check: bool, console: &mut Console) -> Result<Outcome, Failure> {
    if check {
        let differences = out::check(folder, owner, files)?;
        for difference in &differences {
            difference.print(console.out)?;
        }
        return Ok(if differences.is_empty() { Outcome::Clean } else { Outcome::Findings });
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
