//! Tools under the operator's files: a checked snapshot in, the same tools behind its policy out; and the exchange of
//! that snapshot while calls run.

use std::sync::Arc;

use toolgen_model::catalog::Row;
use toolgen_policy::live::{By, Kept, Live};
use toolgen_policy::{Snapshot, Sources};

use super::Tools;
use crate::error::ToolError;
use crate::gate::policy::Compiled;
use crate::rate::{Limits, Rates};

impl Tools {
    /// The same under that snapshot: its configuration below the program's own, its policy in the gate, and its limits
    /// on calls. They are counted in this process, unless the program brings counters of its own ([`Tools::rate`]).
    #[must_use]
    pub fn under(self, snapshot: Snapshot) -> Tools {
        let limits = Limits::of(&snapshot);
        let live = Live::new(snapshot);
        let mut tools = self.rate_if_none(|| Arc::new(Rates::new(limits)));
        tools.enforce(live.now());
        tools.live = Some(live);
        tools
    }

    /// Puts a snapshot in the place of the one before, whole: configuration, limits, policy. The policy comes last,
    /// with the new epoch, so that no call that began before goes on under parts of both.
    pub(crate) fn enforce(&self, snapshot: Arc<Snapshot>) -> u64 {
        self.configure(snapshot.config.clone());
        if let Some(rate) = self.guard().and_then(|guard| guard.rate.as_deref()) {
            rate.set_limits(&Limits::of(&snapshot));
        }
        self.replace_policy(Arc::new(Compiled::new(snapshot))).unwrap_or_default()
    }

    /// The rows that a policy is checked against: those of every tool of the table.
    ///
    /// # Errors
    /// As of [`Tools::catalog`].
    pub fn rows(&self) -> Result<Vec<Row>, ToolError> {
        self.catalog().map(|catalog| catalog.tools)
    }

    /// The snapshot in use; none for tools that are not [`Tools::under`] one.
    pub fn snapshot(&self) -> Option<Arc<Snapshot>> {
        self.live.as_ref().map(Live::now)
    }

    /// Reads the sources again and puts the new snapshot in the place of the one in use, whole and at once. Whoever
    /// asks may tighten; only the operator may loosen. A call that was judged by the old one and has not begun is
    /// refused.
    ///
    /// # Errors
    /// Why the one in use stays: the findings, or what the new one would loosen. Broken without a finding means that
    /// these tools are not under a snapshot.
    pub fn reload(&self, sources: &Sources, by: By) -> Result<u64, Kept> {
        let (Some(live), Ok(rows)) = (&self.live, self.rows()) else { return Err(Kept::Broken(Vec::new())) };
        let snapshot = live.reload(sources, &rows, by)?;
        let epoch = self.enforce(Arc::clone(&snapshot));
        if let Some(audit) = self.guard().and_then(|guard| guard.audit.as_deref()) {
            let by = if by == By::Operator { "reload by the operator" } else { "reload" };
            // It is in force, written or not: whatever needs the log is refused until that can be written.
            let _ = audit.policy(&snapshot.archived(), epoch, by);
        }
        Ok(epoch)
    }
}
