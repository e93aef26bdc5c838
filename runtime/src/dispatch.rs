//! The one way to a handler: find, decode, gate, call, reply. A name and JSON text in, a [`Reply`] out.
//!
//! Every surface and every origin comes through here.

use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::call::{Arena, Call};
use crate::context::Context;
use crate::decode::{decode, explain};
use crate::error::ToolError;
use crate::executor::{self, race};
use crate::gate;
use crate::reply::{Reply, Stage};
use crate::slot::{Slot, Slots};
use crate::tool::{Entry, Outcome};
use crate::tools::Tools;

impl Tools {
    /// Calls a tool and waits for its reply. An async handler runs on this thread; one that needs an
    /// executor of its own kind (timers or sockets of tokio) is called with [`Tools::call`] there.
    pub fn call_now(&self, context: &Context, name: &str, arguments: &str) -> Reply {
        executor::block_on(self.call(context, name, arguments))
    }

    /// Calls a tool: its name and its arguments as JSON text. Whatever happens is in the reply.
    pub async fn call(&self, context: &Context, name: &str, arguments: &str) -> Reply {
        let tool = match self.find(name) {
            Ok(tool) => tool,
            Err(error) => return Reply::failed(Stage::Find, error),
        };
        let mut slots = Slots::new(tool.fields.len());
        if decode(tool, arguments, slots.places()).is_err() {
            return Reply::failed(Stage::Decode, explain(tool, arguments));
        }
        let limited;
        let context = match tool.more.and_then(|more| more.timeout_ms) {
            Some(ms) => {
                limited = context.clone().within(std::time::Duration::from_millis(ms));
                &limited
            }
            None => context,
        };
        let call = Call { tools: self, context, tool, arguments, arena: Arena::default(), refused: Default::default() };
        let granted = match gate::pass(&call).await {
            Ok(granted) => granted,
            Err(error) => return Reply::failed(Stage::Gate, error),
        };
        if let Some(over) = over(&call) {
            return over;
        }
        let places: &mut [Slot<'_>] = slots.places();
        let outcome = match tool.entry {
            Entry::Sync(entry) => catch_unwind(AssertUnwindSafe(|| entry(granted, places))),
            Entry::Async(entry) => match catch_unwind(AssertUnwindSafe(|| entry(granted, places))) {
                Ok(future) => match race(future, context).await {
                    Some(outcome) => outcome,
                    None => return over(&call).unwrap_or_else(|| interrupted(&call)),
                },
                Err(panic) => Err(panic),
            },
            Entry::Data => Ok(Err(ToolError::new("NotEnabled", "this handler is documented only"))),
        };
        reply(&call, outcome)
    }
}

fn reply(call: &Call<'_>, outcome: std::thread::Result<Outcome>) -> Reply {
    match outcome {
        Ok(Ok(body)) => Reply::of(body),
        Ok(Err(error)) if call.refused.get() == Some(&error) => Reply::failed(Stage::Gate, error),
        Ok(Err(error)) => Reply::failed(Stage::Call, error),
        Err(panic) => Reply::failed(Stage::Call, panicked(call, panic.as_ref())),
    }
}

/// The reply when the call is over before its handler answered.
fn over(call: &Call<'_>) -> Option<Reply> {
    if call.context.interrupted() {
        return Some(interrupted(call));
    }
    call.context.expired().then(|| {
        let text = format!("Tool '{}' did not answer in time.", call.tool.name);
        let error = ToolError::new("ToolTimeout", text);
        Reply::failed(Stage::Call, error.suggestion("Ask for less at once, or try again later."))
    })
}

fn interrupted(call: &Call<'_>) -> Reply {
    let error = ToolError::new("Interrupted", format!("The call of '{}' was cancelled.", call.tool.name));
    Reply::failed(Stage::Interrupted, error)
}

/// A panic is a fault of the tool, not of the agent.
#[cold]
fn panicked(call: &Call<'_>, panic: &(dyn std::any::Any + Send)) -> ToolError {
    let said = panic.downcast_ref::<String>().map(String::as_str).or_else(|| panic.downcast_ref::<&str>().copied());
    let text = format!("Tool '{}' failed unexpectedly: {}", call.tool.name, said.unwrap_or("no message"));
    ToolError::new("UnhandledError", text).suggestion("This is a fault of the tool; other arguments may avoid it.")
}

#[cfg(test)]
mod tests;
