//! Real tools in every dialect: nothing is narrowed in silence, the provider's acceptance check passes,
//! and what comes back is valid for the original.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use jsonschema::canonical::Containment;
use toolgen_model::Row;
use toolgen_model::json::Json;
use toolgen_model::schema::canonical::canonicalize_any;
use toolgen_model::schema::dialect::{Dialect, Projection, Relation, accept, project};
use toolgen_model::schema::input::{Shape, read};
use toolgen_model::validate::is_valid;
use toolgen_tests::corpora;
use toolgen_tests::instances::{Random, instance};

/// The dialects that keep the form of arguments, but for names and text.
const LOOSE: [Dialect; 9] = [
    Dialect::Canonical,
    Dialect::Mcp,
    Dialect::Anthropic,
    Dialect::OpenAi,
    Dialect::OpenAiResponses,
    Dialect::Gemini,
    Dialect::Bedrock,
    Dialect::Mistral,
    Dialect::Groq,
];

fn plain(value: &Json) -> serde_json::Value {
    serde_json::from_str(&value.to_string()).unwrap()
}

/// The schema in an envelope.
fn schema(wire: &Json) -> Option<&Json> {
    let places = [
        "/inputSchema",
        "/input_schema",
        "/function/parameters",
        "/parameters",
        "/parametersJsonSchema",
        "/toolSpec/inputSchema/json",
    ];
    places.iter().find_map(|place| wire.pointer(place))
}

fn bundled() -> Vec<Row> {
    rows(corpora::lines(&corpora::bundled("mcp-tools").join("tools.jsonl")))
}

fn rows(lines: Vec<Json>) -> Vec<Row> {
    lines.iter().map(|line| read(line, Shape::Auto, false).unwrap().row().unwrap()).collect()
}

/// Every reference leads to a definition.
fn dangling(schema: &Json) -> Option<String> {
    let mut open = vec![schema];
    while let Some(value) = open.pop() {
        match value {
            Json::Object(object) => {
                if let Some(text) = object.get("$ref").and_then(Json::as_str)
                    && schema.pointer(text.strip_prefix('#').unwrap_or("?")).is_none()
                {
                    return Some(text.to_owned());
                }
                let data = ["default", "enum", "examples", "const"];
                open.extend(object.iter().filter(|(key, _)| !data.contains(key)).map(|(_, value)| value));
            }
            Json::Array(items) => open.extend(items),
            _ => {}
        }
    }
    None
}

#[derive(Debug, Default, PartialEq, Eq)]
struct Count {
    equal: usize,
    widened: usize,
    narrowed: usize,
    refused: usize,
}

/// Projects all rows; whatever is sent must be accepted by the dialect's own check and lead nowhere else.
fn projected(rows: &[Row], dialect: Dialect, wrong: &mut Vec<String>) -> (Count, Vec<Option<Projection>>) {
    let mut count = Count::default();
    let all = rows.iter().map(|row| match project(row, dialect) {
        Ok(projection) => {
            match projection.relation() {
                Relation::Equal => count.equal += 1,
                Relation::Widened => count.widened += 1,
                Relation::Narrowed => count.narrowed += 1,
            }
            if let Some(schema) = schema(&projection.wire) {
                let faults = accept(dialect, &[(&projection.back_map.wire_name, schema)]);
                if !faults.is_empty() {
                    wrong.push(format!("{} {}: {faults:?}", dialect.name(), row.name));
                }
                if let Some(reference) = dangling(schema) {
                    wrong.push(format!("{} {}: {reference} dangles", dialect.name(), row.name));
                }
            }
            Some(projection)
        }
        Err(_) => {
            count.refused += 1;
            None
        }
    });
    let all = all.collect();
    (count, all)
}

/// Valid for the original means valid on the wire, where arguments go as they are; what is valid on the
/// wire is valid for the original, unless something was widened.
fn instances_agree(row: &Row, sent: &Projection, dialect: Dialect, rounds: u64, wrong: &mut Vec<String>) -> usize {
    // The validator reads canonical form; `nullable` is OpenAPI's, and not read at all.
    let Some(sent_schema) = schema(&sent.wire).filter(|s| !s.to_string().contains("\"nullable\"")) else { return 0 };
    let Ok(wire) = canonicalize_any(sent_schema) else {
        wrong.push(format!("{} {}: {sent_schema} has no canonical form", dialect.name(), row.name));
        return 0;
    };
    let wire = &wire;
    let mut count = 0;
    if sent.back_map.is_identity() {
        for seed in 0..rounds {
            let value = instance(&row.input, &row.input, [0, 30][seed as usize % 2], 0, &mut Random::new(seed + 7));
            if is_valid(&row.input, &value) {
                count += 1;
                if !is_valid(wire, &value) && sent.relation() != Relation::Narrowed {
                    wrong.push(format!("{} {}: {value} is refused by {wire}", dialect.name(), row.name));
                }
            }
        }
    }
    let widened = sent.losses.iter().any(|loss| loss.relation == Relation::Widened);
    for seed in 0..rounds {
        let value = instance(wire, wire, [0, 0, 30][seed as usize % 3], 0, &mut Random::new(seed + 99));
        if !is_valid(wire, &value) {
            continue;
        }
        // Text that is no JSON does not come back, and is refused there.
        let Ok(back) = sent.back_map.apply(value.clone()) else { continue };
        count += 1;
        let texts = sent.losses.iter().any(|loss| loss.residual.starts_with("sent as text"));
        if !is_valid(&row.input, &back) && !widened && !texts {
            wrong.push(format!("{} {}: {value} came back as {back}", dialect.name(), row.name));
        }
    }
    count
}

