//! The launcher's work: confines one thread, lets it run the plan, watches it from another, and leaves only
//! when every process below is gone.

use std::fs::File;
use std::io::{self, PipeReader, Write};
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{Signal, getpid, set_child_subreaper, setpriority_process, setsid};

use super::backend::Backend;
use super::cgroup::Cgroup;
use super::child::{Children, Confined};
use super::confine;
use super::error::SandboxError;
use super::hide;
use super::job::{Job, Kind, Report};
use super::limits::Stop;
use super::spare;
use super::tree;
use super::watch::Watch;
use crate::shell::{Ended, Input, Streams, run};

/// How often the processes are looked at while their number grows, and when it no longer does.
const TICKS: [Duration; 2] = [Duration::from_millis(4), Duration::from_millis(25)];
/// How long it may take until killed processes are gone.
const PATIENCE: Duration = Duration::from_secs(5);

/// Waits for a job and runs its plan; gives the exit code of the launcher. The report has the truth.
pub(super) fn supervise(kind: Kind, input: File, mut report: File) -> i32 {
    let children = Children::default();
    // While there is one thread: the job's own place in the file system is that of the whole process.
    let mounts = if kind.hides { hide::own_mounts() } else { Ok(()) };
    let started = prepare().and_then(|()| start(kind, mounts, input, children.clone()));
    let Ok((thread, taken)) = started else { return 125 };
    // Whatever the programs do, this thread must get its turn. Only root may.
    let _ = setpriority_process(None, -20);
    let Ok((job, cgroup)) = taken.recv() else {
        // The agent went away, or wrote no job.
        return if matches!(thread.handle.join(), Ok(Ok(_))) { 0 } else { 125 };
    };
    let outcome = work(&job, cgroup, thread, &children, &report);
    let outcome = outcome.unwrap_or_else(|error| {
        let (ended, stop, left_behind) = (Ended::default(), None, false);
        Report { ended, stop, left_behind, error: Some(error.to_string()) }
    });
    // In one write, which a pipe takes as a whole: the agent reads it when it comes.
    let told = serde_json::to_vec(&outcome).map_err(io::Error::from).and_then(|text| report.write_all(&text));
    if told.is_err() {
        // The agent is gone, and with it whoever else would remove this.
        let _ = std::fs::remove_dir_all(&job.scratch);
    }
    if outcome.error.is_some() { 125 } else { outcome.ended.code }
}

/// What the launcher is, whatever its job will be.
fn prepare() -> io::Result<()> {
    // It fails only for the leader of a group, and then there is a session of its own already.
    let _ = setsid();
    // Whoever loses its parent becomes a child of this process.
    Ok(set_child_subreaper(Some(getpid()))?)
}

/// The thread that confines itself and runs the plan.
struct Thread {
    handle: JoinHandle<Result<Ended, String>>,
    /// It ends when the thread does
    done: PipeReader,
}

/// A job and the control group that the process has joined for it.
type Taken = (Arc<Job>, Option<Cgroup>);

/// Starts the thread. What Linux keeps of the confinement belongs to the thread: the watching one stays free, and out of
/// reach of what it watches. It takes the job itself, so that nobody has to wake it up for that.
fn start(
    kind: Kind,
    mounts: Result<(), SandboxError>,
    mut input: File,
    children: Children,
) -> io::Result<(Thread, Receiver<Taken>)> {
    let (done, not_done) = io::pipe()?;
    let (send, taken) = mpsc::channel();
    let handle = std::thread::Builder::new().spawn(move || {
        let _not_done = not_done;
        let prepared = mounts.and_then(|()| confine::prepare(kind));
        let mut polled = [PollFd::new(&input, PollFlags::IN)];
        wait(&mut polled, spare::WAITS).map_err(|error| error.to_string())?;
        let comes = !polled[0].revents().is_empty();
        let job = if comes { Job::read(&mut input).map_err(|error| error.to_string())? } else { None };
        let Some(job) = job.map(Arc::new) else { return Ok(Ended::default()) };
        let limited = job.profile.limits.apply();
        // The launcher's own two threads count as well.
        let most = job.profile.limits.max_subprocesses.saturating_add(spare_processes(kind.backend)) + 2;
        let cgroup = job.profile.limits.own_cgroup.then(|| Cgroup::join(most)).flatten();
        // The other one waits as long as this one lives.
        let _ = send.send((Arc::clone(&job), cgroup));
        if job.kind() != kind {
            return Err(format!("a launcher for {:?} was given a job for {:?}", kind, job.kind()));
        }
        limited.map_err(|error| error.to_string())?;
        let prepared = prepared.map_err(|error| error.to_string())?;
        prepared.enter(&job.profile, &job.scratch).map_err(|error| error.to_string())?;
        let streams = Streams { stdin: Input::Inherit, ..Streams::default() };
        run(&job.plan, &Confined::new(Arc::clone(&job), children), &streams).map_err(|error| error.to_string())
    })?;
    Ok((Thread { handle, done }, taken))
}

