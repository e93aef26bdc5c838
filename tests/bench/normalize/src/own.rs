//! toolgen's own conversions: tools in, their times and relations out.

use std::hint::black_box;

use rustix::time::{ClockId, clock_gettime};
use toolgen_model::Json;
use toolgen_model::schema::dialect::{Dialect, Relation, project};
use toolgen_model::schema::input::{Shape, read};

use crate::judge::{Count, Verdict, relation};
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
const ROUNDS: usize = 5;

pub(crate) fn rows(tools: &[Tool]) -> anyhow::Result<Vec<Row>> {
    let mut rows = Vec::new();
    for (dialect, place) in DIALECTS {
        let mut count = Count::default();
        for tool in tools {
            count.add(verdict(tool, dialect, place));
        }
        let name = format!("toolgen {}", env!("CARGO_PKG_VERSION"));
        rows.push(Row { name, dialect: dialect.name().to_owned(), seconds: seconds(tools, dialect), count });
    }
    Ok(rows)
}

fn verdict(tool: &Tool, dialect: Dialect, place: &str) -> Verdict {
    let Ok(projection) = project(&tool.row, dialect) else { return Verdict::Crashed };
    if projection.back_map.is_identity() {
        return relation(&tool.row.input, projection.wire.pointer(place), dialect == Dialect::GeminiOpenApi);
    }
    // What comes back is not what was sent: the claim counts, which the tests hold with instances both ways.
    match projection.relation() {
        Relation::Equal => Verdict::Equal,
        Relation::Widened => Verdict::Widened,
        Relation::Narrowed => Verdict::Narrowed,
    }
}

/// The best of some rounds: from the tool as parsed JSON to what is sent.
fn seconds(tools: &[Tool], dialect: Dialect) -> f64 {
    let converted = |written: &Json| {
        let row = read(written, Shape::Mcp, false).ok()?.row().ok()?;
        project(&row, dialect).ok()
    };
    let times = (0..ROUNDS).map(|_| {
        let start = thread_time();
        for tool in tools {
            black_box(converted(black_box(&tool.written)));
        }
        thread_time() - start
    });
    times.fold(f64::INFINITY, f64::min)
}

/// Seconds that this thread has run; other programs do not count in it.
fn thread_time() -> f64 {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 / 1e9
}
