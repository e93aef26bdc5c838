//! One road: a tool written as YAML and the same tool written as a `#[tool]` function have one contract digest.
//!
//! Each case is one feature of the language that both forms can express. The rows are compared too, so
//! that a difference shows where it is.

use std::collections::{BTreeMap, HashMap};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use toolgen::diag::Sources;
use toolgen_model::json::Json;
use toolgen_model::{Catalog, Row};
use toolgen_runtime::{Context, Table, Tools, tool, tools};

/// The row of the only tool of a manifest.
fn yaml(text: &str) -> Row {
    let mut sources = Sources::default();
    let file = sources.add(
        "tool.yaml",
        format!("manifestVersion: \"1\"\ntoolset: t\nversion: 1.0.0\ndescription: T.\ntools:\n{text}"),
    );
    let compiled = toolgen::compile(&sources, &[file], &[], "");
    let errors: Vec<_> = compiled.findings.iter().map(|finding| (finding.code, &finding.message)).collect();
    assert!(!compiled.rows.is_empty(), "{errors:#?}\n{text}");
    compiled.rows.into_iter().next().unwrap()
}

/// What the digest is made of, for a message that shows the difference.
fn contract(row: &Row) -> Json {
    let mut json = Json::of(row).unwrap();
    for key in ["handler", "source", "examples", "deferred"] {
        json.as_object_mut().unwrap().remove(key);
    }
    json
}

fn same(table: &'static Table, name: &str, manifest: &str) {
    let catalog: Catalog = Tools::from(table).catalog().unwrap();
    let function = catalog.get(name).unwrap();
    let manifest = yaml(manifest);
    let (ours, theirs) = (contract(function), contract(&manifest));
    // The order of keys is no part of a contract: schemars does not keep that of a struct's fields.
    assert!(ours == theirs, "{name}\nas a function: {}\nas YAML: {}", ours.pretty(), theirs.pretty());
    assert_eq!(function.digest, manifest.digest, "{name}");
    assert_eq!(function.digest, function.contract_digest(), "{name}");
}

/// Add two numbers.
#[tool(effect = read)]
fn add(
    /// First addend.
    a: i64,
    /// Second addend.
    #[arg(default = 1, range(0..=100))]
    b: i64,
) -> i64 {
    a + b
}

#[allow(clippy::too_many_arguments, reason = "one of each type")]
/// Every plain type.
///
/// With a second paragraph.
#[tool(effect = read)]
fn plain_types(
    /// A small one.
    small: u8,
    /// A signed one.
    signed: i32,
    /// A long one.
    long: u64,
    /// A float.
    float: f64,
    /// A switch.
    switch: bool,
    /// A text.
    text: String,
    /// A borrowed text.
    borrowed: &str,
    /// A path.
    path: std::path::PathBuf,
) -> String {
    format!("{small} {signed} {long} {float} {switch} {text} {borrowed} {}", path.display())
}

/// Optional and repeated ones.
#[tool(effect = read)]
fn optional_and_repeated(
    /// May be absent.
    maybe: Option<i64>,
    /// A list.
    list: Vec<String>,
    /// A list that may be absent.
    maybe_list: Option<Vec<bool>>,
    /// A map.
    map: BTreeMap<String, i64>,
) -> String {
    format!("{maybe:?} {list:?} {maybe_list:?} {map:?}")
}

/// Bounds and words.
#[tool(effect = read)]
fn bounds(
    /// A length.
    #[arg(length(1..=256))]
    title: &str,
    /// A pattern.
    #[arg(pattern = "^[a-z]+$", example = "abc")]
    slug: &str,
    /// Another name.
    #[arg(rename = "maxDepth", alias = "depth", short = 'd', default = 3)]
    max_depth: u32,
    /// A place.
    #[arg(positional = 1)]
    place: String,
) -> String {
    format!("{title}{slug}{max_depth}{place}")
}

/// What a call does and asks.
#[tool(
    name = "gmail.send",
    title = "Send mail",
    group = "mail",
    effect = write,
    open_world = true,
    idempotent = false,
    default = supervised,
    gated = "mail_permit",
    confirm = "Send to ${input.to}?",
    timeout = "20s",
    expected_seconds = 5,
    background = true,
    registry = default,
    when = "mail.enabled",
    deprecated = "use `post`",
    since = "1.2.0"
)]
async fn send(
    /// To whom.
    to: String,
) -> Result<(), String> {
    drop(to);
    Ok(())
}

/// Destroy something.
#[tool(effect = destructive, default = deny)]
fn destroy() {}

/// Nobody said what this does.
#[tool]
fn unknown_effect(_context: &Context) {}

/// How warm it is.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Unit {
    Celsius,
    Kelvin,
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Place {
    /// A town.
    town: String,
    /// Its height in metres.
    height: Option<u32>,
}

#[derive(Serialize, JsonSchema)]
struct Weather {
    /// Degrees.
    degrees: f64,
    /// What is to come.
    outlook: Vec<String>,
}

/// Nested types, known to the linked program.
#[tool(effect = read, open_world = true)]
fn weather(
    /// Where.
    place: Place,
    /// In what.
    unit: Unit,
    /// Other places.
    others: HashMap<String, Place>,
) -> Result<Weather, String> {
    drop((place, unit, others));
    Ok(Weather { degrees: 1.0, outlook: Vec::new() })
}

