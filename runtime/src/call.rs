//! One call on its way through: what the gate and the capabilities may look up.

use crate::context::Context;
use crate::error::ToolError;
use crate::tool::Tool;
use crate::tools::Tools;

mod arena;

pub(crate) use arena::Arena;

/// A call that was found and decoded.
#[derive(Debug)]
pub(crate) struct Call<'call> {
    pub(crate) tools: &'call Tools,
    pub(crate) context: &'call Context,
    pub(crate) tool: &'static Tool,
    /// The arguments as they came
    pub(crate) arguments: &'call str,
    /// What lives as long as the call
    pub(crate) arena: Arena,
    /// The refusal of a capability, which is the gate's too
    pub(crate) refused: std::sync::OnceLock<ToolError>,
}

impl Call<'_> {
    /// The arguments as the handler has them: by their own names, with the defaults.
    pub(crate) fn input(&self) -> toolgen_model::json::Json {
        crate::decode::settled(self.tool, self.arguments)
    }
}
