//! Reported faults of converters: a schema with what each provider's form of it must look like in, the clauses
//! that do not hold out. Whatever a case expects is checked; a clause that nothing checks fails.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use toolgen_model::json::{Json, Object};
use toolgen_model::schema::call::receive;
use toolgen_model::schema::canonical::canonicalize_any;
use toolgen_model::schema::dialect::{Dialect, Projection, Relation, accept, project};
use toolgen_model::schema::input::{Shape, read};
use toolgen_model::schema::plan::plan;
use toolgen_model::validate::is_valid;
use toolgen_model::{Row, json};
use toolgen_tests::corpora;
use toolgen_tests::wire;

/// The dialects that a target names; `*` are all but those whose losses are their purpose.
fn targets(name: &str) -> Vec<Dialect> {
    let one = match name {
        "*" => {
            let loses = |d: &Dialect| matches!(d, Dialect::Text | Dialect::AnimaMcp) || d.name().starts_with("prx-");
            return Dialect::ALL.into_iter().filter(|dialect| !loses(dialect)).collect();
        }
        "gemini.parameters" => Dialect::GeminiOpenApi,
        "gemini.parametersJsonSchema" => Dialect::Gemini,
        "openai.strict" => Dialect::OpenAiStrict,
        "openai.responses" => Dialect::OpenAiResponses,
        "anthropic.strict" => Dialect::AnthropicStrict,
        "mcp-2026" => Dialect::Mcp20260728,
        name => Dialect::from_name(name).unwrap_or_else(|| panic!("no dialect is called {name}")),
    };
    vec![one]
}

/// A case as it goes to one dialect.
struct Sent<'c> {
    case: &'c Json,
    row: &'c Row,
    dialect: Dialect,
    projection: Projection,
}

impl Sent<'_> {
    fn schema(&self) -> &Json {
        wire::schema(&self.projection.wire).unwrap_or(&Json::Null)
    }

    /// The keys of all schemas in it, by position.
    fn has_key(&self, key: &str) -> bool {
        wire::schemas(self.schema()).iter().any(|(_, schema)| schema.contains_key(key))
    }

    fn at(&self, pointer: &str) -> Option<&Json> {
        wire::followed(self.schema(), pointer)
    }

    /// Whether every valid value goes out and comes back as it was.
    fn comes_back(&self) -> bool {
        instances(self.case, "valid").all(|value| {
            let sent = self.projection.back_map.send(value);
            self.projection.back_map.apply(sent).as_ref() == Ok(value)
        })
    }
}

fn instances<'c>(case: &'c Json, key: &str) -> impl Iterator<Item = &'c Json> {
    case.get(key).and_then(Json::as_array).unwrap_or_default().iter()
}

fn texts(value: &Json) -> Vec<&str> {
    value.as_array().unwrap_or_default().iter().filter_map(Json::as_str).collect()
}

/// The tool of a case: its name, its description where the case has one, and its schema.
fn tool(case: &Json, name: &str) -> Json {
    let mut tool = Object::from_iter([("name", name)]);
    if let Some(text) = case.pointer("/request/description") {
        tool.insert("description", text.clone());
    }
    tool.insert("inputSchema", case.get("schema").unwrap().clone());
    Json::Object(tool)
}

/// The row, or the reason why there is none.
fn row(case: &Json, name: &str, lenient: bool) -> Result<Row, String> {
    let tool = read(&tool(case, name), Shape::Auto, lenient).map_err(|fault| fault.message)?;
    tool.into_row().map_err(|faults| faults.iter().map(|fault| fault.message.as_str()).collect::<Vec<_>>().join("; "))
}

