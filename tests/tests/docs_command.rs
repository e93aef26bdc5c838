//! `toolgen docs`, `schema` and `catalog` as they are called: what they print, what they write, how they end.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::ffi::OsString;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use tempfile::TempDir;
use toolgen_model::{Catalog, Json};

struct Ended {
    code: u8,
    out: String,
    err: String,
}

fn toolgen(args: &[&str]) -> Ended {
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let args = std::iter::once("toolgen").chain(args.iter().copied()).map(OsString::from);
    let code = toolgen::command::run(args, &mut out, &mut err);
    Ended { code, out: String::from_utf8(out).unwrap(), err: String::from_utf8(err).unwrap() }
}

fn golden() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("golden/docs/catalog.json")
}

fn catalog() -> String {
    golden().display().to_string()
}

/// A folder with the catalog in it, and the paths of both as text.
fn folder() -> (TempDir, String, String) {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("catalog.json");
    std::fs::copy(golden(), &file).unwrap();
    let out = folder.path().join("docs").display().to_string();
    (folder, file.display().to_string(), out)
}

#[test]
fn every_format_is_printed_or_written() {
    for (format, first) in [("md", "# toolbox 1.4.0\n"), ("guide", "### repo\n"), ("json", "{\n"), ("man", ".\\\" @")] {
        let ended = toolgen(&["docs", "--catalog", &catalog(), "--format", format]);
        assert_eq!((ended.code, ended.err.as_str()), (0, ""), "{format}");
        assert!(ended.out.starts_with(first), "{format}: {}", &ended.out[..40]);
    }
    for format in ["md", "man", "completions", "llms", "guide", "json"] {
        let (_folder, file, out) = folder();
        let ended = toolgen(&["docs", "--catalog", &file, "--format", format, "--out", &out]);
        assert_eq!((ended.code, ended.out.as_str()), (0, ""), "{format}: {}", ended.err);
        let again = toolgen(&["docs", "--catalog", &file, "--format", format, "--out", &out]);
        assert!(again.err.contains(" 0 written"), "{format}: {}", again.err);
        let check = toolgen(&["docs", "--catalog", &file, "--format", format, "--out", &out, "--check"]);
        assert_eq!((check.code, check.out.as_str(), check.err.as_str()), (0, "", ""), "{format}");
    }
}

/// Each thing that a reader must learn of, as a change of the catalog's text.
const CHANGES: [(&str, &str, &str); 9] = [
    ("a nested field", "\"notify\"", "\"inform\""),
    ("a choice", "\"mail\"", "\"letter\""),
    ("a choice of items", "\"python\"", "\"perl\""),
    ("a limit of items", "\"maxLength\": 50", "\"maxLength\": 60"),
    (
        "the type of a map's values",
        "\"type\": \"integer\",\n              \"minimum\": 0",
        "\"type\": \"number\",\n              \"minimum\": 0",
    ),
    ("what is required", "\"owner\",\n          \"repo\",\n          \"title\"", "\"owner\",\n          \"repo\""),
    (
        "what is required in a nested object",
        "\"required\": [\n              \"login\"\n            ]",
        "\"required\": []",
    ),
    ("a default", "\"default\": 20", "\"default\": 30"),
    ("a description", "\"Who takes it\"", "\"Who has it\""),
];

#[test]
fn a_check_fails_when_anything_that_is_documented_changes() {
    for (what, old, new) in CHANGES {
        let (_folder, file, out) = folder();
        assert_eq!(toolgen(&["docs", "--catalog", &file, "--out", &out]).code, 0);
        let text = std::fs::read_to_string(&file).unwrap();
        assert!(text.contains(old), "{what}: the fixture has no {old}");
        std::fs::write(&file, text.replacen(old, new, 1)).unwrap();
        let check = toolgen(&["docs", "--catalog", &file, "--out", &out, "--check"]);
        assert_eq!(check.code, 1, "{what}");
        assert!(check.out.contains(".md: differs from line "), "{what}: {}", check.out);
        assert!(check.out.contains("\n  - ") && check.out.contains("\n  + "), "{what}: {}", check.out);
    }
}

