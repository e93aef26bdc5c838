//! What can be called: a tool in, the reason why it cannot be out. The list of tools and the way to a
//! handler both ask here, so that no tool is hidden and yet callable.

use toolgen_model::catalog::Registry;
use toolgen_model::enforced;
use toolgen_model::json::{Json, Object};
use toolgen_model::nearest::nearest;

use std::fmt;
use std::sync::Arc;

use super::Tools;
use crate::config::Layer;
use crate::context::Context;
use crate::error::ToolError;
use crate::gate::Step;
use crate::gate::guard::Guard;
use crate::gate::hook::{Policy, Ruling};
use crate::row;
use crate::tool::{Entry, More, Tool, Verdict};

/// A tool that was looked up for a call, with what the policy of that moment says of it. All steps of the gate go by
/// it: it is made once.
pub(crate) struct Found {
    pub(crate) tool: &'static Tool,
    pub(crate) policy: Option<Arc<dyn Policy>>,
    /// The epoch of that policy
    pub(crate) epoch: u64,
    /// What it says, where there is one
    pub(crate) ruling: Option<Ruling>,
}

impl Found {
    /// Apart, so that the road of a program without a gate stays short.
    #[inline(never)]
    fn under(guard: &Guard, context: &Context, tool: &'static Tool) -> Found {
        let (policy, epoch) = guard.policy();
        let ruling = policy.as_deref().map(|policy| policy.rules_on(tool, context.agent(), context.surface()));
        let ruling = ruling.filter(|ruling| match ruling.step {
            Step::Surface => enforced!("gate.surface"),
            Step::Grant => enforced!("gate.grant"),
            _ => true,
        });
        Found { tool, policy, epoch, ruling }
    }
}

impl fmt::Debug for Found {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Found").field("tool", &self.tool.name).field("ruling", &self.ruling).finish_non_exhaustive()
    }
}

impl Tools {
    /// Why a tool is neither listed nor callable; none when it is both.
    #[inline]
    pub fn unavailable(&self, tool: &Tool) -> Option<ToolError> {
        if tool.more.is_none() && self.registry == Registry::All && !matches!(tool.entry, Entry::Data) {
            return None;
        }
        self.obstacle(tool)
    }

