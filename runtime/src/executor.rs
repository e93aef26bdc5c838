//! Waiting for async handlers without an async runtime: a future in, its value out.

use std::any::Any;
use std::future::{Future, poll_fn};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::task::{Context as Polling, Poll, Wake, Waker};
use std::thread::{self, Thread};

use crate::context::Context;

mod timer;

/// Runs a future on this thread.
pub(crate) fn block_on<T>(future: impl Future<Output = T>) -> T {
    let mut future = pin!(future);
    // Most calls answer at once and need no waker.
    if let Poll::Ready(value) = future.as_mut().poll(&mut Polling::from_waker(Waker::noop())) {
        return value;
    }
    let waker = Waker::from(Arc::new(Unpark(thread::current())));
    loop {
        match future.as_mut().poll(&mut Polling::from_waker(&waker)) {
            Poll::Ready(value) => return value,
            Poll::Pending => thread::park(),
        }
    }
}

struct Unpark(Thread);

impl Wake for Unpark {
    fn wake(self: Arc<Self>) {
        self.0.unpark();
    }
}

/// What a future gives, or its panic; none when the call was over first.
pub(crate) async fn race<T>(
    mut future: Pin<Box<dyn Future<Output = T> + Send + '_>>,
    context: &Context,
) -> Option<Result<T, Box<dyn Any + Send>>> {
    let mut timed = false;
    poll_fn(|polling| {
        match catch_unwind(AssertUnwindSafe(|| future.as_mut().poll(polling))) {
            Ok(Poll::Ready(outcome)) => return Poll::Ready(Some(Ok(outcome))),
            Err(panic) => return Poll::Ready(Some(Err(panic))),
            Ok(Poll::Pending) => {}
        }
        if let Some(cancel) = context.canceller() {
            cancel.wake(polling.waker());
        }
        if let Some(deadline) = context.deadline() {
            // A waker may change from poll to poll; one timer for each is harmless.
            if !timed || !polling.waker().will_wake(Waker::noop()) {
                timer::wake_at(deadline, polling.waker());
                timed = true;
            }
        }
        if context.cancelled() { Poll::Ready(None) } else { Poll::Pending }
    })
    .await
}
