//! Scope rules: a principal and a tool in, whether the first rule that fits lets it through.

use toolgen_model::enforced;

use super::{Name, Names};
use crate::finding::Place;

/// Who is behind a call, as far as it is known.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Principal {
    /// The user
    pub user: String,
    /// The channel
    pub channel: String,
    /// The kind of chat, for example `group`
    pub chat_type: String,
}

/// A rule: for whom, and which tools.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ScopeRule {
    /// The user; absent is everybody
    pub user: Option<Name>,
    /// The channel; absent is every one
    pub channel: Option<Name>,
    /// The kind of chat; absent is every one
    pub chat_type: Option<Name>,
    /// The tools: absent is all of them, empty is none
    pub allow: Option<Names>,
    /// Not these, whatever is allowed
    pub deny: Option<Names>,
    /// Where it stands
    pub place: Place,
}

impl ScopeRule {
    /// Whether the rule is about that principal.
    pub fn fits(&self, principal: &Principal) -> bool {
        let one =
            |pattern: &Option<Name>, said: &str| pattern.as_ref().is_none_or(|pattern| wildcard(&pattern.text, said));
        one(&self.user, &principal.user)
            && one(&self.channel, &principal.channel)
            && one(&self.chat_type, &principal.chat_type)
    }

    /// Whether the rule lets the tool through.
    pub fn lets(&self, tool: &str) -> bool {
        let named = |names: &Names| names.names.iter().any(|name| wildcard(&name.text, tool));
        !self.deny.as_ref().is_some_and(named) && self.allow.as_ref().is_none_or(named)
    }
}

impl super::Policy {
    /// The rule that keeps the principal from the tool: the first that fits decides; where none fits,
    /// nothing is kept.
    pub fn out_of_scope(&self, principal: &Principal, tool: &str) -> Option<&ScopeRule> {
        let rule = self.scopes.iter().find(|rule| rule.fits(principal));
        rule.filter(|rule| enforced!("policy.scope") && !rule.lets(tool))
    }
}

/// Whether `text` is what `pattern` says; each `*` stands for any characters.
pub(crate) fn wildcard(pattern: &str, text: &str) -> bool {
    let mut parts = pattern.split('*');
    let Some(mut rest) = parts.next().and_then(|first| text.strip_prefix(first)) else { return false };
    let parts: Vec<&str> = parts.collect();
    let Some((last, middle)) = parts.split_last() else { return rest.is_empty() };
    for part in middle {
        match rest.find(part) {
            Some(at) => rest = &rest[at + part.len()..],
            None => return false,
        }
    }
    rest.ends_with(last)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name(text: &str) -> Name {
        Name { text: text.into(), place: Place::default() }
    }

    fn names(texts: &[&str]) -> Option<Names> {
        Some(Names { names: texts.iter().map(|text| name(text)).collect(), place: Place::default() })
    }

    #[test]
    fn a_star_is_any_run_of_characters() {
        for (pattern, text, fits) in [
            ("*", "", true),
            ("a*", "abc", true),
            ("*c", "abc", true),
            ("a*c", "abc", true),
            ("a*c", "abd", false),
            ("a*b*c", "aXbYc", true),
            ("a*b*c", "acb", false),
            ("abc", "abcd", false),
            ("a*a", "a", false),
        ] {
            assert_eq!(wildcard(pattern, text), fits, "{pattern} {text}");
        }
    }

    #[test]
    fn the_first_rule_that_fits_decides_and_deny_beats_allow() {
        let guests = ScopeRule {
            user: Some(name("guest*")),
            allow: names(&["file_*"]),
            deny: names(&["file_write"]),
            ..ScopeRule::default()
        };
        let nobody = ScopeRule { user: Some(name("guest1")), ..ScopeRule::default() };
        let policy = super::super::Policy { scopes: vec![guests, nobody], ..super::super::Policy::default() };
        let guest = Principal { user: "guest1".into(), ..Principal::default() };
        assert!(policy.out_of_scope(&guest, "file_read").is_none());
        assert!(policy.out_of_scope(&guest, "file_write").is_some());
        assert!(policy.out_of_scope(&guest, "shell").is_some());
        assert!(policy.out_of_scope(&Principal::default(), "shell").is_none());
    }

    #[test]
    fn an_empty_list_of_tools_allows_none_and_an_absent_one_all() {
        let rule = ScopeRule { allow: names(&[]), ..ScopeRule::default() };
        assert!(!rule.lets("shell"));
        assert!(ScopeRule::default().lets("shell"));
    }
}