static TOOLS: Table = tools![add, plain_types, optional_and_repeated, bounds, send, destroy, unknown_effect, weather];

#[test]
fn defaults_and_ranges() {
    same(
        &TOOLS,
        "add",
        r"
  add:
    description: Add two numbers.
    annotations: {readOnlyHint: true}
    inputSchema:
      type: object
      required: [a]
      properties:
        a: {type: integer, description: First addend.}
        b: {type: integer, description: Second addend., default: 1, minimum: 0, maximum: 100}
    outputSchema: {type: integer}
",
    );
}

#[test]
fn plain_argument_types() {
    same(
        &TOOLS,
        "plain_types",
        r#"
  plain_types:
    description: "Every plain type.\n\nWith a second paragraph."
    annotations: {readOnlyHint: true}
    inputSchema:
      type: object
      required: [small, signed, long, float, switch, text, borrowed, path]
      properties:
        small: {type: integer, minimum: 0, maximum: 255, description: A small one.}
        signed: {type: integer, minimum: -2147483648, maximum: 2147483647, description: A signed one.}
        long: {type: integer, minimum: 0, description: A long one.}
        float: {type: number, description: A float.}
        switch: {type: boolean, description: A switch.}
        text: {type: string, description: A text.}
        borrowed: {type: string, description: A borrowed text.}
        path: {type: string, format: path, description: A path.}
"#,
    );
}

#[test]
fn optional_and_repeated_arguments() {
    same(
        &TOOLS,
        "optional_and_repeated",
        r"
  optional_and_repeated:
    description: Optional and repeated ones.
    annotations: {readOnlyHint: true}
    inputSchema:
      type: object
      required: [list, map]
      properties:
        maybe: {type: integer, description: May be absent.}
        list: {type: array, items: {type: string}, description: A list.}
        maybe_list: {type: array, items: {type: boolean}, description: A list that may be absent.}
        map: {type: object, additionalProperties: {type: integer}, description: A map.}
",
    );
}

#[test]
fn bounds_names_and_places() {
    same(
        &TOOLS,
        "bounds",
        r#"
  bounds:
    description: Bounds and words.
    annotations: {readOnlyHint: true}
    inputSchema:
      type: object
      required: [title, slug, place]
      properties:
        title: {type: string, minLength: 1, maxLength: 256, description: A length.}
        slug: {type: string, pattern: "^[a-z]+$", examples: [abc], description: A pattern.}
        maxDepth: {type: integer, minimum: 0, maximum: 4294967295, default: 3, description: Another name.}
        place: {type: string, description: A place.}
    cli:
      args:
        maxDepth: {short: d, alias: [depth]}
        place: {positional: 1}
"#,
    );
}

#[test]
fn effects_permissions_and_execution() {
    same(
        &TOOLS,
        "gmail_send",
        r#"
  gmail:
    description: Mail.
    actions:
      send:
        title: Send mail
        group: mail
        description: What a call does and asks.
        annotations: {readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: true}
        permission: {default: supervised, gated: true, gatedAs: mail_permit, confirm: "Send to ${input.to}?"}
        execution: {expectedSeconds: 5, backgroundEligible: true, timeout: 20s}
        registry: default
        when: mail.enabled
        deprecated: use `post`
        since: 1.2.0
        inputSchema:
          type: object
          required: [to]
          properties:
            to: {type: string, description: To whom.}
"#,
    );
    same(
        &TOOLS,
        "destroy",
        r"
  destroy:
    description: Destroy something.
    annotations: {destructiveHint: true}
    permission: {default: deny}
    inputSchema: {type: object, properties: {}}
",
    );
    same(
        &TOOLS,
        "unknown_effect",
        r"
  unknown_effect:
    description: Nobody said what this does.
    inputSchema: {type: object, properties: {}}
",
    );
}

#[test]
fn nested_types_of_the_linked_program() {
    same(
        &TOOLS,
        "weather",
        r"
  weather:
    description: Nested types, known to the linked program.
    annotations: {readOnlyHint: true, openWorldHint: true}
    inputSchema:
      type: object
      required: [place, unit, others]
      properties:
        place:
          type: object
          description: Where.
          required: [town]
          properties:
            town: {type: string, description: A town.}
            height:
              anyOf:
                - {type: integer, minimum: 0, maximum: 4294967295}
                - {type: 'null'}
              description: Its height in metres.
          additionalProperties: false
        unit: {type: string, enum: [celsius, kelvin], description: In what.}
        others:
          type: object
          description: Other places.
          additionalProperties:
            type: object
            required: [town]
            properties:
              town: {type: string, description: A town.}
              height:
                anyOf:
                  - {type: integer, minimum: 0, maximum: 4294967295}
                  - {type: 'null'}
                description: Its height in metres.
            additionalProperties: false
    outputSchema:
      type: object
      required: [degrees, outlook]
      properties:
        degrees: {type: number, description: Degrees.}
        outlook: {type: array, items: {type: string}, description: What is to come.}
",
    );
}
