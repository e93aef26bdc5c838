//! `toolgen explain CODE`: the page of a rule.

use clap::{Arg, ArgMatches, Command};
use toolgen_model::nearest::nearest;

use super::{Console, Failure, Outcome};
use crate::diag::code;

pub(super) fn command() -> Command {
    Command::new("explain")
        .about("Print what a rule does, why, and what to write instead")
        .arg(Arg::new("code").value_name("CODE").help("For example TG0101; without it, every rule is listed"))
}

pub(super) fn run(matches: &ArgMatches, console: &mut Console) -> Result<Outcome, Failure> {
    let Some(written) = matches.get_one::<String>("code") else {
        let mut rules: Vec<_> = code::rules().collect();
        rules.sort_by_key(|rule| rule.code);
        for rule in rules {
            writeln!(console.out, "{} {:7} {}", rule.code, rule.severity.name(), rule.name)?;
        }
        return Ok(Outcome::Clean);
    };
    let bare = written.trim_matches(['[', ']']);
    let named = || code::rules().find(|rule| rule.name == bare);
    let Some(rule) = code::rule(bare).or_else(named) else {
        let names = code::rules().flat_map(|rule| [rule.code, rule.name]);
        let help = match nearest(&bare.to_ascii_uppercase(), names.clone()).or_else(|| nearest(bare, names)) {
            Some(near) => format!("did you mean {near}?"),
            None => "`toolgen explain` lists them".to_owned(),
        };
        return Err(Failure::Usage(format!("there is no rule {bare:?}; {help}")));
    };
    write!(console.out, "# {}: {} ({})\n\n{}", rule.code, rule.name, rule.severity.name(), rule.page)?;
    Ok(Outcome::Clean)
}