#[test]
fn a_check_names_what_is_missing_stale_and_in_other_line_endings() {
    let (folder, file, out) = folder();
    assert_eq!(toolgen(&["docs", "--catalog", &file, "--out", &out]).code, 0);
    let docs = folder.path().join("docs");
    std::fs::remove_file(docs.join("ping.md")).unwrap();
    let page = std::fs::read_to_string(docs.join("git_log.md")).unwrap();
    std::fs::write(docs.join("git_log.md"), page.replace('\n', "\r\n")).unwrap();
    let mut catalog = Catalog::parse(&std::fs::read_to_string(&file).unwrap()).unwrap();
    catalog.tools.retain(|row| row.name != "tree_edit");
    std::fs::write(&file, catalog.to_text()).unwrap();

    let check = toolgen(&["docs", "--catalog", &file, "--out", &out, "--check"]);
    assert_eq!(check.code, 1);
    assert!(check.out.contains("ping.md: is not there\n"), "{}", check.out);
    assert!(check.out.contains("git_log.md: differs in line endings only (CRLF for LF); put "), "{}", check.out);
    assert!(check.out.contains("tree_edit.md: is no longer made\n"), "{}", check.out);

    let write = toolgen(&["docs", "--catalog", &file, "--out", &out]);
    assert!(write.err.ends_with(" 1 removed\n"), "{}", write.err);
    assert!(!docs.join("tree_edit.md").exists());
}

#[test]
fn what_another_format_or_a_person_wrote_is_never_removed() {
    let (folder, file, out) = folder();
    let docs = folder.path().join("docs");
    assert_eq!(toolgen(&["docs", "--catalog", &file, "--format", "llms", "--out", &out]).code, 0);
    assert_eq!(toolgen(&["docs", "--catalog", &file, "--out", &out]).code, 0);
    std::fs::write(docs.join("notes.md"), "mine").unwrap();
    // A list that names what lies outside is not believed.
    std::fs::write(folder.path().join("outside.md"), "mine").unwrap();
    let list = std::fs::read_to_string(docs.join(".toolgen-files")).unwrap();
    std::fs::write(docs.join(".toolgen-files"), format!("{list}docs-md ../outside.md\n")).unwrap();
    let mut catalog = Catalog::parse(&std::fs::read_to_string(&file).unwrap()).unwrap();
    catalog.tools.truncate(1);
    std::fs::write(&file, catalog.to_text()).unwrap();

    assert_eq!(toolgen(&["docs", "--catalog", &file, "--out", &out]).code, 0);
    assert!(docs.join("notes.md").exists() && folder.path().join("outside.md").exists());
    assert!(docs.join("ping.md").exists(), "the llms format still makes it");
    assert_eq!(toolgen(&["docs", "--catalog", &file, "--format", "llms", "--out", &out]).code, 0);
    assert!(!docs.join("ping.md").exists());
}

#[test]
fn a_file_that_a_person_wrote_is_not_overwritten() {
    let (folder, file, _) = folder();
    std::fs::write(folder.path().join("README.md"), "# Mine\n").unwrap();
    let ended = toolgen(&["docs", "--catalog", &file, "--out", &folder.path().display().to_string()]);
    assert_eq!(ended.code, 1);
    assert!(ended.err.contains("README.md is there and was not written by toolgen; move it away"), "{}", ended.err);
    assert_eq!(std::fs::read_to_string(folder.path().join("README.md")).unwrap(), "# Mine\n");
    assert!(!folder.path().join("ping.md").exists(), "nothing is written when one file cannot be");
}

#[test]
fn a_folder_that_cannot_be_says_which_and_why() {
    let (_folder, file, _) = folder();
    let ended = toolgen(&["docs", "--catalog", &file, "--out", &format!("{file}/docs")]);
    assert_eq!(ended.code, 1);
    assert!(
        ended.err.contains("catalog.json/docs") && ended.err.contains("a part of the path is a file"),
        "{}",
        ended.err
    );
}

