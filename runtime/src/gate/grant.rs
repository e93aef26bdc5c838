//! The proof that a call passed the gate.

use crate::context::Context;

/// Proof that the gate let this call through. Handlers are reached only with one, capabilities are
/// minted only from one, and it cannot outlive the call.
#[derive(Debug)]
pub struct Granted<'call> {
    context: &'call Context,
}

impl<'call> Granted<'call> {
    /// Only the gate calls this.
    pub(crate) fn new(context: &'call Context) -> Granted<'call> {
        Granted { context }
    }

    /// The call's context.
    pub fn context(&self) -> &'call Context {
        self.context
    }
}
