//! The clock: what is prepared and what is done with it in, the seconds of the best round out.

use std::hint::black_box;

use rustix::time::{ClockId, clock_gettime};

const ROUNDS: usize = 5;

/// The best of some rounds. What goes in is made before the clock starts, and what comes out is dropped after it has
/// stopped, as in `rivals.py`.
pub(crate) fn best<T, M>(prepare: impl Fn() -> Vec<T>, work: impl Fn(T) -> M) -> f64 {
    let times = (0..ROUNDS).map(|_| {
        let prepared = prepare();
        let mut made = Vec::with_capacity(prepared.len());
        let start = thread_time();
        made.extend(prepared.into_iter().map(&work));
        let took = thread_time() - start;
        black_box(made);
        took
    });
    times.fold(f64::INFINITY, f64::min)
}

/// Seconds that this thread has run; other programs do not count in it.
fn thread_time() -> f64 {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 / 1e9
}
