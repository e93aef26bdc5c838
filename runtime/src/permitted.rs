//! What the caller of a tool may call: a tool and an action in, whether the call would go through, and why, out.

use std::fmt;
use std::sync::Arc;

use toolgen_policy::Snapshot;
pub use toolgen_policy::animaworks::Access;
use toolgen_policy::animaworks::{self, ACTION_GATED};

use crate::argument::{Misfit, Probe};
use crate::binding::Injected;
use crate::context::Surface;
use crate::error::ToolError;
use crate::gate::Granted;
use crate::slot::Slot;
use crate::tool::Kind;
use crate::tools::Tools;

/// The permissions of whoever makes this call, on the surface on which it is made. A handler takes it by reference:
/// `permitted: &Permitted`. It only looks: what a call really meets is decided when it is made.
pub struct Permitted {
    /// None where the rules cannot be read
    snapshot: Option<Arc<Snapshot>>,
    /// The wire names of gated tools that the program itself grants
    granted: Vec<String>,
    agent: String,
    surface: Surface,
}

impl Permitted {
    /// Whether the caller may call that action of that tool, with the reason: `ok`, `tool_denied`,
    /// `tool_not_permitted`, `action_gated`, `unknown_tool`, or `check_failed` where the rules cannot be read.
    pub fn check(&self, tool: &str, action: Option<&str>) -> Access {
        let Some(snapshot) = &self.snapshot else { return Access::failed(tool, action) };
        let access = animaworks::access(snapshot, tool, action, &self.agent, self.surface.name());
        let wire = action.map_or_else(|| tool.to_owned(), |action| format!("{tool}_{action}"));
        if access.reason == ACTION_GATED && self.granted.contains(&wire) { access.granted() } else { access }
    }

    fn mint(granted: &Granted<'_>) -> Permitted {
        let (tools, context) = (granted.call().tools, granted.context());
        let (snapshot, granted) = match tools.snapshot() {
            Some(snapshot) => (Some(snapshot), Vec::new()),
            None => unconfigured(tools),
        };
        Permitted { snapshot, granted, agent: context.agent().to_owned(), surface: context.surface() }
    }
}

/// What holds without any policy file: the declarations, and the grants of the program itself.
fn unconfigured(tools: &Tools) -> (Option<Arc<Snapshot>>, Vec<String>) {
    let Ok(rows) = tools.rows() else { return (None, Vec::new()) };
    let granted = rows.iter().filter(|row| tools.grants(&row.id())).map(|row| row.name.clone()).collect();
    (Snapshot::unconfigured(&rows).ok().map(Arc::new), granted)
}

impl<'call> Injected<'call> for &'call Permitted {
    fn inject(granted: &Granted<'call>) -> Result<&'call Permitted, ToolError> {
        granted.keep(Permitted::mint(granted))
    }
}

impl<'call> Probe<&'call Permitted> {
    /// No argument
    pub const KIND: Kind = Kind::Injected;
    /// Always there
    pub const OPTIONAL: bool = false;

    /// The permissions of this call's maker.
    ///
    /// # Errors
    /// None in practice.
    pub fn take(granted: &Granted<'call>, _: &'call mut Slot<'call>) -> Result<&'call Permitted, Misfit> {
        Ok(granted.keep(Permitted::mint(granted))?)
    }

    /// No schema.
    pub fn schema() -> Option<schemars::Schema> {
        None
    }
}

impl fmt::Debug for Permitted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Permitted").field("agent", &self.agent).field("surface", &self.surface).finish_non_exhaustive()
    }
}
