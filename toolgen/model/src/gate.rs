//! The gate's row of a tool: the base verdict, what it asks, and what the handler may touch.

use serde::{Deserialize, Serialize};

use crate::effect::Effects;

/// What the gate says of a call. The order is that of strictness.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// Goes ahead
    Allow,
    /// Goes ahead when somebody approves it; a denial where nobody can be asked
    Supervised,
    /// Refused
    Deny,
}

impl Verdict {
    /// `allow`, `supervised` or `deny`.
    pub fn name(self) -> &'static str {
        match self {
            Verdict::Allow => "allow",
            Verdict::Supervised => "supervised",
            Verdict::Deny => "deny",
        }
    }

    /// The verdict of that name.
    pub fn from_name(name: &str) -> Option<Verdict> {
        [Verdict::Allow, Verdict::Supervised, Verdict::Deny].into_iter().find(|verdict| verdict.name() == name)
    }
}

/// The permission block of a tool, as declared.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct GateRow {
    /// `default:` as the author wrote it
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub default: Option<Verdict>,
    /// Whether the action needs an explicit grant of its own
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub gated: bool,
    /// The name of that grant, where it is not `{tool}_{action}`
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub gated_as: Option<String>,
    /// The question that the approver reads, with `${input.x}` references
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub confirm: Option<String>,
    /// Files that the handler may read: paths, or `${input.x}` references
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub read: Vec<String>,
    /// Files that the handler may write
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub write: Vec<String>,
    /// Hosts that the handler may reach
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub net: Vec<String>,
    /// Programs that the handler may run
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub exec: Vec<String>,
    /// Credentials that the handler may read
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub secrets: Vec<String>,
}

impl GateRow {
    /// The verdict before any policy: the author's `default`, else allow for what only reads and ask
    /// for the rest; an effect that nobody declared is never better than ask.
    pub fn base(&self, effects: &Effects) -> Verdict {
        use crate::effect::Effect;
        let by_effect = match effects.effect {
            Some(Effect::Read) => Verdict::Allow,
            Some(_) | None => Verdict::Supervised,
        };
        match (self.default, effects.effect) {
            (Some(declared), None) if crate::enforced!("policy.undeclared_effect") => declared.max(by_effect),
            (Some(declared), _) => declared,
            (None, _) => by_effect,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::effect::Effect;

    #[test]
    fn an_undeclared_effect_asks_whatever_the_author_wrote() {
        let row = GateRow { default: Some(Verdict::Allow), ..GateRow::default() };
        assert_eq!(row.base(&Effects::default()), Verdict::Supervised);
        let read = Effects { effect: Some(Effect::Read), ..Effects::default() };
        assert_eq!(row.base(&read), Verdict::Allow);
        assert_eq!(GateRow::default().base(&read), Verdict::Allow);
        let write = Effects { effect: Some(Effect::Write), ..Effects::default() };
        assert_eq!(GateRow::default().base(&write), Verdict::Supervised);
        assert_eq!(row.base(&write), Verdict::Allow);
    }
}
