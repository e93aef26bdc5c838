//! Tool ids: a tool, and an action of it; the wire name is both, joined by `_`.

use serde::{Deserialize, Serialize};

/// The longest name that every provider takes.
pub const MAX_NAME: usize = 64;

/// What a grant, a policy and a call name: a tool, or one action of a tool.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct ToolId {
    /// The tool, for example `repo`
    pub tool: String,
    /// The action, for example `open_issue`; a tool with one action has none
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub action: Option<String>,
}

impl ToolId {
    /// The name that models see: `repo_open_issue`, or just `git_log`.
    pub fn wire_name(&self) -> String {
        match &self.action {
            Some(action) => format!("{}_{action}", self.tool),
            None => self.tool.clone(),
        }
    }
}

/// Why `name` cannot be a wire name, or `None` when it can: `^[A-Za-z_][A-Za-z0-9_-]{0,63}$`, the
/// strictest rule among the providers.
pub fn name_fault(name: &str) -> Option<String> {
    let first = name.chars().next();
    if name.is_empty() {
        return Some("it is empty".into());
    }
    if let Some(first) = first.filter(|c| !(c.is_ascii_alphabetic() || *c == '_')) {
        return Some(format!("it starts with {first:?}; a name starts with a letter or `_`"));
    }
    if let Some(wrong) = name.chars().find(|c| !(c.is_ascii_alphanumeric() || matches!(c, '_' | '-'))) {
        return Some(format!("{wrong:?} is not one of A-Z a-z 0-9 _ -"));
    }
    (name.len() > MAX_NAME)
        .then(|| format!("it has {} characters; {MAX_NAME} is the most that every provider takes", name.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wire_names_join_tool_and_action() {
        let id = ToolId { tool: "repo".into(), action: Some("stats".into()) };
        assert_eq!(id.wire_name(), "repo_stats");
        assert_eq!(ToolId { tool: "git_log".into(), action: None }.wire_name(), "git_log");
    }

    #[test]
    fn faults_of_names_are_named() {
        assert_eq!(name_fault("draft-update"), None);
        assert!(name_fault("").is_some());
        assert!(name_fault("1st").unwrap().contains("starts with"));
        assert!(name_fault("a b").unwrap().contains("' '"));
        assert!(name_fault(&"a".repeat(65)).unwrap().contains("65"));
    }
}
