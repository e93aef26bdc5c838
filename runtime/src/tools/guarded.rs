//! What a program plugs into the gate of its tools: mechanisms in, the same tools behind them out.

use std::sync::Arc;

use super::Tools;
use crate::gate::guard::Guard;
use crate::gate::hook::{Audit, Confinement, Policy, Rate, Redact};

impl Tools {
    /// The same under that policy. Its word replaces [`Tools::grant`]: with a policy, grants are the operator's.
    #[must_use]
    pub fn policy(mut self, policy: Arc<dyn Policy>) -> Tools {
        self.guarded().swap(Some(policy));
        self
    }

    /// The same under those rates and budgets.
    #[must_use]
    pub fn rate(mut self, rate: Arc<dyn Rate>) -> Tools {
        self.guarded().rate = Some(rate);
        self
    }

    /// The same under those rates and budgets, unless there are some.
    #[cfg(feature = "policy")]
    pub(crate) fn rate_if_none(mut self, rate: impl FnOnce() -> Arc<dyn Rate>) -> Tools {
        self.guarded().rate.get_or_insert_with(rate);
        self
    }

    /// The same with that audit log.
    #[must_use]
    pub fn audit(mut self, audit: Arc<dyn Audit>) -> Tools {
        self.guarded().audit = Some(audit);
        self
    }

    /// The same, with what no reply may say taken out of them.
    #[must_use]
    pub fn redact(mut self, redact: Arc<dyn Redact>) -> Tools {
        self.guarded().redact = Some(redact);
        self
    }

    /// The same, with programs of calls confined.
    #[must_use]
    pub fn confinement(mut self, confinement: Arc<dyn Confinement>) -> Tools {
        self.guarded().confinement = Some(confinement);
        self
    }

    /// Puts a policy in the place of the one before, at once and for all threads; gives the new epoch. A
    /// call that was judged by the old one and has not begun is refused. On tools that were made without
    /// any mechanism of the gate it does nothing and gives none.
    pub fn replace_policy(&self, policy: Arc<dyn Policy>) -> Option<u64> {
        self.guard().map(|guard| guard.swap(Some(policy)))
    }

    /// The policy's epoch: 0 without one, and one more at each replacement.
    pub fn epoch(&self) -> u64 {
        self.guard().map(Guard::epoch).unwrap_or_default()
    }

    /// Has a value taken out of everything that leaves the agent, before anybody gets it.
    #[cfg(any(feature = "net", feature = "vault"))]
    pub(crate) fn learns(&self, name: &str, value: &str) -> Result<(), crate::error::ToolError> {
        let redact = self.guard().and_then(|guard| guard.redact.as_deref());
        let learnt = redact.map_or(Ok(()), |redact| redact.learn(name, value));
        learnt.map_err(|why| crate::error::ToolError::new("ToolConfigError", why))
    }

    #[inline]
    pub(crate) fn guard(&self) -> Option<&Guard> {
        self.guard.as_deref()
    }

    fn guarded(&mut self) -> &mut Guard {
        self.guard.get_or_insert_default()
    }
}
