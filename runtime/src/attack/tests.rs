//! Lines of cases in, lines of answers out.

use super::*;

fn answers(cases: &[u8]) -> (bool, String) {
    let mut out = Vec::new();
    let good = answer_all(cases, &mut out).unwrap();
    (good, String::from_utf8(out).unwrap())
}

#[test]
fn each_case_is_answered_in_order() {
    let (good, out) = answers(
        br#"{"id":"a","input":{"kind":"regex","pattern":"^a$","text":"a\n"}}

{"id":"b","input":{"kind":"tea"}}
"#,
    );
    assert!(good);
    assert_eq!(
        out,
        "{\"decision\":\"deny\",\"id\":\"a\",\"reason\":\"args.schema\"}\n\
         {\"decision\":\"no_driver\",\"id\":\"b\",\"reason\":\"no driver for cases of kind \\\"tea\\\"\"}\n"
    );
}

#[test]
fn a_line_that_is_no_case_is_said_and_the_others_are_answered() {
    let (good, out) = answers(b"{\n\xff\n[]\n{\"id\":\"x\",\"input\":{\"kind\":\"regex\"}}\n");
    assert!(!good);
    assert_eq!(out.matches("no_case").count(), 4, "{out}");
    assert!(out.contains("no valid UTF-8") && out.contains("no JSON") && out.contains("has no pattern"), "{out}");
}
