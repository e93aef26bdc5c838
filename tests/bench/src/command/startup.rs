//! From nothing to the end of the first call: a fresh process for each sample, nanoseconds out.

use std::process::Command;

use anyhow::{Context, bail};
use bench_workload::{SIZES, sequence};

use crate::figure::Figure;
use crate::report::{Report, Unit};

type FirstCall = bench_workload::call::FirstCall;

const RIVALS: [(&str, FirstCall); 4] = [
    ("match", bench_handwritten::first_call),
    ("toolgen", bench_toolgen::first_call),
    ("rmcp-kept", bench_rmcp::first_call),
    ("rig", bench_rig::first_call),
];

pub(crate) fn run(report: &mut Report, rounds: usize) -> anyhow::Result<()> {
    let program = std::env::current_exe()?;
    for tools in SIZES {
        let mut samples = vec![Vec::new(); RIVALS.len()];
        for _ in 0..rounds {
            for ((name, _), samples) in RIVALS.iter().zip(&mut samples) {
                let output = Command::new(&program).args(["first-call", name, &tools.to_string()]).output()?;
                let text = String::from_utf8(output.stdout)?;
                samples.push(text.trim().parse().with_context(|| format!("{name} at {tools}: {text:?}"))?);
            }
        }
        for ((name, _), samples) in RIVALS.iter().zip(samples) {
            report.add("startup", name, tools, Unit::Nanoseconds, Figure::of(&samples).context("no rounds")?);
        }
    }
    report.note(format!(
        "opt-level 3; {rounds} fresh processes each, in turn; the clock runs inside, so that loading the program is not in it; \
         rmcp's tokio runtime and peer are made beforehand"
    ));
    Ok(())
}

/// What the fresh process does: prints nanoseconds.
pub(crate) fn child(name: &str, tools: usize) -> anyhow::Result<()> {
    let Some((_, first_call)) = RIVALS.iter().find(|(rival, _)| *rival == name) else { bail!("no rival `{name}`") };
    let calls = sequence(tools, 1);
    let took = calls.first().and_then(|call| first_call(tools, call)).context("a size that was not generated")?;
    println!("{}", took.as_nanos());
    Ok(())
}
