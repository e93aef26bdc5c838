//! `toolgen::build()`: the crate of a build script in, `OUT_DIR/tools.rs` out.
//!
//! It reads the manifests, scans the crate for `#[tool]` functions, checks all of it together, and
//! writes the table that `include_tools!()` takes in. A finding fails the build at its place.

use std::env;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::compile::{Compiled, compile};
use crate::diag::render::cargo::cargo;
use crate::diag::{Severity, Sink, Sources};
use crate::emit::rust::Formats;
use crate::emit::rust::binding::Answer;
use crate::emit::rust::table::{self, Bound, Listed};
use crate::inputs::{self, Inputs};
use crate::ir::{Handler, Node, Tool};
use crate::lock;
use crate::normalize::place::places;
use crate::normalize::plan::{Plan, plan};
use crate::rust::scan::{self, Crate, Scan};
use toolgen_model::Row;

mod handler;

/// What a build script does for the tools of its crate. [`build`](crate::build()) is this with its defaults.
#[derive(Clone, Debug)]
pub struct Build {
    manifests: Vec<PathBuf>,
    packs: Vec<String>,
    formats: Formats,
}

impl Default for Build {
    /// Manifests come from `tools/`.
    fn default() -> Build {
        Build { manifests: vec!["tools".into()], packs: Vec::new(), formats: Formats::default() }
    }
}

impl Build {
    /// The same with manifests from these folders and files, relative to the package.
    #[must_use]
    pub fn manifests<P: Into<PathBuf>>(mut self, places: impl IntoIterator<Item = P>) -> Build {
        self.manifests = places.into_iter().map(Into::into).collect();
        self
    }

    /// The same with the tools of another crate, by the path of its table: `git_tools::TOOLS`. Two tools of one
    /// name do not compile, wherever they come from.
    #[must_use]
    pub fn pack(mut self, table: impl Into<String>) -> Build {
        self.packs.push(table.into());
        self
    }

    /// The same with these types for formats in typed inputs, where text is the rule. Each needs the feature of the
    /// runtime that has its name: `toolgen-runtime = { …, features = ["jiff"] }`.
    #[must_use]
    pub fn formats(mut self, formats: Formats) -> Build {
        self.formats = formats;
        self
    }

    /// Reads, checks and writes. Ends the build script with every finding when there is an error.
    #[expect(clippy::print_stdout, reason = "a build script talks to cargo on its standard output")]
    pub fn run(&self) {
        match self.write() {
            Ok(lines) => lines.iter().for_each(|line| println!("{line}")),
            Err(lines) => {
                lines.iter().for_each(|line| println!("{line}"));
                std::process::exit(1);
            }
        }
    }

    fn write(&self) -> Result<Vec<String>, Vec<String>> {
        let variable = |name: &str| {
            env::var(name)
                .map_err(|_| vec![format!("cargo::error={name} is not set: `toolgen::build()` runs in build.rs")])
        };
        let folder = PathBuf::from(variable("CARGO_MANIFEST_DIR")?);
        let out = Path::new(&variable("OUT_DIR")?).join("tools.rs");
        let package = variable("CARGO_PKG_NAME")?;
        let mut lines = Vec::new();
        let mut sink = Sink::default();
        let Inputs { mut sources, files } = self.read(&mut lines, &mut sink);
        let scan = scan_crate(&folder, &package, &mut sources, &mut sink);
        lines.extend(scan.files.iter().map(|file| format!("cargo::rerun-if-changed={}", file.display())));
        let scanned = scan.declared();
        let compiled = compile(&sources, &files, &scanned, &package);
        let findings: Vec<_> = sink.finish().into_iter().chain(compiled.findings.iter().cloned()).collect();
        lines.extend(cargo(&sources, &findings).lines().map(str::to_owned));
        if findings.iter().any(|finding| finding.severity == Severity::Error) {
            return Err(lines);
        }
        let bound = bind(&folder, &compiled, &sources, &scan);
        let functions = scan.tools.iter().map(|tool| Listed { path: twin(&tool.path), cfgs: tool.cfgs.clone() });
        let packs = self.packs.iter().map(|pack| Listed { path: twin(pack), cfgs: Vec::new() });
        let listed: Vec<Listed> = functions.chain(packs).collect();
        let runtime = crate::rust::runtime_name();
        let pins = pins(&scan, &mut lines).map_err(|error| vec![error])?;
        let text = table::file(&bound, &listed, &pins, &runtime, self.formats, env!("CARGO_PKG_VERSION"));
        write_changed(&out, &text)
            .map_err(|error| vec![format!("cargo::error=cannot write {}: {error}", out.display())])?;
        lines.push(format!("cargo::rustc-env=TOOLGEN_RUNTIME_CRATE={runtime}"));
        Ok(lines)
    }

