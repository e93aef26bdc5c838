//! A large policy: nothing in, the text of 1,000 rules over 500 tools and 20 agents and the rows of the tools out.

use toolgen_model::Row;
use toolgen_model::effect::{Effect, Effects};
use toolgen_model::gate::GateRow;
use toolgen_policy::{Finding, Snapshot, Sources, load};

/// How many tools there are.
pub const TOOLS: usize = 500;
/// How many agents are declared.
pub const AGENTS: usize = 20;
/// How many rules the text has.
pub const RULES: usize = 1000;

/// The rows: every fifth tool has two actions of which one is gated, the others are tools of one action.
pub fn rows() -> Vec<Row> {
    let effects = [Some(Effect::Read), Some(Effect::Write), Some(Effect::Destructive), None];
    (0..TOOLS)
        .map(|at| {
            let group = at % 5 == 0;
            let row = Row {
                tool: if group { format!("service{}", at / 10) } else { format!("tool{at}") },
                action: group.then(|| if at % 10 == 0 { "send".to_owned() } else { "list".to_owned() }),
                group: Some(format!("group{}", at % 25)),
                effects: Effects { effect: effects[at % 4], ..Effects::default() },
                gate: GateRow { gated: at % 10 == 0, ..GateRow::default() },
                ..Row::default()
            };
            row.seal()
        })
        .collect()
}

/// The rules: 25 groups, 425 entries, 500 names in lists of agents, 50 grants.
pub fn text() -> String {
    let mut text = String::from("[security.tool_policy.groups]\n");
    let verdicts = ["allow", "supervised", "deny"];
    for group in 0..25 {
        text.push_str(&format!("group{group} = \"{}\"\n", verdicts[group % 2]));
    }
    text.push_str("[security.tool_policy.tools]\n");
    let plain = (0..TOOLS).filter(|at| at % 5 != 0).chain((0..TOOLS).filter(|at| at % 5 == 0));
    for at in plain.take(400) {
        text.push_str(&format!("tool{at} = \"{}\"\n", verdicts[at % 2]));
    }
    for service in 0..25 {
        text.push_str(&format!("service{service}.list = \"supervised\"\n"));
    }
    for agent in 0..AGENTS {
        let names: Vec<String> =
            (0..TOOLS).filter(|at| at % 5 != 0).skip(agent * 19).take(25).map(|at| format!("\"tool{at}\"")).collect();
        text.push_str(&format!("[agents.agent{agent}]\nallowed_tools = [\"service*\", {}]\n", names.join(", ")));
    }
    for service in 0..50 {
        text.push_str(&format!("[[security.tool_policy.grants]]\ntool = \"service{service}\"\naction = \"send\"\n"));
    }
    text
}

/// Loads and checks the whole.
///
/// # Errors
/// What the checks find; the text is right, so that they find no error.
pub fn loaded(text: &str, rows: &[Row]) -> Result<Snapshot, Vec<Finding>> {
    load(&Sources::of_file("policy.toml", text), rows)
}

/// Looks up `count` verdicts, spread over the whole table; the sum of their strictness comes back.
pub fn look_up(snapshot: &Snapshot, count: usize) -> usize {
    let (tools, agents, surfaces) = (500, 20, 6);
    let mut at: u32 = 12345;
    let mut sum = 0;
    for _ in 0..count {
        at = at.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let (tool, agent, surface) = ((at >> 8) % tools, (at >> 4) % agents, at % surfaces);
        sum += snapshot.table.verdict(tool, agent, surface).verdict as usize;
    }
    sum
}
