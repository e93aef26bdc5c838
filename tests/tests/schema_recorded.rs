//! Recorded evidence: what providers took and refused, what models sent, what was reported as broken.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use toolgen_model::json::Json;
use toolgen_model::schema::call::receive;
use toolgen_model::schema::canonical::canonicalize;
use toolgen_model::schema::dialect::{BackMap, Dialect, accept, moonshot_format, project};
use toolgen_model::schema::input::{Shape, read};
use toolgen_tests::corpora;

fn text<'j>(value: &'j Json, key: &str) -> &'j str {
    value.get(key).and_then(Json::as_str).unwrap_or_default()
}

/// Whose acceptance check a recorded request has to pass.
fn dialect(provider: &str, form: &str, strict: bool) -> Option<Dialect> {
    let openai = provider.contains("openai") || provider == "chatgpt" || provider == "copilot";
    Some(match form {
        "anthropic.input_schema" if strict => Dialect::AnthropicStrict,
        "anthropic.input_schema" => Dialect::Anthropic,
        "gemini.parametersJsonSchema" | "gemini.parameters_json_schema" => Dialect::Gemini,
        "gemini.parameters" => Dialect::GeminiOpenApi,
        "bedrock.toolSpec" => Dialect::Bedrock,
        _ if openai && strict => Dialect::OpenAiStrict,
        "openai.responses" if openai => Dialect::OpenAiResponses,
        _ if openai => Dialect::OpenAi,
        _ if provider.contains("mistral") => Dialect::Mistral,
        _ if provider.contains("groq") => Dialect::Groq,
        _ if provider == "xai" || provider.contains("x.ai") => Dialect::Xai,
        _ if provider.contains("ollama") => Dialect::Ollama,
        _ if provider == "llamacpp" => Dialect::LlamaCpp,
        _ => return None,
    })
}

