//! A call as the mechanisms of the gate see it: who asks for what, how, and with which arguments.

use toolgen_model::catalog::Row;
use toolgen_model::json::Json;

use crate::call::Call;
use crate::context::Context;
use crate::tool::Tool;

/// A call that was asked for: one that was found and decoded, or only its name and text.
#[derive(Clone, Copy, Debug)]
pub struct Subject<'call> {
    name: &'call str,
    arguments: &'call str,
    context: &'call Context,
    call: Option<&'call Call<'call>>,
}

impl<'call> Subject<'call> {
    /// A call that was not found or not decoded.
    pub(crate) fn asked(context: &'call Context, name: &'call str, arguments: &'call str) -> Subject<'call> {
        Subject { name, arguments, context, call: None }
    }

    /// A call that was decoded.
    pub(crate) fn of(call: &'call Call<'call>) -> Subject<'call> {
        Subject { name: call.tool.name, arguments: call.arguments(), context: call.asked(), call: Some(call) }
    }

    /// The wire name as it was asked for. It is any text when there is no such tool.
    pub fn name(&self) -> &'call str {
        self.name
    }

    /// The arguments as they came. They are any text when they did not decode.
    pub fn text(&self) -> &'call str {
        self.arguments
    }

    /// Agent, surface, principal, delegators, deadline.
    pub fn context(&self) -> &'call Context {
        self.context
    }

    /// The tool; none when there is none, or when the arguments did not decode.
    pub fn tool(&self) -> Option<&'static Tool> {
        self.call.map(|call| call.tool)
    }

    /// The tool's row; none as above, or when it cannot be completed.
    pub fn row(&self) -> Option<&'static Row> {
        self.call?.row()
    }

    /// The arguments by their own names, with the defaults; none when they did not decode.
    pub fn input(&self) -> Option<&'call Json> {
        self.call.map(Call::input)
    }
}
