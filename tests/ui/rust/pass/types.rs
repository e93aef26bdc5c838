// What a parameter is follows from its type, whatever it is called.
use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use schemars::JsonSchema;
use toolgen_runtime::{Table, ToolError, Tools, tool, tools};

/// An own type with the name of one of ours.
#[derive(Clone, Deserialize, Serialize, JsonSchema, PartialEq)]
struct Context {
    /// A width.
    width: u8,
    #[serde(default)]
    note: Option<String>,
}

type Call<'a> = &'a toolgen_runtime::Context;
type Perhaps = Option<Context>;

#[derive(Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Level {
    Low,
    High,
}

#[derive(Deserialize, JsonSchema)]
struct Borrowing<'a> {
    text: &'a str,
}

/// Takes all kinds.
#[tool(effect = read)]
fn all<'a>(
    call: Call<'_>,
    /// Own.
    context: Context,
    /// Perhaps.
    perhaps: Perhaps,
    /// Level.
    #[arg(default = "low")]
    level: Level,
    /// Text.
    text: &'a str,
    /// Text.
    cow: Cow<'a, str>,
    /// Path.
    path: &Path,
    /// Path.
    buffer: Option<PathBuf>,
    /// Letter.
    letter: char,
    /// Numbers.
    #[arg(length(1..=3))]
    numbers: Vec<u16>,
    /// Numbers.
    by_name: HashMap<String, f32>,
    /// Lists.
    lists: Option<BTreeMap<String, Vec<bool>>>,
    /// Borrowing.
    borrowing: Borrowing<'a>,
    /// Unsigned.
    unsigned: u64,
    /// Either.
    #[arg(default = [1, -2])]
    pair: (i64, i64),
) -> Result<Vec<String>, ToolError> {
    assert!(call.agent().is_empty());
    assert_eq!((pair, unsigned), ((1, -2), u64::MAX));
    let level = if matches!(level, Level::High) { "high" } else { "low" };
    let told = format!(
        "{} {} {level} {text} {cow} {} {buffer:?} {letter} {numbers:?} {by_name:?} {lists:?} {}",
        context.width,
        perhaps.is_some(),
        path.display(),
        borrowing.text,
    );
    Ok(vec![told])
}

/// Nothing.
#[tool(effect = read)]
fn nothing(
    /// Only for its default.
    #[arg(default = -5, range(-10..0))]
    number: i32,
) {
    assert_eq!(number, -5);
}

static TOOLS: Table = tools![all, nothing];

fn main() {
    let tools = Tools::from(&TOOLS);
    let context = toolgen_runtime::Context::new();
    let reply = tools.call_now(
        &context,
        "all",
        r#"{"context":{"width":7},"text":"a\nb","cow":"c","path":"/p","letter":"é","numbers":[1,2],
            "by_name":{"x":1.5},"lists":{"y":[true]},"borrowing":{"text":"plain"},"unsigned":18446744073709551615}"#,
    );
    assert!(reply.is_ok(), "{}", reply.to_json());
    let told = r#"["7 false low a\nb c /p None é [1, 2] {\"x\": 1.5} Some({\"y\": [true]}) plain"]"#;
    assert_eq!(reply.structured(), Some(told));
    assert!(tools.call_now(&context, "nothing", "{}").is_ok());
    let row = tools.row(TOOLS.get("all").unwrap()).unwrap();
    let required: Vec<&str> =
        row.properties().map(|(name, _)| name).filter(|name| row.requires(name)).collect();
    assert_eq!(required, ["context", "text", "cow", "path", "letter", "numbers", "by_name", "borrowing", "unsigned"]);
    assert!(row.properties().all(|(name, _)| name != "call"));
}