#[test]
fn blocks_are_filled_and_checked() {
    let (folder, file, _) = folder();
    let readme = folder.path().join("README.md");
    let path = readme.display().to_string();
    let old = "# Mine \r\n<!-- AUTO-GENERATED:START (tool_parameters:git_log) -->\r\n<!-- AUTO-GENERATED:END -->\r\n\u{FEFF}end";
    std::fs::write(&readme, old).unwrap();
    let check = toolgen(&["docs", "--catalog", &file, "--inject", &path, "--check"]);
    assert_eq!(check.code, 1);
    assert!(check.out.contains("README.md: differs from line 3 on"), "{}", check.out);
    assert_eq!(std::fs::read_to_string(&readme).unwrap(), old);

    assert_eq!(toolgen(&["docs", "--catalog", &file, "--inject", &path]).code, 0);
    let new = std::fs::read_to_string(&readme).unwrap();
    let start = "# Mine \r\n<!-- AUTO-GENERATED:START (tool_parameters:git_log) -->\r\n";
    assert!(new.starts_with(start) && new.ends_with("<!-- AUTO-GENERATED:END -->\r\n\u{FEFF}end"), "{new}");
    assert!(new.contains("| `limit` | integer | no | Commits to show Default `20`. |\r\n"), "{new}");
    assert_eq!(toolgen(&["docs", "--catalog", &file, "--inject", &path, "--check"]).code, 0);

    let text = std::fs::read_to_string(&file).unwrap();
    std::fs::write(&file, text.replacen("\"default\": 20", "\"default\": 30", 1)).unwrap();
    assert_eq!(toolgen(&["docs", "--catalog", &file, "--inject", &path, "--check"]).code, 1);
}

#[test]
fn a_broken_block_is_named_and_nothing_is_written() {
    let (folder, file, _) = folder();
    let readme = folder.path().join("README.md");
    let old =
        "<!-- AUTO-GENERATED:START (guide) -->\n<!-- AUTO-GENERATED:END -->\n<!-- AUTO-GENERATED:START (guide) -->\n";
    std::fs::write(&readme, old).unwrap();
    let ended = toolgen(&["docs", "--catalog", &file, "--inject", &readme.display().to_string()]);
    assert_eq!(ended.code, 1);
    assert!(ended.err.contains("README.md:3: error: block \"guide\" has no end; write <!-- AUTO"), "{}", ended.err);
    assert_eq!(std::fs::read_to_string(&readme).unwrap(), old);
}

#[test]
fn configuration_keys_are_a_block_and_schedules_need_a_tool() {
    let (folder, file, _) = folder();
    let readme = folder.path().join("README.md");
    let block = |name: &str| format!("<!-- AUTO-GENERATED:START ({name}) -->\nold\n<!-- AUTO-GENERATED:END -->\n");
    std::fs::write(&readme, block("config_fields") + &block("cron_fields") + &block("nothing")).unwrap();
    let ended = toolgen(&["docs", "--catalog", &file, "--inject", &readme.display().to_string()]);
    assert_eq!(ended.code, 0);
    assert!(ended.err.contains("README.md:4: warning: no tool takes a schedule"), "{}", ended.err);
    assert!(ended.err.contains("README.md:7: warning: no block is called \"nothing\""), "{}", ended.err);
    let new = std::fs::read_to_string(&readme).unwrap();
    assert!(
        new.contains("| `git.enabled` | boolean | no | When it is not true, `git_log` does not exist. |\n"),
        "{new}"
    );
    assert!(new.ends_with(&(block("cron_fields") + &block("nothing"))), "{new}");
}

#[test]
fn grants_bring_gated_lines_back_into_the_guide() {
    let guide = |grants: &[&str]| {
        let file = catalog();
        let mut args = vec!["docs", "--catalog", &file, "--format", "guide"];
        args.extend(grants.iter().flat_map(|grant| ["--grant", grant]));
        toolgen(&args)
    };
    assert!(!guide(&[]).out.contains("open_issue") && !guide(&[]).out.contains("toolbox ping"));
    let granted = guide(&["repo.open_issue", "network_ping"]).out;
    assert!(granted.contains("open_issue --owner \"<owner>\" --repo \"<repo>\" --title \"<title>\" ["), "{granted}");
    assert!(granted.contains("\ntoolbox ping -j\n"), "{granted}");
    assert!(guide(&["repo.stats"]).err.contains("no tool asks for the grant \"repo.stats\""));
}

