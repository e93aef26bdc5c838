//! Several calls at once: calls in, their replies in the same order out.
//!
//! Neighbours that only read, and that nobody is asked about, run in parallel; every other call runs alone, after all
//! before it and before all behind it, so that a batch does what its calls do one by one. Tools of one group take
//! turns, also with the calls of other batches that share the [`Batch`]. It is for the loop of an agent, which gets
//! several calls in one answer of a model:
//!
//! ```
//! use toolgen_runtime::batch::Batch;
//! use toolgen_runtime::{Context, Table, tool, tools};
//!
//! /// Look at a number.
//! #[tool(effect = read)]
//! fn look(
//!     /// Which.
//!     n: i64,
//! ) -> i64 {
//!     n
//! }
//! static TOOLS: Table = tools![look];
//!
//! let tools = toolgen_runtime::Tools::from(&TOOLS);
//! let asked = [("look", r#"{"n":1}"#), ("look", r#"{"n":2}"#)];
//! let replies = tools.call_all_now(&Context::new(), &asked, &Batch::default());
//! assert_eq!(replies.iter().map(|reply| reply.text()).collect::<Vec<_>>(), ["1", "2"]);
//! ```

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use toolgen_model::Verdict;
use toolgen_model::effect::Effect;

use crate::context::Context;
use crate::error::ToolError;
use crate::executor::{block_on, race};
use crate::gate;
use crate::reply::{Reply, Stage};
use crate::tools::Tools;

mod group;
mod join;

pub use group::Groups;
use group::Held;

/// One call of a batch: the tool's name and its arguments as JSON text.
pub type Ask<'a> = (&'a str, &'a str);

/// How calls of a batch run.
#[derive(Debug)]
pub struct Batch {
    /// How many run at once
    window: usize,
    /// How long each of them may take then
    time: Duration,
    /// How long a call waits for its turn
    patience: Duration,
    groups: Groups,
}

impl Default for Batch {
    /// Two at once, each for 30 seconds, the groups of [`Groups::usual`], a minute's wait for a turn.
    fn default() -> Batch {
        let (time, patience) = (Duration::from_secs(30), Duration::from_secs(60));
        Batch { window: 2, time, patience, groups: Groups::usual() }
    }
}

impl Batch {
    /// The same with so many calls at once; at least one.
    #[must_use]
    pub fn window(mut self, window: usize) -> Batch {
        self.window = window.max(1);
        self
    }

    /// The same with another limit of time for calls that run in parallel.
    #[must_use]
    pub fn time(mut self, time: Duration) -> Batch {
        self.time = time;
        self
    }

    /// The same with another wait for a turn.
    #[must_use]
    pub fn patience(mut self, patience: Duration) -> Batch {
        self.patience = patience;
        self
    }

    /// The same with other groups.
    #[must_use]
    pub fn groups(mut self, groups: Groups) -> Batch {
        self.groups = groups;
        self
    }

    async fn turn(&self, context: &Context, name: &str) -> Result<Held<'_>, Reply> {
        let Some(group) = self.groups.of(name) else { return Ok(Held::nothing()) };
        let waiting = context.clone().within(self.patience);
        match race(Box::pin(group.turn()), &waiting).await {
            Some(Ok(held)) => Ok(held),
            Some(Err(_)) | None => {
                let text =
                    format!("Tool '{name}' waited for the calls of its group `{}` and got no turn.", group.name());
                let error = ToolError::new("ToolTimeout", text).suggestion("Call it again when they are done.");
                Err(Reply::failed(Stage::Call, error))
            }
        }
    }
}

impl Tools {
    /// Calls several tools and waits for all replies. Those that may run in parallel run on threads.
    pub fn call_all_now(&self, context: &Context, calls: &[Ask<'_>], batch: &Batch) -> Vec<Reply> {
        let mut replies = Vec::with_capacity(calls.len());
        for run in self.runs(context, calls) {
            match run {
                [(name, arguments)] => replies.push(block_on(self.alone(context, name, arguments, batch))),
                run => replies.extend(self.on_threads(context, run, batch)),
            }
        }
        replies
    }

    /// The same on the caller's executor: async tools that may run in parallel wait at once, and one that answers on
    /// its thread keeps the others waiting meanwhile.
    pub async fn call_all(&self, context: &Context, calls: &[Ask<'_>], batch: &Batch) -> Vec<Reply> {
        let mut replies = Vec::with_capacity(calls.len());
        for run in self.runs(context, calls) {
            match run {
                [(name, arguments)] => replies.push(self.alone(context, name, arguments, batch).await),
                run => {
                    let context = context.clone().within(batch.time);
                    let call = run.iter().map(|(name, arguments)| self.alone(&context, name, arguments, batch));
                    replies.extend(join::join(call, batch.window).await);
                }
            }
        }
        replies
    }

    async fn alone(&self, context: &Context, name: &str, arguments: &str, batch: &Batch) -> Reply {
        match batch.turn(context, name).await {
            Ok(_held) => self.call(context, name, arguments).await,
            Err(reply) => reply,
        }
    }

    fn on_threads(&self, context: &Context, calls: &[Ask<'_>], batch: &Batch) -> Vec<Reply> {
        let context = &context.clone().within(batch.time);
        let next = AtomicUsize::new(0);
        let replies: Vec<Mutex<Option<Reply>>> = calls.iter().map(|_| Mutex::new(None)).collect();
        let work = || {
            loop {
                let at = next.fetch_add(1, Ordering::Relaxed);
                let (Some((name, arguments)), Some(place)) = (calls.get(at), replies.get(at)) else { return };
                let reply = block_on(self.alone(context, name, arguments, batch));
                *place.lock().unwrap_or_else(PoisonError::into_inner) = Some(reply);
            }
        };
        std::thread::scope(|scope| {
            for _ in 1..batch.window.min(calls.len()) {
                // A thread that cannot be had leaves its work to the others, of which this one is the last.
                let _ = std::thread::Builder::new().name("toolgen-batch".into()).spawn_scoped(scope, work);
            }
            work();
        });
        let taken = |place: Mutex<Option<Reply>>| place.into_inner().unwrap_or_else(PoisonError::into_inner);
        replies.into_iter().map(|place| taken(place).unwrap_or_else(lost)).collect()
    }

    /// The calls in the order given: each alone, or several neighbours that may run in parallel.
    fn runs<'c, 'a>(&self, context: &Context, calls: &'c [Ask<'a>]) -> impl Iterator<Item = &'c [Ask<'a>]> {
        let reads: Vec<bool> = calls.iter().map(|(name, _)| self.only_reads(context, name)).collect();
        let mut at = 0;
        std::iter::from_fn(move || {
            let rest = calls.get(at..).filter(|rest| !rest.is_empty())?;
            let length = reads.iter().skip(at).take_while(|reads| **reads).count().max(1);
            at += length;
            rest.get(..length)
        })
    }

    /// Whether a call of that name changes nothing and asks nobody.
    fn only_reads(&self, context: &Context, name: &str) -> bool {
        let Some(tool) = self.table().get(name) else { return false };
        let asks_nobody = || match self.guard().and_then(|guard| guard.policy().0) {
            Some(policy) => policy.rules_on(tool, context.agent(), context.surface()).verdict == Verdict::Allow,
            None => gate::is_open(tool),
        };
        self.row(tool).is_ok_and(|row| row.effects.effect == Some(Effect::Read)) && asks_nobody()
    }
}

fn lost() -> Reply {
    Reply::failed(Stage::Call, ToolError::new("UnhandledError", "the call was lost"))
}

#[cfg(test)]
mod tests;
