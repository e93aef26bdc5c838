//! Our tools in a program built on rig: tools in, rig's dynamic tools out. Each call goes through
//! dispatch, so that a tool that is denied stays denied.

use std::sync::Arc;

use ::rig_core::message::{ToolName, ToolResultContent};
use ::rig_core::tool::{DynamicTool, ToolErrorKind, ToolExecutionError, ToolOutput};

use crate::context::Context;
use crate::error::ToolError;
use crate::reply::{Body, Content, Reply, Stage};
use crate::tools::Tools;

impl Tools {
    /// The tools that can be called, each as a rig tool of its own.
    ///
    /// # Errors
    /// `InitError` when a row cannot be completed.
    pub fn to_rig(self: &Arc<Tools>) -> Result<Vec<DynamicTool>, ToolError> {
        let fault = |name: &str, why: &dyn std::fmt::Display| {
            ToolError::new("InitError", format!("Tool '{name}' cannot be handed to rig: {why}"))
        };
        let mut all = Vec::new();
        for tool in self.offered(&Context::new()) {
            let row = self.row(tool)?;
            let name = ToolName::new(tool.name).map_err(|error| fault(tool.name, &error))?;
            let input = serde_json::from_str(&row.input.to_string()).map_err(|error| fault(tool.name, &error))?;
            let tools = Arc::clone(self);
            all.push(DynamicTool::new(name, row.description.clone(), input, move |arguments| {
                let tools = Arc::clone(&tools);
                Box::pin(async move {
                    let reply = tools.call(&Context::new(), tool.name, &arguments.to_string()).await;
                    output(&reply)
                })
            }));
        }
        Ok(all)
    }
}

/// A reply as rig gives it to the model.
fn output(reply: &Reply) -> Result<ToolOutput, ToolExecutionError> {
    match &reply.outcome {
        Ok(Body::Json(text)) => match serde_json::from_str(text) {
            Ok(value) => Ok(ToolOutput::json(value)),
            Err(_) => Ok(ToolOutput::text(text)),
        },
        Ok(Body::Content(parts)) if !parts.is_empty() => ToolOutput::content(parts.iter().map(part).collect()),
        Ok(_) => Ok(ToolOutput::text(reply.text())),
        Err(error) => Err(failure(reply.stage, error)),
    }
}

fn failure(stage: Stage, error: &ToolError) -> ToolExecutionError {
    let kind = match (stage, error.error_type.as_ref()) {
        (Stage::Gate, _) => return ToolExecutionError::refused(&error.message).with_model_feedback(error.to_json()),
        (Stage::Find, _) => ToolErrorKind::NotFound,
        (Stage::Decode, _) => ToolErrorKind::InvalidArgs,
        (Stage::Interrupted, _) => ToolErrorKind::Cancelled,
        (Stage::Call, "ToolTimeout") => ToolErrorKind::Timeout,
        (Stage::Call, _) => ToolErrorKind::Other,
    };
    ToolExecutionError::new(kind, &error.message).with_model_feedback(error.to_json())
}

fn part(part: &Content) -> ToolResultContent {
    // Rig's images need a known media type; what it has no part for is described.
    match part {
        Content::Text(text) => ToolResultContent::text(text),
        other => ToolResultContent::text(Reply::of(Body::Content(vec![other.clone()])).text()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::executor::block_on;
    use crate::{tool, tools};

    /// Add two numbers.
    #[tool(effect = read)]
    fn add(
        /// First addend.
        a: i64,
        /// Second addend.
        b: i64,
    ) -> i64 {
        a + b
    }

    /// Destroy everything.
    #[tool(effect = destructive)]
    fn destroy() -> &'static str {
        "gone"
    }

    static TOOLS: crate::Table = tools![add, destroy];

    #[test]
    fn rig_calls_go_through_dispatch_and_a_refusal_stays_one() {
        let tools = Arc::new(Tools::from(&TOOLS)).to_rig().unwrap();
        let execute = |at: usize, text: &str| block_on(tools[at].execute(serde_json::from_str(text).unwrap()));
        assert_eq!(tools[0].name(), &ToolName::new("add").unwrap());
        assert_eq!(execute(0, r#"{"a":1,"b":2}"#).unwrap().as_json(), Some(&serde_json::json!(3)));
        let error = execute(0, r#"{"a":1,"c":2}"#).unwrap_err();
        assert!(error.kind() == ToolErrorKind::InvalidArgs && error.model_feedback().unwrap().contains("/b"));
        let error = execute(1, "{}").unwrap_err();
        assert!(error.is_refusal() && error.model_feedback().unwrap().contains("PermissionDenied"));
    }
}