#[test]
fn templates_of_ones_own_are_strict() {
    let (folder, file, _) = folder();
    let own = folder.path().join("own");
    std::fs::create_dir(&own).unwrap();
    let run = |name: &str, text: &str| {
        std::fs::write(own.join(name), text).unwrap();
        let ended = toolgen(&["docs", "--catalog", &file, "--format", "guide", "--templates", own.to_str().unwrap()]);
        std::fs::remove_file(own.join(name)).unwrap();
        ended
    };
    let mine = run("guide.md", "{% for tool in tools %}{{ tool.name }};{% endfor %}");
    assert_eq!((mine.code, mine.out.as_str()), (0, "repo;git_log;hostile;tree;\n"), "{}", mine.err);
    let undefined = run("guide.md", "a\n{{ tool.nmae }}");
    assert_eq!(undefined.code, 1);
    assert!(undefined.err.contains("template guide.md, line 2: undefined value"), "{}", undefined.err);
    std::fs::write(own.join("summary.md"), "a\nb\n{{ tool.nmae }}").unwrap();
    let included = run("guide.md", "{% include \"summary.md\" %}");
    std::fs::remove_file(own.join("summary.md")).unwrap();
    assert!(included.err.contains("template summary.md, line 3: undefined value"), "{}", included.err);
    let broken = run("guide.md", "{% for %}");
    assert!(broken.err.contains("template guide.md, line 1: syntax error"), "{}", broken.err);
    let unknown = run("giude.md", "");
    assert_eq!(unknown.code, 1);
    assert!(unknown.err.contains("no template is called \"giude.md\"; did you mean \"guide.md\"?"), "{}", unknown.err);
}

#[test]
fn wrong_command_lines_end_with_2_and_say_what_to_do() {
    for (args, expected) in [
        (vec![], "Usage: toolgen <COMMAND>"),
        (vec!["dosc"], "a similar subcommand exists: 'docs'"),
        (vec!["docs", "--format", "mdd"], "a similar value exists: 'md'"),
        (vec!["docs", "--catalog", "x", "--bin", "y"], "cannot be used with"),
        (vec!["docs", "--catalog", "x", "--check"], "say which with --out DIR or --inject FILE"),
        (vec!["docs", "--catalog", "x", "--format", "completions"], "say where with --out DIR"),
        (vec!["schema", "emit", "--catalog", "x", "--dialect", "antropic"], "'anthropic'"),
    ] {
        let ended = toolgen(&args);
        assert_eq!((ended.code, ended.out.as_str()), (2, ""), "{args:?}");
        assert!(ended.err.contains(expected), "{args:?}: {}", ended.err);
    }
}

#[test]
fn help_goes_to_stdout_and_cargo_toolgen_is_the_same() {
    let help = toolgen(&["--help"]);
    assert_eq!((help.code, help.err.as_str()), (0, ""));
    assert!(help.out.contains("docs") && help.out.contains("Exit codes: 0 clean, 1 findings, 2 usage"));
    assert_eq!(toolgen(&["toolgen", "catalog", "--catalog", &catalog()]).code, 0);
}

#[test]
fn a_catalog_that_is_none_is_refused() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("c.json");
    let path = file.display().to_string();
    let text = std::fs::read_to_string(golden()).unwrap();
    for (content, expected) in [
        (b"{}".to_vec(), "this is no catalog: missing field `catalogVersion`"),
        (b"\xff\xfe".to_vec(), "it is no UTF-8 from byte 0 on"),
        (
            text.replacen("\"catalogVersion\": 1", "\"catalogVersion\": 9", 1).into_bytes(),
            "has format 9, this program reads format 1",
        ),
        (
            text.replacen("\"name\": \"ping\"", "\"name\": \"../../ping\"", 1).into_bytes(),
            "\"../../ping\" cannot be the name of a tool",
        ),
        (
            text.replacen(
                "\"name\": \"ping\",\n      \"tool\": \"ping\"",
                "\"name\": \"git_log\",\n      \"tool\": \"git_log\"",
                1,
            )
            .into_bytes(),
            "two tools are called \"git_log\"",
        ),
        ("[".repeat(100_000).into_bytes(), "this is no catalog"),
    ] {
        std::fs::write(&file, content).unwrap();
        let ended = toolgen(&["docs", "--catalog", &path]);
        assert_eq!((ended.code, ended.out.as_str()), (1, ""), "{expected}");
        assert!(ended.err.contains(expected), "{expected}: {}", ended.err);
    }
    let ended = toolgen(&["catalog", "--catalog", "no/such/file"]);
    assert!(ended.code == 1 && ended.err.contains("cannot read no/such/file"), "{}", ended.err);
}

