//! The limits of the operator's files: a checked snapshot in, what is allowed out.

use toolgen_policy::Snapshot;

use super::Limits;

/// The section with what a call of each tool costs.
const COSTS: &str = "security.rate.cents.";

impl Limits {
    /// Those that the policy and the configuration of a snapshot say.
    pub fn of(snapshot: &Snapshot) -> Limits {
        let budgets = &snapshot.policy.budgets;
        let costs = snapshot
            .config
            .iter()
            .filter_map(|(key, setting)| Some((key.strip_prefix(COSTS)?.to_owned(), setting.value.as_u64()?)));
        Limits {
            actions: budgets.actions.as_ref().map(|rate| rate.per_hour),
            tools: budgets.tools.iter().map(|rate| (rate.of.clone(), rate.per_hour)).collect(),
            agents: budgets.agents.iter().map(|rate| (rate.of.clone(), rate.per_hour)).collect(),
            cents: budgets.cents_per_day.as_ref().map(|(cents, _)| *cents),
            costs: costs.collect(),
        }
    }
}
