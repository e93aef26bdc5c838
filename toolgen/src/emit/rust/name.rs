//! Names: a property, a value or a file in, a Rust identifier out.

use std::collections::BTreeSet;

/// Names that are given once each in a scope.
#[derive(Clone, Debug, Default)]
pub(super) struct Scope {
    taken: BTreeSet<String>,
}

impl Scope {
    /// A scope in which these names are taken.
    pub(super) fn with(taken: &[&str]) -> Scope {
        Scope { taken: taken.iter().map(|name| (*name).to_owned()).collect() }
    }

    /// The name that [`Scope::give_type`] would give.
    pub(super) fn next_type(&self, name: &str) -> String {
        self.next(name, "")
    }

    fn next(&self, name: &str, between: &str) -> String {
        let numbered = (2..).map(|next| format!("{name}{between}{next}"));
        std::iter::once(name.to_owned()).chain(numbered).find(|name| !self.taken.contains(name)).unwrap_or_default()
    }

    /// Makes `name` free again.
    pub(super) fn free(mut self, name: &str) -> Scope {
        self.taken.remove(name);
        self
    }

    /// `name`, or `name_2`, `name_3` … where it is taken.
    pub(super) fn give(&mut self, name: String) -> String {
        let given = self.next(&name, "_");
        self.taken.insert(given.clone());
        given
    }

    /// The same for types and variants: `Name`, or `Name2`, `Name3` …
    pub(super) fn give_type(&mut self, name: &str) -> String {
        let given = self.next_type(name);
        self.taken.insert(given.clone());
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
            push(&mut text, c.to_lowercase(), 'u');
        } else if !text.ends_with('_') {
            text.push('_');
        }
    }
    finish(text)
}

/// `open_issue` as a type or variant: `OpenIssue`; `N` stands before a digit.
pub(super) fn pascal(name: &str) -> String {
    let mut text = String::new();
    let mut start = true;
    for c in name.chars() {
        if !is_identifier(c) || c == '_' {
            start = true;
        } else if start {
            push(&mut text, c.to_uppercase(), 'U');
            start = false;
        } else {
            push(&mut text, std::iter::once(c), 'u');
        }
    }
    match text.as_str() {
        "" => "Empty".into(),
        "Self" => "TheSelf".into(),
        _ if text.starts_with(|c: char| c.is_numeric()) => format!("N{text}"),
        _ => text,
    }
}

/// Letters of other scripts than Latin as their numbers: rustc warns of names that may be mistaken for others,
/// and only the root of a crate can silence that. `mark` stands before each number.
fn push(text: &mut String, chars: impl Iterator<Item = char>, mark: char) {
    for c in chars {
        if c.is_ascii() || ('\u{C0}'..='\u{24F}').contains(&c) {
            text.push(c);
        } else {
            text.push_str(&format!("{mark}{:x}", u32::from(c)));
        }
    }
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
    // syn knows the keywords of all editions but this one.
    if text != "gen" && syn::parse_str::<syn::Ident>(&text).is_ok() {
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
            ("gen", "r#gen"),
            ("größe", "größe"),
            ("сон", "u441u43eu43d"),
            ("2x", "_2x"),
            ("", "empty"),
            ("a b/c", "a_b_c"),
        ] {
            assert_eq!(snake(name), field);
            syn::parse_str::<syn::Ident>(&snake(name)).unwrap();
        }
        assert_eq!(pascal("open_issue"), "OpenIssue");
        assert_eq!(pascal("in-progress"), "InProgress");
        assert_eq!(pascal("self"), "TheSelf");
        assert_eq!(pascal("💥"), "Empty");
        assert_eq!(pascal("2nd"), "N2nd");
        assert_eq!(pascal("少数 派"), "U5c11u6570U6d3e");
    }

    #[test]
    fn a_scope_gives_each_name_once() {
        let mut scope = Scope::default();
        assert_eq!(scope.give("a".into()), "a");
        assert_eq!(scope.give("a".into()), "a_2");
        assert_eq!(
            (scope.give_type("B"), scope.next_type("B"), scope.give_type("B")),
            ("B".into(), "B2".into(), "B2".into())
        );
    }
}