#[test]
fn a_dialect_takes_every_tool_and_says_what_it_calls_by_another_name() {
    let ended = toolgen(&["schema", "emit", "--catalog", &catalog(), "--dialect", "anthropic"]);
    assert_eq!(ended.code, 0, "{}", ended.err);
    assert!(ended.err.contains("(equal): sent as `"), "{}", ended.err);
    let names: Vec<String> = Json::parse(&ended.out)
        .unwrap()
        .as_array()
        .unwrap()
        .iter()
        .map(|tool| tool.get("name").unwrap().as_str().unwrap().to_owned())
        .collect();
    assert_eq!(names, ["repo_stats", "repo_open_issue", "git_log", "hostile", "tree_edit", "ping"]);

    let one = toolgen(&["schema", "emit", "--catalog", &catalog(), "--tool", "ping", "--dialect", "anthropic"]);
    assert_eq!(one.code, 0, "{}", one.err);
    assert_eq!(Json::parse(&one.out).unwrap().as_array().unwrap().len(), 1);
    let none = toolgen(&["schema", "emit", "--catalog", &catalog(), "--tool", "pnig"]);
    assert_eq!(none.code, 2);
    assert!(none.err.contains("no tool is called \"pnig\"; did you mean \"ping\"?"), "{}", none.err);
}

#[test]
fn manifests_are_a_source_and_their_errors_are_shown() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("tools.yaml");
    let manifest = "manifestVersion: \"1\"\ntoolset: demo\nversion: 0.2.0\ntools:\n  greet:\n    \
        description: Greet somebody.\n    annotations: {readOnlyHint: true}\n    inputSchema:\n      type: object\n      \
        required: [name]\n      properties:\n        name: {type: string, description: Whom to greet}\n    \
        handler: {rust: {fn: \"crate::greet\"}}\n";
    std::fs::write(&file, manifest).unwrap();
    for path in [file.to_str().unwrap(), folder.path().to_str().unwrap()] {
        let guide = toolgen(&["docs", path, "--format", "guide"]);
        assert_eq!(
            (guide.code, guide.out.as_str()),
            (0, "### greet\n\n```bash\ndemo greet --name \"<name>\" -j\n```\n"),
            "{}",
            guide.err
        );
    }
    let file = file.display().to_string();
    let catalog = Catalog::parse(&toolgen(&["catalog", &file]).out).unwrap();
    assert_eq!((catalog.name.as_str(), catalog.version.as_str()), ("demo", "0.2.0"));
    let wire = toolgen(&["schema", "emit", &file, "--dialect", "openai"]);
    let name = Json::parse(&wire.out).unwrap().pointer("/0/function/name").cloned();
    assert_eq!(name, Some(Json::from("greet")), "{}", wire.out);

    std::fs::write(&file, manifest.replace("description: Greet", "descripton: Greet")).unwrap();
    let broken = toolgen(&["docs", &file]);
    assert_eq!((broken.code, broken.out.as_str()), (1, ""));
    assert!(broken.err.contains("`description`") && broken.err.contains("tools.yaml:6:5"), "{}", broken.err);
    let empty = TempDir::new().unwrap();
    let none = toolgen(&["docs", empty.path().to_str().unwrap()]);
    assert_eq!(none.code, 2);
    assert!(none.err.contains("there is no manifest there"), "{}", none.err);
}

/// A stream whose reader is gone.
struct Closed;

