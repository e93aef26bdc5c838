//! The generated completions and man pages in the programs that read them. A program that is missing is
//! passed over, unless `CI=true`.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::path::Path;
use std::process::Command;

use pulldown_cmark::{CodeBlockKind, Event, Parser, Tag, TagEnd};
use tempfile::TempDir;
use toolgen::emit::Files;
use toolgen::emit::docs::{self, Templates};
use toolgen_model::{Catalog, Json};

fn catalog() -> Catalog {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("golden/docs/catalog.json");
    Catalog::parse(&std::fs::read_to_string(file).unwrap()).unwrap()
}

fn written(emit: fn(&Catalog, &Templates) -> Result<Files, docs::Error>) -> TempDir {
    let folder = TempDir::new().unwrap();
    for (path, content) in emit(&catalog(), &Templates::built_in().unwrap()).unwrap().iter() {
        std::fs::write(folder.path().join(path), content).unwrap();
    }
    folder
}

/// Whether `program` is here.
fn present(program: &str) -> bool {
    let found = std::env::var_os("PATH")
        .is_some_and(|path| std::env::split_paths(&path).any(|folder| folder.join(program).is_file()));
    assert!(found || std::env::var_os("CI").is_none_or(|ci| ci != "true"), "{program} must be installed here");
    found
}

/// What `program` prints in `folder`; it must end well and say nothing on stderr.
fn run(program: &str, args: &[&str], folder: &Path) -> String {
    let output = Command::new(program)
        .args(args)
        .current_dir(folder)
        .env("LC_ALL", "C.UTF-8")
        .env("HOME", folder)
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && said.is_empty(), "{program} {args:?}: {} {said}", output.status);
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn shells_read_their_scripts() {
    let folder = written(docs::completions);
    for (shell, args) in
        [("bash", ["-n", "toolbox.bash"]), ("zsh", ["-n", "_toolbox"]), ("fish", ["--no-execute", "toolbox.fish"])]
    {
        if present(shell) {
            assert_eq!(run(shell, &args, folder.path()), "");
        }
    }
}

