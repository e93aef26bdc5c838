//! `toolgen check`: manifests in, and policies over their tools; findings out.

use std::fmt;
use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::thread;

use clap::builder::PossibleValuesParser;
use clap::{Arg, ArgAction, ArgMatches, Command, ValueHint, value_parser};
use toolgen_model::Row;

use super::gates::policy_file;
use super::{Console, Failure, Outcome, source};
use crate::build::scan_crate;
use crate::diag::{Diagnostic, FileId, Severity, Sink, Sources, render};
use crate::inputs::{self, Inputs};
use crate::ir::Tool;
use crate::{check, compile, manifest, normalize};

mod policy;

pub(super) fn command() -> Command {
    Command::new("check")
        .about("Check manifests: every finding of every file, with what to do about it")
        .arg(
            Arg::new("paths")
                .value_name("PATH")
                .action(ArgAction::Append)
                .value_parser(value_parser!(PathBuf))
                .value_hint(ValueHint::AnyPath)
                .help("Manifests: files or folders; `-` is standard input. Without any, `tools`, or all below this folder"),
        )
        .arg(policy_file(
            "Check this configuration over the tools too, as a whole; a later one is over an earlier one",
        ))
        .arg(
            Arg::new("catalog")
                .long("catalog")
                .value_name("FILE")
                .value_parser(value_parser!(PathBuf))
                .value_hint(ValueHint::FilePath)
                .requires("policy")
                .conflicts_with("paths")
                .help("The tools of `--policy`, from a catalog that `AGENT catalog` printed"),
        )
        .arg(
            Arg::new("bin")
                .long("bin")
                .value_name("BINARY")
                .value_parser(value_parser!(PathBuf))
                .value_hint(ValueHint::FilePath)
                .requires("policy")
                .conflicts_with_all(["paths", "catalog"])
                .help("The tools of `--policy`, from a built program: also those of packs and macros"),
        )
        .arg(
            Arg::new("format")
                .long("format")
                .value_name("FORMAT")
                .default_value("text")
                .value_parser(PossibleValuesParser::new(["text", "json", "sarif", "github"]))
                .help("How findings are printed"),
        )
        .arg(
            Arg::new("deny")
                .long("deny")
                .value_name("WHAT")
                .value_parser(PossibleValuesParser::new(["warnings"]))
                .help("Make warnings errors"),
        )
}

pub(super) fn run(matches: &ArgMatches, console: &mut Console) -> Result<Outcome, Failure> {
    let paths: Vec<PathBuf> = matches.get_many("paths").unwrap_or_default().cloned().collect();
    let deny = matches.contains_id("deny");
    let policies: Vec<PathBuf> = matches.get_many("policy").unwrap_or_default().cloned().collect();
    let Checked { inputs, mut findings, known } = if matches.contains_id("catalog") || matches.contains_id("bin") {
        let rows = source::load(matches, console)?.tools;
        let (mut inputs, mut sink) = (Inputs::default(), Sink::default());
        policy::check(&policies, &rows, &mut inputs.sources, &mut sink);
        let origin = if matches.contains_id("bin") { "the program" } else { "the catalog" };
        let names = rows.into_iter().map(|row| row.name).collect();
        Checked { inputs, findings: sink.finish(), known: Some(Known { names, origin, hint: None }) }
    } else {
        check_paths(&paths, &policies)
    };
    if inputs.sources.iter().next().is_none() && findings.is_empty() {
        let place = if paths.is_empty() { "below this folder" } else { "there" };
        return Err(Failure::Usage(format!(
            "there is no manifest {place}: name a file or a folder with YAML files in it"
        )));
    }
    if deny {
        findings.iter_mut().for_each(|finding| finding.severity = Severity::Error);
    }
    let sources = &inputs.sources;
    let text = match matches.get_one::<String>("format").map(String::as_str) {
        Some("json") => render::json::json(sources, &findings),
        Some("sarif") => render::sarif::sarif(sources, &findings),
        Some("github") => render::github::github(sources, &findings),
        _ => render::text::text(sources, &findings, colored()),
    };
    // A reader that stops early does not make the manifests better.
    let closed = console.out.write_all(text.as_bytes()).and_then(|()| console.out.flush()).err();
    if let Some(error) = closed.filter(|error| error.kind() != std::io::ErrorKind::BrokenPipe) {
        return Err(error.into());
    }
    let files = inputs.files.len();
    let mut checked = if files == 1 { "1 manifest".to_owned() } else { format!("{files} manifests") };
    if !policies.is_empty() {
        checked.push_str(if policies.len() == 1 { " and its policy" } else { " and their policies" });
    }
    if let Some(known) = known {
        writeln!(console.err, "{known}")?;
    } else if !policies.is_empty() {
        writeln!(console.err, "the policy was not checked: the tools that it is about have errors")?;
    }
    writeln!(console.err, "{checked} checked: {}", render::text::summary(&findings))?;
    let failed = findings.iter().any(|finding| finding.severity == Severity::Error);
    Ok(if failed { Outcome::Findings } else { Outcome::Clean })
}

