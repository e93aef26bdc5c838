//! The arguments that say where tools come from in, their catalog out: manifests, a saved catalog, a built
//! program, or the crate in whose folder the command runs.

use std::io::Read;
use std::path::{Path, PathBuf};

use clap::{Arg, ArgAction, ArgGroup, ArgMatches, Command, ValueHint, value_parser};
use toolgen_model::Catalog;
use toolgen_model::id::name_fault;

use super::{Console, Failure};
use crate::compile::Compiled;
use crate::diag::{Diagnostic, Severity, Sink, Sources, render};
use crate::inputs;

mod program;

/// The most that a catalog may hold; beyond that it is no catalog.
const MOST_BYTES: u64 = 64 << 20;

/// How many errors of manifests are shown; `toolgen check` shows them all.
const MOST_SHOWN: usize = 20;

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
    load_from(matches, "paths", console)
}

/// The same where the argument for manifests has another name.
pub(crate) fn load_from(matches: &ArgMatches, manifests: &str, console: &mut Console) -> Result<Catalog, Failure> {
    let path = |name: &str| matches.get_one::<PathBuf>(name);
    if path("catalog").is_some() {
        return saved(matches);
    }
    let (text, origin) = if let Some(binary) = path("bin") {
        (program::catalog(binary)?, format!("{} catalog", binary.display()))
    } else if let Some(paths) = matches.get_many::<PathBuf>(manifests) {
        return Ok(compiled(&paths.cloned().collect::<Vec<_>>(), console)?.1.catalog());
    } else {
        let binary = program::build(console)?;
        (program::catalog(&binary)?, format!("{} catalog", binary.display()))
    };
    sound_catalog(&text, &origin)
}

/// The saved catalog that `--catalog` names.
pub(crate) fn saved(matches: &ArgMatches) -> Result<Catalog, Failure> {
    let missing = || Failure::Usage("`--catalog` expects a file".to_owned());
    let file = matches.get_one::<PathBuf>("catalog").ok_or_else(missing)?;
    sound_catalog(&read(file)?, &file.display().to_string())
}

fn sound_catalog(text: &str, origin: &str) -> Result<Catalog, Failure> {
    let catalog = Catalog::parse(text).map_err(|error| Failure::Failed(format!("{origin}: {error}")))?;
    sound(&catalog).map_err(|error| Failure::Failed(format!("{origin}: {error}")))?;
    Ok(catalog)
}

/// These manifests and what the compiler made of them. Errors are printed, and nothing comes back then;
/// warnings are counted.
pub(crate) fn compiled(paths: &[PathBuf], console: &mut Console) -> Result<(Sources, Compiled), Failure> {
    let mut sink = Sink::default();
    let inputs = inputs::read(paths, &mut std::io::stdin().lock(), &mut sink);
    let compiled = crate::compile(&inputs.sources, &inputs.files, &[], "");
    let findings: Vec<Diagnostic> = sink.finish().into_iter().chain(compiled.findings.iter().cloned()).collect();
    let errors: Vec<Diagnostic> =
        findings.iter().filter(|finding| finding.severity == Severity::Error).cloned().collect();
    if !errors.is_empty() {
        let shown = &errors[..errors.len().min(MOST_SHOWN)];
        write!(console.err, "{}", render::text::text(&inputs.sources, shown, false))?;
        if shown.len() < errors.len() {
            writeln!(console.err, "… and {} more; `toolgen check` shows them all", errors.len() - shown.len())?;
        }
        return Err(Failure::Failed(format!("{}; nothing is made of these manifests", render::text::summary(&errors))));
    }
    if inputs.files.is_empty() {
        let help = "name a file, or a folder with YAML files in it";
        return Err(Failure::Usage(format!("there is no manifest there; {help}")));
    }
    if !findings.is_empty() {
        let summary = render::text::summary(&findings);
        writeln!(console.err, "{summary}; `toolgen check` with the same paths shows them")?;
    }
    Ok((inputs.sources, compiled))
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
        let expected = row.id().wire_name();
        if row.name != expected {
            return Err(format!("a tool is called {:?} where its id makes {expected:?}", row.name));
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
