//! The handle that ends a call, and who is woken by it.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::task::Waker;

/// Ends the calls whose context knows it. Clones are the same handle.
#[derive(Clone, Debug, Default)]
pub struct Cancel {
    state: Arc<State>,
}

#[derive(Debug, Default)]
struct State {
    cancelled: AtomicBool,
    wakers: Mutex<Vec<Waker>>,
}

impl Cancel {
    /// A handle that has ended nothing yet.
    pub fn new() -> Cancel {
        Cancel::default()
    }

    /// Ends the calls. An async handler is dropped where it waits; a sync one sees it at
    /// [`Context::cancelled`](super::Context::cancelled).
    pub fn cancel(&self) {
        self.state.cancelled.store(true, Ordering::SeqCst);
        let mut wakers = self.state.wakers.lock().unwrap_or_else(PoisonError::into_inner);
        for waker in wakers.drain(..) {
            waker.wake();
        }
    }

    /// Whether it ended them.
    pub fn is_cancelled(&self) -> bool {
        self.state.cancelled.load(Ordering::SeqCst)
    }

    /// Wakes `waker` when it ends them; at once when it has.
    pub(crate) fn wake(&self, waker: &Waker) {
        let mut wakers = self.state.wakers.lock().unwrap_or_else(PoisonError::into_inner);
        if self.is_cancelled() {
            waker.wake_by_ref();
        } else if !wakers.iter().any(|known| known.will_wake(waker)) {
            wakers.push(waker.clone());
        }
    }
}
