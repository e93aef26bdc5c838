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
use crate::gate::step::outcome::close;
use crate::reply::{Body, Reply, Stage};
use crate::slot::Slots;
use crate::tool::{Entry, Outcome, SyncEntry, Verdict};
use crate::tools::{Found, Tools};

/// Up to so many arguments, the slots are a handful of words on the stack.
const FEW: usize = 4;
/// Up to so many, they need no allocation.
const MANY: usize = 16;

impl Tools {
    /// Calls a tool and waits for its reply. An async handler runs on this thread; one that needs an
    /// executor of its own kind (timers or sockets of tokio) is called with [`Tools::call`] there.
    pub fn call_now(&self, context: &Context, name: &str, arguments: &str) -> Reply {
        match self.at_once(context, name, arguments) {
            Ok(reply) => reply,
            Err(found) => executor::block_on(self.wait(context, &found, arguments)),
        }
    }

    /// Calls a tool: its name and its arguments as JSON text. Whatever happens is in the reply.
    pub async fn call(&self, context: &Context, name: &str, arguments: &str) -> Reply {
        match self.at_once(context, name, arguments) {
            Ok(reply) => reply,
            // Most calls wait for nobody. These pay for a box, so that the others need no large future.
            Err(found) => Box::pin(self.wait(context, &found, arguments)).await,
        }
    }

    /// The reply to a call that waits for nobody; what was found, for any other.
    // Both ways to call share it, so that what it needs is inlined into one place.
    #[inline(never)]
    fn at_once(&self, context: &Context, name: &str, arguments: &str) -> Result<Reply, Found> {
        let found = match self.found(context, name) {
            Ok(found) => found,
            Err(error) => return Ok(self.unread(context, name, arguments, Stage::Find, error)),
        };
        let tool = found.tool;
        if let Entry::Sync(entry) = tool.entry {
            let few = tool.slots() <= FEW;
            let answered = match self.guard() {
                None if !gate::is_open(tool) => None,
                None if few => Some(self.answer::<FEW>(context, &found, arguments, entry)),
                None => Some(self.answer::<MANY>(context, &found, arguments, entry)),
                Some(_) => self.steps(context, &found, arguments, entry),
            };
            if let Some(reply) = answered {
                return Ok(reply);
            }
        }
        Err(found)
    }

    /// The reply of a tool that answers on this thread and may simply run.
    fn answer<const N: usize>(&self, context: &Context, found: &Found, arguments: &str, entry: SyncEntry) -> Reply {
        let tool = found.tool;
        let mut slots = Slots::<N>::new(tool.slots());
        if decode(tool, arguments, slots.places()).is_err() {
            return Reply::failed(Stage::Decode, explain(tool, arguments));
        }
        let call = Call::new(self, context, found, arguments);
        match gate::open(&call) {
            Ok(granted) => over(&call).unwrap_or_else(|| run(&call, Reply::of, || entry(granted, slots.places()))),
            Err(error) => Reply::failed(Stage::Gate, error),
        }
    }

    /// The same through all steps of the gate; none when somebody must be asked.
    fn steps(&self, context: &Context, found: &Found, arguments: &str, entry: SyncEntry) -> Option<Reply> {
        let tool = found.tool;
        let mut slots = Slots::<MANY>::new(tool.slots());
        if decode(tool, arguments, slots.places()).is_err() {
            let error = explain(tool, arguments);
            return Some(self.unread(context, tool.name, arguments, Stage::Decode, error));
        }
        let call = Call::new(self, context, found, arguments);
        let pass = match gate::judge(&call) {
            Ok(pass) if pass.verdict() == Verdict::Supervised => return None,
            judged => judged.and_then(gate::reserve).and_then(gate::recheck),
        };
        Some(match pass.and_then(|pass| Ok((gate::grant(&pass)?, pass))) {
            Ok((granted, pass)) => match over(&call) {
                Some(reply) => reply,
                None => close(pass, run(&call, Reply::whole, || entry(granted, slots.places()))),
            },
            Err(refusal) => refused(&refusal),
        })
    }

    /// The reply of a tool that waits: for an approval, or because it is async.
    async fn wait(&self, context: &Context, found: &Found, arguments: &str) -> Reply {
        let tool = found.tool;
        let mut slots = Slots::<MANY>::new(tool.slots());
        if decode(tool, arguments, slots.places()).is_err() {
            return self.unread(context, tool.name, arguments, Stage::Decode, explain(tool, arguments));
        }
        let call = Call::new(self, context, found, arguments);
        let pass = match gate::judge(&call).and_then(gate::reserve) {
            Ok(pass) => pass,
            Err(refusal) => return refused(&refusal),
        };
        let pass = match race(Box::pin(gate::ask(pass)), context).await {
            Some(Ok(pass)) => pass,
            Some(Err(panic)) => return panicked(&call, panic.as_ref()),
            None => return ended(&call),
        };
        let (granted, pass) = match pass.and_then(|pass| Ok((gate::grant(&pass)?, pass))) {
            Ok(both) => both,
            Err(refusal) => return refused(&refusal),
        };
        let reply = match tool.entry {
            Entry::Sync(entry) => match over(&call) {
                Some(reply) => return reply,
                None => run(&call, Reply::whole, || entry(granted, slots.places())),
            },
            Entry::Async(entry) => {
                let places = slots.places();
                match catch_unwind(AssertUnwindSafe(|| entry(granted, places))) {
                    Ok(future) => match race(future, call.context()).await {
                        Some(Ok(outcome)) => reply(&call, Reply::whole, outcome),
                        Some(Err(panic)) => panicked(&call, panic.as_ref()),
                        None => ended(&call),
                    },
                    Err(panic) => panicked(&call, panic.as_ref()),
                }
            }
            Entry::Data => Reply::failed(Stage::Find, ToolError::new("NotEnabled", "this handler is documented only")),
        };
        close(pass, reply)
    }

    /// The reply to a call that was not found or not read. The audit log has it too.
    #[cold]
    fn unread(&self, context: &Context, name: &str, arguments: &str, stage: Stage, error: ToolError) -> Reply {
        if let Some(audit) = self.guard().and_then(|guard| guard.audit.as_deref()) {
            let subject = gate::Subject::asked(context, name, arguments);
            let epoch = self.guard().map(|guard| guard.epoch()).unwrap_or_default();
            audit.refused(subject, &gate::unread(stage, &error), epoch);
        }
        Reply::failed(stage, error)
    }
}

/// The reply of a handler, or of its panic; `of` makes it of what the handler gave.
#[inline]
fn run(call: &Call<'_>, of: impl FnOnce(Body) -> Reply, handler: impl FnOnce() -> Outcome) -> Reply {
    match catch_unwind(AssertUnwindSafe(|| reply(call, of, handler()))) {
        Ok(reply) => reply,
        Err(panic) => panicked(call, panic.as_ref()),
    }
}

#[inline]
fn reply(call: &Call<'_>, of: impl FnOnce(Body) -> Reply, outcome: Outcome) -> Reply {
    match outcome {
        Ok(body) => of(body),
        Err(error) if call.refused.get() == Some(&error) => Reply::failed(Stage::Gate, error),
        Err(error) => Reply::failed(Stage::Call, error),
    }
}

/// The reply to a call that the gate refused.
#[cold]
fn refused(refusal: &gate::Refusal) -> Reply {
    Reply::failed(Stage::Gate, refusal.error())
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
