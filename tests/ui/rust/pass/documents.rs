// Doc comments arrive as they were written: one space less a line, blank lines and code kept.
use toolgen_runtime::{Table, Tools, tool, tools};

/// First line.
///
/// ```
///     indented
/// ```
#[doc = " An attribute."]
/** A block
    of two lines. */
#[tool(effect = read, title = "Tell", group = "files", since = "1.2", registry = default)]
#[deprecated(since = "2", note = "use `other`")]
fn tell(
    /// A line.
    /// Another.
    #[arg(rename = "max-depth", alias("depth", "levels"), short = 'd', positional, example = 3)]
    depth: u8,
) -> u8 {
    depth
}

static TOOLS: Table = tools![tell];

fn main() {
    let tools = Tools::from(&TOOLS);
    let row = tools.row(TOOLS.get("tell").unwrap()).unwrap();
    let expected = "First line.\n\n```\n    indented\n```\nAn attribute.\nA block\n   of two lines.";
    assert_eq!(row.description, expected);
    assert_eq!(row.deprecated.as_deref(), Some("use `other`"));
    assert_eq!((row.title.as_deref(), row.group.as_deref()), (Some("Tell"), Some("files")));
    let (name, schema) = row.properties().next().unwrap();
    assert_eq!(name, "max-depth");
    assert_eq!(schema.get("description").unwrap().as_str(), Some("A line.\nAnother."));
    assert_eq!(schema.get("examples").unwrap().to_string(), "[3]");
    let hints = &row.arguments["max-depth"];
    assert_eq!((hints.short, hints.positional, hints.aliases.len()), (Some('d'), Some(1), 2));
    let reply = tools.call_now(&toolgen_runtime::Context::new(), "tell", r#"{"levels":4}"#);
    assert_eq!(reply.structured(), Some("4"));
}
