//! What is plugged into the gate of one set of tools: mechanisms in, the snapshot that a call is judged by out.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, PoisonError, RwLock};

use super::hook::{Audit, Confinement, Policy, Rate, Redact};

/// The mechanisms of a gate. What is absent decides nothing.
#[derive(Default)]
pub(crate) struct Guard {
    policy: RwLock<Option<Arc<dyn Policy>>>,
    epoch: Arc<AtomicU64>,
    pub(crate) rate: Option<Arc<dyn Rate>>,
    pub(crate) audit: Option<Arc<dyn Audit>>,
    pub(crate) redact: Option<Arc<dyn Redact>>,
    pub(crate) confinement: Option<Arc<dyn Confinement>>,
}

impl Guard {
    /// The policy of this moment and its epoch.
    pub(crate) fn policy(&self) -> (Option<Arc<dyn Policy>>, u64) {
        let policy = self.policy.read().unwrap_or_else(PoisonError::into_inner);
        (policy.clone(), self.epoch.load(Ordering::SeqCst))
    }

    /// The epoch of this moment. It only grows: a policy that comes back is another one.
    pub(crate) fn epoch(&self) -> u64 {
        self.epoch.load(Ordering::SeqCst)
    }

    /// The counter of the epoch, for what lives longer than a look at it.
    #[cfg(feature = "exec")]
    pub(crate) fn counter(&self) -> Arc<AtomicU64> {
        Arc::clone(&self.epoch)
    }

    /// Puts a policy in the place of the one before. Calls that were judged by that one and have not
    /// begun are refused at their recheck.
    pub(crate) fn swap(&self, next: Option<Arc<dyn Policy>>) -> u64 {
        let mut policy = self.policy.write().unwrap_or_else(PoisonError::into_inner);
        *policy = next;
        self.epoch.fetch_add(1, Ordering::SeqCst) + 1
    }
}