/// What a run found.
struct Checked {
    inputs: Inputs,
    findings: Vec<Diagnostic>,
    /// The tools that a policy was held against, where one was
    known: Option<Known>,
}

/// The tools that a policy was held against.
struct Known {
    names: Vec<String>,
    /// Where they come from
    origin: &'static str,
    /// Which tools of the program are not among them
    hint: Option<&'static str>,
}

/// As many names are shown.
const MOST_NAMES: usize = 20;

impl fmt::Display for Known {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shown: Vec<&str> = self.names.iter().take(MOST_NAMES).map(String::as_str).collect();
        let tools = if self.names.len() == 1 { "1 tool" } else { &format!("{} tools", self.names.len()) };
        write!(f, "the policy is about {tools} of {}", self.origin)?;
        if !shown.is_empty() {
            write!(f, ": {}", shown.join(", "))?;
        }
        match self.names.len() - shown.len() {
            0 => {}
            more => write!(f, " and {more} more")?,
        }
        self.hint.map_or(Ok(()), |hint| write!(f, "; {hint}"))
    }
}

/// The texts that `paths` name and every finding in them, and in the policies over their tools.
fn check_paths(paths: &[PathBuf], policies: &[PathBuf]) -> Checked {
    let mut sink = Sink::default();
    let mut inputs = inputs::read(paths, &mut std::io::stdin().lock(), &mut sink);
    let mut tools = parse(&inputs.sources, &inputs.files, &mut sink);
    let in_crate = Path::new("Cargo.toml").is_file();
    let (mut scanned, mut texts) = (Vec::new(), Vec::new());
    if paths.is_empty() && in_crate {
        // In a crate's folder its `#[tool]` functions are checked too, together with the manifests.
        let scan = scan_crate(Path::new("."), "", &mut inputs.sources, &mut sink);
        scanned = scan.declared();
        texts = scan.texts;
    }
    let functions = scanned.len();
    tools.extend(scanned);
    check::check(&tools, &mut sink);
    let sound = sink.errors() == 0;
    check::secret::check(&tools, &inputs.sources, &mut sink);
    texts.iter().for_each(|text| check::source::check(&inputs.sources, *text, &mut sink));
    check::source::check_beside(&mut inputs.sources, &inputs.files, &mut sink);
    let mut known = None;
    // Faulty tools make no catalog that a policy could be held against.
    if !policies.is_empty() && sound {
        let rows: Vec<Row> =
            tools.iter().filter_map(|tool| normalize(tool, compile::place(&inputs.sources, tool, "")).ok()).collect();
        policy::check(policies, &rows, &mut inputs.sources, &mut sink);
        let (origin, hint) = match (paths.is_empty(), in_crate) {
            (true, true) if functions > 0 => ("this crate", Some(OF_THE_PROGRAM)),
            (true, true) => ("the manifests of this crate", Some(OF_THE_PROGRAM)),
            (false, true) => ("the manifests", Some("the functions of this crate are seen without PATH")),
            (_, false) => ("the manifests", None),
        };
        known = Some(Known { names: rows.into_iter().map(|row| row.name).collect(), origin, hint });
    }
    Checked { inputs, findings: sink.finish(), known }
}

/// What only the linked program knows.
const OF_THE_PROGRAM: &str = "tools of packs and of macros are seen with --bin BINARY";

/// The tools of all files in their order; the cores share the work.
fn parse(sources: &Sources, files: &[FileId], sink: &mut Sink) -> Vec<Tool> {
    let share = files.len().div_ceil(cores()).max(16);
    let parts = thread::scope(|scope| {
        let parts: Vec<_> = files
            .chunks(share)
            .map(|files| {
                scope.spawn(move || {
                    let mut sink = Sink::default();
                    let tools: Vec<Tool> =
                        files.iter().flat_map(|file| manifest::parse(sources, *file, &mut sink).tools).collect();
                    (tools, sink)
                })
            })
            .collect();
        parts
            .into_iter()
            .map(|part| part.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
            .collect::<Vec<_>>()
    });
    let mut tools = Vec::new();
    for (part, findings) in parts {
        tools.extend(part);
        sink.absorb(findings);
    }
    tools
}

fn cores() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}

/// Whether escape sequences are wanted: `NO_COLOR` and `CLICOLOR_FORCE` decide, else whether somebody looks.
fn colored() -> bool {
    let set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    if set("NO_COLOR") {
        return false;
    }
    set("CLICOLOR_FORCE") && std::env::var_os("CLICOLOR_FORCE").is_some_and(|value| value != "0")
        || std::io::stdout().is_terminal()
}

#[cfg(test)]
mod tests {
    use super::super::run as main;

    /// The exit code, what was printed as data, and what was said.
    fn toolgen(args: &[&str]) -> (u8, String, String) {
        let (mut out, mut err) = (Vec::new(), Vec::new());
        let args = std::iter::once("toolgen").chain(args.iter().copied()).map(Into::into);
        let code = main(args, &mut out, &mut err);
        (code, String::from_utf8(out).unwrap(), String::from_utf8(err).unwrap())
    }

