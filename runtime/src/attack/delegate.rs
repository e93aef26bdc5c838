//! Cases of kind `delegate`: what an agent may do that another one called.

use toolgen_model::json::Json;
use toolgen_policy::policy::{Agent, Delegation, Name, Names, Policy, Reach, Rule, Target, verdict};
use toolgen_policy::{Place, Table, Universe};

use super::rules::{decision, rows, text, texts};
use super::{Answer, Decision};
use crate::config::Config;
use crate::vault::{Chain, Wanted};

/// The compiled table answers for the called agent on the surface `delegate`. A tool that runs others (a pipeline) is
/// judged by each of its steps.
pub(super) fn judge(input: &Json) -> Answer {
    if input.get("memory.acl_enabled").and_then(Json::as_bool) == Some(true) {
        return memory(input);
    }
    if ["needs", "api_key_env"].iter().any(|key| input.get(key).is_some()) {
        return credential(input);
    }
    let (parent, child) = (name(input, "parent", "caller"), name(input, "child", "called"));
    let mut policy = Policy::default();
    let reach = |allowed: &str, denied: &str| Reach {
        allowed: listed(input, allowed),
        denied: texts(input, denied).map(|names| list(&names)),
        place: Place::default(),
    };
    let own = input.get("may_delegate").and_then(|edges| edges.get(child)).and_then(Json::as_str) == Some("own");
    let how = if own { Delegation::Own } else { Delegation::Ceiling };
    let mut caller = Agent { reach: reach("parent_allowed", "parent_excluded"), ..Agent::default() };
    caller.delegates.insert(child.to_owned(), (how, Place::default()));
    policy.agents.insert(parent.to_owned(), caller);
    let called = Agent { reach: reach("child_allowed", "child_excluded"), ..Agent::default() };
    policy.agents.insert(child.to_owned(), called);
    for (tool, said) in input.get("parent").and_then(Json::as_object).into_iter().flat_map(|tools| tools.iter()) {
        if let Some(verdict) = said.as_str().and_then(verdict) {
            let target = Target { tool: tool.to_owned(), action: None };
            policy.tools.insert(target, Rule { verdict, place: Place::default() });
        }
    }
    let calls = calls(input, &policy);
    if calls.is_empty() {
        return Answer::unfit("child_call, steps, tool or list of tools");
    }
    let lists = ["parent_allowed", "child_allowed", "parent_excluded", "child_excluded"];
    let named = lists.iter().filter_map(|key| texts(input, key)).flatten().map(str::to_owned);
    let servers = ["parent_mcp", "child_mcp"].iter().filter_map(|key| texts(input, key)).flatten().map(server);
    let names: Vec<String> = named.chain(servers).chain(calls.iter().cloned()).collect();
    let rows = rows(names.iter().map(String::as_str));
    let universe = Universe::of(&rows, &policy);
    let table = Table::of(&policy, &universe);
    let surface = universe.surface(toolgen_policy::universe::DELEGATE).unwrap_or_default();
    let cells = calls
        .iter()
        .filter_map(|call| universe.tool(call))
        .map(|tool| table.verdict(tool, universe.agent(child), surface));
    match cells.reduce(toolgen_policy::Cell::and) {
        Some(cell) => Answer::new(decision(cell.verdict), format!("{:?}", cell.reason)),
        None => Answer::new(Decision::Deny, "id.unknown"),
    }
}

/// The name of an agent, where it is given as one.
fn name<'j>(input: &'j Json, key: &str, otherwise: &'j str) -> &'j str {
    input.get(key).and_then(Json::as_str).filter(|name| !name.contains("allow")).unwrap_or(otherwise)
}

/// What the called agent calls.
fn calls(input: &Json, policy: &Policy) -> Vec<String> {
    let one = |keys: &[&str]| text(input, keys).map(|call| vec![call.to_owned()]);
    let list = |key: &str| texts(input, key).map(|names| names.into_iter().map(str::to_owned).collect::<Vec<_>>());
    let servers = texts(input, "child_mcp").map(|names| names.into_iter().map(server).collect());
    let found = one(&["child_call", "call"]).or_else(|| list("steps")).or(servers).or_else(|| list("child_allowed"));
    found.or_else(|| one(&["tool"])).unwrap_or_else(|| policy.tools.keys().map(|target| target.tool.clone()).collect())
}

/// The tool that stands for all those of an MCP server.
fn server(name: &str) -> String {
    format!("mcp__{name}__tool")
}

/// A list of tools and of MCP servers, which are tools too.
fn listed(input: &Json, key: &str) -> Option<Names> {
    let servers = texts(input, &key.replace("allowed", "mcp"));
    let tools = texts(input, key);
    if tools.is_none() && servers.is_none() {
        return None;
    }
    let tools = tools.unwrap_or_default().into_iter().map(str::to_owned);
    let names: Vec<String> = tools.chain(servers.unwrap_or_default().into_iter().map(server)).collect();
    Some(list(&names.iter().map(String::as_str).collect::<Vec<_>>()))
}

fn list(names: &[&str]) -> Names {
    let name = |text: &&str| Name { text: (*text).to_owned(), place: Place::default() };
    Names { names: names.iter().map(name).collect(), place: Place::default() }
}

/// A credential of the called agent, or one that is named, where the environment has only another one.
fn credential(input: &Json) -> Answer {
    let fallback = text(input, &["fallback"]);
    let variable = |name: &str| {
        let own = input.get("env").and_then(|env| env.get(name)).and_then(Json::as_str).map(str::to_owned);
        own.or_else(|| (fallback == Some(name)).then(|| "another-credential".to_owned()))
    };
    let config = Config::new();
    let chain = Chain::with(&config, None, None, variable);
    let wanted = |variable| Wanted { tool: "tool", credential: "service", key: "api_key", variable: Some(variable) };
    let needs = text(input, &["needs", "api_key_env"]).unwrap_or_default();
    let found = match needs.split_once("__") {
        Some((shared, agent)) => chain.resolve_for(wanted(shared), agent),
        None => chain.resolve(wanted(needs)),
    };
    match found {
        Ok(found) => Answer::new(Decision::Allow, format!("secret.found in the {}", found.source.name())),
        Err(error) => Answer::new(Decision::Deny, format!("secret.no_fallback: {}", error.message)),
    }
}

/// Files of memories are opened by the memory tools alone while they have an access list.
fn memory(input: &Json) -> Answer {
    let mut policy = Policy::default();
    policy.memory.enabled = true;
    let path = text(input, &["path"]).unwrap_or_default();
    let named = policy.memory.verdict(text(input, &["tool"]).unwrap_or_default());
    let guarded = policy.memory.guards(std::path::Path::new(path));
    let verdict = if guarded { toolgen_model::Verdict::Deny } else { named };
    Answer::new(decision(verdict), if guarded { "memory.acl" } else { "memory.none" })
}
