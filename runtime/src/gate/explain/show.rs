//! An explanation in, the text that a person reads out.

use std::fmt;

use super::{Explanation, Went};
use crate::visible::visible;

impl fmt::Display for Explanation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let agent = if self.agent.is_empty() { String::new() } else { format!(" for {}", visible(&self.agent)) };
        writeln!(f, "{}{agent} on {}: {} ({})", visible(&self.tool), self.surface, self.verdict.name(), self.code)?;
        for explained in &self.steps {
            let went = match explained.went {
                Went::Passed => "ok",
                Went::Asks => "asks",
                Went::Refused => "REFUSED",
                Went::NotJudged => "needs --args",
                Went::NotReached => "not reached",
            };
            write!(f, "{:>4} {:<11} {went:<12}", explained.number, explained.step.name())?;
            for (at, line) in explained.lines.iter().enumerate() {
                let indent = if at == 0 { String::new() } else { format!("\n{:29}", "") };
                let verdict = line.verdict.map_or(String::new(), |verdict| format!("{:<10} ", verdict.name()));
                let place = line.at.as_deref().map_or(String::new(), |place| format!("  [{}]", visible(place)));
                write!(f, "{indent}{verdict}{}{place}", visible(&line.text))?;
            }
            writeln!(f)?;
        }
        if !self.permit.is_empty() {
            writeln!(f, "to permit it:")?;
            self.permit.iter().try_for_each(|edit| writeln!(f, "  {}", visible(edit)))?;
        }
        for fact in &self.counterfactual {
            writeln!(f, "without {}: {}", visible(&fact.without), fact.verdict.name())?;
        }
        if self.elsewhere.is_empty() {
            return Ok(());
        }
        let elsewhere = self.elsewhere.iter().map(|there| match there.code.as_str() {
            "ok" | "approval.needed" => format!("{} {}", there.surface, there.verdict.name()),
            code => format!("{} {} ({code})", there.surface, there.verdict.name()),
        });
        writeln!(f, "elsewhere: {}", elsewhere.collect::<Vec<_>>().join(", "))
    }
}
