//! One thread that wakes others when their time has come. It starts with the first deadline that a
//! waiting handler has.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::sync::{Condvar, Mutex, Once, PoisonError};
use std::task::Waker;
use std::thread;
use std::time::Instant;

struct Alarm {
    at: Instant,
    waker: Waker,
}

impl PartialEq for Alarm {
    fn eq(&self, other: &Alarm) -> bool {
        self.at == other.at
    }
}
impl Eq for Alarm {}
impl PartialOrd for Alarm {
    fn partial_cmp(&self, other: &Alarm) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}
impl Ord for Alarm {
    fn cmp(&self, other: &Alarm) -> std::cmp::Ordering {
        self.at.cmp(&other.at)
    }
}

static ALARMS: Mutex<BinaryHeap<Reverse<Alarm>>> = Mutex::new(BinaryHeap::new());
static CHANGED: Condvar = Condvar::new();
static THREAD: Once = Once::new();

/// Wakes `waker` at `at`, or a little later.
pub(super) fn wake_at(at: Instant, waker: &Waker) {
    THREAD.call_once(|| {
        // Without the thread a deadline is seen only when the handler wakes by itself.
        let _ = thread::Builder::new().name("toolgen-timer".into()).spawn(run);
    });
    let mut alarms = ALARMS.lock().unwrap_or_else(PoisonError::into_inner);
    let known = |alarm: &Reverse<Alarm>| alarm.0.at == at && alarm.0.waker.will_wake(waker);
    if !alarms.iter().any(known) {
        alarms.push(Reverse(Alarm { at, waker: waker.clone() }));
        CHANGED.notify_one();
    }
}

fn run() {
    let mut alarms = ALARMS.lock().unwrap_or_else(PoisonError::into_inner);
    loop {
        let now = Instant::now();
        while alarms.peek().is_some_and(|first| first.0.at <= now) {
            if let Some(Reverse(alarm)) = alarms.pop() {
                alarm.waker.wake();
            }
        }
        alarms = match alarms.peek().map(|first| first.0.at.saturating_duration_since(now)) {
            Some(time) => CHANGED.wait_timeout(alarms, time).unwrap_or_else(PoisonError::into_inner).0,
            None => CHANGED.wait(alarms).unwrap_or_else(PoisonError::into_inner),
        };
    }
}
