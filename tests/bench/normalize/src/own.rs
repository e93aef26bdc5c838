//! toolgen's own conversions: tools in, their times and relations out.

use std::hint::black_box;

use toolgen_model::Json;
use toolgen_model::schema::dialect::{Dialect, Projection, project};
use toolgen_model::schema::input::{Shape, read_owned};

use crate::clock::best;
use crate::judge::{Count, Judgement, judge, judge_mapped};
use crate::table::Row;
use crate::tools::Tool;

/// The dialects, and where the schema stands in what is sent.
const DIALECTS: [(Dialect, &str); 7] = [
    (Dialect::Anthropic, "/input_schema"),
    (Dialect::AnthropicStrict, "/input_schema"),
    (Dialect::OpenAi, "/function/parameters"),
    (Dialect::OpenAiStrict, "/function/parameters"),
    (Dialect::Gemini, "/parametersJsonSchema"),
    (Dialect::GeminiOpenApi, "/parameters"),
    (Dialect::Mcp, "/inputSchema"),
];

pub(crate) fn rows(tools: &[Tool]) -> Vec<Row> {
    let name = format!("toolgen {}", env!("CARGO_PKG_VERSION"));
    let texts: Vec<String> = tools.iter().map(|tool| tool.written.to_string()).collect();
    let row = |(dialect, place): (Dialect, &str)| {
        let mut count = Count::default();
        tools.iter().for_each(|tool| count.add(judgement(tool, dialect, place)));
        // As each Python library gets a deep copy, which it may change in place.
        let parsed = || texts.iter().filter_map(|text| Json::parse(text).ok()).collect();
        let seconds = best(parsed, |tool| converted(tool, dialect).map(|projection| projection.wire));
        let written = |text: &String| Some(converted(Json::parse(text).ok()?, dialect)?.wire.to_string());
        let text = best(|| texts.iter().collect(), written);
        Row { name: name.clone(), dialect: dialect.name().to_owned(), seconds: Some(seconds), text: Some(text), count }
    };
    DIALECTS.into_iter().map(row).collect()
}

/// A tool as parsed JSON to what is sent, as parsed JSON.
fn converted(tool: Json, dialect: Dialect) -> Option<Projection> {
    project(&read_owned(black_box(tool), Shape::Mcp, false).ok()?.into_row().ok()?, dialect).ok()
}

fn judgement(tool: &Tool, dialect: Dialect, place: &str) -> Judgement {
    let Ok(sent) = project(&tool.row, dialect) else { return Judgement::NOTHING };
    let openapi = dialect == Dialect::GeminiOpenApi;
    // Gemini takes no object without properties: a tool that takes nothing is sent without parameters.
    let nothing = openapi.then(|| Json::from([("type", "object")]));
    let made = sent.wire.pointer(place).or(nothing.as_ref());
    if sent.back_map.is_identity() {
        return judge(&tool.row.input, made, openapi);
    }
    judge_mapped(&tool.row.input, made, openapi, &sent)
}
