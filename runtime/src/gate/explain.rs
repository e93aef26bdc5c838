//! Why a call is allowed, asked about or refused: the same steps as a call takes, walked without any effect, with
//! what each found.

use serde::Serialize;
use toolgen_model::Verdict;

use super::pass::Pass;
use super::refusal::Refusal;
use super::step::{self, Step};
use super::trace::{Line, Trace};
use crate::call::Call;
use crate::context::{Context, Surface};
use crate::decode::{decode, explain};
use crate::error::ToolError;
use crate::slot::Slots;
use crate::tool::Tool;
use crate::tools::{Tools, hidden};

mod show;

/// How a step went.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Went {
    /// It lets the call through
    Passed,
    /// It makes the call one that is asked about
    Asks,
    /// It refuses the call
    Refused,
    /// It could not be judged, because no arguments were given
    NotJudged,
    /// The call was refused before
    NotReached,
}

/// A step of the explanation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Explained {
    /// From 1 to 15
    pub number: u8,
    /// Its name
    pub step: Step,
    /// How it went
    pub went: Went,
    /// What it found
    pub lines: Vec<Line>,
}

/// The verdict on another surface.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Elsewhere {
    /// The surface
    pub surface: &'static str,
    /// The verdict there
    pub verdict: Verdict,
    /// The code of the refusal, or `ok`, or `approval.needed`
    pub code: String,
}

/// One rule taken away, and what would be said then.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Counterfactual {
    /// The step of the rule
    pub step: Step,
    /// The rule
    pub without: String,
    /// Its place, where it has one
    pub at: Option<String>,
    /// The verdict that remains
    pub verdict: Verdict,
}

/// All of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Explanation {
    /// The wire name
    pub tool: String,
    /// The agent; empty for the program's own
    pub agent: String,
    /// The surface
    pub surface: &'static str,
    /// The verdict; `supervised` is a call that somebody is asked about
    pub verdict: Verdict,
    /// The stable code of the refusal, or `ok`, or `approval.needed`
    pub code: String,
    /// What the model would read
    pub told: Option<String>,
    /// The fifteen steps
    pub steps: Vec<Explained>,
    /// What to edit to permit it
    pub permit: Vec<String>,
    /// The other surfaces
    pub elsewhere: Vec<Elsewhere>,
    /// What single rules change
    pub counterfactual: Vec<Counterfactual>,
}

impl Tools {
    /// Why a call of that context would be allowed, asked about or refused. Nothing is asked, counted, written or run.
    /// Without arguments the steps that look at them are not judged.
    pub fn explain(&self, context: &Context, name: &str, arguments: Option<&str>) -> Explanation {
        let mut explanation = self.explain_here(context, name, arguments, Step::Outcome);
        let others = Surface::ALL.into_iter().filter(|surface| *surface != context.surface());
        explanation.elsewhere = others
            .map(|surface| {
                let there = self.explain_here(&context.clone().through(surface), name, arguments, Step::Outcome);
                Elsewhere { surface: surface.name(), verdict: there.verdict, code: there.code }
            })
            .collect();
        explanation
    }

    /// The same on one surface and up to step 9: what hangs on the policy, and not on what only the moment of a call
    /// knows, such as the room in a limit and the person who is asked.
    #[cfg(feature = "cli")]
    pub(crate) fn judged(&self, context: &Context, name: &str, arguments: Option<&str>) -> Explanation {
        let mut explanation = self.explain_here(context, name, arguments, Step::Sandbox);
        explanation.steps.retain(|explained| explained.step <= Step::Sandbox);
        explanation
    }

    fn explain_here(&self, context: &Context, name: &str, arguments: Option<&str>, until: Step) -> Explanation {
        let mut walk = Walk::default();
        let verdict = self.walk(context, name, arguments, until, &mut walk);
        let code = match (&verdict, &walk.refusal) {
            (_, Some(refusal)) => refusal.code.clone().into_owned(),
            (Verdict::Supervised, None) => "approval.needed".to_owned(),
            _ => "ok".to_owned(),
        };
        let permit = walk.lines.iter().filter_map(|(_, line)| line.edit.clone()).collect();
        Explanation {
            tool: name.to_owned(),
            agent: context.agent().to_owned(),
            surface: context.surface().name(),
            verdict,
            code,
            told: walk.refusal.as_ref().map(|refusal| refusal.message.clone()),
            counterfactual: counterfactual(&self.rules(context, name, &walk)),
            steps: walk.steps(),
            permit,
            elsewhere: Vec::new(),
        }
    }

    /// Every rule about the call, also of steps that it did not reach.
    fn rules(&self, context: &Context, name: &str, walk: &Walk) -> Vec<(Step, Line)> {
        let policy = self.guard().and_then(|guard| guard.policy().0);
        let mut rules = match (policy, self.table().get(name)) {
            (Some(policy), Some(tool)) => policy.reasons(tool, context.agent(), context.surface()),
            _ => walk.lines.iter().filter(|(step, _)| *step == Step::Base).take(1).cloned().collect(),
        };
        // What a rule about arguments says, and not the sentence that ends a refused call.
        rules.extend(walk.lines.iter().filter(|(step, _)| *step == Step::Rules).take(1).cloned());
        rules
    }

