//! Shared state as a parameter: `TOOLS.with(Repo::open()?)` in, `repo: &State<Repo>` out.

use std::ops::Deref;

use crate::argument::{Misfit, Probe};
use crate::binding::Injected;
use crate::error::ToolError;
use crate::gate::Granted;
use crate::slot::Slot;
use crate::tool::Kind;

/// The state of type `T` that the program shares among its tools. A function takes it by reference.
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
        granted.shared::<T>()
    }
}

impl<'call, T: Send + Sync + 'static> Probe<&'call State<T>> {
    /// No argument
    pub const KIND: Kind = Kind::Injected;
    /// Always there
    pub const OPTIONAL: bool = false;

    /// The state.
    ///
    /// # Errors
    /// `InitError` when the program has none of that type.
    pub fn take(granted: &Granted<'call>, _: &'call mut Slot<'call>) -> Result<&'call State<T>, Misfit> {
        Ok(granted.shared::<T>()?)
    }

    /// No schema.
    pub fn schema() -> Option<schemars::Schema> {
        None
    }
}