/// What a refusal says, for each name of an error.
fn says(error: &str, code: &str, message: &str) -> bool {
    let parts: &[&str] = match error {
        "unresolved-ref" => &["leads to no schema", "nothing is fetched"],
        "ref-cycle" => &["leads back to itself"],
        "dynamic-ref-or-duplicate-id" => &["call themselves the same", "means something else"],
        "unknown-type" => &["is no type"],
        "optional>24" => return code == "optional",
        "union>16" => return code == "unions",
        "depth>10" => return code == "depth",
        other => return code == other,
    };
    parts.iter().any(|part| message.contains(part))
}

/// Whether what is sent is within the limits of one schema.
fn is_within(dialect: Dialect, sent: &Projection) -> bool {
    wire::schema(&sent.wire).is_some_and(|schema| accept(dialect, &[(&sent.back_map.wire_name, schema)]).is_empty())
}

/// The names under which a case has its tool.
fn names(case: &Json) -> Vec<String> {
    match case.get("name") {
        Some(Json::Array(names)) => names.iter().filter_map(|name| name.as_str().map(str::to_owned)).collect(),
        Some(Json::String(name)) => vec![name.to_string()],
        _ => vec!["t".to_owned()],
    }
}

/// Clauses about a whole request, or about what is no tool; `None` for all others.
fn of_the_request(case: &Json, key: &str, asked: &Json, clause: &Json, dialect: Dialect) -> Option<bool> {
    let row = |name: &str| row(case, name, false);
    Some(match key {
        "error" if clause.get("tools_max").is_some() => {
            let count = case.pointer("/request/tools").and_then(Json::as_u64).unwrap();
            let rows: Vec<Row> = (0..count).map(|n| row(&format!("t{n}")).unwrap()).collect();
            let planned = plan(&rows, dialect);
            planned.totals.refused == 1 && planned.totals.sent as u64 == count - 1
        }
        "tools_max" | "no_network" | "terminates" => true,
        "error" | "budget_error" | "diagnose" => match row(&names(case)[0]) {
            Err(message) => says(asked.as_str().unwrap(), "", &message),
            Ok(row) => match project(&row, dialect) {
                Err(refusal) => says(asked.as_str().unwrap(), refusal.code, &refusal.message),
                // Whoever has a form that is within the budget need not refuse.
                Ok(sent) => key == "budget_error" && is_within(dialect, &sent),
            },
        },
        "lenient_fix" => {
            let row = self::row(case, "t", true).unwrap();
            let property = |name: &str| row.input.pointer(&format!("/properties/{name}")).unwrap().clone();
            let is = |name: &str, of: &str| property(name).get("type").and_then(Json::as_str) == Some(of);
            is("x", "number") && is("t", "array") && property("a").get("type").is_none()
        }
        "distinct_names" => {
            let rows: Vec<Row> = names(case).iter().map(|name| row(name).unwrap()).collect();
            let planned = plan(&rows, dialect);
            let home = |row: &Row| planned.tools.iter().any(|tool| tool.name == row.name && tool.outcome.is_ok());
            rows.iter().all(home) && planned.totals.sent == rows.len()
        }
        "empty_description" => {
            let row = Row { description: String::new(), ..row("t").unwrap() };
            project(&row, dialect).unwrap().wire.pointer("/toolSpec/description").is_none()
        }
        "error_or_widen" | "error_or_backmap" if row("t").is_ok_and(|row| project(&row, dialect).is_err()) => true,
        _ => return None,
    })
}

