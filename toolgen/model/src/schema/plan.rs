//! Plans: the tools of one request and a dialect in, what would be sent of each out.
//!
//! One bad tool fails a whole request at every provider, so each is looked at on its own, and the limits
//! of the request turn `strict` off tool by tool.

use super::dialect::{Dialect, Projection, Refusal, Relation, budget, project};
use crate::catalog::Row;

/// What becomes of one tool.
#[derive(Clone, Debug, PartialEq)]
pub struct Planned {
    /// Its own name
    pub name: String,
    /// What is sent, or why it is not
    pub outcome: Result<Projection, Refusal>,
    /// Whether it goes strict
    pub strict: bool,
    /// Why it does not, where the dialect is strict
    pub not_strict: Option<Refusal>,
}

/// What one request counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Totals {
    /// Tools that are sent
    pub sent: usize,
    /// Of them, those that are strict
    pub strict: usize,
    /// Tools that are not sent
    pub refused: usize,
    /// Tools that go under another name
    pub renamed: usize,
    /// Tools whose relation is not equal
    pub not_equal: usize,
    /// Optional properties of strict tools
    pub optional: usize,
    /// Properties of strict tools that are unions
    pub unions: usize,
    /// Bytes of what is sent
    pub bytes: usize,
}

/// A whole request.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Plan {
    /// In the order in which they came
    pub tools: Vec<Planned>,
    /// What it all counts
    pub totals: Totals,
}

impl Plan {
    /// The tool that a call names: the way home for names.
    pub fn by_wire_name(&self, name: &str) -> Option<&Planned> {
        let is = |tool: &&Planned| tool.outcome.as_ref().is_ok_and(|sent| sent.back_map.wire_name == name);
        self.tools.iter().find(is)
    }
}

/// Plans a request. The first tools have the first claim on its limits.
pub fn plan(rows: &[Row], dialect: Dialect) -> Plan {
    let loose = match dialect {
        Dialect::AnthropicStrict => Some(Dialect::Anthropic),
        Dialect::OpenAiStrict => Some(Dialect::OpenAi),
        _ => None,
    };
    let budget = budget(dialect);
    let mut plan = Plan::default();
    let mut names: std::collections::HashSet<String> = std::collections::HashSet::new();
    for row in rows {
        let mut planned = Planned {
            name: row.name.clone(),
            outcome: project(row, dialect),
            strict: loose.is_some(),
            not_strict: None,
        };
        if let Some(loose) = loose {
            let over = planned.outcome.as_ref().ok().and_then(|sent| over(&plan.totals, sent, &budget));
            let why = match (&planned.outcome, over) {
                (Err(refusal), _) => Some(refusal.clone()),
                (_, Some((code, message))) => Some(refusal(row, dialect, code, message)),
                _ => None,
            };
            if why.is_some() {
                planned.outcome = project(row, loose);
                planned.strict = false;
                planned.not_strict = why;
            }
        }
        let most = if loose.is_some() { super::dialect::budget(loose.unwrap_or(dialect)).tools } else { budget.tools };
        if let Ok(sent) = &planned.outcome {
            let name = &sent.back_map.wire_name;
            if names.contains(name) {
                let message = format!("another tool of the request goes as {name:?}; rename one");
                planned.outcome = Err(refusal(row, dialect, "name-collision", message));
            } else if plan.totals.sent >= most {
                let message = format!("a request takes {most} tools, and this one is beyond; send fewer");
                planned.outcome = Err(refusal(row, dialect, "tools", message));
            }
        }
        match &planned.outcome {
            Ok(sent) => {
                names.insert(sent.back_map.wire_name.clone());
                let totals = &mut plan.totals;
                totals.sent += 1;
                totals.renamed += usize::from(sent.back_map.wire_name != row.name);
                totals.not_equal += usize::from(sent.relation() != Relation::Equal);
                totals.bytes += sent.wire.to_string().len();
                if planned.strict {
                    let (optional, unions) = sent.budgeted();
                    totals.strict += 1;
                    totals.optional += optional;
                    totals.unions += unions;
                }
            }
            Err(_) => {
                planned.strict = false;
                plan.totals.refused += 1;
            }
        }
        plan.tools.push(planned);
    }
    plan
}

fn over(totals: &Totals, sent: &Projection, budget: &super::dialect::Budget) -> Option<(&'static str, String)> {
    let (optional, unions) = sent.budgeted();
    let all = [
        ("tools", totals.strict + 1, budget.tools),
        ("optional", totals.optional + optional, budget.optional),
        ("unions", totals.unions + unions, budget.unions),
    ];
    let (code, count, most) = all.into_iter().find(|(_, count, most)| count > most)?;
    Some((code, format!("the request would have {count} strict {code}, and {most} is the most")))
}

fn refusal(row: &Row, dialect: Dialect, code: &'static str, message: String) -> Refusal {
    Refusal { code, at: String::new(), message, tool: row.name.clone(), dialect: dialect.name() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::Json;
    use crate::schema::canonical::canonicalize;

    fn rows(count: usize, schema: &str) -> Vec<Row> {
        let input = canonicalize(&Json::parse(schema).unwrap()).unwrap();
        let row = |n| Row { name: format!("t{n}"), tool: format!("t{n}"), input: input.clone(), ..Row::default() };
        (0..count).map(row).collect()
    }

    #[test]
    fn limits_of_a_request_turn_strict_off_tool_by_tool() {
        let plan =
            super::plan(&rows(25, r#"{"type":"object","additionalProperties":false}"#), Dialect::AnthropicStrict);
        assert_eq!((plan.totals.sent, plan.totals.strict), (25, 20));
        assert_eq!(plan.tools[20].not_strict.as_ref().map(|why| why.code), Some("tools"));
        let optional = r#"{"type":"object","properties":{"a":{"type":"string"},"b":{"type":"string"},"c":{"type":"string"}},"additionalProperties":false}"#;
        let plan = super::plan(&rows(10, optional), Dialect::AnthropicStrict);
        assert_eq!((plan.totals.strict, plan.totals.optional), (8, 24));
        assert!(plan.tools[9].outcome.as_ref().unwrap().wire.get("strict").is_none());
    }

    #[test]
    fn tools_beyond_the_most_and_second_names_are_refused() {
        let plan = super::plan(&rows(129, r#"{"type":"object"}"#), Dialect::OpenAi);
        assert_eq!((plan.totals.sent, plan.totals.refused), (128, 1));
        let mut twice = rows(1, r#"{"type":"object"}"#);
        twice.push(twice[0].clone());
        assert_eq!(super::plan(&twice, Dialect::Gemini).tools[1].outcome.as_ref().unwrap_err().code, "name-collision");
    }

    #[test]
    fn long_names_that_begin_alike_stay_apart_and_come_home() {
        let mut tools = rows(2, r#"{"type":"object"}"#);
        tools[0].name = format!("{}_a", "x".repeat(80));
        tools[1].name = format!("{}_b", "x".repeat(80));
        let plan = super::plan(&tools, Dialect::OpenAi);
        assert_eq!((plan.totals.sent, plan.totals.renamed), (2, 2));
        let wire = plan.tools[1].outcome.as_ref().unwrap().back_map.wire_name.clone();
        assert_eq!(plan.by_wire_name(&wire).map(|tool| tool.name.as_str()), Some(tools[1].name.as_str()));
    }
}
