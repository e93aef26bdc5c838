//! The proof that a call passed the gate.

use crate::call::Call;
use crate::context::Context;
use crate::error::ToolError;
use crate::state::State;

/// Proof that the gate let this call through. Handlers are reached only with one, capabilities are
/// minted only from one, and it cannot outlive the call.
#[derive(Debug)]
pub struct Granted<'call> {
    call: &'call Call<'call>,
}

impl<'call> Granted<'call> {
    /// Only the gate calls this.
    pub(super) fn new(call: &'call Call<'call>) -> Granted<'call> {
        Granted { call }
    }

    /// The call's context.
    pub fn context(&self) -> &'call Context {
        self.call.context()
    }

    /// The shared state of that type.
    ///
    /// # Errors
    /// `InitError` when the program has none.
    pub fn state<T: Send + Sync + 'static>(&self) -> Result<&'call T, ToolError> {
        self.shared().map(|state: &State<T>| &state.0)
    }

    /// The same as it is kept.
    pub(crate) fn shared<T: Send + Sync + 'static>(&self) -> Result<&'call State<T>, ToolError> {
        self.call.tools.state().ok_or_else(|| {
            let wanted = std::any::type_name::<T>();
            ToolError::new("InitError", format!("Tool '{}' needs shared state of type {wanted}", self.call.tool.name))
                .suggestion("Build the tools with `TOOLS.with(…)`.")
        })
    }

    /// Keeps a value as long as the call.
    ///
    /// # Errors
    /// None in practice: the value comes back as what it is.
    pub fn keep<T: Send + Sync + 'static>(&self, value: T) -> Result<&'call T, ToolError> {
        self.call.arena.keep(value).ok_or_else(|| ToolError::new("UnhandledError", "a value was lost"))
    }

    /// What is looked at again right before a program of the call starts; none where nobody approved it.
    #[cfg(feature = "exec")]
    pub(crate) fn seal(&self) -> Option<crate::gate::approval::binding::Seal> {
        self.call.sealed.get().cloned()
    }

    /// The tool's row.
    pub(crate) fn row(&self) -> Result<&'static toolgen_model::Row, ToolError> {
        crate::row::compiled(self.call.tool).map(|compiled| &compiled.row)
    }

    /// Hands out a capability for as long as the call. A refusal is the gate's, whatever the handler
    /// makes of it.
    #[cfg(any(feature = "fs", feature = "exec", feature = "net", feature = "vault"))]
    pub(crate) fn hand_out<T: Send + Sync + 'static>(
        &self,
        mint: impl FnOnce(&Granted<'call>) -> Result<T, ToolError>,
    ) -> Result<&'call T, ToolError> {
        match mint(self) {
            Ok(capability) => self.keep(capability),
            Err(error) => {
                let _ = self.call.refused.set(error.clone());
                Err(error)
            }
        }
    }

    /// The call, for capabilities and handlers that are data.
    pub(crate) fn call(&self) -> &'call Call<'call> {
        self.call
    }
}
