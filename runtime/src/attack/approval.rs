//! Cases of kind `approval`: who approves what, when, and what happens in between.

use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::Instant;

use toolgen_model::json::Json;

use super::call::{answer, under};
use super::{Answer, Decision};
use crate::context::Context;
use crate::gate::approval::ledger::Ledger;
use crate::gate::approval::terminal;
use crate::gate::approval::{self, Approver, Asking, Question};
use crate::gate::hook::Policy;
use crate::gate::policy::Compiled;
use crate::gate::{Desk, Refusal};
use crate::tools::Tools;

pub(super) fn judge(input: &Json) -> Answer {
    let text = |key: &str| input.get(key).and_then(Json::as_str);
    if let Some(sequence) = input.get("sequence").and_then(Json::as_array) {
        return sequence_of(&sequence.iter().filter_map(Json::as_str).collect::<Vec<_>>());
    }
    if let (Some(grant), Some(then)) = (text("approve"), text("then")) {
        return sequence_of(&[grant, then, "call"]);
    }
    if let Some(count) = text("use") {
        return used(if matches!(count, "twice" | "again") { 2 } else { 1 });
    }
    if let Some(typed) = text("stdin") {
        return typed_ahead(typed);
    }
    if let Some(batch) = input.get("batch").and_then(Json::as_array) {
        return batch_of(&batch.iter().filter_map(Json::as_str).collect::<Vec<_>>());
    }
    if let (Some(rules), Some(command)) = (input.get("rules"), text("command")) {
        return ruled(rules, command);
    }
    if let Some(command) = text("command") {
        return shown(command);
    }
    if input.get("annotation").is_some() {
        return hinted(text("server") == Some("trusted"));
    }
    if let Some(many) = input.get("requests_per_min").and_then(Json::as_u64) {
        return flood(many);
    }
    if let (Some(by), Some(caller)) = (text("approver_principal"), text("caller")) {
        return decided(&Ledger::default(), caller, by, 1);
    }
    Answer::unfit(
        "`approve`, `sequence`, `use`, `stdin`, `batch`, `rules`, `command`, `annotation` or `approver_principal`",
    )
}

/// Answers yes, after all that happens while the question is open.
struct Between {
    tools: Mutex<Weak<Tools>>,
    policies: Mutex<Vec<Arc<Compiled>>>,
}

impl Approver for Between {
    fn ask<'q>(&'q self, _: &'q Question) -> Asking<'q> {
        let policies = std::mem::take(&mut *self.policies.lock().unwrap_or_else(PoisonError::into_inner));
        if let Some(tools) = self.tools.lock().unwrap_or_else(PoisonError::into_inner).upgrade() {
            for policy in policies {
                let policy: Arc<dyn Policy> = policy;
                tools.replace_policy(policy);
            }
        }
        Box::pin(std::future::ready(approval::Answer::Yes))
    }
}

struct By(Arc<Between>);

impl Approver for By {
    fn ask<'q>(&'q self, question: &'q Question) -> Asking<'q> {
        self.0.ask(question)
    }
}

/// A grant, what happens to the policy, and the call that uses the grant.
fn sequence_of(events: &[&str]) -> Answer {
    let changes = events.iter().filter(|event| event.contains("policy")).count();
    let between = Arc::new(Between { tools: Mutex::default(), policies: Mutex::default() });
    let tools = match under("") {
        Ok(tools) => Arc::new(tools.approver(By(Arc::clone(&between)))),
        Err(answer) => return answer,
    };
    // Each change puts a policy of the same words in the place: only the epoch tells them apart.
    let same = tools.snapshot().map(|snapshot| Arc::new(Compiled::new(snapshot)));
    *between.policies.lock().unwrap_or_else(PoisonError::into_inner) = same.into_iter().cycle().take(changes).collect();
    *between.tools.lock().unwrap_or_else(PoisonError::into_inner) = Arc::downgrade(&tools);
    answer(&tools.call_now(&Context::new(), "safe", "{}"))
}

/// One approval, used so many times.
fn used(times: u32) -> Answer {
    decided(&Ledger::default(), "caller", "somebody", times)
}

fn decided(ledger: &Ledger, caller: &str, by: &str, times: u32) -> Answer {
    let now = Instant::now();
    let run = || -> Result<(), Refusal> {
        let id = ledger.open("digest", 1, caller, now)?;
        ledger.approve(id, by, now)?;
        (0..times).try_for_each(|_| ledger.redeem(id, "digest", 1, now))
    };
    match run() {
        Ok(()) => Answer::new(Decision::Allow, "approved"),
        Err(refusal) => Answer::new(Decision::Deny, refusal.code.into_owned()),
    }
}

/// So many questions within a minute.
fn flood(many: u64) -> Answer {
    let (ledger, now) = (Ledger::default(), Instant::now());
    for _ in 0..many.min(10_000) {
        if let Err(refusal) = ledger.open("digest", 1, "caller", now) {
            return Answer::new(Decision::Deny, refusal.code.into_owned());
        }
    }
    Answer::new(Decision::Supervised, "approval.needed")
}

