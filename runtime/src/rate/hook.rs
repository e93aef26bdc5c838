//! The counters as the gate asks them: a call in, room for it or the refusal that says when there is some again.

use toolgen_model::effect::Effect;

use super::{Demand, Exceeded, Limits, Rates, Taken};
use crate::gate::hook::{Rate, Ticket};
use crate::gate::{Refusal, Step, Subject};

impl Rate for Rates {
    fn reserve(&self, subject: Subject<'_>) -> Result<Ticket, Refusal> {
        demanded(subject, |demand| self.reserve(demand))
            .map(|taken| Ticket(taken.0))
            .map_err(|exceeded| refusal(subject.name(), &exceeded))
    }

    fn set_limits(&self, limits: &Limits) {
        self.set_limits(limits.clone());
    }

    fn give_back(&self, subject: Subject<'_>, ticket: Ticket) {
        demanded(subject, |demand| self.give_back(demand, Taken(ticket.0)));
    }
}

/// The call with all its names: those of the tool, and of everybody on whose account it goes.
fn demanded<T>(subject: Subject<'_>, ask: impl FnOnce(&Demand<'_>) -> T) -> T {
    let row = subject.row();
    let tools = [subject.name(), row.map_or(subject.name(), |row| row.tool.as_str())];
    // What is not known to read only is counted.
    let acts = row.is_none_or(|row| row.effects.effect != Some(Effect::Read));
    let context = subject.context();
    if context.delegators().next().is_none() {
        return ask(&Demand { tools: &tools, agents: &[context.agent()], acts });
    }
    let above = context.delegators().map(|delegator| delegator.agent.as_ref());
    let agents: Vec<&str> = std::iter::once(context.agent()).chain(above).collect();
    ask(&Demand { tools: &tools, agents: &agents, acts })
}

#[cold]
fn refusal(name: &str, exceeded: &Exceeded) -> Refusal {
    let message = format!("Tool '{name}' cannot be called now: {exceeded}.");
    let next = match exceeded.wait {
        Some(wait) => {
            let minutes = wait.as_secs().div_ceil(60);
            format!("There is room again in {minutes} minutes; until then, do without it.")
        }
        None => "Calling again changes nothing; use another tool, or ask the operator.".to_owned(),
    };
    Refusal::new(Step::Rate, exceeded.code, message).next(next).detail(exceeded.what.clone())
}
