//! The rules of the policy, one test each: files and tools in, the verdict out.

use std::path::Path;

use toolgen_model::catalog::Row;
use toolgen_model::effect::Effects;
use toolgen_model::gate::{GateRow, Verdict};
use toolgen_policy::animaworks::{Files, Touch, markdown, parse};

#[test]
fn undeclared_effect() {
    let gate = GateRow { default: Some(Verdict::Allow), ..GateRow::default() };
    let row = Row { tool: "x".into(), gate, effects: Effects::default(), ..Row::default() }.seal();
    assert_eq!(row.verdict, Verdict::Supervised);
}

#[test]
fn permissions_closed() {
    for text in ["", "{", r#"{"external_tools":{"denied":["rm"]}}"#, r#"{"commands":{"deny":["a"],"deny":[]}}"#] {
        assert_eq!(parse("permissions.json", text, &mut Vec::new()), None, "{text}");
    }
}

#[test]
fn migration_closed() {
    for text in ["## External Tools\n- slack: maybe\n", "slack: no\n## External Tools\n- mail: yes\n"] {
        assert_eq!(markdown("permissions.md", text, &mut Vec::new()), None, "{text}");
    }
}

#[test]
fn denied_place() {
    let text = r#"{"file_roots":["/srv"],"file_roots_denied":["/srv/keys"]}"#;
    let files = Files::of(&parse("permissions.json", text, &mut Vec::new()).unwrap());
    assert_eq!(files.verdict(Path::new("/srv/a"), Touch::Read).0, Verdict::Allow);
    assert_eq!(files.verdict(Path::new("/srv/keys/a"), Touch::Read).0, Verdict::Deny);
}