    /// Walks the steps and gives the verdict.
    fn walk(&self, context: &Context, name: &str, arguments: Option<&str>, until: Step, walk: &mut Walk) -> Verdict {
        let Some(tool) = self.table().get(name) else {
            let error = self.find(name).err().unwrap_or_else(|| ToolError::new("ToolNotFound", "Unknown tool"));
            return walk.refuse(super::unread(crate::reply::Stage::Find, &error));
        };
        walk.says(Step::Id, || [Line::new(format!("`{}`", tool.name)).at(tool.origin)]);
        walk.past(Step::Id);
        let found = self.ruled(context, tool);
        let call = Call::new(self, context, &found, arguments.unwrap_or("{}"));
        let mut pass = Pass::new(&call);
        walk.says(Step::Surface, || pass.reasons(Step::Surface));
        if let Some(error) = self.unavailable(tool).or_else(|| hidden(context, &found)) {
            return walk.refuse(Refusal { step: Step::Surface, ..super::unread(crate::reply::Stage::Find, &error) });
        }
        walk.past(Step::Surface);
        if let Some(refusal) = arguments.and_then(|text| unreadable(tool, text)) {
            return walk.refuse(refusal);
        }
        match arguments {
            Some(_) => walk.past(Step::Arguments),
            None => walk.unjudged.extend([Step::Arguments, Step::Rules, Step::Capability, Step::Sandbox]),
        }
        let judged = match arguments {
            Some(_) => super::steps(&mut pass, walk),
            None => super::steps_without_arguments(&mut pass, walk),
        };
        if let Err(refusal) = judged {
            return walk.refuse(refusal);
        }
        walk.past(Step::Sandbox);
        if until <= Step::Sandbox { pass.verdict() } else { self.walk_on(pass, walk) }
    }

    /// The steps that have effects, without them.
    fn walk_on(&self, mut pass: Pass<'_>, walk: &mut Walk) -> Verdict {
        // What is taken is given back when the pass is dropped.
        if let Err(refusal) = step::rate::check(&mut pass, walk) {
            return walk.refuse(refusal);
        }
        walk.past(Step::Rate);
        if pass.guard.is_some_and(|guard| guard.audit.is_some()) {
            walk.says(Step::Intent, || [Line::new("the intent would be written to the audit log")]);
        }
        walk.past(Step::Intent);
        let verdict = pass.verdict();
        if verdict != Verdict::Supervised {
            walk.past(Step::Outcome);
            return verdict;
        }
        let unasked = pass.subject().row().and_then(|row| step::approval::unasked(&pass, row));
        match (unasked, self.asks()) {
            (Some(by), _) => {
                walk.says(Step::Approval, || [Line::new(format!("approved by {by}"))]);
                walk.past(Step::Outcome);
                Verdict::Allow
            }
            (None, Some(approver)) => {
                let name = approver.name().to_owned();
                walk.says(Step::Approval, || [Line::new(format!("{name} would be asked")).verdict(verdict)]);
                walk.past(Step::Outcome);
                verdict
            }
            (None, None) => walk.refuse(step::approval::unattended(pass.call.tool.name)),
        }
    }
}

fn unreadable(tool: &'static Tool, text: &str) -> Option<Refusal> {
    let mut slots = Slots::<16>::new(tool.slots());
    decode(tool, text, slots.places()).err()?;
    Some(super::unread(crate::reply::Stage::Decode, &explain(tool, text)))
}

/// What the steps said so far.
#[derive(Default)]
struct Walk {
    lines: Vec<(Step, Line)>,
    /// The last step that was passed
    past: u8,
    unjudged: Vec<Step>,
    refusal: Option<Refusal>,
}

impl Trace for Walk {
    fn says<L: IntoIterator<Item = Line>>(&mut self, step: Step, lines: impl FnOnce() -> L) {
        self.past = self.past.max(step.number().saturating_sub(1));
        self.lines.extend(lines().into_iter().map(|line| (step, line)));
    }
}

impl Walk {
    fn past(&mut self, step: Step) {
        self.past = self.past.max(step.number());
    }

    fn refuse(&mut self, refusal: Refusal) -> Verdict {
        self.past = refusal.step.number() - 1;
        let mut line = Line::new(refusal.message.clone()).verdict(Verdict::Deny);
        if !refusal.detail.is_empty() {
            line = line.at(refusal.detail.clone());
        }
        self.lines.push((refusal.step, line));
        self.refusal = Some(refusal);
        Verdict::Deny
    }

    fn steps(&self) -> Vec<Explained> {
        let refused = self.refusal.as_ref().map(|refusal| refusal.step);
        let each = Step::ALL.into_iter().map(|step| {
            let lines: Vec<Line> =
                self.lines.iter().filter(|(at, _)| *at == step).map(|(_, line)| line.clone()).collect();
            let asks = lines.iter().any(|line| line.verdict == Some(Verdict::Supervised));
            let went = match refused {
                Some(at) if at == step => Went::Refused,
                Some(at) if at < step => Went::NotReached,
                _ if self.unjudged.contains(&step) => Went::NotJudged,
                _ if asks => Went::Asks,
                _ => Went::Passed,
            };
            Explained { number: step.number(), step, went, lines }
        });
        each.collect()
    }
}

/// For each rule that stands in the way: what the others say.
fn counterfactual(rules: &[(Step, Line)]) -> Vec<Counterfactual> {
    let strict = rules.iter().enumerate().filter(|(_, (_, line))| line.verdict.is_some_and(|it| it != Verdict::Allow));
    strict
        .map(|(at, (step, line))| {
            let others = rules.iter().enumerate().filter(|(other, _)| *other != at);
            let verdict = others.filter_map(|(_, (_, line))| line.verdict).max().unwrap_or(Verdict::Allow);
            Counterfactual { step: *step, without: line.text.clone(), at: line.at.clone(), verdict }
        })
        .collect()
}

#[cfg(test)]
mod tests;