/// Whether a clause holds; `None` when nothing checks it.
fn holds(sent: &Sent<'_>, key: &str, asked: &Json, clause: &Json) -> Option<bool> {
    let projection = &sent.projection;
    let text = asked.as_str().unwrap_or_default();
    let back = |value: &Json| projection.back_map.apply(value.clone());
    Some(match key {
        "rel" => projection.relation().name() == text,
        "rel_not" => projection.relation().name() != text,
        "residual" => texts(asked).iter().all(|entry| {
            let (what, at) = entry.split_once(" at ").unwrap();
            let keyword = what.split(':').next().unwrap();
            projection.losses.iter().any(|loss| {
                loss.keyword == keyword
                    && loss.at == at
                    && loss.relation == Relation::Widened
                    && !loss.residual.is_empty()
            })
        }),
        "error_or_widen" => projection.relation() == Relation::Widened,
        "error_or_backmap" => !projection.back_map.is_identity() && sent.comes_back(),
        "no_key" => texts(asked).iter().all(|key| !sent.has_key(key)),
        "no_key_at" => texts(asked).iter().all(|at| sent.schema().pointer(at).is_none()),
        "keeps_key_at" => texts(asked).iter().all(|at| sent.schema().pointer(at).is_some()),
        "keeps_property" => texts(asked).iter().all(|entry| {
            let (at, name) = entry.split_once(':').unwrap_or(("", entry));
            sent.at(at).and_then(|schema| schema.get("properties")?.get(name)).is_some()
        }),
        "has_items" => sent.at(text).is_some_and(|schema| schema.get("items").is_some()),
        "no_dangling_ref" => wire::dangling(sent.schema()).is_none(),
        "ref_only" => wire::references(sent.schema()).iter().all(|reference| reference.starts_with(text)),
        "inlined" => wire::references(sent.schema()).is_empty(),
        "keeps_recursion" => !wire::references(sent.schema()).is_empty() && sent.comes_back(),
        "bounded_unroll_or_widen" => wire::references(sent.schema()).is_empty(),
        "defs_only_root" => {
            wire::schemas(sent.schema()).iter().all(|(at, s)| at.is_empty() || !s.contains_key("$defs"))
        }
        "want" => asked.as_object().unwrap().iter().all(|(at, value)| {
            let dropped = clause.get("or_drop").is_some() && sent.schema().pointer(at).is_none();
            dropped || sent.schema().pointer(at) == Some(value)
        }),
        "or_drop" => true,
        "wire" => asked.as_object().unwrap().iter().all(|(key, value)| projection.wire.get(key) == Some(value)),
        "root_no" => texts(asked).iter().all(|key| sent.schema().get(key).is_none()),
        "merged_discriminator" => asked
            .as_object()
            .unwrap()
            .iter()
            .all(|(name, values)| sent.schema().pointer(&format!("/properties/{name}/enum")) == Some(values)),
        "merge_allof" => !sent.has_key("allOf") && projection.relation() == Relation::Equal,
        "nullable_at" => sent.at(text).is_some_and(wire::takes_null),
        "nullable" => sent.at("/properties/v").is_some_and(wire::takes_null),
        "branches" => {
            let of = |schema: &Json| schema.get("type").cloned().unwrap_or_default();
            let branches = sent.at("/properties/v/anyOf").and_then(Json::as_array).unwrap_or_default();
            branches.iter().map(of).collect::<Vec<_>>() == asked.as_array().unwrap()
        }
        "accepts" => {
            let wire = canonicalize_any(sent.schema()).unwrap();
            asked.as_array().unwrap().iter().all(|value| is_valid(&wire, value))
        }
        "backmap_case" => {
            let [given, home] = asked.as_array().unwrap() else { panic!("a pair") };
            back(given).as_ref() == Ok(home)
        }
        "backmap" => {
            let valid = instances(sent.case, "valid").next().unwrap();
            projection.back_map.send(valid).pointer("/n").is_some_and(|n| n.as_str().is_some()) && sent.comes_back()
        }
        "rename_with_backmap" => {
            let properties = sent.schema().get("properties").unwrap();
            texts(asked).iter().all(|name| properties.get(name).is_none()) && sent.comes_back()
        }
        "distinct_after_rename" => {
            let count = |schema: &Json| schema.get("properties").unwrap().as_object().unwrap().len();
            count(sent.schema()) == count(sent.case.get("schema").unwrap()) && sent.comes_back()
        }
        "name_re" => {
            let name = &projection.back_map.wire_name;
            (1..=64).contains(&name.len()) && name.chars().all(|c| c.is_ascii_alphanumeric() || "_-".contains(c))
        }
        "name_backmap" => projection.back_map.name == sent.row.name,
        "description_max" => {
            let description = projection.wire.pointer("/function/description").and_then(Json::as_str).unwrap();
            description.chars().count() as u64 <= asked.as_u64().unwrap()
        }
        "omit_parameters" => projection.wire.get("parameters").is_none(),
        "enum_all_strings" => wire::schemas(sent.schema()).iter().all(|(_, schema)| {
            let choices = schema.get("enum").and_then(Json::as_array).unwrap_or_default();
            choices.iter().all(|choice| choice.as_str().is_some())
        }),
        "no_enum_value" => wire::schemas(sent.schema()).iter().all(|(_, schema)| {
            let choices = schema.get("enum").and_then(Json::as_array).unwrap_or_default();
            !choices.iter().any(|choice| asked.as_array().unwrap().contains(choice))
        }),
        "max_bytes" => projection.wire.to_string().len() as u64 <= asked.as_u64().unwrap(),
        "unchanged_at" => texts(asked).iter().all(|at| {
            let text = |schema: &Json| schema.pointer(at).map(Json::to_string);
            text(&sent.row.input) == text(sent.case.get("schema").unwrap())
        }),
        "call_policy" => {
            let given = asked.as_array().unwrap()[0].clone();
            receive(&sent.row.input, &projection.back_map, given).is_ok_and(|received| !received.repairs.is_empty())
        }
        "no_format" => texts(asked).iter().all(|format| !has_format(sent.schema(), format)),
        "keeps_format" => texts(asked).iter().all(|format| has_format(sent.schema(), format)),
        "no_pattern_key" => wire::schemas(sent.schema()).iter().all(|(_, schema)| {
            let patterns = schema.get("patternProperties").and_then(Json::as_object);
            texts(asked).iter().all(|key| !patterns.is_some_and(|all| all.contains_key(key)))
        }),
        // Nothing may come under the name: it is gone and none other comes, or nothing fits it.
        "close_if_false" => true,
        "drop_property" => texts(asked).iter().all(|name| {
            let closed = sent.row.input.get("additionalProperties").and_then(Json::as_bool) == Some(false);
            match sent.row.input.pointer(&format!("/properties/{name}")) {
                None => closed,
                Some(schema) => !is_valid(schema, &Json::from(1)) && !is_valid(schema, &Json::Null),
            }
        }),
        _ => return None,
    })
}

