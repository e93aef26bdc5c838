//! Schemas of all kinds, most of them no tools, in every dialect: they end, and lead nowhere else; what is labelled
//! valid goes out and comes home, and what is labelled invalid does not, unless a loss names why.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use toolgen_model::Row;
use toolgen_model::json::Json;
use toolgen_model::schema::call::receive;
use toolgen_model::schema::canonical::canonicalize;
use toolgen_model::schema::dialect::{Dialect, Projection, Relation, project};
use toolgen_model::validate::is_valid;
use toolgen_tests::corpora;
use toolgen_tests::wire;

/// Each schema has so long in one dialect, on a machine that does other things too.
const LONGEST: Duration = Duration::from_secs(20);

fn row(schema: &Json) -> Option<Row> {
    Some(Row { name: "t".into(), input: canonicalize(schema).ok()?, ..Row::default() })
}

/// The projection, if there is one; what is sent must be whole.
fn sent(id: &str, row: &Row, dialect: Dialect, wrong: &mut Vec<String>) -> Option<Projection> {
    let start = Instant::now();
    let sent = project(row, dialect).ok();
    if start.elapsed() > LONGEST {
        wrong.push(format!("{id} {}: {:?}", dialect.name(), start.elapsed()));
    }
    let sent = sent?;
    if let Some(reference) = wire::schema(&sent.wire).and_then(wire::dangling) {
        wrong.push(format!("{id} {}: {reference} dangles", dialect.name()));
    }
    Some(sent)
}

#[test]
fn schemas_of_all_kinds_go_to_every_dialect_or_are_refused() {
    let Some(file) = corpora::shared("corpora/jsonschemabench/schemas.jsonl") else { return };
    let (mut projected, mut refused, mut unread, mut wrong) = (0, 0, 0, Vec::new());
    // Every fourth, so that it takes seconds.
    for line in corpora::lines(&file).iter().step_by(4) {
        let id = line.get("id").and_then(Json::as_str).unwrap();
        let Some(row) = row(line.get("schema").unwrap()) else {
            unread += 1;
            continue;
        };
        for dialect in Dialect::ALL {
            match sent(id, &row, dialect, &mut wrong) {
                Some(_) => projected += 1,
                None => refused += 1,
            }
        }
    }
    println!("{projected} projected, {refused} refused, {unread} no object");
    assert!(wrong.is_empty(), "{} wrong: {:#?}", wrong.len(), &wrong[..wrong.len().min(10)]);
    assert!(projected > 7_000 && projected > 8 * refused, "{projected} {refused} {unread}");
}

/// What a label says of one value in one dialect, if it does not hold.
fn fault(row: &Row, sent: &Projection, wire: &Json, value: &Json, valid: bool) -> Option<String> {
    let out = sent.back_map.send(value);
    let received = receive(&row.input, &sent.back_map, out.clone());
    if valid {
        let closed = sent.losses.iter().any(|loss| loss.residual.starts_with("it says nothing"));
        if !is_valid(wire, &out) {
            return (!closed).then(|| format!("{out} is not taken"));
        }
        let alike = sent.losses.iter().any(|loss| loss.residual.ends_with("since null is its default"));
        return match received {
            Ok(home) if home.arguments == *value || alike || closed => None,
            other => Some(format!("{value} came home as {other:?}")),
        };
    }
    if sent.back_map.is_identity() && sent.relation() == Relation::Equal && is_valid(wire, &out) {
        return Some(format!("{out} is taken, and no loss says why"));
    }
    // What is not what it was has been repaired, and says so.
    received.is_ok_and(|home| home.repairs.is_empty() && home.arguments == *value).then(|| format!("{value} came home"))
}

#[test]
fn labelled_instances_go_out_and_come_home_in_every_dialect() {
    let Some(file) = corpora::shared("corpora/jsonschemabench/labelled_instances.jsonl") else { return };
    let (mut labels, mut wrong) = (BTreeMap::from([(true, 0), (false, 0)]), Vec::new());
    // Every eighth: the suite of the canonical form looks at all of them.
    for line in corpora::lines(&file).iter().step_by(8) {
        let id = line.get("id").and_then(Json::as_str).unwrap();
        let Some(row) = row(line.get("schema").unwrap()) else { continue };
        for dialect in Dialect::ALL {
            let Some(sent) = sent(id, &row, dialect, &mut wrong) else { continue };
            let Some(wire) = wire::schema(&sent.wire).and_then(wire::standard) else { continue };
            for test in line.get("tests").and_then(Json::as_array).unwrap_or_default() {
                let data = test.get("data").unwrap();
                if data.as_object().is_none() {
                    continue;
                }
                // The canonical form decides: where a label counts on more than the draft says, it differs.
                let valid = is_valid(&row.input, data);
                *labels.entry(valid).or_default() += 1;
                if let Some(fault) = fault(&row, &sent, &wire, data, valid) {
                    wrong.push(format!("{id} {}: {}", dialect.name(), fault.chars().take(600).collect::<String>()));
                }
            }
        }
    }
    println!("{labels:?} valid and invalid");
    assert!(wrong.is_empty(), "{} wrong: {:#?}", wrong.len(), &wrong[..wrong.len().min(10)]);
    assert!(labels[&true] > 3_000 && labels[&false] > 3_000, "{labels:?}");
}
