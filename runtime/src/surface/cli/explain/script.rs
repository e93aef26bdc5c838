//! `explain --shell TEXT`: a script in, what the shell policy in force makes of it out.

use std::process::ExitCode;

use super::super::Cli;

impl Cli {
    /// By the same policy, workspace and search path as a call of a tool that runs scripts.
    #[cfg(feature = "shell")]
    pub(super) fn explain_shell(&self, text: &str, as_json: bool) -> ExitCode {
        use super::super::out;
        use crate::shell::{Closed, Policy, agent_path, explain};

        let root = self.tools.place();
        let mut policy = match Policy::of(&self.tools.configuration(), &root) {
            Ok(policy) => policy,
            Err(fault) => return out::fail(out::BAD_INPUT, &format!("no script runs: {fault}")),
        };
        policy.closed = self.tools.guard().and_then(|guard| guard.policy().0).map(|policy| {
            let workspace = root.clone();
            Closed::new(&root, move |place| policy.closes("", &workspace, place, false))
        });
        let explanation = explain(text, &policy, &agent_path());
        if as_json { super::json(&explanation) } else { out::print(&explanation.to_string()) }
    }

    #[cfg(not(feature = "shell"))]
    pub(super) fn explain_shell(&self, _: &str, _: bool) -> ExitCode {
        self.misused("this program was built without the feature `shell`")
    }
}
