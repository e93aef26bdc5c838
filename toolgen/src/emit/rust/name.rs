//! Names: a property, a value or a file in, a Rust identifier out.

use std::collections::BTreeSet;

/// Names that are given once each in a scope.
#[derive(Debug, Default)]
pub(super) struct Scope {
    taken: BTreeSet<String>,
}

impl Scope {
    /// `name`, or `name_2`, `name_3` … where it is taken.
    pub(super) fn give(&mut self, name: String) -> String {
        let mut given = name.clone();
        let mut next = 2;
        while !self.taken.insert(given.clone()) {
            given = format!("{name}_{next}");
            next += 1;
        }
        given
    }
}

/// `maxDepth`, `max-depth` and `max depth` as a field or module: `max_depth`; keywords become raw.
pub fn snake(name: &str) -> String {
    let mut text = String::new();
    let mut before_lower = false;
    for c in name.chars() {
        if c.is_uppercase() && before_lower {
            text.push('_');
        }
        before_lower = c.is_lowercase() || c.is_ascii_digit();
        if c == '_' || c.is_alphanumeric() && is_identifier(c) {
            text.extend(c.to_lowercase());
        } else if !text.ends_with('_') {
            text.push('_');
        }
    }
    finish(text)
}

/// `open_issue` as a type or variant: `OpenIssue`.
pub(super) fn pascal(name: &str) -> String {
    let mut text = String::new();
    let mut start = true;
    for c in name.chars() {
        if !is_identifier(c) || c == '_' {
            start = true;
        } else if start {
            text.extend(c.to_uppercase());
            start = false;
        } else {
            text.push(c);
        }
    }
    finish(text)
}

fn is_identifier(c: char) -> bool {
    // A lone character that starts an identifier, or a digit, may stand inside one.
    c.is_ascii_digit() || syn::parse_str::<syn::Ident>(c.encode_utf8(&mut [0; 4])).is_ok()
}

fn finish(text: String) -> String {
    if text.is_empty() || text == "_" {
        return "empty".into();
    }
    if text.starts_with(|c: char| c.is_numeric()) {
        return format!("_{text}");
    }
    if syn::parse_str::<syn::Ident>(&text).is_ok() {
        return text;
    }
    if matches!(text.as_str(), "self" | "Self" | "super" | "crate") { format!("{text}_") } else { format!("r#{text}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn identifiers_come_out_of_any_name() {
        for (name, field) in [
            ("maxDepth", "max_depth"),
            ("draft-update", "draft_update"),
            ("type", "r#type"),
            ("self", "self_"),
            ("2x", "_2x"),
            ("", "empty"),
            ("a b/c", "a_b_c"),
        ] {
            assert_eq!(snake(name), field);
            syn::parse_str::<syn::Ident>(&snake(name)).unwrap();
        }
        assert_eq!(pascal("open_issue"), "OpenIssue");
        assert_eq!(pascal("in-progress"), "InProgress");
        assert_eq!(pascal("self"), "Self_");
        assert_eq!(pascal("💥"), "empty");
    }

    #[test]
    fn a_scope_gives_each_name_once() {
        let mut scope = Scope::default();
        assert_eq!(scope.give("a".into()), "a");
        assert_eq!(scope.give("a".into()), "a_2");
    }
}