fn work(job: &Job, cgroup: Option<Cgroup>, thread: Thread, children: &Children, report: &File) -> io::Result<Report> {
    let done = &thread.done;
    let stop = watch(job, children, cgroup.as_ref(), done, report)?;
    children.close();
    if stop.is_some() {
        end(job, children, cgroup.as_ref(), done, stop)?;
    }
    let result = thread.handle.join().unwrap_or_else(|_| Err("the launcher failed".to_owned()));
    let all_end = toolgen_model::enforced!("sandbox.kill");
    let (left_behind, left) = if all_end { tree::end_all(me(), PATIENCE) } else { (false, Vec::new()) };
    if !left.is_empty() {
        return Err(io::Error::other(format!("processes {left:?} could not be ended")));
    }
    Ok(match result {
        Ok(ended) => {
            let refused = cgroup.as_ref().is_some_and(Cgroup::has_refused).then_some(Stop::Subprocesses);
            Report { ended, stop: stop.or(refused).or(over_cpu(ended)), left_behind, error: None }
        }
        Err(error) => Report { ended: Ended::default(), stop, left_behind, error: Some(error) },
    })
}

fn me() -> i32 {
    getpid().as_raw_nonzero().get()
}

/// The kernel's own limit on processor time ends a program with this signal.
fn over_cpu(ended: Ended) -> Option<Stop> {
    (ended.signal == Some(Signal::XCPU.as_raw())).then_some(Stop::CpuTime)
}

/// Watches until the plan is done, or until it must be stopped.
fn watch(
    job: &Job,
    children: &Children,
    cgroup: Option<&Cgroup>,
    done: &PipeReader,
    report: &File,
) -> io::Result<Option<Stop>> {
    let limits = job.profile.limits;
    let deadline = Instant::now() + Duration::from_millis(limits.max_wall_time_ms);
    let mut watch = Watch::new(limits, spare_processes(job.backend));
    let [mut tick, slow] = TICKS;
    let mut most = 0;
    loop {
        let now = Instant::now();
        if now >= deadline {
            return Ok(Some(Stop::Deadline));
        }
        // A pipe that nobody reads any more is an error at its writing end: the agent gave up, or is gone.
        let mut polled = [PollFd::new(done, PollFlags::IN), PollFd::new(report, PollFlags::empty())];
        wait(&mut polled, tick.min(deadline - now))?;
        if !polled[0].revents().is_empty() {
            return Ok(None);
        }
        if !polled[1].revents().is_empty() {
            return Ok(Some(Stop::Cancelled));
        }
        if cgroup.is_some_and(Cgroup::has_refused) {
            return Ok(Some(Stop::Subprocesses));
        }
        let processes = tree::descendants(me());
        children.with_waited_for(|waited_for| tree::reap_orphans(&processes, waited_for));
        if let Some(stop) = watch.look(&processes) {
            return Ok(Some(stop));
        }
        tick = if processes.len() > most { TICKS[0] } else { slow.min(tick * 2) };
        most = processes.len();
    }
}

/// Asks the processes to end, and ends them.
fn end(
    job: &Job,
    children: &Children,
    cgroup: Option<&Cgroup>,
    done: &PipeReader,
    stop: Option<Stop>,
) -> io::Result<()> {
    if matches!(stop, Some(Stop::Deadline | Stop::Cancelled)) {
        for process in tree::descendants(me()) {
            tree::signal(process.pid, Signal::TERM);
            tree::signal(process.pid, Signal::CONT);
        }
        let mut polled = [PollFd::new(done, PollFlags::IN)];
        wait(&mut polled, Duration::from_millis(job.profile.limits.grace_ms))?;
    }
    if let Some(cgroup) = cgroup {
        cgroup.kill();
    }
    // The thread may have been about to start one more.
    let deadline = Instant::now() + PATIENCE;
    loop {
        tree::sweep(me(), PATIENCE, || children.waited_for());
        let mut polled = [PollFd::new(done, PollFlags::IN)];
        wait(&mut polled, Duration::from_millis(5))?;
        if !polled[0].revents().is_empty() {
            return Ok(());
        }
        if Instant::now() > deadline {
            return Err(io::Error::other("the programs could not be ended"));
        }
    }
}

fn wait(polled: &mut [PollFd<'_>], time: Duration) -> io::Result<()> {
    let time = Timespec { tv_sec: time.as_secs() as _, tv_nsec: time.subsec_nanos() as _ };
    match poll(polled, Some(&time)) {
        Ok(_) | Err(rustix::io::Errno::INTR) => Ok(()),
        Err(error) => Err(error.into()),
    }
}

/// Processes that belong to the backend, for one pipeline of a few programs.
fn spare_processes(backend: Backend) -> u64 {
    match backend {
        Backend::Landlock | Backend::None => 0,
        Backend::Bubblewrap | Backend::Firejail | Backend::Docker => 4,
    }
}
