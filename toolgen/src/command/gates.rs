//! The tools and the policy that a command line names in, the gates of that state out.

use std::fs;
use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};

use clap::{Arg, ArgAction, ArgGroup, ArgMatches, Command, ValueHint, value_parser};
use toolgen_policy::finding::Severity;
use toolgen_policy::lock::{LARGEST, Lock};
use toolgen_policy::source::{FILE, File};
use toolgen_policy::{Finding, Sources, animaworks, load};

use super::{Console, Failure, source};

/// Adds the arguments that say which tools.
pub(super) fn tools(command: Command) -> Command {
    let path = |arg: Arg| arg.value_parser(value_parser!(PathBuf)).value_hint(ValueHint::AnyPath);
    command
        .arg(path(
            Arg::new("tools")
                .long("tools")
                .value_name("PATH")
                .action(ArgAction::Append)
                .help("Manifests: files or folders. Without any, the crate in this folder is built"),
        ))
        .arg(path(
            Arg::new("bin").long("bin").value_name("BINARY").help("A built program; its `catalog` command is asked"),
        ))
        .arg(path(Arg::new("catalog").long("catalog").value_name("FILE").help("A catalog that was saved")))
        .group(ArgGroup::new("source").args(["tools", "bin", "catalog"]))
}

/// Adds the argument that says which policy.
pub(super) fn policy(command: Command) -> Command {
    command.arg(policy_file(
        "A toolgen.toml, config.toml, permissions.json or permissions.md; may be repeated, a later one wins \
         [default: toolgen.toml and permissions.json in this folder]",
    ))
}

/// The argument `--policy FILE`, which may be repeated; `help` says what the files are for.
pub(super) fn policy_file(help: &'static str) -> Arg {
    Arg::new("policy")
        .long("policy")
        .value_name("FILE")
        .action(ArgAction::Append)
        .value_parser(value_parser!(PathBuf))
        .value_hint(ValueHint::FilePath)
        .help(help)
}

/// Refuses arguments that say which tools, where nothing reads them.
pub(super) fn refuse_sources(matches: &ArgMatches, why: &str) -> Result<(), Failure> {
    match ["tools", "bin", "catalog", "policy"].into_iter().find(|name| matches.contains_id(name)) {
        Some(name) => Err(Failure::Usage(format!("--{name} has no effect: {why}"))),
        None => Ok(()),
    }
}

/// The gates of the tools and the policy as they are. `manifests` is the name of the
/// argument that has them. The user's own files and the environment are left out: they differ from one machine to
/// the next.
pub(super) fn current(matches: &ArgMatches, manifests: &str, console: &mut Console) -> Result<Lock, Failure> {
    let sources = sources(matches, console)?;
    let catalog = source::load_from(matches, manifests, console)?;
    let snapshot = load(&sources, &catalog.tools).map_err(|findings| refused(&findings, console))?;
    Ok(Lock::of(&snapshot, &catalog.tools))
}

pub(super) fn sources(matches: &ArgMatches, console: &mut Console) -> Result<Sources, Failure> {
    let mut sources = Sources::default();
    let mut fail = |finding: Box<Finding>| refused(&[*finding], console);
    let Some(paths) = matches.get_many::<PathBuf>("policy") else {
        sources.project.extend(File::read(Path::new(FILE)).map_err(&mut fail)?);
        sources.permissions.extend(animaworks::find(Path::new(".")).map_err(&mut fail)?);
        return Ok(sources);
    };
    for path in paths {
        let Some(file) = File::read(path).map_err(&mut fail)? else {
            return Err(Failure::Failed(format!("cannot read {}: there is no such file", path.display())));
        };
        sources.add(file);
    }
    Ok(sources)
}

/// Says what stands in the way.
pub(super) fn refused(findings: &[Finding], console: &mut Console) -> Failure {
    // That nobody reads it changes nothing.
    let _ = findings.iter().try_for_each(|finding| writeln!(console.err, "{finding}"));
    let errors = findings.iter().filter(|finding| finding.severity == Severity::Error).count();
    Failure::Failed(format!("the policy has {errors} errors; nothing is made of it"))
}

/// The gate lock in a file.
pub(super) fn read(path: &Path) -> Result<Lock, Failure> {
    let name = path.display();
    let fail = |what: &dyn std::fmt::Display| Failure::Failed(format!("cannot read {name}: {what}"));
    let file = fs::File::open(path).map_err(|error| match error.kind() {
        ErrorKind::NotFound => fail(&"there is no such file; `toolgen lock --gates` writes it"),
        _ => fail(&error),
    })?;
    if !file.metadata().is_ok_and(|data| data.is_file()) {
        return Err(fail(&"it is no regular file"));
    }
    let mut bytes = Vec::new();
    file.take(LARGEST as u64 + 1).read_to_end(&mut bytes).map_err(|error| fail(&error))?;
    let text = String::from_utf8(bytes)
        .map_err(|error| fail(&format!("it is no UTF-8 from byte {} on", error.utf8_error().valid_up_to())))?;
    Lock::parse(&text).map_err(|error| fail(&error))
}
