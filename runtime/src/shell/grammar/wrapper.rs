//! Programs whose arguments end in another program's: that one is found, so that it can be judged.

use super::{Inner, Reading};

/// How the arguments of a wrapper begin.
struct Shape {
    /// Options that stand alone
    flags: &'static [&'static str],
    /// Options that take the next word
    valued: &'static [&'static str],
    /// Operands before the program
    operands: usize,
    /// Whether `NAME=value` may come before the program
    assignments: bool,
}

fn shape(name: &str) -> Option<Shape> {
    let shape = |flags, valued, operands| Shape { flags, valued, operands, assignments: false };
    Some(match name {
        "env" => Shape {
            flags: &["-i", "-", "-0", "-v", "--ignore-environment", "--null", "--debug"],
            valued: &["-u", "--unset", "-C", "--chdir"],
            operands: 0,
            assignments: true,
        },
        "timeout" => shape(
            &["--preserve-status", "--foreground", "-v", "--verbose", "-p", "-f"],
            &["-k", "-s", "--kill-after", "--signal"],
            1,
        ),
        "nice" => shape(&[], &["-n", "--adjustment"], 0),
        "ionice" => shape(&["-t", "--ignore"], &["-c", "-n", "--class", "--classdata"], 0),
        "nohup" | "catchsegv" => shape(&[], &[], 0),
        "setsid" => shape(&["-c", "-f", "-w", "--ctty", "--fork", "--wait"], &[], 0),
        "stdbuf" => shape(&[], &["-i", "-o", "-e", "--input", "--output", "--error"], 0),
        "time" => shape(&["-p", "-v", "--portability", "--verbose"], &["-f", "--format"], 0),
        "taskset" => shape(&["-a"], &[], 1),
        "chrt" => shape(&["-b", "-f", "-i", "-o", "-r"], &[], 1),
        "flock" => shape(
            &["-n", "-x", "-e", "-s", "-u", "-o", "--nonblock", "--exclusive", "--shared"],
            &["-w", "-E", "--timeout"],
            1,
        ),
        _ => return None,
    })
}

/// `timeout 5 PROGRAM…` and its kin. What is not understood becomes [`Inner::Unknown`].
pub(super) fn simple(name: &str, arguments: &[String]) -> Reading {
    let inner = shape(name).map_or(Inner::Unknown, |shape| inner_of(&shape, arguments));
    let mut dangers = Vec::new();
    if let Inner::Complete(argv) = &inner
        && argv.is_empty()
    {
        // `env` alone prints the environment; the others refuse.
        return Reading { runs_others: true, ..Reading::default() };
    }
    if inner == Inner::Unknown {
        dangers.push(format!("which program `{name}` runs cannot be told from its options"));
    }
    if name == "env" {
        let changed = arguments.iter().filter_map(|word| word.split_once('='));
        let names = changed.map(|(name, _)| name).filter(|name| !name.starts_with('-'));
        dangers.extend(
            names
                .filter(|name| !harmless_variable(name))
                .map(|name| format!("`env {name}=…` sets a variable that can change what programs do")),
        );
    }
    Reading { dangers, inner: vec![inner], runs_others: true }
}

fn inner_of(shape: &Shape, arguments: &[String]) -> Inner {
    let mut rest = arguments;
    let mut operands = shape.operands;
    while let Some((word, after)) = rest.split_first() {
        let long_with_value =
            word.starts_with("--") && word.split('=').next().is_some_and(|name| shape.valued.contains(&name));
        let attached = word.len() > 2 && !word.starts_with("--") && shape.valued.contains(&word.get(..2).unwrap_or(""));
        if word == "--" {
            rest = after;
            break;
        } else if shape.flags.contains(&word.as_str()) || (long_with_value && word.contains('=')) || attached {
            rest = after;
        } else if shape.valued.contains(&word.as_str()) {
            rest = after.get(1..).unwrap_or_default();
        } else if word.starts_with('-') {
            return Inner::Unknown;
        } else if shape.assignments && word.contains('=') {
            rest = after;
        } else if operands > 0 {
            operands -= 1;
            rest = after;
        } else {
            break;
        }
    }
    // After `--` the operands still come before the program.
    Inner::Complete(rest.get(operands.min(rest.len())..).unwrap_or_default().to_vec())
}

/// `xargs OPTIONS PROGRAM…`: more arguments come from its input.
pub(super) fn xargs(_: &str, arguments: &[String]) -> Reading {
    let shape = Shape {
        flags: &["-0", "-r", "-t", "-x", "--null", "--no-run-if-empty", "--verbose", "--exit"],
        valued: &["-n", "-L", "-P", "-I", "-d", "-s", "-E", "-a", "--max-args", "--max-procs", "--delimiter"],
        operands: 0,
        assignments: false,
    };
    let inner = match inner_of(&shape, arguments) {
        Inner::Complete(argv) if argv.is_empty() => Inner::Partial(vec!["echo".to_owned()]),
        Inner::Complete(argv) => Inner::Partial(argv),
        other => other,
    };
    let dangers = vec!["`xargs` runs a program with arguments that are not known yet".to_owned()];
    Reading { dangers, inner: vec![inner], runs_others: true }
}

/// `busybox APPLET…`: the applet is the program.
pub(super) fn multi_call(name: &str, arguments: &[String]) -> Reading {
    let dangers = vec![format!("`{name}` is many programs in one; call the program itself")];
    Reading { dangers, inner: vec![Inner::Complete(arguments.to_vec())], runs_others: true }
}

/// Whether setting the variable changes no more than how a program prints.
pub(in crate::shell) fn harmless_variable(name: &str) -> bool {
    matches!(
        name,
        "LANG" | "LANGUAGE" | "TZ" | "TERM" | "NO_COLOR" | "CLICOLOR" | "COLUMNS" | "LINES" | "RUST_BACKTRACE"
    ) || name.starts_with("LC_")
}
