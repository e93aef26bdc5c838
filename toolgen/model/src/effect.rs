//! What a call can do to the world, and the MCP annotations that follow from it.

use serde::{Deserialize, Serialize};

/// The strongest effect of a tool. The order is that of strength.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Effect {
    /// Looks, changes nothing
    Read,
    /// Adds or changes, and destroys nothing that was there
    Write,
    /// Can destroy what was there
    Destructive,
}

impl Effect {
    /// `read`, `write` or `destructive`.
    pub fn name(self) -> &'static str {
        match self {
            Effect::Read => "read",
            Effect::Write => "write",
            Effect::Destructive => "destructive",
        }
    }

    /// The effect of that name.
    pub fn from_name(name: &str) -> Option<Effect> {
        [Effect::Read, Effect::Write, Effect::Destructive].into_iter().find(|effect| effect.name() == name)
    }
}

/// All that is said about effects. What is not declared is unknown, and unknown asks.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Effects {
    /// The strongest effect; `None` when nobody said
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub effect: Option<Effect>,
    /// Whether the same call twice does what it does once
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub idempotent: Option<bool>,
    /// Whether it touches what lies outside this machine and its workspace
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub open_world: Option<bool>,
}