    /// Takes the manifests in; a build script runs in the folder of its package. Every place is watched,
    /// so that a new file is seen too.
    fn read(&self, lines: &mut Vec<String>, sink: &mut Sink) -> Inputs {
        let places: Vec<PathBuf> = self.manifests.iter().filter(|place| place.exists()).cloned().collect();
        lines.extend(places.iter().map(|place| format!("cargo::rerun-if-changed={}", place.display())));
        if places.is_empty() { Inputs::default() } else { inputs::read(&places, &mut io::empty(), sink) }
    }
}

/// The root file: `src/main.rs` where there is one, since a binary holds the table, else `src/lib.rs`.
pub(crate) fn scan_crate(folder: &Path, package: &str, sources: &mut Sources, sink: &mut Sink) -> Scan {
    let root = ["src/main.rs", "src/lib.rs"].into_iter().find(|root| folder.join(root).is_file());
    let Some(root) = root else { return Scan::default() };
    let krate = Crate {
        package: package.to_owned(),
        folder: folder.to_path_buf(),
        root: root.into(),
        runtime: crate::rust::runtime_name(),
    };
    scan::scan(&krate, sources, sink)
}

/// The pinned rows of the tools whose types only the linked program knows.
fn pins(scan: &Scan, lines: &mut Vec<String>) -> Result<Vec<Row>, String> {
    let Ok(text) = fs::read_to_string(lock::FILE) else { return Ok(Vec::new()) };
    lines.push(format!("cargo::rerun-if-changed={}", lock::FILE));
    let rows = lock::parse(&text).map_err(|error| format!("cargo::error={}: {error}", lock::FILE))?;
    let is_deferred = |tool: &Tool| !tool.deferred.is_empty() || tool.output_deferred;
    let wanted: Vec<String> =
        scan.tools.iter().filter(|tool| is_deferred(&tool.tool)).map(|tool| tool.tool.name()).collect();
    Ok(rows.into_iter().filter(|row| wanted.contains(&row.name)).collect())
}

/// `crate::a::add` as the table names it.
fn twin(path: &str) -> String {
    match path.rsplit_once("::") {
        Some((module, name)) => format!("{module}::{}__tool", name.trim_start_matches("r#")),
        None => format!("{path}__tool"),
    }
}

pub(crate) fn bind(folder: &Path, compiled: &Compiled, sources: &Sources, scan: &Scan) -> Vec<Bound> {
    let declared = compiled.tools.iter().zip(&compiled.rows);
    declared
        .map(|(tool, row)| {
            let place = sources.get(tool.span.file).map(|source| folder.join(&source.name));
            let beside = place.as_deref().and_then(Path::parent).map(|parent| parent.join("handler.rs"));
            let (answer, handler_file) = match (&tool.handler.value, plan(tool)) {
                (Handler::Rust(rust), _) => {
                    let (function, file) = handler::function(rust, row, beside.as_deref(), scan);
                    (Answer::Function(function), file)
                }
                (_, Some(Plan::Command(text))) => (Answer::Plan("command_entry", text), None),
                (_, Some(Plan::Http(text))) => (Answer::Plan("http_entry", text), None),
                (_, None) => (Answer::Nothing, None),
            };
            let cases = if answer == Answer::Nothing { Vec::new() } else { cases(tool) };
            let places =
                places(tool, &row.input).into_iter().map(|place| (place.kind, place.input, place.pointer)).collect();
            Bound { row: row.clone(), answer, handler_file, cases, places }
        })
        .collect()
}

/// The cases of a tool as data: name, input and what must come of it.
fn cases(tool: &Tool) -> Vec<(String, toolgen_model::Json, toolgen_model::Json)> {
    let part = |node: &Option<Node>| node.as_ref().map(Node::json);
    tool.cases
        .iter()
        .map(|case| {
            let mut expect = toolgen_model::json::Object::new();
            let parts = [
                ("output", &case.expect.output),
                ("error", &case.expect.error),
                ("request", &case.expect.request),
                ("argv", &case.expect.argv),
                ("mock", &case.mock),
            ];
            for (key, value) in parts.map(|(key, node)| (key, part(node))) {
                if let Some(value) = value {
                    expect.insert(key, value);
                }
            }
            (case.name.value.clone(), case.input.json(), expect.into())
        })
        .collect()
}

/// Writes only what differs, so that nothing is compiled again for nothing.
fn write_changed(path: &Path, text: &str) -> io::Result<()> {
    if fs::read_to_string(path).is_ok_and(|old| old == text) {
        return Ok(());
    }
    fs::write(path, text)
}
