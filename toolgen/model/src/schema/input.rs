//! Input shapes: a tool definition in any provider's form in, its name, description and raw schema out.
//!
//! | shape | where the schema stands |
//! |---|---|
//! | MCP | `inputSchema` |
//! | Anthropic | `input_schema`, which wins over `parameters` |
//! | OpenAI | `function.parameters`, or `parameters` |
//! | Gemini | `parametersJsonSchema`, or `parameters` with its own types |
//! | Bedrock | `toolSpec.inputSchema.json` |
//! | a schema | the object itself |
//! | a row of a collection | `tool` or `schema` |

use std::borrow::Cow;

use crate::catalog::Row;
use crate::json::{Json, Object, Word, WordSet};
use crate::schema::Place;
use crate::schema::canonical::{Fault, Root, settled};

mod leniency;
mod list;
mod openapi;

pub use leniency::Leniency;
pub use list::tools;

/// The form of a tool definition.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Shape {
    /// Whichever fits
    #[default]
    Auto,
    /// `inputSchema`
    Mcp,
    /// `input_schema`
    Anthropic,
    /// `function.parameters` or `parameters`
    OpenAi,
    /// `parametersJsonSchema` or `parameters` with types of OpenAPI
    Gemini,
    /// `toolSpec.inputSchema.json`
    Bedrock,
    /// A JSON Schema
    Schema,
}

impl Shape {
    /// All shapes.
    pub const ALL: [Shape; 7] =
        [Shape::Auto, Shape::Mcp, Shape::Anthropic, Shape::OpenAi, Shape::Gemini, Shape::Bedrock, Shape::Schema];

    /// The name that `--from` takes.
    pub fn name(self) -> &'static str {
        match self {
            Shape::Auto => "auto",
            Shape::Mcp => "mcp",
            Shape::Anthropic => "anthropic",
            Shape::OpenAi => "openai",
            Shape::Gemini => "gemini",
            Shape::Bedrock => "bedrock",
            Shape::Schema => "schema",
        }
    }

    /// The shape of that name.
    pub fn from_name(name: &str) -> Option<Shape> {
        Shape::ALL.into_iter().find(|shape| shape.name() == name)
    }
}

/// A tool as it was defined.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tool {
    /// Its name; a bare schema without one is called `tool`
    pub name: String,
    /// A name for people
    pub title: Option<String>,
    /// What it does
    pub description: String,
    /// The schema of the arguments, as it was written
    pub schema: Json,
    /// The schema of the reply, where there is one
    pub output: Option<Json>,
    /// What was put right, where leniency was asked for
    pub leniencies: Vec<Leniency>,
    /// Where the schema stands in what came in
    pub at: String,
}

/// Why something is no tool.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InputFault {
    /// A short name of the reason
    pub code: &'static str,
    /// RFC 6901 pointer into what came in
    pub at: String,
    /// What is wrong, and what to do
    pub message: String,
}

fn fault(code: &'static str, at: &str, message: impl Into<String>) -> InputFault {
    InputFault { code, at: at.to_owned(), message: message.into() }
}

/// Reads one tool. With `lenient`, type names of other languages (`dict`, `float`, `tuple`, `any`, …) are
/// put right and listed.
///
/// # Errors
/// One that says which forms there are, when none fits.
pub fn read(value: &Json, shape: Shape, lenient: bool) -> Result<Tool, InputFault> {
    Ok(find(value, shape, &Place::Root, 3)?.tool().relaxed(lenient))
}

/// The same for a definition that nobody else needs: what is worked on is copied where others have it, too.
///
/// # Errors
/// As [`read`].
pub fn read_owned(value: Json, shape: Shape, lenient: bool) -> Result<Tool, InputFault> {
    read(&value, shape, lenient)
}

/// A tool in what came in.
struct Found<'j> {
    name: String,
    title: Option<String>,
    description: String,
    /// As it stands at the place, or put into standard form
    schema: Cow<'j, Json>,
    output: Option<&'j Json>,
    at: String,
}

impl Found<'_> {
    fn tool(self) -> Tool {
        Tool {
            name: self.name,
            title: self.title,
            description: self.description,
            schema: self.schema.into_owned(),
            output: self.output.cloned(),
            leniencies: Vec::new(),
            at: self.at,
        }
    }
}

impl Tool {
    fn relaxed(mut self, lenient: bool) -> Tool {
        if lenient {
            self.schema = leniency::relaxed(&self.schema, &mut self.leniencies);
        }
        self
    }

