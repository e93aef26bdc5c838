//! Effects that are declared weaker than what the declaration shows by itself.

use toolgen_model::effect::Effect;

use super::Whole;
use crate::finding::{Finding, code};

pub(super) fn check(whole: &Whole<'_>, findings: &mut Vec<Finding>) {
    for row in whole.rows.iter().filter(|row| row.effects.effect == Some(Effect::Read)) {
        if row.gate.write.is_empty() {
            continue;
        }
        let place = whole.universe.tool(&row.name).and_then(|at| whole.universe.subject(at));
        let place = place.map(|it| it.place.clone()).unwrap_or_default();
        let text = format!("`{}` is declared to only read, and may write {}", row.name, row.gate.write.join(", "));
        findings.push(Finding::error(code::WEAK_EFFECTS, &place, text).help("declare the effect that it has"));
    }
}
