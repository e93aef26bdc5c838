//! `schema`: a JSON Schema and a strategy in; the schema as that provider takes it, and what that lost, out.

use toolgen_model::Row;
use toolgen_model::json::{Json, Object};
use toolgen_model::schema::canonical::{Fault, canonicalize_any};
use toolgen_model::schema::dialect::{Dialect, Relation, project};
use toolgen_runtime::{Result, ToolError};

use super::{Input, InputStrategy, Output, OutputLossesItem, OutputRelation};

/// Where the schema stands while it is projected: dialects take tools, and a tool's root is an object.
const PLACE: &str = "/properties/schema";

pub(crate) fn schema(input: Input) -> Result<Output> {
    let schema = Json::of(&input.schema).map_err(|error| ToolError::new("ValidationError", error.to_string()))?;
    let mut output = checked(&schema);
    match canonicalize_any(&schema) {
        Ok(_) if input.check_only => {}
        Ok(canonical) => clean(canonical, input.strategy, &mut output),
        Err(faults) => output.errors.extend(faults.iter().map(told)),
    }
    output.valid = output.errors.is_empty();
    Ok(output)
}

/// What `validate` of SchemaCleanr says.
fn checked(schema: &Json) -> Output {
    let mut output =
        Output { valid: true, errors: Vec::new(), warnings: Vec::new(), schema: None, relation: None, losses: None };
    if schema.get("type").is_none() {
        output.errors.push("the schema has no `type`; add one, for arguments `type: object`".to_owned());
    }
    if schema.get("type").and_then(Json::as_str) == Some("object") && schema.get("properties").is_none() {
        output.warnings.push("an object without `properties` takes whatever a model invents".to_owned());
    }
    output
}

fn clean(canonical: Json, strategy: InputStrategy, output: &mut Output) {
    let row = Row { name: "schema".into(), tool: "schema".into(), input: wrapped(canonical), ..Row::default() };
    let dialect = match strategy {
        InputStrategy::Gemini => Dialect::PrxGemini,
        InputStrategy::Anthropic => Dialect::PrxAnthropic,
        InputStrategy::Openai => Dialect::PrxOpenAi,
        InputStrategy::Conservative => Dialect::PrxConservative,
    };
    match project(&row, dialect) {
        Ok(projection) => {
            output.relation = Some(match projection.relation() {
                Relation::Equal => OutputRelation::Equal,
                Relation::Widened => OutputRelation::Widened,
                Relation::Narrowed => OutputRelation::Narrowed,
            });
            let losses = projection.losses.iter().map(|loss| OutputLossesItem {
                at: loss.at.strip_prefix(PLACE).unwrap_or(&loss.at).to_owned(),
                keyword: loss.keyword.to_string(),
                residual: loss.residual.to_string(),
            });
            output.losses = Some(losses.collect());
            output.schema = unwrapped(&projection.wire).and_then(|schema| serde_json::to_value(schema).ok());
        }
        Err(refusal) => output.errors.push(refusal.to_string()),
    }
}

/// A tool's root with the schema as its one property; definitions stay at the root.
fn wrapped(mut schema: Json) -> Json {
    let definitions = schema.as_object_mut().and_then(|object| object.remove("$defs"));
    let mut root = Object::new();
    root.insert("type", "object");
    root.insert("properties", Json::from([("schema", schema)]));
    root.insert("required", vec!["schema"]);
    if let Some(definitions) = definitions {
        root.insert("$defs", definitions);
    }
    Json::Object(root)
}

/// The schema back out of the root, with the definitions that are left.
fn unwrapped(wire: &Json) -> Option<Json> {
    let root = wire.get("parameters")?;
    let mut schema = root.get("properties")?.get("schema")?.clone();
    if let (Some(object), Some(definitions)) = (schema.as_object_mut(), root.get("$defs")) {
        object.insert("$defs", definitions.clone());
    }
    Some(schema)
}

fn told(fault: &Fault) -> String {
    format!("{}: {}; {}", if fault.at.is_empty() { "the schema" } else { &fault.at }, fault.message, fault.help)
}