    /// The tool of that name, if it can be called.
    ///
    /// # Errors
    /// `ToolNotFound` with the nearest name, or why the tool is not available.
    #[inline]
    pub fn find(&self, name: &str) -> Result<&'static Tool, ToolError> {
        let tool = self.table.get(name).ok_or_else(|| self.unknown(name))?;
        match self.unavailable(tool) {
            None => Ok(tool),
            Some(reason) => Err(reason),
        }
    }

    /// The same for a call of that context: what the policy does not offer its agent on its surface is
    /// not found either.
    ///
    /// # Errors
    /// As of [`Tools::find`].
    pub fn find_for(&self, context: &Context, name: &str) -> Result<&'static Tool, ToolError> {
        self.found(context, name).map(|found| found.tool)
    }

    /// The same with what the policy says. Every call comes through here once, so that it stands there.
    #[inline(always)]
    pub(crate) fn found(&self, context: &Context, name: &str) -> Result<Found, ToolError> {
        let found = self.ruled(context, self.find(name)?);
        match hidden(context, &found) {
            None => Ok(found),
            Some(reason) => Err(reason),
        }
    }

    /// What the policy of this moment says of a tool for a call of that context.
    #[inline]
    pub(crate) fn ruled(&self, context: &Context, tool: &'static Tool) -> Found {
        match self.guard() {
            None => Found { tool, policy: None, epoch: 0, ruling: None },
            Some(guard) => Found::under(guard, context, tool),
        }
    }

    /// The tools that a call of that context can call, in the order of the table: what is denied whatever its
    /// arguments are, or gated without a grant, is not among them.
    pub fn offered(&self, context: &Context) -> impl Iterator<Item = &'static Tool> {
        self.available().filter(|tool| self.offers(context, tool))
    }

    /// The tools that the program's own agent can call, in the order of the table; see [`Tools::offered`] for those of
    /// an agent on a surface.
    pub fn list(&self) -> impl Iterator<Item = &'static Tool> {
        let context = Context::new();
        self.available().filter(move |tool| self.offers(&context, tool))
    }

    fn offers(&self, context: &Context, tool: &'static Tool) -> bool {
        let ruling = self.ruled(context, tool).ruling;
        ruling.map_or_else(|| self.declares(tool), |ruling| ruling.verdict) != Verdict::Deny
    }

    /// The tools that this program can run at all, whoever asks.
    fn available(&self) -> impl Iterator<Item = &'static Tool> {
        self.table.iter().filter(|tool| self.unavailable(tool).is_none())
    }

    /// What the declaration says where there is no policy: a gated tool needs the grant of the program.
    fn declares(&self, tool: &'static Tool) -> Verdict {
        let granted = || row::compiled(tool).is_ok_and(|compiled| self.grants(&compiled.row.id()));
        let gated = tool.more.is_some_and(|more| more.gated) && enforced!("gate.grant");
        if gated && !granted() { Verdict::Deny } else { tool.verdict }
    }

    #[cold]
    fn obstacle(&self, tool: &Tool) -> Option<ToolError> {
        let (name, more) = (tool.name, tool.more.unwrap_or(&More::NONE));
        if matches!(tool.entry, Entry::Data) {
            let text = format!("Tool '{name}' is documented only: this program does not run its kind of handler.");
            return Some(ToolError::new("NotEnabled", text));
        }
        if self.registry == Registry::Default && !more.minimal {
            let text = format!("Tool '{name}' is not in the registry `default`, which this program offers.");
            return Some(ToolError::new("NotEnabled", text));
        }
        let mut states = more.states.iter().flatten().map(|state| state());
        if let Some((_, state)) = states.find(|(id, _)| !self.states.iter().any(|(known, _)| known == id)) {
            let text = format!("Tool '{name}' needs shared state of type {state}, which this program does not have.");
            return Some(ToolError::new("InitError", text).suggestion("Build the tools with `TOOLS.with(…)`."));
        }
        more.when.filter(|_| enforced!("gate.find")).and_then(|key| self.unmet(name, key))
    }

    fn unmet(&self, name: &str, key: &str) -> Option<ToolError> {
        // The program's own word first, then that of the policy in use, which may be newer than the start.
        let config = self.configuration();
        let own = config.setting(key).filter(|setting| setting.origin.layer == Layer::Program);
        let policy = || self.guard().and_then(|guard| guard.policy().0).and_then(|policy| policy.setting(key));
        let found = own.map(|own| own.value.clone()).or_else(policy).or_else(|| config.get(key).cloned());
        let found = match found {
            Some(Json::Bool(true)) => return None,
            Some(value) if value.as_bool().is_some() => "it is false".to_owned(),
            Some(value) => format!("it is {value}, not a boolean"),
            None => "it is not set".to_owned(),
        };
        let text = format!("Tool '{name}' is available only when `{key}` is true in the configuration; {found}.");
        let help = format!("The operator sets `{key} = true` in {}.", config.origin());
        Some(ToolError::new("NotEnabled", text).suggestion(help))
    }

    #[cold]
    fn unknown(&self, name: &str) -> ToolError {
        let shown: String = name.chars().take(80).flat_map(char::escape_debug).collect();
        let error = ToolError::new("ToolNotFound", format!("Unknown tool: {shown}"));
        match nearest(name, self.available().map(|tool| tool.name)) {
            Some(near) => error.suggestion(format!("Did you mean `{near}`?")),
            None => error.suggestion("Call one of the tools that are listed."),
        }
    }
}

/// Why a call of that context does not find a tool that is there; none when it does.
#[inline]
pub(crate) fn hidden(context: &Context, found: &Found) -> Option<ToolError> {
    found.ruling.filter(|ruling| ruling.refuses_at(Step::Surface)).map(|_| not_exposed(context, found.tool))
}

#[cold]
fn not_exposed(context: &Context, tool: &Tool) -> ToolError {
    let mut code = Object::new();
    code.insert("code", "surface.not_exposed");
    let text = format!("Tool '{}' is not exposed via the surface `{}`.", tool.name, context.surface().name());
    ToolError::new("ToolNotFound", text).context(code).suggestion("Call one of the tools that are listed.")
}