fn has_format(schema: &Json, format: &str) -> bool {
    wire::schemas(schema).iter().any(|(_, s)| s.get("format").and_then(Json::as_str) == Some(format))
}

/// What is labelled: the valid goes out and comes home, the invalid is refused where it comes home; and by the wire
/// itself, unless a loss says what it lets through.
fn labels_hold(sent: &Sent<'_>, wrong: &mut Vec<String>) -> usize {
    let back_map = &sent.projection.back_map;
    let Some(wire) = wire::standard(sent.schema()) else { return 0 };
    let mut count = 0;
    let mut note = |what: &str, value: &Json| wrong.push(format!("{} {what} {value}: {wire}", sent.dialect.name()));
    for value in instances(sent.case, "valid") {
        count += 1;
        let out = back_map.send(value);
        if !is_valid(&wire, &out) {
            note("does not take", &out);
        }
        if receive(&sent.row.input, back_map, out).map(|received| received.arguments).as_ref() != Ok(value) {
            note("does not bring home", value);
        }
    }
    for value in instances(sent.case, "invalid").filter(|value| value.as_object().is_some()) {
        count += 1;
        let out = back_map.send(value);
        let refused = receive(&sent.row.input, back_map, out.clone()).is_err_and(|violations| !violations.is_empty());
        let repaired = receive(&sent.row.input, back_map, out.clone()).is_ok_and(|r| r.arguments != *value);
        if !refused && !repaired {
            note("lets home", value);
        }
        if back_map.is_identity() && is_valid(&wire, &out) && sent.projection.relation() == Relation::Equal {
            note("takes", value);
        }
    }
    count
}

