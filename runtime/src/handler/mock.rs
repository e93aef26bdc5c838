//! What stands in for the world in the test of a case: a request or an argument list in, the answer of
//! the case out, and what came in kept for the comparison.

use std::sync::{Mutex, PoisonError};

use toolgen_model::json::Json;

/// A mocked server or program.
#[derive(Debug, Default)]
pub(crate) struct Mock {
    answer: Json,
    sent: Mutex<Option<Json>>,
}

impl Mock {
    /// One that gives that answer.
    pub(crate) fn new(answer: Json) -> Mock {
        Mock { answer, sent: Mutex::default() }
    }

    /// Keeps what would be sent and gives the answer.
    pub(crate) fn send(&self, what: Json) -> &Json {
        *self.sent.lock().unwrap_or_else(PoisonError::into_inner) = Some(what);
        &self.answer
    }

    /// What was sent last.
    pub(crate) fn sent(&self) -> Option<Json> {
        self.sent.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}
