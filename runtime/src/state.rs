//! Shared state: one value of a type for all calls, handed to handlers by reference.

use std::ops::Deref;

use crate::argument::{Misfit, Probe, state_type};
use crate::binding::{Injected, inject};
use crate::error::ToolError;
use crate::gate::Granted;
use crate::slot::Slot;
use crate::tool::{Kind, StateType};

/// The program's value of type `T`, as it was given to [`Tools::with`](crate::Tools::with). A function
/// takes it by reference: `repo: &State<Repo>`.
#[derive(Debug)]
pub struct State<T>(pub(crate) T);

impl<T> Deref for State<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

impl<'call, T: Send + Sync + 'static> Injected<'call> for &'call State<T> {
    fn inject(granted: &Granted<'call>) -> Result<&'call State<T>, ToolError> {
        granted.shared()
    }
}

impl<'call, T: Send + Sync + 'static> Probe<&'call State<T>> {
    /// No argument
    pub const KIND: Kind = Kind::Injected;
    /// Always there
    pub const OPTIONAL: bool = false;
    /// Its type
    pub const STATE: Option<StateType> = Some(state_type::<T>);

    /// The shared state.
    ///
    /// # Errors
    /// When the program has none of that type.
    pub fn take(granted: &Granted<'call>, _: &'call mut Slot<'call>) -> Result<&'call State<T>, Misfit> {
        Ok(inject(granted)?)
    }

    /// No schema.
    pub fn schema() -> Option<schemars::Schema> {
        None
    }
}