    /// The tool as a row, with its schemas in canonical form.
    ///
    /// # Errors
    /// Every fault of the schemas; the pointers lead into what came in.
    pub fn row(&self) -> Result<Row, Vec<Fault>> {
        self.clone().into_row()
    }

    /// The same for a tool that is not needed any more, which saves the copy.
    ///
    /// # Errors
    /// As [`Tool::row`].
    pub fn into_row(self) -> Result<Row, Vec<Fault>> {
        let below = |fault: Fault| Fault { at: format!("{}{}", self.at, fault.at), ..fault };
        let input =
            settled(self.schema, Root::Object).map_err(|faults| faults.into_iter().map(below).collect::<Vec<_>>())?;
        let output = self.output.map(|output| settled(output, Root::Any)).transpose()?;
        Ok(Row {
            name: self.name.clone(),
            tool: self.name,
            title: self.title,
            description: self.description,
            input,
            output,
            ..Row::default()
        })
    }
}

/// What tells a schema from a tool.
const OF_SCHEMAS: WordSet = WordSet::named(&[
    "$schema",
    "$ref",
    "$defs",
    "definitions",
    "type",
    "properties",
    "anyOf",
    "oneOf",
    "allOf",
    "enum",
    "const",
    "additionalProperties",
    "patternProperties",
    "required",
    "if",
    "not",
    "$id",
]);

