//! The rules behind the codes: a code in, its [`Rule`] with its page out.
//!
//! A rule stands in the file that reports it, in that file's `RULES`; this file only gathers them.

use super::Severity;

/// A kind of finding, and the page that `toolgen explain` prints for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rule {
    /// The stable code, for example `TG0203`
    pub code: &'static str,
    /// A short name in kebab case, for example `duplicate-key`
    pub name: &'static str,
    /// How much its findings weigh
    pub severity: Severity,
    /// Markdown: `## What it does`, `## Why`, `## Example`, `## Instead`
    pub page: &'static str,
}

/// A [`Rule`] whose page has its four parts in order: what it does, why, an example, what to write instead.
macro_rules! page {
    (toml, $code:literal, $name:literal, $severity:ident, $what:expr, $why:expr, $example:expr, $instead:expr $(,)?) => {
        $crate::diag::code::page!(@ "toml", $code, $name, $severity, $what, $why, $example, $instead)
    };
    (rust, $code:literal, $name:literal, $severity:ident, $what:expr, $why:expr, $example:expr, $instead:expr $(,)?) => {
        $crate::diag::code::page!(@ "rust", $code, $name, $severity, $what, $why, $example, $instead)
    };
    ($code:literal, $name:literal, $severity:ident, $what:expr, $why:expr, $example:expr, $instead:expr $(,)?) => {
        $crate::diag::code::page!(@ "yaml", $code, $name, $severity, $what, $why, $example, $instead)
    };
    (@ $language:literal, $code:literal, $name:literal, $severity:ident, $what:expr, $why:expr, $example:expr, $instead:expr) => {
        $crate::diag::Rule {
            code: $code,
            name: $name,
            severity: $crate::diag::Severity::$severity,
            page: concat!(
                "## What it does\n\n",
                $what,
                "\n\n## Why\n\n",
                $why,
                "\n\n## Example\n\n```",
                $language,
                "\n",
                $example,
                "\n```\n\n## Instead\n\n",
                $instead,
                "\n"
            ),
        }
    };
}
pub(crate) use page;

/// The rules of every file that reports findings.
const FAMILIES: &[&[&[Rule]]] = &[
    #[cfg(feature = "build")]
    crate::manifest::RULES,
    &[crate::manifest::reference::RULES],
    crate::check::RULES,
    crate::rust::RULES,
    #[cfg(feature = "build")]
    &[crate::inputs::RULES, crate::normalize::place::RULES],
];

/// Every rule, in the order of the files that hold them.
pub fn rules() -> impl Iterator<Item = &'static Rule> + Clone {
    FAMILIES.iter().copied().flatten().copied().flatten()
}

/// The rule with that code, written in any case; `None` when there is none.
pub fn rule(code: &str) -> Option<&'static Rule> {
    rules().find(|rule| rule.code.eq_ignore_ascii_case(code))
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn every_rule_has_its_own_code_and_name_and_a_whole_page() {
        let (mut codes, mut names) = (HashSet::new(), HashSet::new());
        for rule in rules() {
            assert!(codes.insert(rule.code), "{} stands twice", rule.code);
            assert!(names.insert(rule.name), "{} stands twice", rule.name);
            let digits = rule.code.strip_prefix("TG").unwrap_or_default();
            assert!(digits.len() == 4 && digits.bytes().all(|b| b.is_ascii_digit()), "{}", rule.code);
            for part in ["## What it does", "## Why", "## Example", "## Instead"] {
                assert!(rule.page.contains(part), "{} lacks `{part}`", rule.code);
            }
        }
    }
}
