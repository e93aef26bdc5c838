//! `check_permissions`: a tool and an action in, whether the caller may call it and why out.

use toolgen_runtime::Permitted;

use super::{Input, Output};

pub(crate) fn check_permissions(input: Input, permitted: &Permitted) -> Output {
    let access = permitted.check(&input.tool_name, input.action.as_deref());
    Output {
        tool: access.tool,
        action: access.action,
        permitted: access.permitted,
        reason: access.reason.to_owned(),
    }
}