#[test]
fn what_providers_took_passes_their_check_and_what_they_refused_does_not() {
    let Some(file) = corpora::shared("corpora/recorded-verdicts/verdicts.jsonl") else { return };
    let (mut taken, mut refused, mut wrong) = (0, 0, Vec::new());
    for row in corpora::lines(&file) {
        let tools = row.get("tools").and_then(Json::as_array).unwrap_or_default();
        let verdict = text(&row, "verdict");
        let strict = |tool: &Json| tool.get("strict").and_then(Json::as_bool) == Some(true);
        let of = |tool: &Json| dialect(text(&row, "provider"), text(tool, "form"), strict(tool));
        let mut dialects: Vec<Dialect> = tools.iter().filter_map(of).collect();
        dialects.dedup();
        let mut faults = Vec::new();
        for dialect in dialects {
            let empty = Json::parse(r#"{"type":"object","properties":{}}"#).unwrap();
            let mine: Vec<(&str, &Json)> = tools
                .iter()
                .filter(|tool| of(tool) == Some(dialect))
                .map(|tool| (text(tool, "name"), tool.get("schema").filter(|s| !s.is_null()).unwrap_or(&empty)))
                .collect();
            faults.extend(accept(dialect, &mine));
        }
        match verdict {
            "accepted" => {
                taken += 1;
                if !faults.is_empty() {
                    wrong.push(format!("{}: {faults:?}", text(&row, "source")));
                }
            }
            "schema-rejected" => {
                refused += 1;
                if faults.is_empty() {
                    wrong.push(format!("{} must fail: {}", text(&row, "source"), text(&row, "error")));
                }
            }
            _ => {}
        }
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong[..wrong.len().min(20)].join("\n"));
    assert!(taken > 500 && refused >= 9, "{taken} {refused}");
}

#[test]
fn recorded_calls_decode_and_invented_arguments_are_dropped() {
    let Some(file) = corpora::shared("corpora/recorded-verdicts/verdicts.jsonl") else { return };
    let (mut decoded, mut repaired, mut refused) = (0, 0, Vec::new());
    for row in corpora::lines(&file) {
        for call in row.get("calls").and_then(Json::as_array).unwrap_or_default() {
            let [name, arguments] = call.as_array().unwrap_or_default() else { continue };
            let tools = row.get("tools").and_then(Json::as_array).unwrap_or_default();
            let Some(tool) = tools.iter().find(|tool| tool.get("name") == Some(name)) else { continue };
            let Some(arguments) = Some(arguments).filter(|arguments| arguments.as_object().is_some()) else { continue };
            let Some(row) = read(tool, Shape::Auto, false).ok().and_then(|tool| tool.row().ok()) else { continue };
            match receive(&row.input, &BackMap::default(), arguments.clone()) {
                Ok(received) => {
                    decoded += 1;
                    repaired += usize::from(!received.repairs.is_empty());
                }
                Err(violations) => refused.push(format!("{name}: {arguments}: {violations:?}")),
            }
        }
    }
    assert!(decoded >= 250 && repaired >= 30, "{decoded} decoded, {repaired} repaired, refused: {refused:#?}");
    // A misnamed argument, and text for a required number.
    assert!(refused.len() <= 2, "{decoded} decoded, {repaired} repaired, refused: {refused:#?}");
}

#[test]
fn function_definitions_of_the_leaderboard_are_read_with_leniency() {
    let Some(file) = corpora::shared("corpora/bfcl/functions.jsonl") else { return };
    let (mut read_count, mut projected, mut refused) = (0, 0, Vec::new());
    for line in corpora::lines(&file) {
        match read(&line, Shape::Auto, true).map(|tool| tool.row()) {
            Ok(Ok(row)) => {
                read_count += 1;
                for dialect in [Dialect::OpenAi, Dialect::OpenAiStrict, Dialect::Gemini, Dialect::GeminiOpenApi] {
                    projected += usize::from(project(&row, dialect).is_ok());
                }
            }
            Ok(Err(faults)) => refused.push(format!("{}: {:?}", text(&line, "name"), faults[0])),
            Err(fault) => refused.push(format!("{}: {fault:?}", text(&line, "name"))),
        }
    }
    assert!(read_count > 2_000, "{read_count}, {projected}, refused: {refused:#?}");
    assert!(refused.len() <= 40, "{read_count}, {projected}, {} refused: {refused:#?}", refused.len());
}

#[test]
fn gold_calls_decode() {
    let Some(file) = corpora::shared("corpora/bfcl/calls.jsonl") else { return };
    let (mut decoded, mut wrong) = (0, Vec::new());
    for line in corpora::lines(&file) {
        let valid = line.get("valid_after_dict_float_fix").and_then(Json::as_bool) == Some(true);
        let Ok(Ok(row)) = read(&line, Shape::Auto, true).map(|tool| tool.row()) else { continue };
        let arguments = line.get("arguments").unwrap().clone();
        match receive(&row.input, &BackMap::default(), arguments.clone()) {
            Ok(_) => decoded += 1,
            Err(violations) if valid => wrong.push(format!("{}: {arguments}: {violations:?}", text(&line, "id"))),
            Err(_) => {}
        }
    }
    assert!(wrong.is_empty(), "{decoded}, {} wrong: {:#?}", wrong.len(), &wrong[..wrong.len().min(8)]);
    assert!(decoded > 1_500, "{decoded}");
}

#[test]
fn reported_faults_do_not_come_back_in_any_dialect() {
    let Some(file) = corpora::shared("cases/schemas.jsonl") else { return };
    let (mut checked, mut wrong) = (0, Vec::new());
    for case in corpora::lines(&file) {
        let Ok(input) = canonicalize(case.get("schema").unwrap()) else { continue };
        let row = toolgen_model::Row { name: "t".into(), input, ..toolgen_model::Row::default() };
        for dialect in Dialect::ALL {
            let Ok(sent) = project(&row, dialect) else { continue };
            checked += 1;
            if sent.wire.to_string().len() > 200_000 {
                wrong.push(format!("{} {}: too large", text(&case, "id"), dialect.name()));
            }
            let faults =
                ["/inputSchema", "/input_schema", "/function/parameters", "/parameters", "/parametersJsonSchema"]
                    .iter()
                    .find_map(|place| sent.wire.pointer(place))
                    .map(|schema| accept(dialect, &[(&sent.back_map.wire_name, schema)]))
                    .unwrap_or_default();
            if !faults.is_empty() {
                wrong.push(format!("{} {}: {faults:?}", text(&case, "id"), dialect.name()));
            }
            let valid = case.get("valid").and_then(Json::as_array).unwrap_or_default();
            if sent.back_map.is_identity() && !matches!(dialect, Dialect::Text) {
                let schema = ["/inputSchema", "/input_schema", "/function/parameters", "/parametersJsonSchema"]
                    .iter()
                    .find_map(|place| sent.wire.pointer(place));
                for value in
                    valid.iter().filter(|_| sent.relation() != toolgen_model::schema::dialect::Relation::Narrowed)
                {
                    if schema.is_some_and(|schema| !toolgen_model::validate::is_valid(schema, value)) {
                        wrong.push(format!("{} {} refuses {value}: {}", text(&case, "id"), dialect.name(), sent.wire));
                    }
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{} wrong: {:#?}", wrong.len(), &wrong[..wrong.len().min(12)]);
    assert!(checked > 1_000, "{checked}");
}

#[test]
fn moonshots_cases_get_the_verdicts_that_it_states() {
    let Some(folder) = corpora::shared("corpora/walle/validator_cases") else { return };
    // The suite runs with a smaller depth than the validator has by default.
    let verdict = |text: &str| moonshot_format(text, 8);
    let (mut count, mut wrong) = (0, Vec::new());
    for entry in std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).filter(|path| path.is_dir()) {
        let suite = entry.file_name().unwrap().display().to_string();
        for line in std::fs::read_to_string(entry.join("valid.jsonl")).unwrap().lines().filter(|l| !l.trim().is_empty())
        {
            count += 1;
            if let Err(why) = verdict(line) {
                wrong.push(format!("{suite}: {why}: {line}"));
            }
        }
        for case in corpora::lines(&entry.join("invalid.jsonl")) {
            count += 1;
            if verdict(text(&case, "schema")).is_ok() {
                wrong.push(format!("{suite}: {} must be refused: {}", text(&case, "schema"), text(&case, "expect")));
            }
        }
    }
    assert!(wrong.is_empty(), "{} wrong: {wrong:#?}", wrong.len());
    assert_eq!(count, 395);
}
