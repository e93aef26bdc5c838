//! `permissions.json` texts in, what they mean or what is wrong with them out.

use super::*;

fn read(text: &str) -> (Option<Permissions>, Vec<String>) {
    let mut findings = Vec::new();
    let read = parse("permissions.json", text, &mut findings);
    (read, findings.iter().map(ToString::to_string).collect())
}

fn whole(text: &str) -> Permissions {
    let (read, findings) = read(text);
    assert_eq!(findings, [""; 0], "{text}");
    read.unwrap()
}

fn texts(names: &Names) -> Vec<&str> {
    names.names.iter().map(|name| name.text.as_str()).collect()
}

#[test]
fn every_part_is_optional_and_the_text_comes_back() {
    let open = whole("{}");
    assert_eq!(texts(&open.file_roots), ["/"]);
    assert!(open.commands.allow_all && open.external_tools.allow_all && !open.external_tools.said);
    assert!(open.tool_creation.personal && !open.tool_creation.shared);
    let text = open.to_text();
    assert!(text.starts_with("{\n  \"version\": 1,\n  \"file_roots\": [\n    \"/\"\n  ],\n") && text.ends_with("}\n"));
    assert_eq!(whole(&text).to_text(), text);
}

#[test]
fn a_list_without_allow_all_is_a_list() {
    let lists = |text: &str| whole(&format!(r#"{{"external_tools":{text}}}"#)).external_tools;
    assert!(!lists(r#"{"allow":["github"]}"#).allow_all);
    assert!(!lists(r#"{"allow":[]}"#).allow_all);
    assert!(lists(r#"{"deny":["github"]}"#).allow_all);
    assert!(lists(r#"{"allow_all":true,"allow":["gmail_send"]}"#).allow_all);
    assert!(!lists(r#"{"allow_all":false}"#).allow_all);
}

#[test]
fn every_fault_is_named_with_its_place_and_refuses_the_file() {
    for (text, part) in [
        ("[]", "1:1: error[TG0703]: `the file` expects an object, found a list"),
        (r#"{"version":"1"}"#, "`version` expects a whole number, found a text"),
        (r#"{"external_tool":{}}"#, "did you mean `external_tools`?"),
        (
            r#"{"commands":{"denied":["rm"]}}"#,
            "nobody reads the key `denied` in commands (its keys are allow_all, allow, deny)",
        ),
        (r#"{"commands":{"allow_all":"no"}}"#, "`commands.allow_all` expects true or false, found a text"),
        (r#"{"commands":{"deny":"rm"}}"#, "`commands.deny` expects a list of texts, found a text"),
        (r#"{"commands":{"deny":[1]}}"#, "`commands.deny` expects texts in its list, found a whole number"),
        (r#"{"commands":{"deny":["rm; ls"]}}"#, "no plain word"),
        (r#"{"external_tools":{"deny":[" "]}}"#, "without control characters"),
        (r#"{"external_tools":{"deny":["a\nb"]}}"#, "without control characters"),
        (r#"{"file_roots":["srv"]}"#, "`srv` is not absolute"),
        (r#"{"file_roots_denied":["/srv/*"]}"#, "has a pattern in it"),
        (r#"{"file_roots_readonly":["/srv/../etc"]}"#, "goes up"),
        (r#"{"tool_creation":true}"#, "`tool_creation` expects an object, found a boolean"),
        (r#"{"tool_creation":{"personal":0}}"#, "expects true or false, found a whole number"),
    ] {
        let (read, findings) = read(text);
        assert!(read.is_none(), "{text}");
        assert!(findings.iter().any(|finding| finding.contains(part)), "{text}: {findings:#?}");
    }
    let (_, findings) = read("{\"version\": true,\n \"fileroots\": []}");
    assert_eq!(findings.len(), 2);
    assert!(findings.iter().any(|finding| finding.starts_with("permissions.json:2:2: ")), "{findings:#?}");
}

#[test]
fn an_unknown_version_is_a_warning() {
    let (read, findings) = read(r#"{"version":2}"#);
    assert!(read.is_some());
    assert!(findings[0].contains("warning") && findings[0].contains("the version is 2"), "{findings:#?}");
}

#[test]
fn lists_have_a_limit() {
    let text = format!(r#"{{"external_tools":{{"deny":[{}"a"]}}}}"#, r#""a","#.repeat(MOST));
    assert!(read(&text).1[0].contains("at most 10000"));
}