impl Write for Closed {
    fn write(&mut self, _: &[u8]) -> io::Result<usize> {
        Err(io::ErrorKind::BrokenPipe.into())
    }
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_closed_pipe_is_quiet() {
    let file = catalog();
    for args in [vec!["docs", "--catalog", &file], vec!["catalog", "--catalog", &file], vec!["--help"]] {
        let mut err = Vec::new();
        let args = std::iter::once("toolgen").chain(args).map(OsString::from);
        assert_eq!(toolgen::command::run(args, &mut Closed, &mut err), 0);
        assert_eq!(String::from_utf8(err).unwrap(), "");
    }
}

#[cfg(unix)]
mod programs {
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    fn script(body: &str) -> (TempDir, String) {
        let folder = TempDir::new().unwrap();
        let file = folder.path().join("agent");
        std::fs::write(&file, format!("#!/bin/sh\n{body}\n")).unwrap();
        std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o755)).unwrap();
        let path = file.display().to_string();
        (folder, path)
    }

    #[test]
    fn a_built_program_is_asked_for_its_catalog() {
        let (_folder, path) = script(&format!("test \"$1\" = catalog && cat '{}'", catalog()));
        let ended = toolgen(&["catalog", "--bin", &path]);
        assert_eq!((ended.code, ended.err.as_str()), (0, ""));
        assert_eq!(Catalog::parse(&ended.out).unwrap().tools.len(), 6);
    }

    #[test]
    fn a_program_that_is_no_agent_is_named_with_what_it_said() {
        for (body, expected) in [
            (
                "echo no such command >&2; exit 2",
                "agent catalog: ended with exit status: 2: no such command; --bin takes",
            ),
            ("echo hello", "agent catalog: this is no catalog"),
            ("yes", "agent catalog: it has more than 64 MiB, which no catalog has"),
        ] {
            let (_folder, path) = script(body);
            let ended = toolgen(&["docs", "--bin", &path]);
            assert_eq!((ended.code, ended.out.as_str()), (1, ""));
            assert!(ended.err.contains(expected), "{expected}: {}", ended.err);
        }
        let ended = toolgen(&["docs", "--bin", "no/such/agent"]);
        assert!(ended.code == 1 && ended.err.contains("no/such/agent catalog: cannot be run"), "{}", ended.err);
    }
}

#[test]
fn a_guide_leaves_out_what_a_policy_denies_its_reader() {
    let folder = TempDir::new().unwrap();
    let policy = folder.path().join("toolgen.toml");
    std::fs::write(&policy, POLICY).unwrap();
    let policy = policy.display().to_string();
    let guide = |more: &[&str]| {
        let args = ["docs", "--catalog", &catalog(), "--format", "guide", "--policy", &policy];
        toolgen(&args.iter().copied().chain(more.iter().copied()).collect::<Vec<_>>())
    };
    for (name, more) in
        [("own", &[][..]), ("ana", &["--agent", "ana"]), ("mcp", &["--agent", "ana", "--surface", "mcp"])]
    {
        let ended = guide(more);
        assert_eq!(ended.code, 0, "{name}: {}", ended.err);
        assert!(ended.err.contains(" tools are open to "), "{}", ended.err);
        let file = golden().parent().unwrap().with_file_name(format!("guide/{name}.md"));
        if std::env::var_os("UPDATE_GOLDENS").is_some() {
            std::fs::create_dir_all(file.parent().unwrap()).unwrap();
            std::fs::write(&file, &ended.out).unwrap();
        }
        assert_eq!(ended.out, std::fs::read_to_string(&file).unwrap_or_default(), "{}", file.display());
    }
    for (more, part) in [
        (&["--agent", "anna"][..], "did you mean `ana`?"),
        (&["--surface", "mpc"], "did you mean `mcp`?"),
        (&["--grant", "repo.open_issue"], "cannot be used with"),
    ] {
        let ended = guide(more);
        assert_eq!((ended.code, ended.out.as_str()), (2, ""), "{more:?}");
        assert!(ended.err.contains(part), "{more:?}: {}", ended.err);
    }
    let ended = toolgen(&["docs", "--catalog", &catalog(), "--policy", &policy]);
    assert_eq!(ended.code, 2);
    assert!(ended.err.contains("`--policy` goes with `--format guide`"), "{}", ended.err);
}

/// The program's own agent has all but one tool, and one gated action; `ana` has two tools, and one of
/// them on one surface.
const POLICY: &str = r#"
[security.tool_policy.tools]
tree = "deny"
[[security.tool_policy.grants]]
tool = "repo"
action = "open_issue"
agents = ["main"]
[agents.main]
[agents.ana]
allowed_tools = ["repo", "git_log"]
[surfaces.mcp]
denied_tools = ["repo.stats"]
"#;
