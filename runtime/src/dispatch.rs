//! The one way to a handler: find, decode, gate, call, reply. A name and JSON text in, a [`Reply`] out.
//!
//! Every surface and every origin comes through here.

use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::call::Call;
use crate::context::Context;
use crate::decode::{decode, explain};
use crate::error::ToolError;
use crate::executor::{self, race};
use crate::gate;
use crate::reply::{Reply, Stage};
use crate::slot::Slots;
use crate::tool::{Entry, Outcome, SyncEntry, Tool};
use crate::tools::Tools;

/// Up to so many arguments, the slots are a handful of words on the stack.
const FEW: usize = 4;
/// Up to so many, they need no allocation.
const MANY: usize = 16;

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
        // Most calls wait for nobody. The others pay for a box, so that these need no large future.
        match tool.entry {
            Entry::Sync(entry) if gate::is_open(tool) => match tool.fields.len() {
                0..=FEW => self.answer::<FEW>(context, tool, arguments, entry),
                _ => self.answer::<MANY>(context, tool, arguments, entry),
            },
            _ => Box::pin(self.wait(context, tool, arguments)).await,
        }
    }

    /// The reply of a tool that answers on this thread and may simply run.
    fn answer<const N: usize>(
        &self,
        context: &Context,
        tool: &'static Tool,
        arguments: &str,
        entry: SyncEntry,
    ) -> Reply {
        let mut slots = Slots::<N>::new(tool.fields.len());
        if decode(tool, arguments, slots.places()).is_err() {
            return Reply::failed(Stage::Decode, explain(tool, arguments));
        }
        let call = Call::new(self, context, tool, arguments);
        match gate::open(&call) {
            Ok(granted) => over(&call).unwrap_or_else(|| run(&call, || entry(granted, slots.places()))),
            Err(error) => Reply::failed(Stage::Gate, error),
        }
    }

    /// The reply of a tool that waits: for an approval, or because it is async.
    async fn wait(&self, context: &Context, tool: &'static Tool, arguments: &str) -> Reply {
        let mut slots = Slots::<MANY>::new(tool.fields.len());
        if decode(tool, arguments, slots.places()).is_err() {
            return Reply::failed(Stage::Decode, explain(tool, arguments));
        }
        let call = Call::new(self, context, tool, arguments);
        let granted = match race(Box::pin(gate::pass(&call)), context).await {
            Some(Ok(Ok(granted))) => granted,
            Some(Ok(Err(error))) => return Reply::failed(Stage::Gate, error),
            Some(Err(panic)) => return panicked(&call, panic.as_ref()),
            None => return ended(&call),
        };
        match tool.entry {
            Entry::Sync(entry) => over(&call).unwrap_or_else(|| run(&call, || entry(granted, slots.places()))),
            Entry::Async(entry) => {
                let places = slots.places();
                match catch_unwind(AssertUnwindSafe(|| entry(granted, places))) {
                    Ok(future) => match race(future, call.context()).await {
                        Some(Ok(outcome)) => reply(&call, outcome),
                        Some(Err(panic)) => panicked(&call, panic.as_ref()),
                        None => ended(&call),
                    },
                    Err(panic) => panicked(&call, panic.as_ref()),
                }
            }
            Entry::Data => Reply::failed(Stage::Find, ToolError::new("NotEnabled", "this handler is documented only")),
        }
    }
}

/// The reply of a handler, or of its panic.
#[inline]
fn run(call: &Call<'_>, handler: impl FnOnce() -> Outcome) -> Reply {
    match catch_unwind(AssertUnwindSafe(|| reply(call, handler()))) {
        Ok(reply) => reply,
        Err(panic) => panicked(call, panic.as_ref()),
    }
}

#[inline]
fn reply(call: &Call<'_>, outcome: Outcome) -> Reply {
    match outcome {
        Ok(body) => Reply::of(body),
        Err(error) if call.refused.get() == Some(&error) => Reply::failed(Stage::Gate, error),
        Err(error) => Reply::failed(Stage::Call, error),
    }
}

fn ended(call: &Call<'_>) -> Reply {
    over(call).unwrap_or_else(|| interrupted(call))
}

/// The reply when the call is over before its handler answered.
#[inline]
fn over(call: &Call<'_>) -> Option<Reply> {
    if call.context().interrupted() {
        return Some(interrupted(call));
    }
    call.context().expired().then(|| {
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
fn panicked(call: &Call<'_>, panic: &(dyn std::any::Any + Send)) -> Reply {
    let said = panic.downcast_ref::<String>().map(String::as_str).or_else(|| panic.downcast_ref::<&str>().copied());
    let text = format!("Tool '{}' failed unexpectedly: {}", call.tool.name, said.unwrap_or("no message"));
    let error = ToolError::new("UnhandledError", text);
    let help = "This is a fault of the tool; other arguments may avoid it.";
    Reply::failed(Stage::Call, error.suggestion(help))
}

#[cfg(test)]
mod tests;
