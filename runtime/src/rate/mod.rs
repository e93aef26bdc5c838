//! How often and for how much: limits in, room taken in every one of them or in none out.
//!
//! Limits are over sliding windows: an hour for actions, a day for cents. A limit of 0 allows nothing, an absent one
//! everything. Counters live as long as [`Rates`]; with a file, as long as that, for all processes that share it.

use std::collections::BTreeMap;
use std::fmt;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError, RwLock};
use std::time::{Duration, Instant};

#[cfg(feature = "policy")]
mod configured;
mod hook;
mod state;
mod store;
mod window;

use state::{Key, State};
use store::Store;

const HOUR: u64 = 3_600_000;
const DAY: u64 = 24 * HOUR;

/// What is allowed. What is absent has no limit.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Calls that act, all together, an hour
    pub actions: Option<u64>,
    /// Calls of a tool an hour, by its name or by that of the tool of an action
    pub tools: BTreeMap<String, u64>,
    /// Calls of an agent an hour, those that it hands on included
    pub agents: BTreeMap<String, u64>,
    /// Cents a day, all together
    pub cents: Option<u64>,
    /// What one call of a tool costs, in cents
    pub costs: BTreeMap<String, u64>,
}

/// A call that wants room.
#[derive(Clone, Copy, Debug)]
pub struct Demand<'a> {
    /// The tool's names: its wire name, and the tool of an action
    pub tools: &'a [&'a str],
    /// The agent, and those that handed the call on to it
    pub agents: &'a [&'a str],
    /// Whether the call does more than read
    pub acts: bool,
}

/// Why there is no room.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exceeded {
    /// `rate.zero`, `rate.actions`, `rate.tool`, `rate.agent`, `rate.cost` or `rate.unavailable`
    pub code: &'static str,
    /// Which limit, for a person
    pub what: String,
    /// When there is room again; none when there never is
    pub wait: Option<Duration>,
}

impl fmt::Display for Exceeded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.what)
    }
}

impl std::error::Error for Exceeded {}

/// When room was taken; it gives it back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Taken(pub u64);

/// Milliseconds of a clock.
type Clock = Arc<dyn Fn() -> u64 + Send + Sync>;

/// Counters and their limits.
pub struct Rates {
    limits: RwLock<Arc<Limits>>,
    state: Mutex<State>,
    store: Option<Store>,
    clock: Clock,
}

impl Rates {
    /// Counters of this process only.
    pub fn new(limits: Limits) -> Rates {
        let start = Instant::now();
        Rates::with_clock(limits, move || u64::try_from(start.elapsed().as_millis()).unwrap_or(u64::MAX))
    }

    /// The same by another clock, which gives milliseconds. It may go back: nothing becomes free by that.
    pub fn with_clock(limits: Limits, clock: impl Fn() -> u64 + Send + Sync + 'static) -> Rates {
        let limits = RwLock::new(Arc::new(limits));
        Rates { limits, state: Mutex::default(), store: None, clock: Arc::new(clock) }
    }

    /// The same with its counters in a file, for all processes that name it: a command line is a new process at every
    /// call. The time is that of the wall clock then, unless there is a clock of its own.
    #[must_use]
    pub fn in_file(mut self, path: impl Into<PathBuf>) -> Rates {
        self.store = Some(Store::at(path));
        self
    }

    /// Counters in a file, by the wall clock.
    pub fn shared(limits: Limits, path: impl Into<PathBuf>) -> Rates {
        Rates::with_clock(limits, crate::audit::now).in_file(path)
    }

    /// Other limits from now on. What was counted stays counted.
    pub fn set_limits(&self, limits: Limits) {
        *self.limits.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(limits);
    }

    /// Takes room for a call in every limit that covers it, or in none.
    ///
    /// # Errors
    /// The first limit that has none, or why the counters cannot be read or written.
    pub fn reserve(&self, demand: &Demand<'_>) -> Result<Taken, Exceeded> {
        let limits = self.limits();
        if !covers(&limits, demand) {
            return Ok(Taken(0));
        }
        self.change(|state, now| {
            for (key, most, amount) in wanted(&limits, demand) {
                if let Some(exceeded) = full(state, now, key, most, amount) {
                    return Err(exceeded);
                }
                if !toolgen_model::enforced!("rate.together") {
                    state.window(key, now).add(now, amount);
                }
            }
            for (key, _, amount) in wanted(&limits, demand) {
                state.window(key, now).add(now, amount);
            }
            Ok(Taken(now))
        })
    }

