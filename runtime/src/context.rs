//! What a handler may know of the call that it answers, and how it hears that the call is over.

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;
use std::time::{Duration, Instant};

mod cancel;
mod surface;

pub use cancel::Cancel;
pub use surface::Surface;

/// The call: who asked, through which surface, how long there is, and who listens meanwhile.
#[derive(Clone, Default)]
pub struct Context {
    agent: Cow<'static, str>,
    surface: Surface,
    principal: Option<Arc<Principal>>,
    above: Option<Arc<Delegator>>,
    deadline: Option<Instant>,
    cancel: Option<Cancel>,
    listener: Option<Arc<dyn Listener>>,
}

/// Whoever is behind a call, as far as it is known; what is not known is empty.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Principal {
    /// The user
    pub user: String,
    /// The channel
    pub channel: String,
    /// The kind of chat, for example `group`
    pub chat_type: String,
}

impl From<String> for Principal {
    /// A user of that name.
    fn from(user: String) -> Principal {
        Principal { user, ..Principal::default() }
    }
}

impl From<&str> for Principal {
    /// A user of that name.
    fn from(user: &str) -> Principal {
        Principal::from(user.to_owned())
    }
}

impl fmt::Display for Principal {
    /// What is known, with commas between: `user ana, channel ops`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parts = [("user", &self.user), ("channel", &self.channel), ("chat type", &self.chat_type)];
        let known = parts.iter().filter(|(_, value)| !value.is_empty());
        f.write_str(&known.map(|(name, value)| format!("{name} {value}")).collect::<Vec<_>>().join(", "))
    }
}

/// Whoever handed a call on: an agent, on the surface on which it was asked itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Delegator {
    /// Its name; empty when nobody gave one
    pub agent: Cow<'static, str>,
    /// The way on which it was asked
    pub surface: Surface,
    above: Option<Arc<Delegator>>,
}

/// Hears what a handler tells while it works.
pub trait Listener: Send + Sync {
    /// How far the work is: `done` of `total`, where a total is known.
    fn progress(&self, done: f64, total: Option<f64>, message: &str);
    /// A line for the log.
    fn log(&self, level: Level, message: &str);
}

/// How much a log line matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// Of use when something is looked for
    Debug,
    /// Good to know
    Info,
    /// Something is not as it should be
    Warning,
    /// Something failed
    Error,
}

impl Level {
    /// `debug`, `info`, `warning` or `error`.
    pub fn name(self) -> &'static str {
        match self {
            Level::Debug => "debug",
            Level::Info => "info",
            Level::Warning => "warning",
            Level::Error => "error",
        }
    }
}

impl Context {
    /// A call of this program's own code, without a deadline.
    pub fn new() -> Context {
        Context::default()
    }

    /// The same, for that agent.
    #[must_use]
    pub fn for_agent(mut self, agent: impl Into<Cow<'static, str>>) -> Context {
        self.agent = agent.into();
        self
    }

    /// The same, through that surface.
    #[must_use]
    pub fn through(mut self, surface: Surface) -> Context {
        self.surface = surface;
        self
    }

    /// The same, for whoever is behind the agent, for example a chat user.
    #[must_use]
    pub fn on_behalf_of(mut self, principal: impl Into<Principal>) -> Context {
        self.principal = Some(Arc::new(principal.into()));
        self
    }

    /// A call that this one hands on to another agent: through [`Surface::Delegate`], for the same
    /// principal, under the same deadline. What the gate allows it is at most what it allows this one.
    #[must_use]
    pub fn delegated_to(&self, agent: impl Into<Cow<'static, str>>) -> Context {
        let above = Delegator { agent: self.agent.clone(), surface: self.surface, above: self.above.clone() };
        let (agent, surface) = (agent.into(), Surface::Delegate);
        Context { agent, surface, above: Some(Arc::new(above)), ..self.clone() }
    }

    /// The same, given up after `time` from now; an earlier deadline stays.
    #[must_use]
    pub fn within(mut self, time: Duration) -> Context {
        if let Some(deadline) = Instant::now().checked_add(time) {
            self.deadline = Some(self.deadline.map_or(deadline, |earlier| earlier.min(deadline)));
        }
        self
    }

    /// The same, ended by that handle.
    #[must_use]
    pub fn cancelled_by(mut self, cancel: &Cancel) -> Context {
        self.cancel = Some(cancel.clone());
        self
    }

    /// The same, with somebody who hears progress and log.
    #[must_use]
    pub fn heard_by(mut self, listener: Arc<dyn Listener>) -> Context {
        self.listener = Some(listener);
        self
    }

    /// The agent's name; empty when nobody gave one.
    pub fn agent(&self) -> &str {
        &self.agent
    }

    /// The way on which the call came in.
    pub fn surface(&self) -> Surface {
        self.surface
    }

    /// Whoever is behind the agent, as far as it is known.
    pub fn principal(&self) -> Option<&Principal> {
        self.principal.as_deref()
    }

    /// Those who handed the call on, the last first.
    pub fn delegators(&self) -> impl Iterator<Item = &Delegator> {
        std::iter::successors(self.above.as_deref(), |delegator| delegator.above.as_deref())
    }

    /// When the call is given up.
    pub fn deadline(&self) -> Option<Instant> {
        self.deadline
    }

    /// Whether the call is over: cancelled, or past its deadline. A handler that works long asks now
    /// and then, and stops.
    pub fn cancelled(&self) -> bool {
        self.interrupted() || self.expired()
    }

    /// Tells how far the work is.
    pub fn progress(&self, done: f64, total: Option<f64>, message: &str) {
        if let Some(listener) = &self.listener {
            listener.progress(done, total, message);
        }
    }

    /// Writes a line to the log.
    pub fn log(&self, level: Level, message: &str) {
        if let Some(listener) = &self.listener {
            listener.log(level, message);
        }
    }

    /// Whether somebody ended it.
    pub(crate) fn interrupted(&self) -> bool {
        self.cancel.as_ref().is_some_and(Cancel::is_cancelled)
    }

    /// Whether its time is over.
    pub(crate) fn expired(&self) -> bool {
        self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    /// The handle that ends it.
    pub(crate) fn canceller(&self) -> Option<&Cancel> {
        self.cancel.as_ref()
    }
}

impl fmt::Debug for Context {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Context")
            .field("agent", &self.agent)
            .field("surface", &self.surface)
            .field("principal", &self.principal)
            .field("delegators", &self.delegators().map(|above| &above.agent).collect::<Vec<_>>())
            .field("deadline", &self.deadline)
            .field("cancelled", &self.cancelled())
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::{Context, Surface};

    #[test]
    fn a_delegated_call_knows_all_who_handed_it_on() {
        let first = Context::new().for_agent("lead").through(Surface::Mcp).on_behalf_of("ana");
        let last = first.delegated_to("researcher").delegated_to("reader");
        assert_eq!((last.agent(), last.surface()), ("reader", Surface::Delegate));
        assert_eq!(last.principal().unwrap().user, "ana");
        let above: Vec<_> = last.delegators().map(|above| (above.agent.as_ref(), above.surface)).collect();
        assert_eq!(above, [("researcher", Surface::Delegate), ("lead", Surface::Mcp)]);
        assert_eq!(first.delegators().count(), 0);
    }
}
