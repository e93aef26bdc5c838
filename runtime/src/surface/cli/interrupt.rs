//! Ctrl-C, and a request to end: the first cancels the call, so that its programs end too, the second ends
//! the process.

use std::process::exit;

use super::out;
use crate::context::Cancel;

/// The handle that the first interrupt pulls.
pub(super) fn handle() -> Cancel {
    let cancel = Cancel::new();
    let pulled = cancel.clone();
    // Where no handler can be set, an interrupt ends the process at once, as it does anyway.
    let _ = ctrlc::set_handler(move || {
        if pulled.is_cancelled() {
            exit(i32::from(out::INTERRUPTED));
        }
        pulled.cancel();
    });
    cancel
}
