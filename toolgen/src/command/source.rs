//! The arguments that say where tools come from in, their catalog out: manifests, a saved catalog, a built
//! program, or the crate in whose folder the command runs.

use std::io::Read;
use std::path::{Path, PathBuf};

use clap::{Arg, ArgAction, ArgGroup, ArgMatches, Command, ValueHint, value_parser};
use toolgen_model::Catalog;
use toolgen_model::id::name_fault;

use super::{Console, Failure};

mod program;

/// The most that a catalog may hold; beyond that it is no catalog.
const MOST_BYTES: u64 = 64 << 20;

/// Adds the arguments to a command.
pub(crate) fn arguments(command: Command) -> Command {
    let path = |arg: Arg| arg.value_parser(value_parser!(PathBuf)).value_hint(ValueHint::AnyPath);
    command
        .arg(path(Arg::new("paths").value_name("PATH").action(ArgAction::Append).help(
            "Manifests: files or folders; `-` is standard input. Without any, the crate in this folder is built",
        )))
        .arg(path(
            Arg::new("bin").long("bin").value_name("BINARY").help("A built program; its `catalog` command is asked"),
        ))
        .arg(path(
            Arg::new("catalog")
                .long("catalog")
                .value_name("FILE")
                .help("A catalog that was saved; `-` is standard input"),
        ))
        .group(ArgGroup::new("source").args(["paths", "bin", "catalog"]))
}

/// The catalog that the arguments name, with names that are safe to make files of.
pub(crate) fn load(matches: &ArgMatches, console: &mut Console) -> Result<Catalog, Failure> {
    let path = |name: &str| matches.get_one::<PathBuf>(name);
    let (text, origin) = if let Some(file) = path("catalog") {
        (read(file)?, file.display().to_string())
    } else if let Some(binary) = path("bin") {
        (program::catalog(binary)?, format!("{} catalog", binary.display()))
    } else if let Some(paths) = matches.get_many::<PathBuf>("paths") {
        return manifests(&paths.cloned().collect::<Vec<_>>(), console);
    } else {
        let binary = program::build(console)?;
        (program::catalog(&binary)?, format!("{} catalog", binary.display()))
    };
    let catalog = Catalog::parse(&text).map_err(|error| Failure::Failed(format!("{origin}: {error}")))?;
    sound(&catalog).map_err(|error| Failure::Failed(format!("{origin}: {error}")))?;
    Ok(catalog)
}

/// The catalog of these manifests.
fn manifests(paths: &[PathBuf], _console: &mut Console) -> Result<Catalog, Failure> {
    let first = paths.first().map(|path| path.display().to_string()).unwrap_or_default();
    Err(Failure::Usage(format!("{first}: manifests are not read yet; pass --bin or --catalog")))
}

/// Names become file names, anchors and words of command lines, so each must be one that a tool can have.
fn sound(catalog: &Catalog) -> Result<(), String> {
    let mut names: Vec<&str> = Vec::with_capacity(catalog.tools.len());
    for row in &catalog.tools {
        for name in [&row.name, &row.tool].into_iter().chain(&row.action) {
            if let Some(fault) = name_fault(name) {
                return Err(format!("{name:?} cannot be the name of a tool: {fault}"));
            }
        }
        names.push(&row.name);
    }
    names.sort_unstable();
    match names.windows(2).find(|pair| pair[0] == pair[1]) {
        Some(pair) => Err(format!("two tools are called {:?}; rename one of them", pair[0])),
        None => Ok(()),
    }
}

fn read(file: &Path) -> Result<String, Failure> {
    let fail = |error: &dyn std::fmt::Display| Failure::Failed(format!("cannot read {}: {error}", file.display()));
    let mut bytes = Vec::new();
    let read = if file == Path::new("-") {
        std::io::stdin().lock().take(MOST_BYTES + 1).read_to_end(&mut bytes)
    } else {
        std::fs::File::open(file).and_then(|file| file.take(MOST_BYTES + 1).read_to_end(&mut bytes))
    };
    read.map_err(|error| fail(&error))?;
    text(bytes).map_err(|error| fail(&error))
}

/// The bytes of a catalog as text.
fn text(bytes: Vec<u8>) -> Result<String, String> {
    if bytes.len() as u64 > MOST_BYTES {
        return Err(format!("it has more than {} MiB, which no catalog has", MOST_BYTES >> 20));
    }
    String::from_utf8(bytes)
        .map_err(|error| format!("it is no UTF-8 from byte {} on", error.utf8_error().valid_up_to()))
}
