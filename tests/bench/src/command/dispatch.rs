//! Calls from JSON text to reply: each rival in turn, many rounds, nanoseconds a call out.

use anyhow::{Context, bail};
use bench_workload::{Call, Rival, SIZES, sequence};
use rustix::time::{ClockId, clock_gettime};

use crate::figure::Figure;
use crate::report::{Report, Unit};

/// How many random calls a round makes.
const CALLS: usize = 4096;

/// How often the rounds are repeated; the median of their medians counts.
const SETS: usize = 3;

pub(crate) fn run(report: &mut Report, rounds: usize) -> anyhow::Result<()> {
    let mut noise: f64 = 1.0;
    for tools in SIZES {
        let calls = sequence(tools, CALLS);
        let mut rivals = rivals(tools).context("a size that was not generated")?;
        for rival in &mut rivals {
            verify(rival.as_mut(), &calls)?;
        }
        let mut medians = vec![Vec::new(); rivals.len()];
        let mut all = vec![Vec::new(); rivals.len()];
        for _ in 0..SETS {
            let samples = interleave(&mut rivals, &calls, tools, rounds);
            for ((medians, all), samples) in medians.iter_mut().zip(&mut all).zip(samples) {
                medians.extend(Figure::of(&samples).map(|figure| figure.median));
                all.extend(samples);
            }
        }
        for ((rival, medians), all) in rivals.iter().zip(medians).zip(all) {
            let (median, all) = Figure::of(&medians).zip(Figure::of(&all)).context("no rounds")?;
            noise = noise.max(all.max / all.min);
            report.add("dispatch", rival.name(), tools, Unit::Nanoseconds, Figure { median: median.median, ..all });
        }
    }
    lookup(report, rounds)?;
    report.note(format!(
        "opt-level 3, no LTO; processor time of the thread; {SETS} sets of {rounds} rounds of {CALLS} random calls, the rivals in turn within each round; \
         rmcp-default makes fewer calls a round; the slowest round of a rival took up to {noise:.1} × its fastest"
    ));
    report.note("rmcp and toolgen give a reply that is not yet written for a wire; rmcp's tokio runtime and peer are made beforehand");
    Ok(())
}

fn rivals(tools: usize) -> Option<Vec<Box<dyn Rival>>> {
    Some(vec![
        bench_handwritten::rival(tools)?,
        bench_toolgen::rival(tools)?,
        bench_rmcp::kept(tools)?,
        bench_rmcp::rebuilt(tools)?,
        bench_rig::rival(tools)?,
    ])
}

/// A rival that answers wrongly is not measured.
fn verify(rival: &mut dyn Rival, calls: &[Call]) -> anyhow::Result<()> {
    for call in calls.iter().take(64) {
        let reply = rival.reply(call);
        if reply.as_ref() != Ok(&call.expected) {
            bail!("{} answers {} {} with {reply:?}", rival.name(), call.name, call.arguments);
        }
    }
    Ok(())
}

/// Nanoseconds that this thread has run; other programs do not count in it.
pub(super) fn thread_time() -> f64 {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    time.tv_sec as f64 * 1e9 + time.tv_nsec as f64
}

/// The calls of a round: all of them, or so many that a slow rival takes no longer than some of the others.
fn share<'c>(rival: &dyn Rival, calls: &'c [Call], tools: usize) -> &'c [Call] {
    let count = if rival.name() == "rmcp-default" { calls.len() / (tools * 2).max(1) } else { calls.len() };
    calls.get(..count.max(8)).unwrap_or(calls)
}

/// Nanoseconds a call, one sample a rival and round.
fn interleave(rivals: &mut [Box<dyn Rival>], calls: &[Call], tools: usize, rounds: usize) -> Vec<Vec<f64>> {
    let mut samples = vec![Vec::new(); rivals.len()];
    for round in 0..=rounds {
        for (rival, samples) in rivals.iter_mut().zip(&mut samples) {
            let calls = share(rival.as_ref(), calls, tools);
            let start = thread_time();
            rival.run(calls);
            let took = thread_time() - start;
            // The first round warms up.
            if round > 0 {
                samples.push(took / calls.len() as f64);
            }
        }
    }
    samples
}

/// The table alone.
fn lookup(report: &mut Report, rounds: usize) -> anyhow::Result<()> {
    for tools in bench_toolgen::LOOKUP_SIZES {
        let calls = sequence(tools, CALLS);
        let mut samples = Vec::new();
        for _ in 0..=rounds * SETS {
            let start = thread_time();
            let found = bench_toolgen::lookup(tools, &calls).context("a size that was not generated")?;
            samples.push((thread_time() - start) / calls.len() as f64);
            if found != calls.len() {
                bail!("the table finds {found} of {} names", calls.len());
            }
        }
        samples.remove(0);
        report.add("lookup", "toolgen", tools, Unit::Nanoseconds, Figure::of(&samples).context("no rounds")?);
    }
    Ok(())
}