/// Projects all rows, and looks at instances of every row in `step`.
fn all_dialects(rows: &[Row], rounds: u64, step: usize) -> (Vec<(&'static str, Count)>, usize) {
    let (mut wrong, mut counts, mut instances) = (Vec::new(), Vec::new(), 0);
    for dialect in Dialect::ALL {
        let (count, all) = projected(rows, dialect, &mut wrong);
        for (row, sent) in rows.iter().zip(&all).step_by(step) {
            let Some(sent) = sent else { continue };
            instances += instances_agree(row, sent, dialect, rounds, &mut wrong);
        }
        if LOOSE.contains(&dialect) {
            assert_eq!(count.narrowed, 0, "{}", dialect.name());
        }
        counts.push((dialect.name(), count));
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong[..wrong.len().min(12)].join("\n"));
    (counts, instances)
}

#[test]
fn bundled_tools_go_to_every_dialect_and_come_back() {
    let (counts, instances) = all_dialects(&bundled(), 24, 1);
    assert!(instances > 5_000, "{instances}");
    let equal = |name: &str| counts.iter().find(|(known, _)| *known == name).unwrap().1.equal;
    assert_eq!((equal("canonical"), equal("mcp"), equal("openai-responses")), (35, 35, 35), "{counts:#?}");
}

#[test]
fn all_mcp_tools_go_to_every_dialect_and_come_back() {
    let Some(file) = corpora::shared("corpora/mcp-tools/tools.jsonl") else { return };
    let rows = rows(corpora::lines(&file));
    let (counts, _) = all_dialects(&rows, 3, 6);
    let of = |name: &str| &counts.iter().find(|(known, _)| *known == name).unwrap().1;
    println!("{counts:#?}");
    for name in ["openai", "openai-responses", "anthropic", "mcp", "canonical"] {
        assert!(of(name).equal >= rows.len() - 2, "{name}: {:?}", of(name));
    }
    assert!(of("gemini").equal * 100 >= rows.len() * 98, "{:?}", of("gemini"));
    for name in ["openai-strict", "anthropic-strict"] {
        assert!(of(name).refused * 100 <= rows.len() * 12, "{name}: {:?}", of(name));
    }
    assert!(of("openai-strict").refused * 100 <= rows.len() * 5, "{:?}", of("openai-strict"));
}

/// What the oracle cannot decide is held by instances above.
fn oracle_agrees(rows: &[Row], dialects: &[Dialect]) -> (usize, usize) {
    let (mut proved, mut open, mut wrong) = (0, 0, Vec::new());
    for row in rows {
        let Ok(original) = jsonschema::canonicalize(&plain(&row.input)) else { continue };
        for &dialect in dialects {
            let Ok(sent) = project(row, dialect) else { continue };
            let Some(wire) = schema(&sent.wire).filter(|_| sent.back_map.is_identity()) else { continue };
            let Ok(wire) = jsonschema::canonicalize(&plain(wire)) else { continue };
            let (up, down) = (wire.covers(&original), original.covers(&wire));
            let equal = sent.relation() == Relation::Equal;
            match (up, down) {
                (Ok(Containment::No), _) => wrong.push(format!("{} {} is narrowed", dialect.name(), row.name)),
                (_, Ok(Containment::No)) if equal => {
                    wrong.push(format!("{} {} is not equal: {}", dialect.name(), row.name, sent.wire));
                }
                (Ok(Containment::Yes), Ok(Containment::Yes)) => proved += 1,
                _ => open += 1,
            }
        }
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong[..wrong.len().min(10)].join("\n"));
    (proved, open)
}

#[test]
fn an_oracle_agrees_with_the_claimed_relations() {
    let dialects = [Dialect::OpenAi, Dialect::Anthropic, Dialect::Gemini, Dialect::Mistral];
    let (proved, open) = oracle_agrees(&bundled(), &dialects);
    assert!(proved > 100, "{proved} proved, {open} open");
    if let Some(file) = corpora::shared("corpora/mcp-tools/tools.jsonl") {
        let rows: Vec<Row> = rows(corpora::lines(&file)).into_iter().step_by(3).collect();
        let (proved, open) = oracle_agrees(&rows, &dialects[..3]);
        println!("{proved} proved, {open} open");
        assert!(proved > open, "{proved} proved, {open} open");
    }
}
