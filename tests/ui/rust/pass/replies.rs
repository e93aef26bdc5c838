// The type of what is returned decides what the reply is.
use schemars::JsonSchema;
use serde::Serialize;
use toolgen_runtime::{Body, Content, Context, Result, Table, ToolError, Tools, tool, tools};

#[derive(Serialize, JsonSchema)]
struct Point {
    x: f64,
}

type Many<T> = std::result::Result<Vec<T>, std::num::ParseIntError>;

/// Text.
#[tool(effect = read)]
fn text() -> &'static str {
    "text"
}

/// Structure.
#[tool(effect = read)]
async fn point() -> Result<Point> {
    Ok(Point { x: 0.5 })
}

/// Another result.
#[tool(effect = read)]
fn many() -> crate::Many<i64> {
    Ok(vec!["1".parse()?, "x".parse()?])
}

/// Parts.
#[tool(effect = read)]
fn parts() -> Vec<Content> {
    vec![Content::Text("a".into())]
}

/// Nothing.
#[tool(effect = read)]
fn nothing() -> std::io::Result<()> {
    Ok(())
}

/// An error of ours.
#[tool(effect = read)]
fn refused() -> Result<String> {
    Err(ToolError::new("NotFound", "gone").suggestion("look elsewhere"))
}

static TOOLS: Table = tools![text, point, many, parts, nothing, refused];

fn main() {
    let tools = Tools::from(&TOOLS);
    let call = |name| tools.call_now(&Context::new(), name, "{}").outcome;
    assert_eq!(call("text").unwrap(), Body::Text("text".into()));
    assert_eq!(call("point").unwrap(), Body::Json(r#"{"x":0.5}"#.into()));
    assert_eq!(call("many").unwrap_err().message, "invalid digit found in string");
    assert_eq!(call("parts").unwrap(), Body::Content(vec![Content::Text("a".into())]));
    assert_eq!(call("nothing").unwrap(), Body::Empty);
    assert_eq!(call("refused").unwrap_err().suggestion.as_deref(), Some("look elsewhere"));
    let output = |name| tools.row(TOOLS.get(name).unwrap()).unwrap().output.clone().map(|schema| schema.to_string());
    assert_eq!(output("text"), None);
    assert_eq!(output("nothing"), None);
    assert_eq!(output("parts"), None);
    assert!(output("point").unwrap().contains(r#""x":{"type":"number"}"#), "{:?}", output("point"));
    assert!(output("many").unwrap().contains(r#""type":"array""#));
}
