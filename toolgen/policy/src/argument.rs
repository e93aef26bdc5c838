//! The rules over arguments, compiled: a tool and its arguments in, the strictest rule that applies out.

use toolgen_model::gate::Verdict;
use toolgen_model::json::Json;
use toolgen_model::pattern::Pattern;

use crate::domain;
use crate::policy::{ArgumentRule, Policy, Target, Test};
use crate::table::targets;
use crate::universe::Universe;

/// The rules of each tool.
#[derive(Clone, Debug, Default)]
pub struct Arguments {
    rules: Vec<(ArgumentRule, Option<Pattern>)>,
    /// By the index of the tool
    by_tool: Vec<Vec<u32>>,
}

impl Arguments {
    /// Compiles the rules of a policy.
    pub(crate) fn of(policy: &Policy, universe: &Universe) -> Arguments {
        let mut arguments = Arguments { by_tool: vec![Vec::new(); universe.tools().len()], ..Arguments::default() };
        for (at, rule) in (0_u32..).zip(&policy.arguments) {
            let target =
                Target { tool: rule.tool.text.clone(), action: rule.action.as_ref().map(|name| name.text.clone()) };
            for tool in targets(&target, universe).1 {
                arguments.by_tool.iter_mut().skip(tool as usize).take(1).for_each(|rules| rules.push(at));
            }
            // A pattern without a form was a finding, and such a policy is not used.
            let pattern = if let Test::Pattern(text) = &rule.test { Pattern::compile(text).ok() } else { None };
            arguments.rules.push((rule.clone(), pattern));
        }
        arguments
    }

    /// Whether any rule is about the tool; most have none, and need not be decoded for this.
    #[inline]
    pub fn has(&self, tool: u32) -> bool {
        self.by_tool.get(tool as usize).is_some_and(|rules| !rules.is_empty())
    }

    /// The strictest verdict of the rules that apply to the arguments, and the rule that gives it; none where
    /// nothing is tightened.
    pub fn judge(&self, tool: u32, arguments: &Json) -> Option<(Verdict, &ArgumentRule)> {
        let rules = self.by_tool.get(tool as usize)?.iter().filter_map(|at| self.rules.get(*at as usize));
        let verdicts = rules.filter_map(|(rule, pattern)| Some((one(rule, pattern.as_ref(), arguments)?, rule)));
        verdicts.reduce(|first, next| if next.0 > first.0 { next } else { first })
    }
}

/// The verdict of one rule. Where it cannot be said whether the test holds, the stricter of both counts.
fn one(rule: &ArgumentRule, pattern: Option<&Pattern>, arguments: &Json) -> Option<Verdict> {
    let value = arguments.get(&rule.argument.text)?;
    match holds(&rule.test, pattern, value) {
        Some(true) => rule.verdict,
        Some(false) => rule.otherwise,
        None => rule.verdict.max(rule.otherwise),
    }
}

/// Whether the test holds of a value, or of one item of a list; none where it cannot be said.
fn holds(test: &Test, pattern: Option<&Pattern>, value: &Json) -> Option<bool> {
    let text = match value {
        Json::String(text) => text.to_string(),
        Json::Number(_) | Json::Bool(_) => value.to_string(),
        Json::Null => return Some(false),
        Json::Object(_) => return None,
        Json::Array(items) => {
            let each: Option<Vec<bool>> = items.iter().map(|item| holds(test, pattern, item)).collect();
            // Some items and not others: both verdicts could be meant.
            return each.and_then(|each| match (each.contains(&true), each.contains(&false)) {
                (true, true) => None,
                (any, _) => Some(any),
            });
        }
    };
    match test {
        Test::Equals(wanted) => Some(text == *wanted),
        Test::Prefix(wanted) => Some(text.starts_with(wanted.as_str())),
        Test::Pattern(_) => Some(pattern?.is_match(&text)),
        Test::Host(wanted) => host(&text).map(|host| domain::covers(wanted, host)),
    }
}

/// The host of a URL, where it is written so plainly that every parser reads the same one.
fn host(url: &str) -> Option<&str> {
    let (scheme, rest) = url.split_once("://")?;
    if !scheme.eq_ignore_ascii_case("http") && !scheme.eq_ignore_ascii_case("https") {
        return None;
    }
    let authority = rest.split(['/', '?', '#']).next().unwrap_or_default();
    let (host, port) = authority.split_once(':').unwrap_or((authority, ""));
    let plain = host.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-'));
    (plain && domain::is_pattern(host) && port.bytes().all(|byte| byte.is_ascii_digit())).then_some(host)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::policy::Name;

    fn judged(test: Test, value: &str) -> Option<Verdict> {
        let name = |text: &str| Name { text: text.into(), place: Default::default() };
        let rule = ArgumentRule {
            tool: name("t"),
            action: None,
            argument: name("a"),
            test: test.clone(),
            verdict: Some(Verdict::Allow),
            otherwise: Some(Verdict::Deny),
            place: Default::default(),
        };
        let pattern = if let Test::Pattern(text) = &test { Pattern::compile(text).ok() } else { None };
        one(&rule, pattern.as_ref(), &Json::parse(&format!(r#"{{"a":{value},"b":"git status"}}"#)).unwrap())
    }

    #[test]
    fn a_rule_names_one_argument_and_never_the_text_of_all() {
        let git = || Test::Prefix("git status".into());
        assert_eq!(judged(git(), r#""git status -s""#), Some(Verdict::Allow));
        assert_eq!(judged(git(), r#""whoami""#), Some(Verdict::Deny));
        assert_eq!(judged(git(), r#"["git status","rm"]"#), Some(Verdict::Deny));
        assert_eq!(judged(git(), r#"{"x":"git status"}"#), Some(Verdict::Deny));
        assert_eq!(judged(Test::Pattern("^[a-z]+$".into()), r#""abc\n""#), Some(Verdict::Deny));
    }

    #[test]
    fn a_host_is_that_of_the_url_and_what_is_not_plain_is_the_stricter() {
        let github = || Test::Host("api.github.com".into());
        assert_eq!(judged(github(), r#""https://api.github.com/x""#), Some(Verdict::Allow));
        for url in [
            "http://evil.test/?api.github.com",
            "https://api.github.com@evil.test/",
            "https://evil.test\\\\@api.github.com",
            "https://api.github.com.evil.test",
            "ftp://api.github.com",
            "api.github.com",
            "https://api.github.com:x",
        ] {
            assert_eq!(judged(github(), &format!("\"{url}\"")), Some(Verdict::Deny), "{url}");
        }
    }
}
