//! `handler: {command: …}`: one program with an argument list.

use super::super::block::{Block, Shape, optional, required};
use super::super::lower::Lower;
use super::super::reader::{self, Reader, wrong};
use super::super::reference;
use super::super::tree::{Kind, Tree};
use super::templates;
use crate::diag::{Diagnostic, Rule, Span, Spanned, code::page};
use crate::ir::{Arg, CommandHandler, CommandOutput, NodeKind, OutputFormat};

pub(crate) const RULES: &[Rule] = &[
    page!(
        "TG0325",
        "bad-program",
        Error,
        "Reports a program that is a command line, a reference, or a relative path.",
        "What runs must be fixed in the manifest. A line would need a shell, and a relative path depends on where the agent stands.",
        "command: {program: \"git log --oneline\"}",
        "The name of a program that is looked up in `PATH`, or an absolute path; its arguments go under `args:`."
    ),
    page!(
        "TG0326",
        "shell",
        Warning,
        "Warns of a program that takes its arguments for a script: `sh -c`, `bash -c`, `eval`-like flags.",
        "An argument of the model inside of it becomes code.",
        "command: {program: sh, args: [\"-c\", \"grep ${input.text} notes\"]}",
        "The program itself with an argument list. A reference in a script is an error."
    ),
    page!(
        "TG0327",
        "bad-variable",
        Error,
        "Reports a variable of the environment that is no name, or that decides what is run.",
        "`PATH`, `LD_PRELOAD` and their like would let a value choose the code.",
        "env: {LD_PRELOAD: \"${input.library}\"}",
        "Variables that the program itself reads."
    ),
    page!(
        "TG0328",
        "bad-exit-code",
        Error,
        "Reports an exit code that is no number from 1 to 255, or an error code that is no name.",
        "It would never match.",
        "exitCodes: {1000: not found}",
        "A number and a name in snake case: `{128: not_a_repository}`."
    ),
    page!(
        "TG0329",
        "output-without-file",
        Error,
        "Reports output that goes into a file when no file is named, and a file that gets nothing.",
        "The output would be lost, or the model told of a file that is not written.",
        "output: {format: file}",
        "`format: file` and `file:` together; `permission: {fs: {write: […]}}` covers the file."
    ),
];

/// A program.
pub(crate) static COMMAND: Block = Block {
    name: "CommandHandler",
    noun: "a `command` handler",
    doc: "One program with an argument list, never a shell line.",
    keys: &[
        required("program", Shape::Text, "A name that is looked up in `PATH`, or an absolute path"),
        optional("args", Shape::List(&Shape::Either(&Shape::Text, &Shape::Block(&GROUP))), "The arguments in order"),
        optional("env", Shape::Map(&Shape::Text), "Variables beside those that every command gets"),
        optional("cwd", Shape::Text, "The folder that it runs in"),
        optional("stdin", Shape::Text, "What it reads on standard input"),
        optional("timeout", Shape::Duration, "After how long it is killed"),
        optional("output", Shape::Block(&OUTPUT), "What becomes of its output"),
    ],
};

static GROUP: Block = Block {
    name: "ArgumentGroup",
    noun: "a group of arguments",
    doc: "Arguments that stand only together.",
    keys: &[
        optional("when", Shape::Text, "The argument of the call that must be there, and not be false: `input.NAME`"),
        required("args", Shape::List(&Shape::Text), "The arguments in order"),
        optional("allowOptions", Shape::Flag, "Whether a value that starts with `-` may become an option"),
    ],
};

static OUTPUT: Block = Block {
    name: "CommandOutput",
    noun: "`output` of a `command` handler",
    doc: "What becomes of the output of a program.",
    keys: &[
        optional(
            "format",
            Shape::Word(&["text", "lines", "json", "file"]),
            "How it is read; as text where it is left out",
        ),
        optional("file", Shape::Text, "The file of the workspace that gets it, with `format: file`"),
        optional("maxBytes", Shape::Size, "How much is read at most"),
        optional("exitCodes", Shape::Map(&Shape::Text), "Error codes by exit code"),
    ],
};

