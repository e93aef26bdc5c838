//! `toolgen build`: manifests in, what is made of them out: Rust, schemas, command lines, gate rows, docs.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use clap::builder::PossibleValuesParser;
use clap::{Arg, ArgAction, ArgMatches, Command, ValueHint, value_parser};

use super::docs::place;
use super::{Console, Failure, Outcome, source};
use crate::build::bind;
use crate::compile::Compiled;
use crate::diag::Sources;
use crate::emit::Files;
use crate::emit::cli::cli;
use crate::emit::docs::{self, Templates};
use crate::emit::gates::gates;
use crate::emit::rust::{Formats, table};
use crate::emit::schema::schema_files;
use crate::out;
use crate::rust::scan::Scan;

/// What can be made, in the order of the help.
const KINDS: [&str; 5] = ["rust", "schema", "cli", "gates", "docs"];

pub(super) fn command() -> Command {
    let path = |arg: Arg| arg.value_parser(value_parser!(PathBuf));
    Command::new("build")
        .about("Make what follows from manifests: Rust, schemas, command lines, gate rows, docs")
        .arg(path(
            Arg::new("paths")
                .value_name("PATH")
                .action(ArgAction::Append)
                .value_hint(ValueHint::AnyPath)
                .help("Manifests: files or folders; `-` is standard input. Without any, `tools`, or else what is here"),
        ))
        .arg(path(
            Arg::new("out").long("out").value_name("DIR").value_hint(ValueHint::DirPath).help("Write into this folder"),
        ))
        .arg(
            Arg::new("emit")
                .long("emit")
                .value_name("KIND")
                .value_delimiter(',')
                .action(ArgAction::Append)
                .value_parser(PossibleValuesParser::new(KINDS))
                .help("What to make, with commas between; without it, everything"),
        )
        .arg(
            Arg::new("check")
                .long("check")
                .action(ArgAction::SetTrue)
                .conflicts_with("stdout")
                .help("Write nothing; say what differs, with exit code 1 if anything does"),
        )
        .arg(Arg::new("stdout").long("stdout").action(ArgAction::SetTrue).conflicts_with("out").help("Print it"))
}

pub(super) fn run(matches: &ArgMatches, console: &mut Console) -> Result<Outcome, Failure> {
    let folder = matches.get_one::<PathBuf>("out");
    if folder.is_none() && !matches.get_flag("stdout") {
        return Err(Failure::Usage("say where what is made goes: --out DIR, or --stdout".to_owned()));
    }
    let paths: Vec<PathBuf> = matches.get_many("paths").unwrap_or_default().cloned().collect();
    let chosen: Vec<&String> = matches.get_many::<String>("emit").unwrap_or_default().collect();
    let (sources, compiled) = source::compiled(&paths, console)?;
    let mut files = Files::new();
    for kind in KINDS.iter().filter(|kind| chosen.is_empty() || chosen.iter().any(|chosen| chosen == *kind)) {
        files.extend(emit(kind, &sources, &compiled, folder.map(PathBuf::as_path))?);
    }
    match folder {
        Some(folder) => place(folder, "build", &files, matches.get_flag("check"), console),
        None => {
            out::print(&files, console.out)?;
            Ok(Outcome::Clean)
        }
    }
}

fn emit(kind: &str, sources: &Sources, compiled: &Compiled, folder: Option<&Path>) -> Result<Files, Failure> {
    let catalog = compiled.catalog();
    Ok(match kind {
        "rust" => rust(sources, compiled, folder),
        "schema" => schema_files(&catalog),
        "cli" => cli(&catalog),
        "gates" => gates(&catalog),
        _ => {
            let fail = |error: docs::Error| Failure::Failed(error.to_string());
            let pages = docs::pages(&catalog, &Templates::with(BTreeMap::new()).map_err(fail)?).map_err(fail)?;
            let mut files = Files::new();
            for (path, content) in pages.iter() {
                files.insert(format!("docs/{path}"), content);
            }
            files
        }
    })
}

/// `mod.rs`, which a crate takes in with `mod NAME;`. Files beside the manifests are named from there.
fn rust(sources: &Sources, compiled: &Compiled, folder: Option<&Path>) -> Files {
    let mut bound = bind(Path::new(""), compiled, sources, &Scan::default());
    for tool in &mut bound {
        tool.handler_file =
            tool.handler_file.take().map(|file| from(folder.unwrap_or(Path::new("")), Path::new(&file)));
    }
    Files::of("mod.rs", table::file(&bound, &[], &[], "toolgen_runtime", Formats::default(), env!("CARGO_PKG_VERSION")))
}

/// The way from a folder to a file, both as seen from here: `../tools/repo/handler.rs`.
fn from(folder: &Path, file: &Path) -> String {
    let parts = |path: &Path| -> Vec<String> {
        path.components()
            .map(|part| part.as_os_str().to_string_lossy().into_owned())
            .filter(|part| part != ".")
            .collect()
    };
    let (folder, file) = (parts(folder), parts(file));
    let shared = folder.iter().zip(&file).take_while(|(a, b)| a == b).count();
    let up = std::iter::repeat_n("..", folder.len() - shared).map(str::to_owned);
    up.chain(file[shared..].iter().cloned()).collect::<Vec<_>>().join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_named_from_the_folder_that_is_written() {
        assert_eq!(from(Path::new("src/generated"), Path::new("tools/a/handler.rs")), "../../tools/a/handler.rs");
        assert_eq!(from(Path::new("./tools"), Path::new("tools/a/handler.rs")), "a/handler.rs");
    }
}
