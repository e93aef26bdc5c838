//! What can be called: a tool in, the reason why it cannot be out. The list of tools and the way to a
//! handler both ask here, so that no tool is hidden and yet callable.

use toolgen_model::catalog::Registry;
use toolgen_model::enforced;
use toolgen_model::json::{Json, Object};
use toolgen_model::nearest::nearest;

use super::Tools;
use crate::config::Layer;
use crate::context::Context;
use crate::error::ToolError;
use crate::gate::Step;
use crate::gate::hook::Ruling;
use crate::tool::{Entry, More, Tool, Verdict};

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
    #[inline]
    pub fn find_for(&self, context: &Context, name: &str) -> Result<&'static Tool, ToolError> {
        let tool = self.find(name)?;
        let hidden_here = || self.ruling(context, tool).is_some_and(|ruling| ruling.refuses_at(Step::Surface));
        if self.guard().is_some() && hidden_here() && enforced!("gate.surface") {
            return Err(hidden(context, tool));
        }
        Ok(tool)
    }

    /// The tools that a call of that context can call, in the order of the table: what is denied whatever its
    /// arguments are is not among them.
    pub fn offered(&self, context: &Context) -> impl Iterator<Item = &'static Tool> {
        self.list().filter(|tool| self.ruling(context, tool).is_none_or(|ruling| ruling.verdict != Verdict::Deny))
    }

    fn ruling(&self, context: &Context, tool: &'static Tool) -> Option<Ruling> {
        let (policy, _) = self.guard()?.policy();
        policy.map(|policy| policy.rules_on(tool, context.agent(), context.surface()))
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
        let own = self.config.setting(key).filter(|setting| setting.origin.layer == Layer::Program);
        let policy = || self.guard().and_then(|guard| guard.policy().0).and_then(|policy| policy.setting(key));
        let found = own.map(|own| own.value.clone()).or_else(policy).or_else(|| self.config.get(key).cloned());
        let found = match found {
            Some(Json::Bool(true)) => return None,
            Some(value) if value.as_bool().is_some() => "it is false".to_owned(),
            Some(value) => format!("it is {value}, not a boolean"),
            None => "it is not set".to_owned(),
        };
        let text = format!("Tool '{name}' is available only when `{key}` is true in the configuration; {found}.");
        let help = format!("The operator sets `{key} = true` in {}.", self.config.origin());
        Some(ToolError::new("NotEnabled", text).suggestion(help))
    }

    #[cold]
    fn unknown(&self, name: &str) -> ToolError {
        let shown: String = name.chars().take(80).flat_map(char::escape_debug).collect();
        let error = ToolError::new("ToolNotFound", format!("Unknown tool: {shown}"));
        match nearest(name, self.list().map(|tool| tool.name)) {
            Some(near) => error.suggestion(format!("Did you mean `{near}`?")),
            None => error.suggestion("Call one of the tools that are listed."),
        }
    }
}

#[cold]
fn hidden(context: &Context, tool: &Tool) -> ToolError {
    let mut code = Object::new();
    code.insert("code", "surface.not_exposed");
    let text = format!("Tool '{}' is not exposed via the surface `{}`.", tool.name, context.surface().name());
    ToolError::new("ToolNotFound", text).context(code).suggestion("Call one of the tools that are listed.")
}