/// The clauses and labels that do not hold, and how many were looked at.
fn judged(cases: &[Json]) -> (usize, usize, Vec<String>) {
    let (mut clauses, mut labels, mut wrong) = (0, 0, Vec::new());
    for case in cases {
        let id = case.get("id").and_then(Json::as_str).unwrap();
        let row = row(case, &names(case)[0], false);
        for clause in instances(case, "expect") {
            for dialect in targets(clause.get("t").and_then(Json::as_str).unwrap()) {
                for (key, asked) in clause.as_object().unwrap().iter().filter(|(key, _)| *key != "t") {
                    clauses += 1;
                    let verdict = of_the_request(case, key, asked, clause, dialect).or_else(|| {
                        let row = row.as_ref().ok()?;
                        match project(row, dialect) {
                            Ok(projection) => holds(&Sent { case, row, dialect, projection }, key, asked, clause),
                            // A strict dialect may refuse what it cannot send.
                            Err(refusal) => Some(
                                clause.get("t").and_then(Json::as_str) == Some("*") && refusal.code != "unsatisfiable",
                            ),
                        }
                    });
                    if verdict != Some(true) {
                        let what = if verdict.is_none() { "is checked by nothing" } else { "does not hold" };
                        let sent = row.as_ref().ok().and_then(|row| project(row, dialect).ok());
                        let sent = sent.map(|sent| format!("{} {:?}", sent.wire, sent.losses)).unwrap_or_default();
                        wrong.push(format!("{id} {} {key}: {asked} {what}: {sent}", dialect.name()));
                    }
                }
            }
        }
        let Ok(row) = &row else { continue };
        for dialect in Dialect::ALL {
            let Ok(projection) = project(row, dialect) else { continue };
            let before = wrong.len();
            labels += labels_hold(&Sent { case, row, dialect, projection }, &mut wrong);
            wrong[before..].iter_mut().for_each(|line| line.insert_str(0, &format!("{id} ")));
        }
    }
    (clauses, labels, wrong)
}

fn assert_all(cases: &[Json], least_clauses: usize, least_labels: usize) {
    let (clauses, labels, wrong) = judged(cases);
    println!("{} cases, {clauses} clauses, {labels} labels", cases.len());
    let shown: Vec<String> = wrong.iter().take(16).map(|line| line.chars().take(700).collect()).collect();
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), shown.join("\n"));
    assert!(clauses >= least_clauses && labels >= least_labels, "{clauses} {labels}");
}

#[test]
fn bundled_faults_do_not_come_back() {
    assert_all(&corpora::lines(&corpora::bundled("schema-faults").join("cases.jsonl")), 40, 300);
}

#[test]
fn reported_faults_do_not_come_back() {
    let Some(file) = corpora::shared("cases/schemas.jsonl") else { return };
    assert_all(&corpora::lines(&file), 600, 2_000);
}

#[test]
fn a_clause_that_does_not_hold_is_seen() {
    let case = r#"{"id":"x","schema":{"type":"object","properties":{"a":{"type":"string"}}},"expect":[
        {"t":"openai","no_key":["type"]},{"t":"openai","rel":"widened"},{"t":"*","error":"ref-cycle"},{"t":"openai","nobody":1}],
        "valid":[{"a":1}],"invalid":[{"a":"x"}]}"#;
    let (_, _, wrong) = judged(&[json::Json::parse(case).unwrap()]);
    for part in ["no_key", "rel", "error", "nobody: 1 is checked by nothing", "does not bring home", "lets home"] {
        assert!(wrong.iter().any(|line| line.contains(part)), "{part}: {wrong:#?}");
    }
}