/// What bash offers at the end of `words`, whose last is being typed.
fn bash(words: &[&str]) -> Vec<String> {
    let folder = written(docs::completions);
    let script = "source ./toolbox.bash; COMP_WORDS=(\"$@\"); COMP_CWORD=$(($# - 1)); _toolbox 2>/dev/null
        ((${#COMPREPLY[@]} == 0)) || printf '%s\\n' \"${COMPREPLY[@]}\"";
    let args: Vec<&str> = ["-c", script, "bash"].into_iter().chain(words.iter().copied()).collect();
    let text = run("bash", &args, folder.path());
    assert!(!folder.path().join("pwned").exists(), "a choice was run");
    text.lines().map(str::to_owned).collect()
}

#[test]
fn bash_offers_tools_actions_flags_and_choices() {
    if !present("bash") {
        return;
    }
    assert_eq!(bash(&["toolbox", ""]), ["call", "tools", "catalog", "repo", "git_log", "hostile", "tree", "ping"]);
    assert_eq!(bash(&["toolbox", "re"]), ["repo"]);
    assert_eq!(bash(&["toolbox", "call", "repo"]), ["repo_stats", "repo_open_issue"]);
    assert_eq!(bash(&["toolbox", "repo", ""]), ["stats", "open_issue"]);
    assert_eq!(
        bash(&["toolbox", "repo", "stats", "--"]),
        ["--max-depth", "--languages", "--hidden", "--no-follow", "--json", "--help"]
    );
    assert_eq!(bash(&["toolbox", "repo", "stats", "--languages", ""]), ["rust", "python", "c++"]);
    assert_eq!(bash(&["toolbox", "repo", "stats", "--languages", "=", "p"]), ["python"]);
    assert_eq!(bash(&["toolbox", "repo", "open_issue", "--assignee.n"]), ["--assignee.notify"]);
    assert_eq!(bash(&["toolbox", "repo", "open_issue", "--title", ""]), [""; 0]);
}

#[test]
fn bash_quotes_choices_and_runs_none() {
    if present("bash") {
        let offers = bash(&["toolbox", "hostile", "--choice", ""]);
        assert_eq!(
            offers,
            ["a\\|b", "\\`", "\\$\\(touch\\ pwned\\)", "it\\'s\\ \\\"x\\\"", "日本語", "with\\ space", "-dash"]
        );
        assert_eq!(bash(&["toolbox", "hostile", "--choice", "with\\ "]), ["with\\ space"]);
    }
}

/// The words that a shell makes of a line.
fn words(line: &str) -> Vec<String> {
    let folder = TempDir::new().unwrap();
    let text = run("bash", &["-c", &format!("printf '%s\\0' {line}")], folder.path());
    text.split_terminator('\0').map(str::to_owned).collect()
}

#[test]
fn every_example_reads_back_as_its_arguments() {
    if !present("bash") {
        return;
    }
    let files = docs::pages(&catalog(), &Templates::built_in().unwrap()).unwrap();
    let (mut lines, mut calls) = (0, 0);
    for row in &catalog().tools {
        let mut blocks = example_blocks(files.text(&format!("{}.md", row.name)).unwrap()).into_iter();
        for example in &row.examples {
            let mut words = words(&blocks.next().unwrap());
            if words[1] != "call" {
                let tool = if row.action.is_some() { 2 } else { 1 };
                let matches = toolgen_clap::command(row).try_get_matches_from(words.drain(tool..)).unwrap();
                assert_eq!(toolgen_clap::arguments(row, &matches).unwrap(), example.input);
                words = self::words(&blocks.next().unwrap());
                lines += 1;
            }
            assert_eq!(words[..3], ["toolbox", "call", row.name.as_str()]);
            assert_eq!(Json::parse(&words[3]).unwrap(), example.input);
            calls += 1;
        }
        assert_eq!(blocks.next(), None, "{}", row.name);
    }
    assert!(lines >= 4 && calls >= 5, "{lines} lines, {calls} calls");
}

/// The shell blocks under the heading `Examples` of a page.
fn example_blocks(page: &str) -> Vec<String> {
    let examples = page.split_once("\n## Examples\n").map_or("", |(_, rest)| rest);
    let mut blocks = Vec::new();
    let mut shell = false;
    for event in Parser::new(examples) {
        match event {
            Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(language))) => {
                shell = &*language == "sh";
                blocks.extend(shell.then(String::new));
            }
            Event::Text(text) if shell => blocks.last_mut().unwrap().push_str(&text),
            Event::End(TagEnd::CodeBlock) => shell = false,
            _ => {}
        }
    }
    blocks
}

/// What fish offers for a line.
fn fish(line: &str) -> Vec<String> {
    let folder = written(docs::completions);
    let script = format!("source ./toolbox.fish; complete -C {}", quoted(line));
    let text = run("fish", &["--no-config", "-c", &script], folder.path());
    assert!(!folder.path().join("pwned").exists(), "a choice was run");
    text.lines().map(|line| line.split('\t').next().unwrap().to_owned()).collect()
}

fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\\', r"\\").replace('\'', r"\'"))
}

#[test]
fn fish_offers_tools_actions_flags_and_choices() {
    if !present("fish") {
        return;
    }
    let first = fish("toolbox ");
    assert!(["call", "catalog", "repo", "ping"].iter().all(|word| first.contains(&(*word).to_owned())), "{first:?}");
    assert_eq!(fish("toolbox repo "), ["open_issue", "stats"]);
    let flags = fish("toolbox repo stats --");
    assert!(flags.contains(&"--max-depth".to_owned()) && flags.contains(&"--no-follow".to_owned()), "{flags:?}");
    assert!(!flags.contains(&"--title".to_owned()), "{flags:?}");
    assert_eq!(fish("toolbox repo stats --languages "), ["c++", "python", "rust"]);
    let mut choices = fish("toolbox hostile --choice ");
    choices.sort();
    let mut expected = ["a|b", "`", "$(touch pwned)", "it's \"x\"", "日本語", "with space", "-dash"].map(str::to_owned);
    expected.sort();
    assert_eq!(choices, expected);
}

