//! Random scripts: whatever the parser calls plain, bash must run with exactly the parsed arguments.

use std::process::{Command, Stdio};

use toolgen_runtime::shell::{Connector, Plan, Script, parse};

use crate::stubs::{NAMES, Random, Stubs, require};

/// Commands that bash answers itself, with the same arguments that a program of that name would get.
const ANSWERED_BY_BASH: [&str; 7] = ["echo", "printf", "test", "true", "false", "pwd", "kill"];

#[test]
fn bash_runs_exactly_the_arguments_that_were_parsed() {
    let scripts: usize = match std::env::var("TOOLGEN_SHELL_SCRIPTS") {
        Ok(number) => number.parse().expect("TOOLGEN_SHELL_SCRIPTS is a number"),
        Err(_) => 5_000,
    };
    let seed = std::env::var("TOOLGEN_SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or(0x5eed_cafe_u64);
    let bash = require("/bin/bash");
    let stubs = Stubs::new("differential");
    let mut random = Random(seed);
    let (mut accepted, mut ran, mut programs, mut differences) = (0, 0, 0, Vec::new());
    for number in 0..scripts {
        let text = script(&mut random);
        let Script::Plain(plan) = parse(&text) else { continue };
        accepted += 1;
        if plan.commands().any(|command| ANSWERED_BY_BASH.contains(&command.program())) {
            continue;
        }
        ran += 1;
        let (expected, success) = simulate(&plan);
        programs += expected.len();
        let status = Command::new(bash)
            .args(["--norc", "--noprofile", "-c", "--", &text])
            .env_clear()
            .env("PATH", stubs.programs())
            .env("LC_ALL", if number % 2 == 0 { "C" } else { "C.UTF-8" })
            .current_dir(stubs.folder())
            .stdin(Stdio::null())
            .stderr(Stdio::null())
            .status()
            .unwrap();
        let log = stubs.take_log();
        if log != expected || status.success() != success {
            differences.push(format!("{text:?}\n  parsed {expected:?} {success}\n  bash   {log:?} {status}"));
        }
    }
    println!(
        "shell parser: {scripts} scripts, {accepted} plain, {ran} run by bash, {programs} programs, {} differences",
        differences.len()
    );
    assert!(ran * 8 > scripts, "only {ran} of {scripts} scripts were plain: the generator is too wild");
    assert!(programs > ran / 2, "only {programs} programs ran");
    assert!(
        differences.is_empty(),
        "{} differences, the first: {:#?}",
        differences.len(),
        &differences[..differences.len().min(8)]
    );
}

/// What the stubs would log, sorted, and whether the last pipeline succeeds.
fn simulate(plan: &Plan) -> (Vec<String>, bool) {
    let mut log = Vec::new();
    let mut success = true;
    for step in &plan.steps {
        let runs = match step.when {
            Connector::Always => true,
            Connector::IfOk => success,
            Connector::IfFailed => !success,
        };
        if !runs {
            continue;
        }
        for command in &step.pipeline {
            success = NAMES.contains(&command.program()) && !command.program().ends_with('f');
            if NAMES.contains(&command.program()) {
                let mut variables: Vec<(String, String)> = Vec::new();
                for name in ["A", "B", "FOO"] {
                    let last = command.assignments.iter().rev().find(|(assigned, _)| assigned == name);
                    variables.extend(last.cloned());
                }
                log.push(format!("{:?} {variables:?}", command.argv));
            }
        }
    }
    log.sort();
    (log, success)
}

/// A script: mostly of plain parts, with wild ones thrown in.
fn script(random: &mut Random) -> String {
    let mut text = String::new();
    let wildness = random.below(12);
    for _ in 0..=random.below(4) {
        if random.below(8) == 0 {
            text.push_str(random.pick(&[
                "A=1 ",
                "B='x y' ",
                "FOO=\"a\"b ",
                "A=",
                "'A'=1 ",
                "A''=1 ",
                "B=a=b:c ",
                "1A=2 ",
                "A=1 A=2 ",
            ]));
        }
        let name = random.pick(NAMES);
        match random.below(10) {
            0 => text.push_str(&format!("'{name}'")),
            1 => text.push_str(&format!("\"{name}\"")),
            2 => text.push_str(&part(random, wildness)),
            _ => text.push_str(name),
        }
        for _ in 0..random.below(4) {
            text.push_str(random.pick(&[" ", " ", " ", "  ", "\t", ""]));
            for _ in 0..=random.below(2) {
                text.push_str(&part(random, wildness));
            }
        }
        text.push_str(
            random.pick(&[" && ", " || ", ";", " ; ", "|", " | ", "\n", "&&", "||", "\n\n", " &&\n", "|\n\t", "; \n"]),
        );
    }
    if random.below(3) > 0 {
        text.push('b');
    }
    // A stroke of the pen anywhere.
    if random.below(6) == 0 {
        let mut at = random.below(text.len() + 1);
        while !text.is_char_boundary(at) {
            at -= 1;
        }
        text.insert_str(at, random.pick(WILD));
    }
    text
}

const WILD: &[&str] = &[
    "\\", "$", "`", "*", "?", "[", "]", "{", "}", "~", "<", ">", "&", "(", ")", "!", "^", "#", "\r", "\u{b}", "\u{1}",
    "\u{7f}", "\u{a0}", "'", "\"", "\\\n", "$'x'", "{a,b}", "a{1..3}", "$(a)", "<(a)", "2>&1", "=", "%", "+=", "if",
    "time", "coproc", "ü", "\u{2028}", "\u{feff}", "|&", ";;", "&>", "~+", "@(a)", "+(b)", "--", "=~", "[[", "!!",
    "\u{85}",
];

fn part(random: &mut Random, wildness: usize) -> String {
    if wildness == 0 && random.below(3) == 0 {
        return random.pick(WILD).to_owned();
    }
    let inside = [
        "a b", "x;y", "|", "&&", "#", "ü€", "\n", "  ", "\t", "", "a=b", "*", "~", "{a,b}", "<", ">", "(", "[a-z]",
        "-delete", "%1", "^",
    ];
    let single = ["$HOME", "`a`", "\\", "!", "\"", "\\n", "$(a)", "\\'x"];
    let double = ["'", "it's", "''"];
    match random.below(8) {
        0 => format!("'{}'", random.pick(&inside)),
        1 => format!("'{}'", random.pick(&single).replace('\'', "")),
        2 => format!("\"{}\"", random.pick(&inside)),
        3 => format!("\"{}\"", random.pick(&double)),
        _ => random
            .pick(&[
                "x", "-rf", "a/b", "--opt=1", ".", "..", "1", "a,b", "@{u}", "%s", "+x", "a:b", "-", "=", "a=~b", "%",
                "x_y", "A=1", "if", "do", "in", "0", "1:2", "a+=b",
            ])
            .to_owned(),
    }
}
