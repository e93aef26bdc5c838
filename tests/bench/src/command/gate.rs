//! The whole gate beside the base verdict: the same calls with and without policy, limits and audit, nanoseconds out.

use anyhow::{Context, bail};
use bench_workload::sequence;

use super::dispatch::thread_time;
use crate::figure::Figure;
use crate::report::{Report, Unit};

/// How many random calls a round makes.
const CALLS: usize = 4096;
/// How many tools there are.
const TOOLS: usize = 500;

pub(crate) fn run(report: &mut Report, rounds: usize) -> anyhow::Result<()> {
    let calls = sequence(TOOLS, CALLS);
    let mut rivals = [
        bench_toolgen::rival(TOOLS).context("a size that was not generated")?,
        bench_toolgen::guarded(TOOLS).context("the policy of the measurement does not load")?,
    ];
    for rival in &mut rivals {
        let (call, reply) = (&calls[0], rival.reply(&calls[0]));
        if reply.as_ref() != Ok(&call.expected) {
            bail!("{} answers {} with {reply:?}", rival.name(), call.name);
        }
    }
    let mut samples = [Vec::new(), Vec::new()];
    for round in 0..=rounds {
        for (rival, samples) in rivals.iter_mut().zip(&mut samples) {
            let start = thread_time();
            rival.run(&calls);
            let took = (thread_time() - start) / calls.len() as f64;
            // The first round warms up.
            if round > 0 {
                samples.push(took);
            }
        }
    }
    for (rival, samples) in rivals.iter().zip(&samples) {
        let name = rival.name();
        report.add("gate", name, TOOLS, Unit::Nanoseconds, Figure::of(samples).context("no rounds")?);
    }
    let [without, with] = [0, 1].map(|at| Figure::of(&samples[at]).map(|figure| figure.median).unwrap_or_default());
    report.add(
        "gate",
        "beyond the base verdict",
        TOOLS,
        Unit::Nanoseconds,
        Figure::of(&[with - without]).context("no rounds")?,
    );
    report.note(format!(
        "{TOOLS} tools, {} rules, one limit, the audit log in memory; {rounds} rounds of {CALLS} calls, in turn",
        bench_toolgen::RULES
    ));
    Ok(())
}
