//! What an approval is bound to: a call in, one digest and its operands out.

use std::path::Path;
#[cfg(feature = "exec")]
use std::sync::Arc;
#[cfg(feature = "exec")]
use std::sync::atomic::{AtomicU64, Ordering};

use toolgen_model::catalog::Row;
use toolgen_model::json::{Json, Object, digest};

use super::operand::{self, Operand};
use crate::gate::pass::Pass;
use crate::gate::refusal::Refusal;
use crate::gate::step::Step;

/// What was judged and shown. Two calls have one digest only when all of it is the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Binding {
    pub(crate) digest: String,
    pub(crate) epoch: u64,
    pub(crate) operands: Vec<Operand>,
}

impl Binding {
    /// The binding of a call at this moment.
    pub(crate) fn of(pass: &Pass<'_>, row: &Row) -> Binding {
        let (asked, input) = (pass.call.asked(), pass.call.input());
        let root = pass.call.tools.place();
        let operands = operand::of(row, input, &root);
        let mut object = Object::new();
        object.insert("contract", row.digest.as_str());
        object.insert("tool", row.name.as_str());
        object.insert("arguments", input.clone());
        object.insert("agent", asked.agent());
        object.insert("surface", asked.surface().name());
        let principal = asked.principal().map(|who| format!("{:?}", (&who.user, &who.channel, &who.chat_type)));
        object.insert("principal", principal.unwrap_or_default());
        let above: Vec<Json> = asked.delegators().map(|above| Json::from(above.agent.as_ref())).collect();
        object.insert("delegators", Json::Array(above));
        object.insert("directory", root.display().to_string());
        object.insert("profile", pass.profile.clone().unwrap_or_default());
        object.insert("epoch", pass.epoch.to_string());
        let files = operands.iter().map(|it| Json::from(format!("{} {}", it.path.display(), it.state)));
        object.insert("operands", Json::Array(files.collect()));
        Binding { digest: digest(&Json::Object(object)), epoch: pass.epoch, operands }
    }

    /// What a session remembers of a call: its tool and agent, for a script also its arguments.
    pub(crate) fn kind(pass: &Pass<'_>, row: &Row) -> String {
        let asked = pass.call.asked();
        let arguments = if row.gate.exec.is_empty() { String::new() } else { pass.call.input().canonical() };
        format!("{:?}", (&row.name, asked.agent(), asked.surface().name(), arguments))
    }
}

/// What a capability looks at again right before it starts a program.
#[cfg(feature = "exec")]
#[derive(Clone, Debug)]
pub(crate) struct Seal {
    operands: Vec<Operand>,
    epoch: u64,
    now: Option<Arc<AtomicU64>>,
}

#[cfg(feature = "exec")]
impl Seal {
    pub(crate) fn new(binding: &Binding, now: Option<Arc<AtomicU64>>) -> Seal {
        Seal { operands: binding.operands.clone(), epoch: binding.epoch, now }
    }

    /// Whether the call may still begin.
    ///
    /// # Errors
    /// `approval.policy_epoch` or `approval.operand_changed`.
    pub(crate) fn check(&self) -> Result<(), Refusal> {
        if self.now.as_ref().is_some_and(|now| now.load(Ordering::SeqCst) != self.epoch) {
            return Err(epoch_changed());
        }
        match self.operands.iter().find(|operand| !operand.is_unchanged()) {
            Some(operand) => Err(operand_changed(&operand.path)),
            None => Ok(()),
        }
    }
}

pub(crate) fn epoch_changed() -> Refusal {
    Refusal::new(Step::Recheck, "approval.policy_epoch", "The policy changed while the call was on its way.")
        .next("Call it again.")
}

pub(crate) fn operand_changed(path: &Path) -> Refusal {
    let text = format!("'{}' changed after the call was approved.", path.display());
    Refusal::new(Step::Recheck, "approval.operand_changed", text).next("Call it again; it is asked about anew.")
}
