//! One thread that wakes others when their time has come. It starts with the first deadline that a
//! waiting handler has.

use std::collections::BTreeMap;
use std::sync::{Condvar, Mutex, MutexGuard, Once, PoisonError};
use std::task::Waker;
use std::thread;
use std::time::Instant;

/// Wakes a task at its time, until this is dropped.
#[derive(Debug)]
pub(super) struct Alarm {
    key: (Instant, u64),
}

#[derive(Default)]
struct Alarms {
    wakers: BTreeMap<(Instant, u64), Waker>,
    count: u64,
}

static ALARMS: Mutex<Alarms> = Mutex::new(Alarms { wakers: BTreeMap::new(), count: 0 });
static CHANGED: Condvar = Condvar::new();
static THREAD: Once = Once::new();

impl Alarm {
    /// An alarm at `at`, or a little later.
    pub(super) fn new(at: Instant, waker: &Waker) -> Alarm {
        THREAD.call_once(|| {
            // Without the thread a deadline is seen only when the handler wakes by itself.
            let _ = thread::Builder::new().name("toolgen-timer".into()).spawn(run);
        });
        let mut alarms = alarms();
        alarms.count += 1;
        let key = (at, alarms.count);
        alarms.wakers.insert(key, waker.clone());
        CHANGED.notify_one();
        Alarm { key }
    }

    /// Wakes another task from now on.
    pub(super) fn wake(&self, waker: &Waker) {
        let mut alarms = alarms();
        let known = alarms.wakers.get(&self.key).is_some_and(|known| known.will_wake(waker));
        if !known {
            alarms.wakers.insert(self.key, waker.clone());
            CHANGED.notify_one();
        }
    }
}

impl Drop for Alarm {
    fn drop(&mut self) {
        alarms().wakers.remove(&self.key);
    }
}

fn alarms() -> MutexGuard<'static, Alarms> {
    ALARMS.lock().unwrap_or_else(PoisonError::into_inner)
}

fn run() {
    let mut alarms = alarms();
    loop {
        let now = Instant::now();
        while let Some(first) = alarms.wakers.first_entry().filter(|first| first.key().0 <= now) {
            first.remove().wake();
        }
        alarms = match alarms.wakers.first_key_value() {
            Some(((at, _), _)) => {
                let time = at.saturating_duration_since(now);
                CHANGED.wait_timeout(alarms, time).unwrap_or_else(PoisonError::into_inner).0
            }
            None => CHANGED.wait(alarms).unwrap_or_else(PoisonError::into_inner),
        };
    }
}
