//! `git`: sub-commands that only look are told from those that change something, run programs or are aliases.

use super::options::Options;
use super::{Inner, Reading};

/// Sub-commands that only look.
const LOOKS: &[&str] = &[
    "status",
    "log",
    "diff",
    "show",
    "blame",
    "annotate",
    "shortlog",
    "describe",
    "rev-parse",
    "rev-list",
    "ls-files",
    "ls-tree",
    "cat-file",
    "name-rev",
    "merge-base",
    "grep",
    "diff-tree",
    "diff-index",
    "diff-files",
    "for-each-ref",
    "show-ref",
    "show-branch",
    "count-objects",
    "cherry",
    "range-diff",
    "whatchanged",
    "version",
    "check-ignore",
    "check-attr",
    "var",
];

/// Sub-commands that change the repository and run nothing that their arguments name. Medium risk, and hooks.
const CHANGES: &[&str] = &[
    "add",
    "rm",
    "mv",
    "commit",
    "reset",
    "clean",
    "merge",
    "cherry-pick",
    "revert",
    "branch",
    "checkout",
    "switch",
    "tag",
    "restore",
    "stash",
    "init",
    "gc",
    "apply",
    "notes",
    "reflog",
    "remote",
    "push",
    "pull",
    "fetch",
    "clone",
    "worktree",
    "am",
];

/// Options that write a file, load a program or read outside the repository. They count for any sub-command.
const OPTIONS: Options = Options {
    long: &[
        "output",
        "ext-diff",
        "textconv",
        "open-files-in-pager",
        "no-index",
        "upload-pack",
        "receive-pack",
        "exec",
        "template",
        "config",
        "config-env",
        "reference",
        "separate-git-dir",
        "to-command",
        "server-option",
        "editor",
        "signoff-program",
        "gpg-sign",
    ],
    harmless: &["text", "no", "config-only", "ext", "e", "t", "o", "r", "s", "c"],
    short: "O",
    valued: "CGSnUmbLMBlx",
    writes_from: None,
};

/// `git OPTIONS SUB-COMMAND ARGUMENTS`.
pub(super) fn git(_: &str, arguments: &[String]) -> Reading {
    let mut reading = Reading::default();
    let mut rest = arguments;
    let sub = loop {
        let Some((word, after)) = rest.split_first() else { return reading };
        rest = after;
        match word.as_str() {
            "-C" | "--namespace" => rest = rest.get(1..).unwrap_or_default(),
            "--no-pager" | "-P" | "--no-optional-locks" | "--literal-pathspecs" | "--version" | "--bare" => {}
            "--no-replace-objects" | "--help" => {}
            option if option.starts_with('-') => return unknown(reading, &format!("git {option}")),
            sub => break sub,
        }
    };
    if !LOOKS.contains(&sub) && !CHANGES.contains(&sub) {
        // `config` can name programs, an alias is any program, and so are `rebase -x` and `bisect run`.
        return unknown(reading, &format!("git {sub}"));
    }
    if sub == "stash" && rest.first().is_some_and(|word| word == "list" || word == "show") {
        return reading;
    }
    if let Some(found) = OPTIONS.danger(rest) {
        reading.dangers.push(format!("`git {sub} {found}` writes a file or runs a program"));
        reading.runs_others = true;
    }
    if let Some(found) = rest.iter().find(|word| word.contains("::")) {
        reading.dangers.push(format!("`{found}` names a transport that runs a program"));
        reading.inner.push(Inner::Unknown);
        reading.runs_others = true;
    }
    if sub == "clone" && rest.iter().any(|word| word == "-u" || word == "-c") {
        reading = unknown(reading, "git clone with `-u` or `-c`");
    }
    if !LOOKS.contains(&sub) {
        reading.runs_others = true;
    }
    reading
}

fn unknown(mut reading: Reading, what: &str) -> Reading {
    reading.dangers.push(format!("`{what}` can run any program"));
    reading.inner.push(Inner::Unknown);
    reading.runs_others = true;
    reading
}
