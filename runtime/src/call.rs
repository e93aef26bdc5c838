//! One call on its way through: what the gate and the capabilities may look up.

use std::sync::OnceLock;
use std::time::Duration;

use toolgen_model::catalog::Row;
use toolgen_model::json::Json;

use crate::context::Context;
use crate::decode::settled;
use crate::error::ToolError;
#[cfg(feature = "exec")]
use crate::gate::approval::binding::Seal;
use crate::row;
use crate::tool::Tool;
use crate::tools::{Found, Tools};

mod arena;

pub(crate) use arena::Arena;

/// A call that was found and decoded.
#[derive(Debug)]
pub(crate) struct Call<'call> {
    pub(crate) tools: &'call Tools,
    context: &'call Context,
    pub(crate) tool: &'static Tool,
    /// What the policy said when the tool was looked up
    pub(crate) found: &'call Found,
    /// The arguments as they came
    arguments: &'call str,
    /// The context with the tool's own timeout, from when it starts
    limited: OnceLock<Context>,
    /// The arguments by their own names, with the defaults, once somebody asked
    input: OnceLock<Json>,
    /// The tool's row, once somebody asked
    row: OnceLock<Option<&'static Row>>,
    /// What lives as long as the call
    pub(crate) arena: Arena,
    /// What a capability looks at again before it starts a program, where somebody approved the call
    #[cfg(feature = "exec")]
    pub(crate) sealed: OnceLock<Seal>,
    /// The refusal of a capability, which is the gate's too
    pub(crate) refused: OnceLock<ToolError>,
}

impl<'call> Call<'call> {
    #[inline]
    pub(crate) fn new(
        tools: &'call Tools,
        context: &'call Context,
        found: &'call Found,
        arguments: &'call str,
    ) -> Call<'call> {
        Call {
            tools,
            context,
            tool: found.tool,
            found,
            arguments,
            limited: OnceLock::new(),
            input: OnceLock::new(),
            row: OnceLock::new(),
            arena: Arena::default(),
            #[cfg(feature = "exec")]
            sealed: OnceLock::new(),
            refused: OnceLock::new(),
        }
    }

    /// What the handler may know.
    #[inline]
    pub(crate) fn context(&self) -> &Context {
        if self.tool.more.is_none() {
            return self.context;
        }
        self.limited.get().unwrap_or(self.context)
    }

    /// The tool's own time begins: waiting for an approval is not its fault.
    #[inline]
    pub(crate) fn start(&self) {
        if let Some(ms) = self.tool.more.and_then(|more| more.timeout_ms) {
            self.limited.get_or_init(|| self.context.clone().within(Duration::from_millis(ms)));
        }
    }

    /// The arguments as the handler has them: by their own names, with the defaults.
    pub(crate) fn input(&self) -> &Json {
        self.input.get_or_init(|| settled(self.tool, self.arguments))
    }

    /// The tool's row; none when it cannot be completed.
    pub(crate) fn row(&self) -> Option<&'static Row> {
        *self.row.get_or_init(|| row::compiled(self.tool).ok().map(|compiled| &compiled.row))
    }

    /// The arguments as they came.
    pub(crate) fn arguments(&self) -> &'call str {
        self.arguments
    }

    /// Who asked and how, without the tool's own time.
    pub(crate) fn asked(&self) -> &'call Context {
        self.context
    }
}
