//! A policy, an agent and a surface in, the tools of a catalog that this reader can use out.

use clap::{Arg, ArgMatches, Command};
use toolgen_model::catalog::Catalog;
use toolgen_model::gate::Verdict;
use toolgen_model::nearest::nearest;
use toolgen_policy::load;
use toolgen_policy::universe::MAIN;

use crate::command::{Console, Failure, gates};

/// Adds the arguments that say whose guide it is.
pub(super) fn arguments(command: Command) -> Command {
    command
        .arg(gates::policy_file(
            "Leave out of the guide what this policy denies to its reader; a later one is over an earlier one",
        ))
        .arg(
            Arg::new("agent")
                .long("agent")
                .value_name("AGENT")
                .requires("policy")
                .help("The reader of the guide; the program's own agent where it is left out"),
        )
        .arg(
            Arg::new("surface")
                .long("surface")
                .value_name("SURFACE")
                .requires("policy")
                .help("Where the reader calls tools: cli, mcp, agent, delegate …; cli where it is left out"),
        )
}

/// Leaves in the catalog what the reader can use, and gives the grants that it holds.
pub(super) fn reduce(
    matches: &ArgMatches,
    catalog: &mut Catalog,
    console: &mut Console,
) -> Result<Vec<String>, Failure> {
    if !matches.contains_id("policy") {
        return Ok(Vec::new());
    }
    if matches.get_one::<String>("format").map(String::as_str) != Some("guide") {
        let text = "only the guide has one reader: `--policy` goes with `--format guide`";
        return Err(Failure::Usage(text.to_owned()));
    }
    let sources = gates::sources(matches, console)?;
    let snapshot = load(&sources, &catalog.tools).map_err(|findings| gates::refused(&findings, console))?;
    for warning in &snapshot.warnings {
        writeln!(console.err, "{warning}")?;
    }
    let universe = &snapshot.universe;
    let agent = matches.get_one::<String>("agent").map_or("", String::as_str);
    let agents = universe.agents();
    if !agent.is_empty() && !snapshot.policy.agents.is_empty() && !agents.iter().any(|known| known == agent) {
        return Err(unknown("agent", agent, agents.iter().map(String::as_str)));
    }
    let surface = matches.get_one::<String>("surface").map_or("cli", String::as_str);
    let Some(at) = universe.surface(surface) else {
        return Err(unknown("surface", surface, universe.surfaces().iter().copied()));
    };
    let reader = universe.agent(if agent.is_empty() { MAIN } else { agent });
    let open = |name: &str| {
        universe.tool(name).is_some_and(|tool| snapshot.table.verdict(tool, reader, at).verdict != Verdict::Deny)
    };
    let all = catalog.tools.len();
    catalog.tools.retain(|row| open(&row.name));
    let kept = catalog.tools.len();
    let who = if agent.is_empty() { "the program's own agent".to_owned() } else { format!("`{agent}`") };
    writeln!(console.err, "{kept} of {all} tools are open to {who} on {surface}")?;
    let gated = catalog.tools.iter().filter(|row| row.gate.gated);
    Ok(gated.map(|row| row.gate.gated_as.clone().unwrap_or_else(|| row.name.clone())).collect())
}

fn unknown<'n>(what: &str, name: &str, known: impl Iterator<Item = &'n str> + Clone) -> Failure {
    let help = match nearest(name, known.clone()) {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("there are {}", known.collect::<Vec<_>>().join(", ")),
    };
    Failure::Usage(format!("there is no {what} `{}`; {help}", name.escape_debug()))
}
