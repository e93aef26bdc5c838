//! What an operator decides about the shell, as a value that the judge reads.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::closed::Closed;
use super::grammar;
use super::paths::Workspace;
use super::programs::base_name;

/// How much the agent may do by itself.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Autonomy {
    /// No commands at all
    Readonly,
    /// What is not listed needs an approval, and so does what changes something
    #[default]
    Supervised,
    /// What is listed runs, also where it changes something; nothing else becomes looser
    Full,
}

/// The operator's decisions.
#[derive(Clone, Debug)]
pub struct Policy {
    /// How much the agent may do by itself
    pub autonomy: Autonomy,
    /// What may run; empty means nothing
    pub allow: Vec<Rule>,
    /// What never runs, whatever else says
    pub deny: Vec<Rule>,
    /// Refuse commands of high risk; else they need an approval
    pub block_high_risk: bool,
    /// Ask before commands of medium risk
    pub ask_medium_risk: bool,
    /// Path arguments that lead out of it are refused
    pub workspace: Option<Workspace>,
    /// Places that are not named, wherever they lie
    pub closed: Option<Closed>,
    /// Programs by which the agent could change its own policy: never
    pub own_programs: Vec<String>,
}

impl Policy {
    /// The usual start: supervised, a few programs that only look, high risk refused, medium risk asked for.
    pub fn standard() -> Policy {
        let names = ["git", "npm", "cargo", "ls", "cat", "grep", "find", "echo", "pwd", "wc", "head", "tail", "date"];
        Policy {
            autonomy: Autonomy::Supervised,
            allow: names.iter().map(|name| Rule::program(name)).collect(),
            deny: Vec::new(),
            block_high_risk: true,
            ask_medium_risk: true,
            workspace: None,
            closed: None,
            own_programs: Vec::new(),
        }
    }

    /// The allowances that can never take effect: a bare name of a program that runs whatever it is told to
    /// needs its arguments in the rule, as in `=python3 tools/report.py`.
    pub fn idle_allowances(&self) -> Vec<&Rule> {
        self.allow.iter().filter(|rule| rule.is_bare() && grammar::runs_anything(rule.name())).collect()
    }

    /// The same with nothing allowed, denied or blocked.
    pub fn empty() -> Policy {
        Policy { allow: Vec::new(), block_high_risk: false, ..Policy::standard() }
    }
}

/// A program, or a program with the words that must follow.
///
/// `git` is the program with any arguments, `git status` the arguments that begin so, `=git status` exactly
/// these arguments. `*` is any program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rule {
    words: Vec<String>,
    exact: bool,
}

/// A rule that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleError {
    rule: String,
}

impl fmt::Display for RuleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "expected a program such as `ls`, with words such as `git status`, or exact such as `=git status`; "
        )?;
        write!(f, "found `{}`; quotes, operators and patterns are not part of a rule", self.rule.escape_debug())
    }
}

impl std::error::Error for RuleError {}

impl FromStr for Rule {
    type Err = RuleError;

    fn from_str(text: &str) -> Result<Rule, RuleError> {
        let (exact, rest) = text.strip_prefix('=').map_or((false, text), |rest| (true, rest));
        let words: Vec<String> = rest.split_ascii_whitespace().map(str::to_owned).collect();
        let plain = |word: &String| {
            word.chars().all(|character| character.is_ascii_alphanumeric() || "_./:=,@%+-".contains(character))
        };
        let any = !exact && words.len() == 1 && words.first().is_some_and(|word| word == "*");
        if words.is_empty() || !(any || words.iter().all(plain)) {
            return Err(RuleError { rule: text.to_owned() });
        }
        Ok(Rule { words, exact })
    }
}

impl Rule {
    /// The program with any arguments.
    pub fn program(name: &str) -> Rule {
        Rule { words: vec![name.to_owned()], exact: false }
    }

    /// The program as written in the rule.
    pub fn name(&self) -> &str {
        self.words.first().map_or("", String::as_str)
    }

    /// Whether the rule names a program without saying anything of its arguments.
    pub fn is_bare(&self) -> bool {
        self.words.len() == 1 && !self.exact
    }

    /// Whether the rule gives all arguments.
    pub fn is_exact(&self) -> bool {
        self.exact
    }

    /// Whether the fixed words go beyond sub-commands, so that what may follow them changes their meaning.
    pub fn is_prefix_too_wide(&self) -> bool {
        !self.exact && self.words.iter().skip(1).any(|word| word.starts_with('-') || word.contains(['/', '.']))
    }

    /// Whether an allowance covers the arguments. The program itself is compared by the caller.
    pub(super) fn covers(&self, arguments: &[String]) -> bool {
        let fixed = self.words.get(1..).unwrap_or_default();
        if self.exact { arguments == fixed } else { arguments.starts_with(fixed) }
    }

    /// Whether a denial meets the program, by base name, and its words in order among the arguments: options
    /// in between do not hide them.
    pub(super) fn meets(&self, program: &str, arguments: &[String]) -> bool {
        if self.name() == "*" {
            return true;
        }
        let mut arguments = arguments.iter();
        base_name(self.name()).eq_ignore_ascii_case(base_name(program))
            && self.words.iter().skip(1).all(|word| arguments.any(|argument| argument == word))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rule_with_shell_characters_is_refused() {
        for text in ["", "=", "ls; rm", "rm *", "echo 'a'", "* x", "$X"] {
            assert!(text.parse::<Rule>().is_err(), "{text:?}");
        }
        assert!("=git log --oneline".parse::<Rule>().is_ok_and(|rule| rule.is_exact()));
        assert!("*".parse::<Rule>().is_ok_and(|rule| rule.is_bare()));
    }

    #[test]
    fn options_between_do_not_hide_a_denied_sub_command() {
        let rule: Rule = "git push".parse().unwrap();
        let words = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<_>>();
        assert!(rule.meets("/usr/bin/git", &words("-C x push origin")));
        assert!(!rule.meets("git", &words("pull")));
    }
}
