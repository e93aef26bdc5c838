//! `toolgen new NAME`: a name in, a project out that builds and runs at once.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use clap::{Arg, ArgMatches, Command, ValueHint, value_parser};
use toolgen_model::id::name_fault;

use super::{Console, Failure, Outcome};

/// A file of a new project: its path and its template, in which `@NAME@` and `@CHECKOUT@` are filled in.
const FILES: [(&str, &str); 8] = [
    ("Cargo.toml", include_str!("template/Cargo.toml.in")),
    ("build.rs", include_str!("template/build.rs.in")),
    ("src/main.rs", include_str!("template/main.rs.in")),
    ("tools/count_words/tool.yaml", include_str!("template/count_words.yaml")),
    ("tools/count_words/handler.rs", include_str!("template/count_words.rs.in")),
    ("clippy.toml", include_str!("template/clippy.toml.in")),
    (".gitignore", "/target\n"),
    ("README.md", include_str!("template/README.md.in")),
];

pub(super) fn command() -> Command {
    Command::new("new")
        .about("Make a project that builds and runs at once: one tool as a function, one as a manifest")
        .arg(Arg::new("name").value_name("NAME").required(true).help("The project's name, and that of its folder"))
        .arg(
            Arg::new("path")
                .long("path")
                .value_name("CHECKOUT")
                .value_parser(value_parser!(PathBuf))
                .value_hint(ValueHint::DirPath)
                .help("A checkout of toolgen; without it, the one that this runs in"),
        )
}

pub(super) fn run(matches: &ArgMatches, console: &mut Console) -> Result<Outcome, Failure> {
    let name = matches.get_one::<String>("name").map(String::as_str).unwrap_or_default();
    if let Some(fault) = name_fault(name).or_else(|| package_fault(name)) {
        return Err(Failure::Usage(format!("`{name}` cannot be the name of a project: {fault}")));
    }
    let checkout = matches.get_one::<PathBuf>("path").map(PathBuf::as_path);
    let folder = create(Path::new("."), name, checkout).map_err(Failure::Failed)?;
    writeln!(console.err, "made {}; now: cd {name} && cargo run -- greet --name World", folder.display())?;
    Ok(Outcome::Clean)
}

/// Why cargo, or the compiler, would not take a package of that name.
fn package_fault(name: &str) -> Option<String> {
    // Cargo's own folders below `target`, the language's own crates, and what the project depends on.
    const TAKEN: [&str; 15] = [
        "build",
        "deps",
        "examples",
        "incremental",
        "alloc",
        "core",
        "proc_macro",
        "std",
        "test",
        "toolgen",
        "toolgen_clap",
        "toolgen_macros",
        "toolgen_model",
        "toolgen_runtime",
        "toolgen_policy",
    ];
    let name = name.replace('-', "_");
    if TAKEN.contains(&name.as_str()) {
        return Some("cargo, Rust or toolgen itself has that name".to_owned());
    }
    syn::parse_str::<syn::Ident>(&name).is_err().then(|| "it is a word of the language".to_owned())
}

/// Makes the project in a folder `name` below `parent` and gives that folder.
///
/// # Errors
/// A sentence: a folder that is there already, no checkout of toolgen, or a file
/// that cannot be written.
fn create(parent: &Path, name: &str, checkout: Option<&Path>) -> Result<PathBuf, String> {
    let checkout = match checkout {
        Some(path) if is_checkout(path) => absolute(path)?,
        Some(path) => {
            return Err(format!(
                "{} is no checkout of toolgen: it has no toolgen/Cargo.toml and runtime/Cargo.toml",
                path.display()
            ));
        }
        None => find_checkout(parent)?,
    };
    let folder = parent.join(name);
    if folder.exists() {
        return Err(format!("{} is there already; choose another name, or remove it", folder.display()));
    }
    for (path, template) in FILES {
        let text =
            template.replace("@NAME@", name).replace("@CHECKOUT@", &checkout.to_string_lossy().replace('\\', "/"));
        write(&folder.join(path), &text)
            .map_err(|error| format!("cannot write {}: {error}", folder.join(path).display()))?;
    }
    Ok(folder)
}

fn write(path: &Path, text: &str) -> io::Result<()> {
    if let Some(parent) = path.parent() {
        fs::create_dir_all(parent)?;
    }
    fs::write(path, text)
}

/// The checkout that `parent` lies in, or else that this program was built in.
fn find_checkout(parent: &Path) -> Result<PathBuf, String> {
    let program = std::env::current_exe().ok();
    let here = absolute(parent)?;
    let mut places = here.ancestors().chain(program.iter().flat_map(|program| program.ancestors()));
    places.find(|path| is_checkout(path)).map(Path::to_path_buf).ok_or_else(|| {
        "toolgen is not published yet, so that a new project needs a checkout of it: run this inside one, or give `--path CHECKOUT`"
            .to_owned()
    })
}

fn is_checkout(path: &Path) -> bool {
    let is_package = |folder: &str, name: &str| {
        fs::read_to_string(path.join(folder).join("Cargo.toml"))
            .is_ok_and(|text| text.contains(&format!("name = \"{name}\"")))
    };
    is_package("toolgen", "toolgen") && is_package("runtime", "toolgen-runtime")
}

fn absolute(path: &Path) -> Result<PathBuf, String> {
    fs::canonicalize(path).map_err(|error| format!("cannot read {}: {error}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::package_fault;

    #[test]
    fn names_that_cargo_or_the_language_has_are_refused() {
        for name in ["build", "deps", "test", "match", "proc-macro", "toolgen-runtime", "async"] {
            assert!(package_fault(name).is_some(), "{name}");
        }
        for name in ["demo", "git-tools", "matcher"] {
            assert_eq!(package_fault(name), None, "{name}");
        }
    }
}