    /// A file of its own for one test.
    fn file(name: &str, text: &str) -> String {
        let folder = std::env::temp_dir().join(format!("toolgen-check-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let path = folder.join(name);
        std::fs::write(&path, text).unwrap();
        path.display().to_string()
    }

    const CLEAN: &str = "manifestVersion: \"1\"\ntools: {a: {description: A., annotations: {readOnlyHint: true}}}\n";

    #[test]
    fn a_clean_manifest_exits_with_0_and_prints_no_data() {
        let (code, out, err) = toolgen(&["check", &file("clean.yaml", CLEAN)]);
        assert_eq!((code, out.as_str()), (0, ""));
        assert_eq!(err, "1 manifest checked: no findings\n");
    }

    #[test]
    fn a_policy_is_checked_as_a_whole_over_the_tools() {
        let tools = file("tools.yaml", CLEAN);
        let good = file("good.toml", "[security.tool_policy.tools]\na = \"supervised\"\n");
        let (code, out, err) = toolgen(&["check", &tools, "--policy", &good]);
        assert_eq!((code, out.as_str()), (0, ""));
        let known = "the policy is about 1 tool of the manifests: a";
        assert!(err.starts_with(known) && err.ends_with("1 manifest and its policy checked: no findings\n"), "{err}");
        let bad = file("bad.toml", "[security.tool_policy.groups]\nautomaton = \"deny\"\n");
        let (code, out, _) = toolgen(&["check", &tools, "--policy", &bad]);
        assert_eq!(code, 1);
        assert!(out.contains("error[TG0706]") && out.contains("bad.toml:2:") && out.contains("`automation`"), "{out}");
        let (code, out, _) = toolgen(&["check", &tools, "--policy", "no-such.toml"]);
        assert_eq!(code, 1);
        assert!(out.contains("TG0701"), "{out}");
    }

    #[test]
    fn errors_exit_with_1_and_warnings_only_when_they_are_denied() {
        let warned = file("warned.yaml", "manifestVersion: \"1\"\ntools: {a: {description: A.}}\n");
        let (code, out, _) = toolgen(&["check", &warned]);
        assert_eq!(code, 0);
        assert!(out.contains("warning[TG0220]"), "{out}");
        let (code, out, err) = toolgen(&["check", &warned, "--deny", "warnings"]);
        assert_eq!(code, 1);
        assert!(out.contains("error[TG0220]") && err.contains("1 error"), "{out}{err}");
        let (code, ..) = toolgen(&["check", &file("wrong.yaml", "tools: 1\n")]);
        assert_eq!(code, 1);
    }

    #[test]
    fn wrong_command_lines_exit_with_2() {
        for args in [&["check", "--format", "xml"][..], &["check", "--deny", "errors"], &["explain", "TG9999"]] {
            let (code, out, err) = toolgen(args);
            assert_eq!((code, out.as_str()), (2, ""), "{args:?}");
            assert!(!err.is_empty());
        }
        let empty = std::env::temp_dir().join(format!("toolgen-empty-{}", std::process::id()));
        std::fs::create_dir_all(&empty).unwrap();
        let (code, _, err) = toolgen(&["check", &empty.display().to_string()]);
        assert_eq!(code, 2);
        assert!(err.contains("no manifest"), "{err}");
    }

    #[test]
    fn json_is_one_object_a_line() {
        let (code, out, _) = toolgen(&["check", &file("json.yaml", "zebra: 1\n"), "--format", "json"]);
        assert_eq!(code, 1);
        assert!(out.lines().count() >= 2);
        for line in out.lines() {
            let value: serde_json::Value = serde_json::from_str(line).unwrap();
            assert!(value["file"].as_str().unwrap().ends_with("json.yaml"));
        }
    }

    #[test]
    fn findings_of_one_tool_in_two_files_name_both() {
        let (one, two) = (file("one.yaml", CLEAN), file("two.yaml", CLEAN));
        let (code, out, _) = toolgen(&["check", &two, &one]);
        assert_eq!(code, 1);
        assert!(out.contains("TG0202") && out.contains("one.yaml:2") && out.contains("two.yaml:2"), "{out}");
    }

    #[test]
    fn explain_prints_the_page_of_a_code_in_any_case_and_of_a_name() {
        let (code, page, _) = toolgen(&["explain", "tg0101"]);
        assert_eq!(code, 0);
        assert!(page.starts_with("# TG0101: unknown-key (error)\n\n## What it does\n"), "{page}");
        assert_eq!(toolgen(&["explain", "unknown-key"]).1, page);
        assert_eq!(toolgen(&["explain"]).1.lines().count(), crate::diag::code::rules().count());
        let (_, _, err) = toolgen(&["explain", "unknwn-key"]);
        assert!(err.contains("did you mean unknown-key?"), "{err}");
    }
}
