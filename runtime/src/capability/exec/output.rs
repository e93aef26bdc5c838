//! What a program wrote: its bytes in while it runs, at most a cap of them out.

use std::io::Read;
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::captured::Captured;

/// The most bytes that are kept of each stream when nobody said.
pub(super) const MOST: usize = 1 << 20;

/// How a program ended and what it wrote.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Output {
    /// Its exit code; none when a signal ended it
    pub code: Option<i32>,
    /// The signal that ended it
    pub signal: Option<i32>,
    /// Standard output
    pub stdout: Captured,
    /// Standard error
    pub stderr: Captured,
}

impl Output {
    /// Whether it exited with 0.
    pub fn is_ok(&self) -> bool {
        self.code == Some(0)
    }
}

/// Reads a stream to its end on a thread of its own, so that the program never waits for a reader.
#[derive(Clone, Debug)]
pub(super) struct Drain {
    state: Arc<(Mutex<(Captured, bool)>, Condvar)>,
}

impl Drain {
    /// Keeps at most `most` bytes of the source.
    pub(super) fn start(source: Option<impl Read + Send + 'static>, most: usize) -> Drain {
        let drain = Drain { state: Arc::new((Mutex::new((Captured::new(most), false)), Condvar::new())) };
        let Some(mut source) = source else {
            drain.end();
            return drain;
        };
        let filled = drain.clone();
        let started = std::thread::Builder::new().name("toolgen-drain".into()).spawn(move || {
            let mut buffer = [0; 16 * 1024];
            loop {
                match source.read(&mut buffer) {
                    Ok(0) => break,
                    Ok(count) => filled.add(buffer.get(..count).unwrap_or_default()),
                    Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
                    Err(_) => break,
                }
            }
            filled.end();
        });
        if started.is_err() {
            drain.end();
        }
        drain
    }

    /// What came until now; waits at most `grace` for the end.
    pub(super) fn finish(&self, grace: Duration) -> Captured {
        let deadline = Instant::now() + grace;
        let (state, ended) = &*self.state;
        let mut state = state.lock().unwrap_or_else(PoisonError::into_inner);
        while !state.1 {
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                break;
            }
            state = ended.wait_timeout(state, left).unwrap_or_else(PoisonError::into_inner).0;
        }
        std::mem::take(&mut state.0)
    }

    fn add(&self, bytes: &[u8]) {
        self.state.0.lock().unwrap_or_else(PoisonError::into_inner).0.push(bytes);
    }

    fn end(&self) {
        self.state.0.lock().unwrap_or_else(PoisonError::into_inner).1 = true;
        self.state.1.notify_all();
    }
}