    /// Gives back what a call took that was refused after all.
    pub fn give_back(&self, demand: &Demand<'_>, taken: Taken) {
        let limits = self.limits();
        if taken == Taken(0) || !covers(&limits, demand) {
            return;
        }
        // Whoever cannot give back keeps it counted, which is the safe side.
        let _ = self.change(|state, now| {
            for (key, _, amount) in wanted(&limits, demand) {
                state.window(key, now).take(now, now.saturating_sub(taken.0), amount);
            }
            Ok(())
        });
    }

    /// Counts cents that a call turned out to cost beyond what its tool is listed with: whoever pays a model by what it
    /// wrote knows them only then.
    ///
    /// ```
    /// use toolgen_runtime::rate::{Demand, Limits, Rates};
    ///
    /// let limits = Limits { cents: Some(10), costs: [("ask".to_owned(), 4)].into(), ..Limits::default() };
    /// let rates = Rates::new(limits);
    /// let ask = Demand { tools: &["ask"], agents: &[""], acts: true };
    /// rates.reserve(&ask)?;
    /// rates.spend(5)?;
    /// assert_eq!(rates.reserve(&ask).unwrap_err().code, "rate.cost");
    /// # Ok::<(), toolgen_runtime::rate::Exceeded>(())
    /// ```
    ///
    /// # Errors
    /// Why the counters cannot be read or written.
    pub fn spend(&self, cents: u64) -> Result<(), Exceeded> {
        self.change(|state, now| {
            state.window(Key::Cents, now).add(now, cents);
            Ok(())
        })
    }

    /// Every limit that covers the call, with what is left of it, for a person.
    ///
    /// # Errors
    /// Why the counters cannot be read.
    pub fn left(&self, demand: &Demand<'_>) -> Result<Vec<String>, Exceeded> {
        let limits = self.limits();
        self.change(|state, now| {
            let line = |(key, most, _): (Key<'_>, u64, u64)| {
                let left = most.saturating_sub(state.window(key, now).sum(now));
                format!("{left} of {most} {key} left")
            };
            Ok(wanted(&limits, demand).map(line).collect())
        })
    }

    fn limits(&self) -> Arc<Limits> {
        Arc::clone(&self.limits.read().unwrap_or_else(PoisonError::into_inner))
    }

    fn change<T>(&self, change: impl FnOnce(&mut State, u64) -> Result<T, Exceeded>) -> Result<T, Exceeded> {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        // Read under the lock, so that the order of times is that of the changes. 0 stands for nothing taken.
        let now = || (self.clock)().max(1);
        match &self.store {
            None => change(&mut state, now()),
            Some(store) => store.change(|state| change(state, now())).map_err(|error| Exceeded {
                code: "rate.unavailable",
                what: format!("the counters in {} cannot be kept: {error}", store.path().display()),
                wait: None,
            })?,
        }
    }
}

impl fmt::Debug for Rates {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Rates").field("limits", &self.limits()).finish_non_exhaustive()
    }
}

/// Whether any limit covers the call.
fn covers(limits: &Limits, demand: &Demand<'_>) -> bool {
    wanted(limits, demand).next().is_some()
}

/// Every limit that covers the call once: which, how much it allows, and how much the call takes.
fn wanted<'a>(limits: &'a Limits, demand: &'a Demand<'a>) -> impl Iterator<Item = (Key<'a>, u64, u64)> {
    let cost: u64 = once(demand.tools).filter_map(|tool| limits.costs.get(tool)).fold(0, |a, b| a.saturating_add(*b));
    let actions = limits.actions.filter(|_| demand.acts).map(|most| (Key::Actions, most, 1));
    let tools = once(demand.tools).filter_map(|tool| Some((Key::Tool(tool), *limits.tools.get(tool)?, 1)));
    let agents = once(demand.agents).filter_map(|agent| Some((Key::Agent(agent), *limits.agents.get(agent)?, 1)));
    let cents = limits.cents.filter(|_| cost > 0).map(|most| (Key::Cents, most, cost));
    tools.chain(agents).chain(actions).chain(cents)
}

/// Each name once.
fn once<'a>(names: &'a [&'a str]) -> impl Iterator<Item = &'a str> {
    names.iter().enumerate().filter(|(at, name)| !names.iter().take(*at).any(|before| before == *name)).map(|(_, n)| *n)
}

fn full(state: &mut State, now: u64, key: Key<'_>, most: u64, amount: u64) -> Option<Exceeded> {
    if most == 0 {
        return toolgen_model::enforced!("rate.zero").then(|| Exceeded {
            code: "rate.zero",
            what: format!("0 {key} are allowed"),
            wait: None,
        });
    }
    let window = state.window(key, now);
    if window.sum(now).saturating_add(amount) <= most {
        return None;
    }
    let wait = window.wait(now, amount, most).map(Duration::from_millis);
    Some(Exceeded { code: key.code(), what: format!("{most} {key} are allowed, and they are used up"), wait })
}

#[cfg(test)]
mod tests;