/// Calls that wait together, and one answer for all of them.
fn batch_of(names: &[&str]) -> Answer {
    let desk = Desk::new();
    let tools = match under("") {
        Ok(tools) => tools.approver(desk.clone()),
        Err(answer) => return answer,
    };
    let named = |name: &str| if name.contains("den") { "denied" } else { "safe" };
    let answers: Vec<Answer> = std::thread::scope(|scope| {
        let calls: Vec<_> =
            names.iter().map(|name| scope.spawn(|| tools.call_now(&Context::new(), named(name), "{}"))).collect();
        let waiting = names.iter().filter(|name| named(name) == "safe").count();
        let start = Instant::now();
        while desk.pending().len() < waiting && start.elapsed().as_secs() < 10 {
            std::thread::yield_now();
        }
        desk.answer_all("somebody", approval::Answer::Yes);
        calls.into_iter().filter_map(|call| call.join().ok()).map(|reply| answer(&reply)).collect()
    });
    match answers.iter().find(|answer| answer.decision != Decision::Allow) {
        Some(refused) => refused.clone(),
        None => Answer::new(Decision::Allow, "approved"),
    }
}

/// Rules that ask and rules that allow, over one command.
fn ruled(rules: &Json, command: &str) -> Answer {
    let mut policy = String::from("[security.tool_policy.tools]\nrun = \"allow\"\n");
    for (verdict, word) in [("supervised", "ask"), ("deny", "deny"), ("allow", "allow")] {
        let texts: Vec<&str> = match rules.get(word) {
            Some(Json::String(text)) => vec![text],
            Some(Json::Array(texts)) => texts.iter().filter_map(Json::as_str).collect(),
            _ => continue,
        };
        for text in texts {
            let test = match text.strip_suffix('*') {
                Some("") => "pattern = \"^[^\\\\n]*$\"".to_owned(),
                Some(prefix) => format!("prefix = {}", Json::from(prefix)),
                None => format!("equals = {}", Json::from(text)),
            };
            policy.push_str(&format!(
                "[[security.tool_policy.arguments]]\ntool = \"run\"\nargument = \"command\"\n{test}\nverdict = \"{verdict}\"\n"
            ));
        }
    }
    let tools = match under(&policy) {
        Ok(tools) => tools.approver(Desk::new()),
        Err(answer) => return answer,
    };
    let mut arguments = toolgen_model::json::Object::new();
    arguments.insert("command", command);
    let explanation = tools.explain(&Context::new(), "run", Some(&Json::Object(arguments).to_string()));
    let decision = match explanation.verdict {
        crate::Verdict::Allow => Decision::Allow,
        crate::Verdict::Supervised => Decision::Supervised,
        crate::Verdict::Deny => Decision::Deny,
    };
    Answer::new(decision, explanation.code)
}

/// What a person sees of a command before saying yes.
fn shown(command: &str) -> Answer {
    let prompt = match super::approval_render::prompt_of(command) {
        Ok(prompt) => prompt,
        Err(answer) => return answer,
    };
    let end: String = command.chars().skip(command.chars().count().saturating_sub(8)).collect();
    let whole = prompt.contains(&crate::visible::visible(&Json::from(command).to_string()));
    if whole || (prompt.contains("characters left out of") && prompt.contains(&crate::visible::reversible(&end))) {
        Answer::new(Decision::Contained, "ui.no_silent_truncation")
    } else {
        Answer::new(Decision::Allow, "the prompt hides a part of the command")
    }
}

/// What a server says of its own tool.
fn hinted(trusted: bool) -> Answer {
    use toolgen_model::{Effect, GateRow, effect::Effects};
    // What an untrusted server says of its effects is not taken over: they stay undeclared.
    let effects = Effects { effect: trusted.then_some(Effect::Read), ..Effects::default() };
    match GateRow::default().base(&effects) {
        crate::Verdict::Allow => Answer::new(Decision::Allow, "policy.declared"),
        crate::Verdict::Supervised => Answer::new(Decision::Supervised, "policy.undeclared_effect"),
        crate::Verdict::Deny => Answer::new(Decision::Deny, "policy.deny"),
    }
}

/// What was typed before the question was there, on a terminal of its own.
#[cfg(unix)]
fn typed_ahead(typed: &str) -> Answer {
    let keys = typed.split('\'').nth(1).unwrap_or("y\\n").replace("\\n", "\n");
    let late = typed.contains("after");
    match pty(keys.as_bytes(), late) {
        Ok(approval::Answer::Yes | approval::Answer::Always) => Answer::new(Decision::Allow, "approved"),
        Ok(_) => Answer::new(Decision::Deny, "approval.stale_input"),
        Err(error) => Answer::new(Decision::Fault, format!("there is no terminal for the case: {error}")),
    }
}

#[cfg(unix)]
fn pty(keys: &[u8], late: bool) -> std::io::Result<approval::Answer> {
    use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
    use std::io::Write;
    let master = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY)?;
    grantpt(&master)?;
    unlockpt(&master)?;
    let name = ptsname(&master, Vec::new())?;
    let slave = std::fs::File::options().read(true).write(true).open(std::ffi::OsStr::new(&*name.to_string_lossy()))?;
    let mut master = std::fs::File::from(master);
    if !late {
        master.write_all(keys)?;
        // The line discipline has it when the other side could read it.
        std::thread::sleep(std::time::Duration::from_millis(50));
    }
    let asked = std::thread::spawn(move || terminal::answered("Allow? [y/N] ", &slave, &mut std::io::sink()));
    std::thread::sleep(std::time::Duration::from_millis(100));
    master.write_all(if late { keys } else { b"\n" })?;
    asked.join().unwrap_or(Ok(approval::Answer::Nobody))
}

#[cfg(not(unix))]
fn typed_ahead(_: &str) -> Answer {
    Answer::new(Decision::NoDriver, "terminals of this system cannot be made here")
}
