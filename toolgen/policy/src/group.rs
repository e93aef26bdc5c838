//! The groups of tools that a policy can name: those that tools declare, and the families of PRX by name.

/// A family of tools: what its members are called.
struct Family {
    group: &'static str,
    names: &'static [&'static str],
    prefixes: &'static [&'static str],
}

/// Upstream leaves `cron_add` and its siblings, `xin`, `subagents` and `session_status` in no group, so that
/// a denied `automation` still lets `cron_add` run. Here a family is whole.
const FAMILIES: &[Family] = &[
    Family { group: "sessions", names: &["subagents", "session_status"], prefixes: &["sessions_"] },
    Family { group: "automation", names: &["cron", "schedule", "gateway", "xin"], prefixes: &["cron_"] },
    Family { group: "ui", names: &["canvas", "browser", "browser_open"], prefixes: &[] },
    Family { group: "hardware", names: &["nodes"], prefixes: &["hardware_"] },
];

/// The names of the families.
pub fn families() -> impl Iterator<Item = &'static str> {
    FAMILIES.iter().map(|family| family.group)
}

/// The families of the tool of that name.
pub fn of(tool: &str) -> impl Iterator<Item = &'static str> {
    FAMILIES
        .iter()
        .filter(move |family| {
            family.names.contains(&tool) || family.prefixes.iter().any(|prefix| tool.starts_with(prefix))
        })
        .map(|family| family.group)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_family_is_whole() {
        for tool in [
            "cron",
            "cron_add",
            "cron_list",
            "cron_remove",
            "cron_update",
            "cron_run",
            "cron_runs",
            "schedule",
            "xin",
            "gateway",
        ] {
            assert_eq!(of(tool).collect::<Vec<_>>(), ["automation"], "{tool}");
        }
        assert_eq!(of("hardware_gpio").collect::<Vec<_>>(), ["hardware"]);
        assert_eq!(of("sessions_spawn").collect::<Vec<_>>(), ["sessions"]);
        assert_eq!(of("file_read").count(), 0);
        assert_eq!(of("cronies").count(), 0);
    }
}
