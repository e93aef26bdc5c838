//! The processes below one, from `/proc`: found, measured, and ended to the last.

use std::collections::HashSet;
use std::fs;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, WaitOptions, kill_process, kill_process_group, wait, waitpid};

/// A process as `/proc` shows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Process {
    pub(super) pid: i32,
    /// Its process group
    pub(super) group: i32,
    /// Its session
    pub(super) session: i32,
    /// Dead and waiting to be reaped
    pub(super) zombie: bool,
    /// Processor time in clock ticks
    pub(super) ticks: u64,
    /// Resident memory in pages
    pub(super) pages: u64,
}

fn process(pid: i32) -> Option<Process> {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    // The name in parentheses may contain anything.
    let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_ascii_whitespace().collect();
    let number = |index: usize| fields.get(index).and_then(|field| field.parse::<u64>().ok()).unwrap_or(0);
    Some(Process {
        pid,
        group: i32::try_from(number(2)).unwrap_or(0),
        session: i32::try_from(number(3)).unwrap_or(0),
        zombie: matches!(fields.first(), Some(&("Z" | "X"))),
        ticks: number(11) + number(12),
        pages: number(21),
    })
}

fn children(pid: i32, found: &mut Vec<i32>) {
    let Ok(tasks) = fs::read_dir(format!("/proc/{pid}/task")) else { return };
    for task in tasks.flatten() {
        let Ok(text) = fs::read_to_string(task.path().join("children")) else { continue };
        found.extend(text.split_ascii_whitespace().filter_map(|child| child.parse::<i32>().ok()));
    }
}

/// All processes below the given one.
pub(super) fn descendants(root: i32) -> Vec<Process> {
    let mut open = Vec::new();
    children(root, &mut open);
    let mut seen: HashSet<i32> = open.iter().copied().collect();
    let mut all = Vec::new();
    while let Some(pid) = open.pop() {
        all.extend(process(pid));
        let mut next = Vec::new();
        children(pid, &mut next);
        open.extend(next.into_iter().filter(|child| seen.insert(*child)));
    }
    all
}

/// Ends every process of a session, group by group: for what is left when the process above them is gone.
pub(super) fn end_session(session: i32) {
    for _ in 0..10 {
        let pids = fs::read_dir("/proc").into_iter().flatten().flatten();
        let pids = pids.filter_map(|entry| entry.file_name().to_str()?.parse::<i32>().ok());
        let members: Vec<Process> =
            pids.filter_map(process).filter(|process| process.session == session && !process.zombie).collect();
        if members.is_empty() {
            return;
        }
        signal_groups(&members, Signal::KILL);
        members.iter().for_each(|member| signal(member.pid, Signal::KILL));
    }
}

pub(super) fn signal(pid: i32, signal: Signal) {
    // It may be gone already, which is what was wanted.
    if let Some(pid) = Pid::from_raw(pid) {
        let _ = kill_process(pid, signal);
    }
}

/// Ends everything below this process and is sure of it; gives whether there was anything, and what is still alive
/// after the time.
///
/// What `/proc` lists may miss a process that starts while it is read. But who loses its parent becomes a child of
/// this process, so that no child means no descendant, and of that the kernel itself gives the answer.
pub(super) fn end_all(root: i32, patience: Duration) -> (bool, Vec<i32>) {
    let (end, mut any) = (Instant::now() + patience, false);
    while !is_childless() {
        any = true;
        let left = sweep(root, patience, HashSet::new);
        if Instant::now() > end {
            return (any, if left.is_empty() { vec![root] } else { left });
        }
        std::thread::yield_now();
    }
    (any, Vec::new())
}

/// Whether this process has no child left, dead ones aside, which it reaps.
fn is_childless() -> bool {
    loop {
        match wait(WaitOptions::NOHANG) {
            Ok(Some(_)) => {}
            Ok(None) => return false,
            Err(error) => return error == rustix::io::Errno::CHILD,
        }
    }
}

/// Reaps dead children that nobody waits for.
pub(super) fn reap_orphans(processes: &[Process], waited_for: &HashSet<i32>) {
    for process in processes.iter().filter(|process| process.zombie && !waited_for.contains(&process.pid)) {
        let _ = waitpid(Pid::from_raw(process.pid), WaitOptions::NOHANG);
    }
}

/// Signals whole process groups, never the own one: to the kernel that is one step, in which no member can
/// start another.
pub(super) fn signal_groups(processes: &[Process], order: Signal) {
    // Not getpgrp(2): in a container the own group may be one that it numbers 0, which `Pid` cannot hold.
    let own = i32::try_from(std::process::id()).ok().and_then(process).map_or(0, |process| process.group);
    let groups: HashSet<i32> =
        processes.iter().map(|process| process.group).filter(|group| *group > 1 && *group != own).collect();
    for group in groups.into_iter().filter_map(Pid::from_raw) {
        let _ = kill_process_group(group, order);
    }
}

/// Ends everything below the process: first the groups, each in one step, then what has made a group of its own
/// in between. Gives what is still alive after the time.
pub(super) fn sweep(root: i32, patience: Duration, waited_for: impl Fn() -> HashSet<i32>) -> Vec<i32> {
    let end = Instant::now() + patience;
    loop {
        let processes = descendants(root);
        signal_groups(&processes, Signal::KILL);
        processes.iter().for_each(|process| signal(process.pid, Signal::KILL));
        let left = descendants(root);
        reap_orphans(&left, &waited_for());
        let left: Vec<i32> = left.iter().filter(|process| !process.zombie).map(|process| process.pid).collect();
        if left.is_empty() || Instant::now() > end {
            return left;
        }
        std::thread::sleep(Duration::from_millis(1));
    }
}

#[cfg(test)]
mod tests {
    use std::os::unix::process::CommandExt as _;

    use super::*;

    #[test]
    fn a_process_is_found_below_its_parent_and_measured() {
        // A group of its own: in a container, the group and session of the tests may be ones that it numbers 0.
        let mut child = std::process::Command::new("sleep").arg("30").process_group(0).spawn().unwrap();
        let pid = i32::try_from(child.id()).unwrap();
        let me = i32::try_from(std::process::id()).unwrap();
        let found = descendants(me).into_iter().find(|process| process.pid == pid).unwrap();
        assert_eq!((found.zombie, found.group), (false, pid), "{found:?}");
        assert_eq!(found.session, process(me).unwrap().session);
        child.kill().unwrap();
        child.wait().unwrap();
        assert!(descendants(me).iter().all(|process| process.pid != pid));
    }
}
