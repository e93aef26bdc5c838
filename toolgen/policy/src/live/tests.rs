//! Reloads in: the whole exchange, or the last good snapshot and why it stayed, out.

use toolgen_model::catalog::Row;
use toolgen_model::effect::{Effect, Effects};

use super::*;

fn rows() -> Vec<Row> {
    let row = |tool: &str, effect| {
        Row { tool: tool.into(), effects: Effects { effect: Some(effect), ..Effects::default() }, ..Row::default() }
            .seal()
    };
    let mut git = row("git_log", Effect::Read);
    git.when = Some("git.enabled".into());
    vec![row("file_read", Effect::Read), row("file_write", Effect::Write), git.seal()]
}

fn file(text: &str) -> Sources {
    Sources::of_file("toolgen.toml", text)
}

fn live(text: &str) -> Live {
    Live::new(load(&file(text), &rows()).unwrap())
}

#[test]
fn a_broken_file_leaves_the_last_good_snapshot_in_use() {
    let live = live("[security.tool_policy]\ndefault = \"deny\"\n");
    let kept = live.reload(&file("[security.tool_policy\ndef"), &rows(), By::Operator);
    assert!(matches!(kept, Err(Kept::Broken(findings)) if findings[0].code == "TG0701"));
    assert_eq!(live.now().epoch, 1);
    assert_eq!(live.now().table.verdict(0, 0, 0).verdict, Verdict::Deny);
}

#[test]
fn anybody_may_tighten_at_once_and_only_the_operator_loosens() {
    let live = live("");
    let tight = file("[security.tool_policy]\ndefault = \"deny\"\n");
    assert_eq!(live.reload(&tight, &rows(), By::Anybody).unwrap().epoch, 2);
    let Err(Kept::Looser(what)) = live.reload(&file(""), &rows(), By::Anybody) else { panic!("it was let through") };
    assert!(what[0].starts_with("file_read for main on library: deny -> allow"), "{what:?}");
    assert_eq!(live.now().epoch, 2);
    assert_eq!(live.reload(&file(""), &rows(), By::Operator).unwrap().epoch, 3);
}

#[test]
fn what_is_outside_of_the_table_is_compared_too() {
    let looser = [
        ("", "[autonomy]\nlevel = \"full\"\n"),
        ("[autonomy]\nmax_actions_per_hour = 3\n", "[autonomy]\nmax_actions_per_hour = 4\n"),
        ("[autonomy]\nmax_actions_per_hour = 3\n", ""),
        ("[autonomy]\nmax_cost_per_day_cents = 3\n", ""),
        ("", "[autonomy]\nworkspace_only = false\n"),
        ("", "[autonomy]\nforbidden_paths = []\n"),
        ("", "[autonomy]\nallowed_commands = [\"ls\", \"rm\"]\n"),
        ("[autonomy]\ndenied_commands = [\"rm\"]\n", ""),
        ("", "[autonomy]\nblock_high_risk_commands = false\n"),
        ("", "[autonomy]\nrequire_approval_for_medium_risk = false\n"),
        ("", "[autonomy]\nauto_approve = [\"file_write\"]\n"),
        ("[autonomy]\nalways_ask = [\"file_write\"]\n", ""),
        ("[security.rate.tools]\nfile_read = 3\n", ""),
        ("", "[[security.approval.auto_approve]]\ntool = \"file_write\"\n"),
        ("", "[security.approval]\ntimeout_secs = 400\n"),
        ("[[security.scope_rules]]\ntools_deny = [\"*\"]\n", ""),
        ("[memory]\nacl_enabled = true\n", ""),
        ("[security.sandbox]\nbackend = \"landlock\"\n", "[security.sandbox]\nbackend = \"none\"\n"),
        ("[security.resources]\nmax_memory_mb = 5\n", ""),
        ("", "[git]\nenabled = true\n"),
    ];
    for (before, after) in looser {
        let live = live(before);
        let kept = live.reload(&file(after), &rows(), By::Anybody);
        assert!(matches!(kept, Err(Kept::Looser(_))), "{before:?} -> {after:?}");
        assert!(live.reload(&file(after), &rows(), By::Operator).is_ok());
    }
    let tighter = [
        ("", "[autonomy]\nlevel = \"readonly\"\nmax_actions_per_hour = 0\nallowed_commands = []\n"),
        ("[git]\nenabled = true\n", "[git]\nenabled = false\n"),
        ("", "[memory]\nacl_enabled = true\n"),
        ("[[security.approval.auto_approve]]\ntool = \"file_write\"\n", ""),
    ];
    for (before, after) in tighter {
        assert!(live(before).reload(&file(after), &rows(), By::Anybody).is_ok(), "{before:?} -> {after:?}");
    }
}
