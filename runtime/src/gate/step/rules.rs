//! Step 7, the rules about arguments: the call's typed arguments in, a stricter verdict or a refusal out.

use toolgen_model::Verdict;
use toolgen_model::enforced;

use crate::gate::pass::Pass;
use crate::gate::refusal::Refusal;
use crate::gate::step::Step;
use crate::gate::trace::Trace;

pub(crate) fn check(pass: &mut Pass<'_>, trace: &mut impl Trace) -> Result<(), Refusal> {
    if !enforced!("gate.argument_rules") {
        return Ok(());
    }
    #[cfg(all(feature = "shell", feature = "exec"))]
    scripts(pass, trace)?;
    let Some(policy) = pass.policy else { return Ok(()) };
    let (verdict, line) = policy.judge(pass.subject())?;
    pass.tighten(verdict);
    let detail = line.as_ref().map(|line| format!("{} ({})", line.text, line.at.as_deref().unwrap_or("no place")));
    trace.says(Step::Rules, || line);
    if verdict == Verdict::Deny {
        let text = format!("This call of '{}' is denied by a rule about its arguments.", pass.call.tool.name);
        return Err(Refusal::new(Step::Rules, "policy.arguments", text)
            .next("Call it with other arguments.")
            .detail(detail.unwrap_or_default()));
    }
    Ok(())
}

/// What the shell's judge says of the scripts that the gate row names.
#[cfg(all(feature = "shell", feature = "exec"))]
fn scripts(pass: &mut Pass<'_>, trace: &mut impl Trace) -> Result<(), Refusal> {
    use crate::gate::trace::Line;

    let Some(row) = pass.subject().row() else { return Ok(()) };
    if row.gate.exec.is_empty() {
        return Ok(());
    }
    let unreadable = |why: String| {
        Refusal::new(Step::Rules, "shell.policy", "The shell policy cannot be read, so that no script runs.")
            .next("Tell the operator; calling again changes nothing.")
            .detail(why)
    };
    let root = crate::capability::place::workspace(&pass.call.tools.root())
        .map_err(|error| unreadable(error.message.clone()))?;
    let closed = pass.call.found.policy.clone().map(|policy| {
        let (tool, workspace) = (pass.call.tool.name, root.clone());
        crate::shell::Closed::new(&root, move |place| policy.closes(tool, &workspace, place, false))
    });
    let judged = crate::shell::judged(&row.gate, pass.call.input(), &root, &pass.call.tools.configuration(), closed);
    for (_, judgement) in judged.map_err(unreadable)? {
        pass.tighten(judgement.verdict);
        trace.says(Step::Rules, || {
            let findings = judgement.findings.iter();
            findings.map(|found| Line::new(format!("{}: {}", found.code, found.text)).verdict(found.verdict))
        });
        if let Some(text) = judgement.denial() {
            return Err(Refusal::new(Step::Rules, judgement.reason(), format!("The script is denied: {text}"))
                .next("Do it another way."));
        }
    }
    Ok(())
}
