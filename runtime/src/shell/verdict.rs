//! What the judge says of a script: a verdict and every reason for it.

use serde::Serialize;
use toolgen_model::Verdict;

/// One reason. Codes are stable; texts are for people.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Finding {
    /// The verdict that this reason alone would give
    pub verdict: Verdict,
    /// `shell.` and what is wrong
    pub code: &'static str,
    /// What was found and what to do instead
    pub text: String,
    /// Which program of the script, from 0; none when it is about the whole
    pub command: Option<usize>,
}

/// The verdict on a script. It is the strictest of its findings.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Judgement {
    /// What follows
    pub verdict: Verdict,
    /// Every reason, in the order of the script; empty when it is allowed
    pub findings: Vec<Finding>,
    /// Whether an approval may be remembered for the next time: never for what runs other programs
    pub can_remember: bool,
}

impl Judgement {
    /// The strictest of the findings; allowed when there is none.
    pub(super) fn of(findings: Vec<Finding>, can_remember: bool) -> Judgement {
        let verdict = findings.iter().map(|finding| finding.verdict).max().unwrap_or(Verdict::Allow);
        Judgement { verdict, findings, can_remember: can_remember && verdict != Verdict::Deny }
    }

    /// The text of the first finding that denies; none when nothing does.
    pub fn denial(&self) -> Option<&str> {
        self.findings.iter().find(|finding| finding.verdict == Verdict::Deny).map(|finding| finding.text.as_str())
    }

    /// The code of the first finding that decided; `shell.allowed` when there is none.
    pub fn reason(&self) -> &'static str {
        self.findings.iter().find(|finding| finding.verdict == self.verdict).map_or("shell.allowed", |found| found.code)
    }

    /// The same where nobody can be asked: what is supervised is denied at once.
    #[must_use]
    pub fn headless(mut self) -> Judgement {
        if self.verdict == Verdict::Supervised {
            let text = "it needs an approval and nobody can be asked here".to_owned();
            let denial = Finding { verdict: Verdict::Deny, code: "approval.no_approver", text, command: None };
            self.findings.push(denial);
            self.verdict = Verdict::Deny;
            self.can_remember = false;
        }
        self
    }
}
