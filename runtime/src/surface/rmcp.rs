//! Our tools in a server built on rmcp: tools in, rmcp's routes out. Each call goes through dispatch, so
//! that a tool that is denied stays denied.

use std::future::{Future, poll_fn};
use std::pin::pin;
use std::sync::Arc;

use ::rmcp::handler::server::router::tool::ToolRoute;
use ::rmcp::handler::server::tool::ToolCallContext;
use ::rmcp::model::{CallToolResult, ContentBlock, Tool};
use toolgen_model::catalog::Row;
use toolgen_model::schema::dialect::{Dialect, project};

use crate::context::{Cancel, Context, Surface};
use crate::error::ToolError;
use crate::reply::{Body, Content, Reply, base64};
use crate::tools::Tools;

impl Tools {
    /// The tools that can be called, each as a route of its own for a `ToolRouter` of any server.
    ///
    /// # Errors
    /// `InitError` when a row cannot be completed or MCP cannot express it.
    pub fn to_rmcp<S: Send + Sync + 'static>(self: &Arc<Tools>) -> Result<Vec<ToolRoute<S>>, ToolError> {
        let route = |tool: &'static crate::tool::Tool| {
            let tools = Arc::clone(self);
            Ok(ToolRoute::new_dyn(definition(self.row(tool)?)?, move |call: ToolCallContext<'_, S>| {
                let tools = Arc::clone(&tools);
                Box::pin(async move { Ok(answer(&tools, tool.name, call).await.into()) })
            }))
        };
        self.offered(&Context::new().through(Surface::Mcp)).map(route).collect()
    }
}

/// What MCP says of the tool.
fn definition(row: &Row) -> Result<Tool, ToolError> {
    let fault = |why: &dyn std::fmt::Display| {
        ToolError::new("InitError", format!("Tool '{}' cannot be handed to rmcp: {why}", row.name))
    };
    let projection = project(row, Dialect::Mcp).map_err(|error| fault(&error))?;
    serde_json::from_str(&projection.wire.to_string()).map_err(|error| fault(&error))
}

async fn answer<S>(tools: &Tools, name: &str, call: ToolCallContext<'_, S>) -> CallToolResult {
    let arguments = match serde_json::to_string(&call.arguments.unwrap_or_default()) {
        Ok(arguments) => arguments,
        Err(error) => return CallToolResult::error(vec![ContentBlock::text(error.to_string())]),
    };
    let cancel = Cancel::new();
    let context = Context::new().through(Surface::Mcp).cancelled_by(&cancel);
    let (mut over, mut reply) =
        (pin!(call.request_context.ct.cancelled()), pin!(tools.call(&context, name, &arguments)));
    let reply = poll_fn(|polling| {
        // The client's cancellation is told on; the call then ends by itself.
        if !cancel.is_cancelled() && over.as_mut().poll(polling).is_ready() {
            cancel.cancel();
        }
        reply.as_mut().poll(polling)
    })
    .await;
    result(&reply)
}

/// A reply as MCP sends it.
fn result(reply: &Reply) -> CallToolResult {
    let content = match &reply.outcome {
        Err(error) => return CallToolResult::error(vec![ContentBlock::text(error.to_json())]),
        Ok(Body::Content(parts)) => parts.iter().map(part).collect(),
        Ok(_) => vec![ContentBlock::text(reply.text())],
    };
    let mut result = CallToolResult::success(content);
    let value = reply.structured().and_then(|text| serde_json::from_str::<serde_json::Value>(text).ok());
    result.structured_content = value.filter(serde_json::Value::is_object);
    result
}

fn part(part: &Content) -> ContentBlock {
    match part {
        Content::Text(text) => ContentBlock::text(text),
        Content::Image { data, mime_type } => ContentBlock::image(base64(data), mime_type),
        Content::Audio { data, mime_type } => ContentBlock::audio(base64(data), mime_type),
        Content::Link { uri, name } => ContentBlock::resource_link(::rmcp::model::Resource::new(uri, name)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reply::Stage;
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

    static TOOLS: crate::Table = tools![add];

    #[test]
    fn routes_carry_what_mcp_says_of_a_tool() {
        let routes = Arc::new(Tools::from(&TOOLS)).to_rmcp::<()>().unwrap();
        let tool = &routes[0].attr;
        assert_eq!((routes.len(), tool.name.as_ref()), (1, "add"));
        assert_eq!(tool.input_schema.get("required"), Some(&serde_json::json!(["a", "b"])));
        assert_eq!(tool.annotations.as_ref().and_then(|hints| hints.read_only_hint), Some(true));
    }

    #[test]
    fn replies_become_results_and_a_refusal_is_an_error() {
        let structured = result(&Reply::of(Body::Json(r#"{"n":1}"#.into())));
        assert_eq!(
            (structured.is_error, structured.structured_content),
            (Some(false), Some(serde_json::json!({"n": 1})))
        );
        assert_eq!(result(&Reply::of(Body::Json("3".into()))).structured_content, None);
        let refused = result(&Reply::failed(Stage::Gate, ToolError::new("PermissionDenied", "no")));
        assert_eq!(refused.is_error, Some(true));
        let text = refused.content[0].as_text().unwrap();
        assert!(text.text.contains("PermissionDenied"));
    }
}