/// What zsh offers: the completion system is replaced by functions that print what they are given.
fn zsh(words: &[&str]) -> Vec<String> {
    let folder = written(docs::completions);
    let script = "compdef() { :; }; _files() { print -r -- FILES; }; _message() { :; }
        _describe() { print -rl -- ${(P)@[-1]}; }; compadd() { shift; print -rl -- \"$@\"; }; compset() { :; }
        source ./_toolbox; words=(\"$@\"); CURRENT=$#; PREFIX=$words[-1]; _toolbox";
    let args: Vec<&str> = ["-f", "-c", script, "zsh"].into_iter().chain(words.iter().copied()).collect();
    let text = run("zsh", &args, folder.path());
    assert!(!folder.path().join("pwned").exists(), "a choice was run");
    text.lines().map(|line| line.split(':').next().unwrap().to_owned()).collect()
}

#[test]
fn zsh_offers_tools_actions_flags_and_choices() {
    if !present("zsh") {
        return;
    }
    assert_eq!(zsh(&["toolbox", ""])[3..], ["repo", "git_log", "hostile", "tree", "ping"]);
    assert_eq!(zsh(&["toolbox", "repo", ""]), ["stats", "open_issue"]);
    assert_eq!(
        zsh(&["toolbox", "repo", "stats", "-"]),
        ["--max-depth", "--languages", "--hidden", "--no-follow", "--json", "--help"]
    );
    assert_eq!(zsh(&["toolbox", "repo", "stats", ""])[0], "FILES");
    assert_eq!(zsh(&["toolbox", "repo", "stats", "--languages", ""]), ["rust", "python", "c++"]);
    let choices = zsh(&["toolbox", "hostile", "--choice", ""]);
    assert_eq!(choices, ["a|b", "`", "$(touch pwned)", "it's \"x\"", "日本語", "with space", "-dash"]);
}

#[test]
fn man_pages_have_no_fault_but_the_date_that_they_leave_out() {
    if !present("mandoc") {
        return;
    }
    let folder = written(docs::man);
    for entry in std::fs::read_dir(folder.path()).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        let output =
            Command::new("mandoc").args(["-T", "lint", "-W", "warning", &name]).current_dir(&folder).output().unwrap();
        let said = String::from_utf8(output.stdout).unwrap();
        let faults: Vec<&str> = said.lines().filter(|line| !line.contains("missing date")).collect();
        assert!(faults.is_empty(), "{faults:#?}");
    }
}

#[test]
fn a_man_page_shows_the_texts_of_a_tool_as_they_are() {
    if !present("mandoc") {
        return;
    }
    let folder = written(docs::man);
    let text = run("mandoc", &["-T", "utf8", "-O", "width=100", "toolbox-hostile.1"], folder.path());
    // Bold and underline are overstruck; lines are filled.
    let chars: Vec<char> = text.chars().collect();
    let plain: String = (0..chars.len())
        .filter(|&at| chars[at] != '\u{8}' && chars.get(at + 1) != Some(&'\u{8}'))
        .map(|at| chars[at])
        .collect();
    let plain = plain.split_whitespace().collect::<Vec<_>>().join(" ");
    for expected in [
        "matches ^(a|`b`)\\|<>$",
        "One of: a|b, `, , $(touch pwned), it's \"x\", 日本語, with space, -dash.",
        "First line second | line <img src=x onerror=alert(1)> \\u{202E} abc \\u{0007} `unclosed",
        ".so /etc/passwd",
        "'br",
        "--text 'line",
    ] {
        assert!(plain.contains(expected), "{expected} is not in\n{plain}");
    }
}
