//! Step 6, the grant: a gated action in, whether its own explicit grant is there out.

use toolgen_model::enforced;
use toolgen_model::id::ToolId;

use crate::gate::pass::Pass;
use crate::gate::refusal::Refusal;
use crate::gate::step::Step;
use crate::gate::trace::{Line, Trace};
use crate::row;

pub(crate) fn check(pass: &mut Pass<'_>, trace: &mut impl Trace) -> Result<(), Refusal> {
    if !enforced!("gate.grant") {
        return Ok(());
    }
    let tool = pass.call.tool;
    if !tool.more.is_some_and(|more| more.gated) {
        return Ok(());
    }
    let id = match row::compiled(tool) {
        Ok(compiled) => compiled.row.id(),
        Err(error) => return Err(Refusal::new(Step::Grant, "grant.unknown", error.message.clone())),
    };
    trace.says(Step::Grant, || pass.reasons(Step::Grant));
    let granted = pass.ruling.map_or_else(|| pass.call.tools.grants(&id), |ruling| !ruling.refuses_at(Step::Grant));
    if granted {
        trace.says(Step::Grant, || [Line::new(format!("`{}` is gated and has its grant", id.wire_name()))]);
        return Ok(());
    }
    Err(missing(&id))
}

fn missing(id: &ToolId) -> Refusal {
    let (action, name) = (id.action.as_deref().unwrap_or("call"), id.wire_name());
    let text =
        format!("Action '{action}' on tool '{}' requires explicit permission. Grant '{name}' to allow it.", id.tool);
    Refusal::new(Step::Grant, "grant.missing", text)
        .next("Ask the operator for the grant; calling again changes nothing.")
}
