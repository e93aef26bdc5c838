//! Looks at the processes of a call from time to time: stops them when they use too much, slows them down when
//! they use the processor too eagerly.

use std::collections::HashMap;
use std::time::Instant;

use rustix::process::Signal;

use super::limits::{Limits, Stop};
use super::tree::{self, Process};

/// What has been seen so far.
#[derive(Debug)]
pub(super) struct Watch {
    limits: Limits,
    /// Processes that the backend itself adds
    spare: u64,
    ticks_per_second: u64,
    page_size: u64,
    started: Instant,
    /// Clock ticks of the processes that are gone
    past: u64,
    alive: HashMap<i32, u64>,
    paused: bool,
}

impl Watch {
    pub(super) fn new(limits: Limits, spare: u64) -> Watch {
        Watch {
            limits,
            spare,
            ticks_per_second: rustix::param::clock_ticks_per_second().max(1),
            page_size: rustix::param::page_size() as u64,
            started: Instant::now(),
            past: 0,
            alive: HashMap::new(),
            paused: false,
        }
    }

    /// Takes in what the processes are now; gives why they must be stopped, if so.
    pub(super) fn look(&mut self, processes: &[Process]) -> Option<Stop> {
        let alive = processes.iter().filter(|process| !process.zombie).count() as u64;
        if alive > self.limits.max_subprocesses.saturating_add(self.spare) {
            return Some(Stop::Subprocesses);
        }
        let pages: u64 = processes.iter().map(|process| process.pages).sum();
        if pages.saturating_mul(self.page_size) > self.limits.max_memory_mb.saturating_mul(1024 * 1024) {
            return Some(Stop::Memory);
        }
        let used = self.ticks(processes);
        if used > self.limits.max_cpu_time_seconds.saturating_mul(self.ticks_per_second) {
            return Some(Stop::CpuTime);
        }
        self.throttle(used, processes);
        None
    }

    /// Clock ticks of all processes that were ever seen.
    fn ticks(&mut self, processes: &[Process]) -> u64 {
        let now: HashMap<i32, u64> = processes.iter().map(|process| (process.pid, process.ticks)).collect();
        let gone = self.alive.iter().filter(|(pid, _)| !now.contains_key(pid)).map(|(_, ticks)| ticks);
        self.past += gone.sum::<u64>();
        self.alive = now;
        self.past + self.alive.values().sum::<u64>()
    }

    /// Pauses the processes while they are ahead of their share, and lets them go on afterwards. A quarter of a
    /// second is free, so that short programs are never slowed down.
    fn throttle(&mut self, used: u64, processes: &[Process]) {
        let elapsed = self.started.elapsed().as_millis() as u64;
        let share = elapsed.saturating_mul(self.limits.max_cpu_percent) / 100;
        let ahead = used.saturating_mul(1000) / self.ticks_per_second > share + 250;
        if ahead || self.paused {
            let order = if ahead { Signal::STOP } else { Signal::CONT };
            processes.iter().filter(|process| !process.zombie).for_each(|process| tree::signal(process.pid, order));
            self.paused = ahead;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn process(pid: i32, ticks: u64, pages: u64) -> Process {
        // No such process can exist, so that no signal reaches anybody.
        Process { pid: i32::MAX - pid, group: 0, session: 0, zombie: false, ticks, pages }
    }

    #[test]
    fn each_limit_stops_the_call() {
        let limits = Limits { max_subprocesses: 2, max_memory_mb: 1, max_cpu_time_seconds: 1, ..Limits::default() };
        let pages = 1024 * 1024 / rustix::param::page_size() as u64;
        let second = rustix::param::clock_ticks_per_second();
        let look = |processes: &[Process]| Watch::new(limits, 0).look(processes);
        assert_eq!(look(&[process(1, 0, pages), process(2, 0, 0)]), None);
        assert_eq!(look(&[process(1, 0, 0), process(2, 0, 0), process(3, 0, 0)]), Some(Stop::Subprocesses));
        assert_eq!(look(&[process(1, 0, pages), process(2, 0, 1)]), Some(Stop::Memory));
        assert_eq!(look(&[process(1, second, 0), process(2, 1, 0)]), Some(Stop::CpuTime));
    }

    #[test]
    fn the_time_of_processes_that_are_gone_still_counts() {
        let limits = Limits { max_cpu_time_seconds: 1, ..Limits::default() };
        let second = rustix::param::clock_ticks_per_second();
        let mut watch = Watch::new(limits, 0);
        assert_eq!(watch.look(&[process(1, second / 2 + 1, 0)]), None);
        assert_eq!(watch.look(&[process(2, second / 2 + 1, 0)]), Some(Stop::CpuTime));
    }
}
