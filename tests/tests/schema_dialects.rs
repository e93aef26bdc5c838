//! Real tools in every dialect: nothing is narrowed in silence, the provider's acceptance check passes,
//! and what comes back is valid for the original.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use jsonschema::canonical::Containment;
use toolgen_model::Row;
use toolgen_model::json::{Json, Object};
use toolgen_model::schema::dialect::{Dialect, Projection, Relation, accept, project};
use toolgen_model::schema::input::{Shape, read};
use toolgen_model::validate::is_valid;
use toolgen_tests::corpora;
use toolgen_tests::instances::{Random, instance};
use toolgen_tests::wire;

fn plain(value: &Json) -> serde_json::Value {
    serde_json::from_str(&value.to_string()).unwrap()
}

fn bundled() -> Vec<Row> {
    rows(corpora::lines(&corpora::bundled("mcp-tools").join("tools.jsonl")))
}

fn rows(lines: Vec<Json>) -> Vec<Row> {
    lines.iter().map(|line| read(line, Shape::Auto, false).unwrap().row().unwrap()).collect()
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
            if let Some(schema) = wire::schema(&projection.wire) {
                let faults = accept(dialect, &[(&projection.back_map.wire_name, schema)]);
                if !faults.is_empty() {
                    wrong.push(format!("{} {}: {faults:?}", dialect.name(), row.name));
                }
                if let Some(reference) = wire::dangling(schema) {
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

/// Whether an object that says nothing of other properties was sent as one that has none.
fn closed_by_reading(sent: &Projection) -> bool {
    sent.losses
        .iter()
        .any(|loss| loss.keyword == "additionalProperties" && loss.residual.starts_with("it says nothing"))
}

/// The schema with every object closed that says nothing of other properties.
fn closed(schema: &Json) -> Json {
    match schema {
        Json::Array(items) => Json::Array(items.iter().map(closed).collect()),
        Json::Object(object) => {
            let mut out: Object = object.iter().map(|(key, value)| (key, closed(value))).collect();
            let says = ["additionalProperties", "patternProperties"].iter().any(|key| out.contains_key(key));
            let names = out.get("properties").is_some_and(|all| all.as_object().is_some());
            if names && !says && out.get("type").and_then(Json::as_str) == Some("object") {
                out.insert("additionalProperties", false);
            }
            Json::Object(out)
        }
        other => other.clone(),
    }
}

/// What is valid for the original can be sent, and comes back as it was; what is valid on the wire comes back valid
/// for the original, unless something was widened.
fn instances_agree(row: &Row, sent: &Projection, dialect: Dialect, rounds: u64, wrong: &mut Vec<String>) -> usize {
    let Some(schema) = wire::schema(&sent.wire) else { return 0 };
    let Some(wire) = &wire::standard(schema) else {
        wrong.push(format!("{} {}: {schema} has no canonical form", dialect.name(), row.name));
        return 0;
    };
    let mut count = 0;
    let original = if closed_by_reading(sent) { closed(&row.input) } else { row.input.clone() };
    // Null and absent are one where null is the default.
    let alike = sent.losses.iter().any(|loss| loss.residual.ends_with("since null is its default"));
    for seed in 0..rounds {
        let value = instance(&original, &original, [0, 30][seed as usize % 2], 0, &mut Random::new(seed + 7));
        if is_valid(&original, &value) {
            count += 1;
            let out = sent.back_map.send(&value);
            if !is_valid(wire, &out) {
                wrong.push(format!("{} {}: {value} as {out} is refused by {wire}", dialect.name(), row.name));
            }
            match sent.back_map.apply(out) {
                Ok(back) if back == value || (alike && is_valid(&row.input, &back)) => {}
                back => wrong.push(format!("{} {}: {value} came back as {back:?}", dialect.name(), row.name)),
            }
        }
    }
    let widened = sent.losses.iter().any(|loss| loss.relation == Relation::Widened);
    for seed in 0..rounds {
        let value = instance(wire, wire, [0, 0, 30][seed as usize % 3], 0, &mut Random::new(seed + 99));
        if !is_valid(wire, &value) {
            continue;
        }
        // A key that comes twice does not come back, and is refused there.
        let Ok(back) = sent.back_map.apply(value.clone()) else { continue };
        count += 1;
        if !is_valid(&row.input, &back) && !widened {
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
        assert_eq!(count.narrowed, 0, "{}", dialect.name());
        counts.push((dialect.name(), count));
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong[..wrong.len().min(12)].join("\n"));
    (counts, instances)
}

/// What becomes of the tools: dialect, equal, widened, refused. Nothing is narrowed anywhere.
type Table = &'static [(&'static str, usize, usize, usize)];

const BUNDLED: Table = &[
    ("canonical", 35, 0, 0),
    ("mcp", 35, 0, 0),
    ("mcp-2025-06-18", 35, 0, 0),
    ("mcp-2025-11-25", 35, 0, 0),
    ("mcp-2026-07-28", 35, 0, 0),
    ("anthropic", 35, 0, 0),
    ("anthropic-strict", 24, 11, 0),
    ("openai", 35, 0, 0),
    ("openai-responses", 35, 0, 0),
    ("openai-strict", 31, 4, 0),
    ("gemini", 34, 1, 0),
    ("gemini-openapi", 19, 16, 0),
    ("bedrock", 35, 0, 0),
    ("mistral", 35, 0, 0),
    ("xai", 35, 0, 0),
    ("groq", 35, 0, 0),
    ("moonshot", 28, 7, 0),
    ("ollama", 23, 12, 0),
    ("llamacpp", 32, 3, 0),
    ("text", 0, 35, 0),
    ("anima-mcp", 23, 12, 0),
    ("prx-gemini", 14, 21, 0),
    ("prx-anthropic", 35, 0, 0),
    ("prx-openai", 35, 0, 0),
    ("prx-conservative", 21, 14, 0),
];
const ALL: Table = &[
    ("canonical", 934, 0, 0),
    ("mcp", 934, 0, 0),
    ("mcp-2025-06-18", 934, 0, 0),
    ("mcp-2025-11-25", 934, 0, 0),
    ("mcp-2026-07-28", 934, 0, 0),
    ("anthropic", 934, 0, 0),
    ("anthropic-strict", 604, 330, 0),
    ("openai", 934, 0, 0),
    ("openai-responses", 934, 0, 0),
    ("openai-strict", 908, 26, 0),
    ("gemini", 930, 4, 0),
    ("gemini-openapi", 731, 203, 0),
    ("bedrock", 934, 0, 0),
    ("mistral", 903, 31, 0),
    ("xai", 903, 31, 0),
    ("groq", 934, 0, 0),
    ("moonshot", 814, 120, 0),
    ("ollama", 579, 355, 0),
    ("llamacpp", 840, 94, 0),
    ("text", 0, 934, 0),
    ("anima-mcp", 731, 203, 0),
    ("prx-gemini", 447, 487, 0),
    ("prx-anthropic", 903, 31, 0),
    ("prx-openai", 934, 0, 0),
    ("prx-conservative", 738, 196, 0),
];

fn assert_table(counts: &[(&'static str, Count)], table: Table) {
    let of = |(name, count): &(&'static str, Count)| (*name, count.equal, count.widened, count.refused);
    let found: Vec<(&str, usize, usize, usize)> = counts.iter().map(of).collect();
    let lines: Vec<String> = found.iter().map(|line| format!("    {line:?},")).collect();
    assert_eq!(found, table, "update the table where this is meant:\n{}", lines.join("\n"));
}

#[test]
fn bundled_tools_go_to_every_dialect_and_come_back() {
    let (counts, instances) = all_dialects(&bundled(), 24, 1);
    assert!(instances > 5_000, "{instances}");
    assert_table(&counts, BUNDLED);
}

#[test]
fn all_mcp_tools_go_to_every_dialect_and_come_back() {
    let Some(file) = corpora::shared("corpora/mcp-tools/tools.jsonl") else { return };
    let rows = rows(corpora::lines(&file));
    let (counts, instances) = all_dialects(&rows, 3, 6);
    assert!(instances > 5_000, "{instances}");
    assert_table(&counts, ALL);
    let refused: usize = counts.iter().map(|(_, count)| count.refused).sum();
    assert_eq!(refused, 0, "a request with any of these tools is sent everywhere");
}

#[test]
fn what_is_over_a_budget_goes_in_another_form_and_comes_back() {
    let Some(file) = corpora::shared("corpora/mcp-tools/tools.jsonl") else { return };
    let forms = ["sent as text: a JSON object", "`more_properties`", "since null is its default", "in the property"];
    let (mut wrong, mut tools, mut instances) = (Vec::new(), 0, 0);
    for row in rows(corpora::lines(&file)) {
        for dialect in [Dialect::AnthropicStrict, Dialect::OpenAiStrict] {
            let sent = project(&row, dialect).unwrap();
            if sent.losses.iter().any(|loss| forms.iter().any(|form| loss.residual.contains(form))) {
                tools += 1;
                instances += instances_agree(&row, &sent, dialect, 30, &mut wrong);
            }
        }
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong[..wrong.len().min(12)].join("\n"));
    assert!(tools > 90 && instances > 3_000, "{tools} tools, {instances} instances");
}

/// What the oracle cannot decide is held by instances above.
fn oracle_agrees(rows: &[Row], dialects: &[Dialect]) -> (usize, usize) {
    let (mut proved, mut open, mut wrong) = (0, 0, Vec::new());
    for row in rows {
        let Ok(original) = jsonschema::canonicalize(&plain(&row.input)) else { continue };
        for &dialect in dialects {
            let Ok(sent) = project(row, dialect) else { continue };
            let Some(wire) = wire::schema(&sent.wire).filter(|_| sent.back_map.is_identity()) else { continue };
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