/// Variables that decide what is run.
const RULING: [&str; 9] =
    ["PATH", "IFS", "BASH_ENV", "ENV", "SHELLOPTS", "PYTHONPATH", "NODE_OPTIONS", "RUBYOPT", "PERL5OPT"];
const SHELLS: [&str; 8] = ["sh", "bash", "dash", "zsh", "ksh", "fish", "cmd", "powershell"];

pub(super) fn command(tree: &Tree, at: Span, cx: &mut Lower<'_, '_>) -> Option<CommandHandler> {
    let block = cx.open(tree, &COMMAND, at)?;
    let program = block.text("program", cx.report);
    let args: Vec<Arg> = block.list("args", cx.report).iter().filter_map(|tree| arg(tree, cx)).collect();
    if let Some(program) = &program {
        check_program(program, &args, cx);
    }
    let env = templates(&block, "env", cx);
    for (name, _) in &env {
        variable(name, cx);
    }
    let cwd = block.get("cwd").and_then(|tree| cx.template(tree));
    let stdin = block.get("stdin").and_then(|tree| cx.template(tree));
    let timeout_ms = block.duration("timeout", cx.report);
    let output = output(&block, cx);
    Some(CommandHandler { program: program?, args, env, cwd, stdin, timeout_ms, output })
}

fn arg(tree: &Tree, cx: &mut Lower<'_, '_>) -> Option<Arg> {
    match &tree.kind {
        Kind::Map(_) => {
            let block = cx.open(tree, &GROUP, tree.span)?;
            let when = block.text("when", cx.report).and_then(|text| {
                let text = strip(text);
                reference::bare(&text).map_err(|finding| cx.report.push(finding)).ok()
            });
            let args = block.list("args", cx.report).iter().filter_map(|tree| cx.template(tree)).collect();
            let allow_options = block.flag("allowOptions", cx.report);
            Some(Arg::Group { span: tree.span, when, args, allow_options })
        }
        Kind::Json(NodeKind::Number(number)) => {
            cx.report.push(
                Diagnostic::error("TG0104", tree.span, format!("an argument is text, and this is the number {number}"))
                    .help("quote it as it is written"),
            );
            None
        }
        Kind::List(_) => wrong(tree, "text, or a group `{when: …, args: […]}`", cx.report),
        _ => cx.template(tree).map(Arg::One),
    }
}

/// `${input.x}` where `input.x` is meant.
fn strip(text: Spanned<String>) -> Spanned<String> {
    text.map(|text| match text.strip_prefix("${").and_then(|rest| rest.strip_suffix('}')) {
        Some(inner) => inner.to_owned(),
        None => text,
    })
}

fn check_program(program: &Spanned<String>, args: &[Arg], cx: &mut Lower<'_, '_>) {
    let name = program.value.as_str();
    let error = |message: String| Diagnostic::error("TG0325", program.span, message);
    if name.contains("${") || name.contains("{{") {
        cx.report.push(
            error("the program must be constant, and this is a reference".into())
                .help("declare one action for each program"),
        );
        return;
    }
    if name.contains(char::is_whitespace) && !name.starts_with('/') {
        let mut words = name.split_whitespace();
        let first = words.next().unwrap_or_default();
        let rest = words.map(|word| format!("\"{word}\"")).collect::<Vec<_>>().join(", ");
        cx.report.push(
            error(format!("`{name}` is a command line, and a program stands alone"))
                .help(format!("write `program: {first}` and `args: [{rest}]`; no shell is involved")),
        );
        return;
    }
    if name.contains('/') && !name.starts_with('/') {
        cx.report.push(
            error(format!("`{name}` is a relative path"))
                .help("write an absolute path, or a name that is looked up in `PATH`"),
        );
        return;
    }
    let base = name.rsplit('/').next().unwrap_or(name);
    let script =
        args.iter().flat_map(Arg::templates).position(|arg| matches!(arg.text.as_str(), "-c" | "/C" | "-Command"));
    let Some(flag) = script.filter(|_| SHELLS.contains(&base.trim_end_matches(".exe"))) else { return };
    let line = args.iter().flat_map(Arg::templates).nth(flag + 1);
    match line.and_then(|line| line.references().next()) {
        Some(reference) => cx.report.push(Diagnostic {
            severity: crate::diag::Severity::Error,
            ..Diagnostic::error("TG0326", reference.span, "an argument of the call becomes part of a script here")
                .also(program.span, "a shell reads it")
                .help("run the program itself with an argument list, or pass the value as an argument after the script: `args: [-c, \"… \\\"$1\\\"\", sh, \"${input.x}\"]`")
        }),
        None => cx.report.push(
            Diagnostic::warning("TG0326", program.span, "this runs a script in a shell")
                .help("run the program itself with an argument list where that is possible"),
        ),
    }
}

