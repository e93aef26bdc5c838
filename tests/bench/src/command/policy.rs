//! Policies: nothing in, the time to load and check a large one and to look a verdict up out.

use std::hint::black_box;

use anyhow::{Context, bail};
use rustix::time::{ClockId, clock_gettime};

use crate::figure::Figure;
use crate::report::{Report, Unit};

/// Lookups a round.
const LOOKUPS: usize = 1_000_000;

pub(crate) fn run(report: &mut Report, rounds: usize) -> anyhow::Result<()> {
    let (rows, text) = (bench_policy::rows(), bench_policy::text());
    let Ok(snapshot) = bench_policy::loaded(&text, &rows) else { bail!("the policy of the measurement has errors") };
    let (mut loads, mut lookups) = (Vec::new(), Vec::new());
    for _ in 0..rounds {
        let start = now();
        black_box(bench_policy::loaded(black_box(&text), &rows).is_ok());
        loads.push(now() - start);
        let start = now();
        black_box(bench_policy::look_up(&snapshot, LOOKUPS));
        lookups.push((now() - start) / LOOKUPS as f64);
    }
    let (loads, lookups) = (Figure::of(&loads).context("no rounds")?, Figure::of(&lookups).context("no rounds")?);
    report.add("policy", "load-and-check", bench_policy::RULES, Unit::Nanoseconds, loads);
    report.add("policy", "verdict", bench_policy::RULES, Unit::Nanoseconds, lookups);
    report.note(format!(
        "opt-level 3; {rounds} rounds; processor time of the thread; {} rules over {} tools, {} agents and {} surfaces",
        bench_policy::RULES,
        bench_policy::TOOLS,
        bench_policy::AGENTS,
        snapshot.universe.surfaces().len()
    ));
    Ok(())
}

/// Processor time of this thread, in nanoseconds.
fn now() -> f64 {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    time.tv_sec as f64 * 1e9 + time.tv_nsec as f64
}
