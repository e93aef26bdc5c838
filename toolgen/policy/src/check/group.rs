//! A tool of two groups of which the policy says different things.

use super::Whole;
use crate::finding::{Finding, code};
use crate::table::Reason;

pub(super) fn check(whole: &Whole<'_>, findings: &mut Vec<Finding>) {
    for (at, subject) in (0_u32..).zip(whole.universe.tools()) {
        if matches!(whole.table.base(at).reason, Reason::Tool(_)) {
            continue;
        }
        let mut rules = whole.policy.groups.iter().filter(|(group, _)| subject.groups.contains(group));
        let Some((first, rule)) = rules.next() else { continue };
        if let Some((second, other)) = rules.find(|(_, other)| other.verdict != rule.verdict) {
            let text = format!(
                "`{}` is in the groups `{first}` ({}) and `{second}` ({}); the stricter decides",
                subject.wire,
                rule.verdict.name(),
                other.verdict.name()
            );
            let help = format!("say it for the tool itself: `{} = …` in [security.tool_policy.tools]", subject.wire);
            findings.push(
                Finding::warning(code::AMBIGUOUS_GROUPS, &rule.place, text)
                    .help(help)
                    .also(&other.place, "the other group"),
            );
        }
    }
}