fn variable(name: &Spanned<String>, cx: &mut Lower<'_, '_>) {
    let text = name.value.as_str();
    let good = !text.is_empty()
        && text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_')
        && !text.as_bytes().first().is_some_and(u8::is_ascii_digit);
    if !good {
        cx.report.push(
            Diagnostic::error("TG0327", name.span, format!("`{text}` is no name of a variable"))
                .help("use letters, digits and `_`, not a digit first"),
        );
    } else if RULING.contains(&text)
        || text.starts_with("LD_")
        || text.starts_with("DYLD_")
        || text.starts_with("GIT_") && text.ends_with("_COMMAND")
    {
        cx.report.push(
            Diagnostic::error(
                "TG0327",
                name.span,
                format!("`{text}` decides what is run, and a manifest does not set it"),
            )
            .help("take it out; the runtime sets `PATH`"),
        );
    }
}

fn output(command: &Reader<'_>, cx: &mut Lower<'_, '_>) -> CommandOutput {
    let Some(pair) = command.pair("output") else { return CommandOutput::default() };
    let Some(block) = cx.open(&pair.value, &OUTPUT, pair.key.span) else { return CommandOutput::default() };
    let format = block.word("format", cx.report);
    let format = format.and_then(|word| Some(Spanned::new(OutputFormat::from_name(word.value)?, word.span)));
    let file = block.get("file").and_then(|tree| cx.template(tree));
    let to_file = format.as_ref().is_some_and(|format: &Spanned<OutputFormat>| format.value == OutputFormat::File);
    if to_file != block.pair("file").is_some() && !cx.partial {
        let span = block.pair("file").map_or(pair.key.span, |file| file.key.span);
        cx.report.push(
            Diagnostic::error("TG0329", span, "`format: file` and `file:` stand together, and one is missing")
                .help("write `output: {format: file, file: \"${input.target}\"}`, or neither"),
        );
    }
    let max_bytes = block.size("maxBytes", cx.report);
    let mut exit_codes = Vec::new();
    for pair in block.map("exitCodes", cx.report) {
        let code = pair.key.value.parse::<u8>().ok().filter(|code| *code > 0);
        let name = reader::text(&pair.value, cx.report);
        let snake = |name: &str| name.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'_');
        match code {
            None => cx.report.push(
                Diagnostic::error(
                    "TG0328",
                    pair.key.span,
                    format!("expected an exit code from 1 to 255, found `{}`", pair.key.value),
                )
                .help("0 is success; a program killed by a signal has none"),
            ),
            Some(_) if name.as_ref().is_some_and(|name| !snake(&name.value)) => cx.report.push(
                Diagnostic::error("TG0328", pair.value.span, "an error code is a name in snake case")
                    .help("write for example `not_a_repository`"),
            ),
            Some(code) => exit_codes.extend(name.map(|name| (Spanned::new(code, pair.key.span), name))),
        }
    }
    CommandOutput { format, file, max_bytes, exit_codes }
}