/// What stands in an object under the keys that some shape has.
#[derive(Default)]
struct Parts<'j> {
    tool: Option<&'j Json>,
    tool_spec: Option<&'j Json>,
    function: Option<&'j Json>,
    function_declarations: [Option<&'j Json>; 2],
    input_schema: [Option<&'j Json>; 2],
    parameters_json_schema: [Option<&'j Json>; 2],
    parameters: Option<&'j Json>,
    schema: Option<&'j Json>,
    name: Option<&'j Json>,
    annotations: Option<&'j Json>,
    output_schema: Option<&'j Json>,
}

impl<'j> Parts<'j> {
    fn of(object: &'j Object) -> Parts<'j> {
        let mut parts = Parts::default();
        for (key, value) in object.iter() {
            let part = match key {
                "tool" => &mut parts.tool,
                "toolSpec" => &mut parts.tool_spec,
                "function" => &mut parts.function,
                "functionDeclarations" => &mut parts.function_declarations[0],
                "function_declarations" => &mut parts.function_declarations[1],
                "inputSchema" => &mut parts.input_schema[0],
                "input_schema" => &mut parts.input_schema[1],
                "parametersJsonSchema" => &mut parts.parameters_json_schema[0],
                "parameters_json_schema" => &mut parts.parameters_json_schema[1],
                "parameters" => &mut parts.parameters,
                "schema" => &mut parts.schema,
                "name" => &mut parts.name,
                "annotations" => &mut parts.annotations,
                "outputSchema" => &mut parts.output_schema,
                _ => continue,
            };
            *part = Some(value);
        }
        parts
    }

    fn with(&self, object: &Object, schema: Cow<'j, Json>, at: &Place<'_>) -> Found<'j> {
        let annotated = || self.annotations.and_then(|annotations| annotations.as_object()?.at(Word::Title));
        let name = self.name.and_then(text).or_else(|| object.at(Word::OldId).and_then(text));
        Found {
            name: name.unwrap_or_else(|| "tool".to_owned()),
            title: object.at(Word::Title).and_then(text).or_else(|| annotated().and_then(text)),
            description: object.at(Word::Description).and_then(text).unwrap_or_default(),
            schema,
            output: self.output_schema.filter(|output| output.as_object().is_some()),
            at: at.pointer(),
        }
    }
}

fn find<'j>(value: &'j Json, shape: Shape, at: &Place<'_>, depth: usize) -> Result<Found<'j>, InputFault> {
    let Some(object) = value.as_object() else {
        if let (Shape::Auto | Shape::Schema, Json::Bool(_)) = (shape, value) {
            return Ok(bare(value, None, at));
        }
        let message = format!("a tool or a schema is an object, and this is {}", value.type_name());
        return Err(fault("not-an-object", &at.pointer(), message));
    };
    let wants = |one: Shape| shape == Shape::Auto || shape == one;
    let parts = Parts::of(object);
    let words = object.words();
    if depth > 0 && !words.has(Word::Properties) {
        let inner = [
            ("tool", parts.tool, Shape::Auto),
            ("toolSpec", parts.tool_spec, Shape::Bedrock),
            ("function", parts.function, Shape::OpenAi),
        ];
        for (key, inner, of) in inner {
            if let Some(inner) = inner.filter(|inner| inner.as_object().is_some() && (of == Shape::Auto || wants(of))) {
                let inside = if of == Shape::Auto { shape } else { of };
                return find(inner, inside, &at.key(key), depth - 1);
            }
        }
        let keys = ["functionDeclarations", "function_declarations"];
        for (key, all) in keys.into_iter().zip(parts.function_declarations).filter(|_| wants(Shape::Gemini)) {
            if let Some([only]) = all.and_then(Json::as_array) {
                return find(only, Shape::Gemini, &at.key(key).item(0), depth - 1);
            }
        }
    }
    let named = |key: &str, schema: Cow<'j, Json>| parts.with(object, schema, &at.key(key));
    if let Some(schema) = parts.input_schema[0].filter(|_| wants(Shape::Mcp) || shape == Shape::Bedrock) {
        if let Some(json) = schema.get("json").filter(|_| schema.as_object().is_some_and(|o| o.len() == 1)) {
            return Ok(parts.with(object, Cow::Borrowed(json), &at.key("inputSchema").key("json")));
        }
        return Ok(named("inputSchema", Cow::Borrowed(schema)));
    }
    if let Some(schema) = parts.input_schema[1].filter(|_| wants(Shape::Anthropic)) {
        return Ok(named("input_schema", Cow::Borrowed(schema)));
    }
    let keys = ["parametersJsonSchema", "parameters_json_schema"];
    for (key, schema) in keys.into_iter().zip(parts.parameters_json_schema).filter(|_| wants(Shape::Gemini)) {
        if let Some(schema) = schema {
            return Ok(named(key, Cow::Borrowed(schema)));
        }
    }
    let is_schema = words.meets(OF_SCHEMAS);
    let is_function = object.at(Word::Type).and_then(Json::as_str) == Some("function");
    if (wants(Shape::OpenAi) || shape == Shape::Gemini) && (!is_schema || is_function || shape != Shape::Auto) {
        match parts.parameters {
            Some(schema) if shape == Shape::Gemini || openapi::is_openapi(schema) => {
                return Ok(named("parameters", Cow::Owned(openapi::standard(schema))));
            }
            Some(Json::Null) => return Ok(named("parameters", Cow::Owned(Json::Object(Object::new())))),
            Some(schema) => return Ok(named("parameters", Cow::Borrowed(schema))),
            None => {}
        }
    }
    if let Some(schema) = parts.schema.filter(|_| depth > 0 && !is_schema && wants(Shape::Schema)) {
        return Ok(named("schema", Cow::Borrowed(schema)));
    }
    if shape == Shape::Schema || wants(Shape::Schema) && (is_schema && !is_function || object.is_empty()) {
        return Ok(bare(value, Some(object), at));
    }
    if parts.name.and_then(Json::as_str).is_some() && shape != Shape::Schema {
        // A tool without parameters has no schema at Gemini, and may have none at OpenAI.
        return Ok(parts.with(object, Cow::Owned(Json::Object(Object::new())), at));
    }
    let message = format!(
        "this is no tool{}; expected `inputSchema`, `input_schema`, `function.parameters`, `parameters`, `parametersJsonSchema`, `toolSpec` or a JSON Schema, and found {}",
        if shape == Shape::Auto { String::new() } else { format!(" of the form {}", shape.name()) },
        if object.is_empty() { "no keys".to_owned() } else { object.keys().take(8).collect::<Vec<_>>().join(", ") },
    );
    Err(fault("unknown-shape", &at.pointer(), message))
}

fn text(value: &Json) -> Option<String> {
    value.as_str().map(str::to_owned)
}

fn bare<'j>(value: &'j Json, object: Option<&Object>, at: &Place<'_>) -> Found<'j> {
    let name = object.and_then(|object| object.get("name")).and_then(text);
    Found {
        name: name.unwrap_or_else(|| "tool".to_owned()),
        title: None,
        description: object.and_then(|object| object.at(Word::Description)).and_then(text).unwrap_or_default(),
        schema: Cow::Borrowed(value),
        output: None,
        at: at.pointer(),
    }
}

#[cfg(test)]
mod tests;
