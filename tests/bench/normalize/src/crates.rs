//! Rust crates that convert schemas: tools in, their times and relations out.
//!
//! rig-core sends schemas as they are, but for the strict modes. schemars makes the schemas of types; its transforms
//! for OpenAPI 3.0 are what a program has for Gemini's `parameters`.

use rig_core::completion::{CompletionRequest, Message, ToolDefinition};
use rig_core::message::ToolName;
use rig_core::providers::anthropic::completion::CLAUDE_SONNET_4_6;
use rig_core::providers::anthropic::wire::{AnthropicConfig, Messages, ToolInputStreaming};
use rig_core::providers::openai::responses_api::ResponsesToolDefinition;
use rig_core::wire::{Body, Mode, Wire};
use schemars::Schema;
use schemars::generate::SchemaSettings;
use serde_json::Value;
use toolgen_model::Json;

use crate::clock::best;
use crate::judge::{Count, judge};
use crate::table::Row;
use crate::tools::Tool;

const RIG: &str = "rig-core 0.44.0";
const SCHEMARS: &str = "schemars 1.2.3, `openapi3`";

/// A converter: its name, its dialect, and what it makes of a schema.
type Converter = (&'static str, &'static str, fn(Value) -> Option<Value>);

const CONVERTERS: [Converter; 4] = [
    (RIG, "openai", |schema| Some(tool(schema).parameters)),
    (RIG, "openai-strict", |schema| Some(tool(schema).with_strict().parameters)),
    (RIG, "anthropic-strict", anthropic_strict),
    (SCHEMARS, "gemini-openapi", openapi),
];

pub(crate) fn rows(tools: &[Tool]) -> anyhow::Result<Vec<Row>> {
    let schemas: Vec<Value> = tools.iter().map(|tool| value(&tool.schema())).collect::<anyhow::Result<_>>()?;
    let row = |(name, dialect, convert): Converter| {
        let mut count = Count::default();
        for (tool, schema) in tools.iter().zip(&schemas) {
            let made = convert(schema.clone()).and_then(|made| Json::parse(&made.to_string()).ok());
            count.add(judge(&tool.row.input, made.as_ref(), dialect == "gemini-openapi"));
        }
        // rig-core makes this one only as a part of a whole request, whose time says nothing of a schema.
        let alone = dialect != "anthropic-strict";
        let seconds = alone.then(|| best(|| schemas.clone(), convert));
        Row { name: name.to_owned(), dialect: dialect.to_owned(), seconds, text: None, count }
    };
    Ok(CONVERTERS.into_iter().map(row).collect())
}

fn value(schema: &Json) -> anyhow::Result<Value> {
    Ok(serde_json::from_str(&schema.to_string())?)
}

fn tool(schema: Value) -> ResponsesToolDefinition {
    ResponsesToolDefinition::function("t", "d", schema)
}

fn anthropic_strict(schema: Value) -> Option<Value> {
    let mut request = CompletionRequest::new(Message::user("u"));
    request.tools.push(ToolDefinition::new(ToolName::new("t").ok()?, "d", schema));
    let messages = Messages {
        provider: AnthropicConfig::new("k"),
        model: CLAUDE_SONNET_4_6.to_owned(),
        default_max_tokens: Some(100),
        prompt_caching: false,
        static_prefix_cache_ttl: None,
        strict_tools: true,
        tool_input_streaming: ToolInputStreaming::default(),
    };
    let encoded = messages.encode(request, Mode::Unary).ok()?;
    let Body::Bytes(body) = encoded.request.into_body() else { return None };
    let body: Value = serde_json::from_slice(&body).ok()?;
    body.pointer("/tools/0/input_schema").cloned()
}

fn openapi(schema: Value) -> Option<Value> {
    let mut schema = Schema::try_from(schema).ok()?;
    for transform in &mut SchemaSettings::openapi3().transforms {
        transform.transform(&mut schema);
    }
    Some(schema.to_value())
}
