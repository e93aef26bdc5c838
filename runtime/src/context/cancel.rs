//! The handle that ends a call, and who is woken by it.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::Waker;

/// Ends the calls whose context knows it. Clones are the same handle.
#[derive(Clone, Debug, Default)]
pub struct Cancel {
    state: Arc<State>,
}

#[derive(Debug, Default)]
struct State {
    cancelled: AtomicBool,
    waiting: Mutex<Waiting>,
}

#[derive(Debug, Default)]
struct Waiting {
    wakers: BTreeMap<u64, Waker>,
    count: u64,
}

impl Cancel {
    /// A handle that has ended nothing yet.
    pub fn new() -> Cancel {
        Cancel::default()
    }

    /// Ends the calls. An async handler is dropped where it waits; a sync one sees it at
    /// [`Context::cancelled`](super::Context::cancelled).
    pub fn cancel(&self) {
        let mut waiting = self.waiting();
        self.state.cancelled.store(true, Ordering::SeqCst);
        let wakers = std::mem::take(&mut waiting.wakers);
        // A waker may run code that asks here.
        drop(waiting);
        wakers.into_values().for_each(Waker::wake);
    }

    /// Whether it ended them.
    pub fn is_cancelled(&self) -> bool {
        self.state.cancelled.load(Ordering::SeqCst)
    }

    /// A place among those that are woken.
    pub(crate) fn watch(&self) -> Watch<'_> {
        let mut waiting = self.waiting();
        waiting.count += 1;
        Watch { cancel: self, number: waiting.count }
    }

    fn waiting(&self) -> MutexGuard<'_, Waiting> {
        self.state.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Wakes a task when the handle is pulled, until this is dropped.
#[derive(Debug)]
pub(crate) struct Watch<'c> {
    cancel: &'c Cancel,
    number: u64,
}

impl Watch<'_> {
    /// Wakes this task from now on; at once when the handle is pulled already.
    pub(crate) fn wake(&self, waker: &Waker) {
        let mut waiting = self.cancel.waiting();
        if self.cancel.is_cancelled() {
            drop(waiting);
            waker.wake_by_ref();
        } else {
            waiting.wakers.insert(self.number, waker.clone());
        }
    }
}

impl Drop for Watch<'_> {
    fn drop(&mut self) {
        self.cancel.waiting().wakers.remove(&self.number);
    }
}
