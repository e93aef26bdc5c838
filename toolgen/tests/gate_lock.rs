//! `toolgen lock --gates` and `toolgen breaking --gates` as they are run in a folder: manifests and policies in,
//! what is printed, what is written and how it ends out.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::fs;
use std::path::Path;
use std::process::Command;

use tempfile::TempDir;

/// Exit code, standard output, standard error.
type Run = (i32, String, String);

fn toolgen(folder: &Path, words: &[&str]) -> Run {
    let output = Command::new(env!("CARGO_BIN_EXE_toolgen")).args(words).current_dir(folder).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

const TOOLS: &str = "manifestVersion: \"1\"
toolset: mail
version: 0.1.0
description: Mail.
tools:
  mail_send:
    description: Send a mail.
    annotations: {readOnlyHint: false, destructiveHint: false}
    permission: {net: [mail.example.com]}
    inputSchema:
      type: object
      properties:
        to: {type: string, description: To whom}
  mail_list:
    description: List mails.
    annotations: {readOnlyHint: true}
    inputSchema: {type: object}
";

/// A folder with two tools and their lock.
fn locked() -> TempDir {
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("tool.yaml"), TOOLS).unwrap();
    let (code, out, err) = toolgen(folder.path(), &["lock", "--gates", "tool.yaml"]);
    assert_eq!((code, out.as_str(), err.as_str()), (0, "", "gate.lock.json: 2 tools, 0 acceptances\n"));
    folder
}

fn write(folder: &TempDir, name: &str, text: &str) {
    fs::write(folder.path().join(name), text).unwrap();
}

#[test]
fn the_lock_says_the_verdict_of_every_cell() {
    let folder = locked();
    let text = fs::read_to_string(folder.path().join("gate.lock.json")).unwrap();
    let expected = "    \"mail_send\": {
      \"tool\": \"mail_send\",
      \"effect\": \"write\",
      \"capabilities\": {\"net\":[\"mail.example.com\"]},
      \"agents\": {
        \"main\": {\"agent\": \"supervised\", ";
    assert!(text.contains(expected), "{text}");
    assert_eq!(toolgen(folder.path(), &["lock", "--gates", "--check", "tool.yaml"]), (0, String::new(), String::new()));
    write(&folder, "toolgen.toml", "[security.tool_policy]\ndefault = \"deny\"\n");
    let (code, out, err) = toolgen(folder.path(), &["lock", "--gates", "--check", "tool.yaml"]);
    assert_eq!(code, 1);
    assert!(out.starts_with("gate.lock.json: differs from line "), "{out}");
    assert_eq!(err, "gate.lock.json: run `toolgen lock --gates` and review what changed\n");
}

#[test]
fn what_became_more_permissive_is_listed_and_written_only_with_a_reason() {
    let folder = locked();
    let policy = "[security.tool_policy.tools]\nmail_send = \"allow\"\n";
    write(&folder, "toolgen.toml", policy);
    let (code, out, err) = toolgen(folder.path(), &["breaking", "--gates", "--tools", "tool.yaml"]);
    let (text, digest) = out.split_once("  digest sha256:").unwrap();
    assert_eq!(
        (code, text),
        (
            1,
            "mail_send: more permissive\n  supervised -> allow: any other agent, main on agent, background, cli, \
             delegate, library, mcp, schedule\n"
        )
    );
    assert_eq!(digest.trim_end().len(), 64);
    assert!(err.starts_with("1 tools with 14 cells became more permissive, 0 acceptances accept nothing; "), "{err}");

    fs::copy(folder.path().join("gate.lock.json"), folder.path().join("old.json")).unwrap();
    assert_eq!(toolgen(folder.path(), &["lock", "--gates", "tool.yaml"]).0, 1);
    assert_eq!(toolgen(folder.path(), &["lock", "--gates", "--accept", " ", "tool.yaml"]).0, 2);
    let accept = ["lock", "--gates", "--accept", "mails are drafts", "tool.yaml"];
    let (code, _, err) = toolgen(folder.path(), &accept);
    assert_eq!((code, err.as_str()), (0, "gate.lock.json: 2 tools, 1 acceptances\n"));
    // Twice is once.
    assert_eq!(toolgen(folder.path(), &accept).2, err);

    let (code, out, err) = toolgen(folder.path(), &["breaking", "--gates", "old.json", "gate.lock.json"]);
    assert_eq!((code, err.as_str()), (0, ""));
    assert!(out.starts_with("mail_send: accepted\n  supervised -> allow: "), "{out}");
    let now = toolgen(folder.path(), &["breaking", "--gates", "--tools", "tool.yaml"]);
    assert_eq!(now, (0, String::new(), String::new()));
    let back = toolgen(folder.path(), &["breaking", "--gates", "gate.lock.json", "old.json"]);
    assert_eq!(back, (0, String::new(), String::new()));
}

#[test]
fn an_acceptance_of_something_else_is_found() {
    let folder = locked();
    fs::copy(folder.path().join("gate.lock.json"), folder.path().join("old.json")).unwrap();
    write(&folder, "toolgen.toml", "[security.tool_policy.tools]\nmail_send = \"allow\"\n");
    assert_eq!(toolgen(folder.path(), &["lock", "--gates", "--accept", "drafts", "tool.yaml"]).0, 0);
    // The tool reaches one host more than what was accepted.
    let wider = TOOLS.replace("[mail.example.com]", "[mail.example.com, other.example.com]");
    write(&folder, "tool.yaml", &wider);
    let (code, out, _) = toolgen(folder.path(), &["lock", "--gates", "tool.yaml"]);
    assert_eq!(code, 1);
    assert!(out.contains("mail_send: more permissive\n  net: nothing -> other.example.com\n"), "{out}");
    let lock = fs::read_to_string(folder.path().join("gate.lock.json")).unwrap();
    write(&folder, "new.json", &lock.replace("[\"mail.example.com\"]", "[\"mail.example.com\",\"other.example.com\"]"));
    let (code, out, err) = toolgen(folder.path(), &["breaking", "--gates", "old.json", "new.json"]);
    assert_eq!(code, 1);
    assert!(out.contains("accepts nothing that changed so"), "{out}");
    assert!(err.contains("1 acceptances accept nothing"), "{err}");
    let (code, out, _) = toolgen(folder.path(), &["breaking", "--gates", "old.json", "new.json", "--format", "json"]);
    let json: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!(
        (code, json["open"][0]["tool"].as_str(), json["unused"][0]["reason"].as_str()),
        (1, Some("mail_send"), Some("drafts"))
    );
    assert_eq!(json["open"][0]["cells"].as_array().unwrap().len(), 14);
    assert_eq!(json["open"][0]["widened"][0]["to"], "other.example.com");
    // Accepted again from the state of the main branch, it is one whole.
    let words = ["lock", "--gates", "--base", "old.json", "--accept", "drafts, two hosts", "tool.yaml"];
    assert_eq!(toolgen(folder.path(), &words).2, "gate.lock.json: 2 tools, 1 acceptances\n");
    assert_eq!(toolgen(folder.path(), &["breaking", "--gates", "old.json", "gate.lock.json"]).0, 0);
}

#[test]
fn a_new_tool_and_permissions_of_another_system_count() {
    let folder = locked();
    let more = format!(
        "{TOOLS}  mail_drop:\n    description: Drop mails.\n    annotations: {{readOnlyHint: false}}\n    inputSchema: {{type: object}}\n"
    );
    write(&folder, "tool.yaml", &more);
    let (code, out, _) = toolgen(folder.path(), &["breaking", "--gates", "--tools", "tool.yaml"]);
    assert!(
        code == 1 && out.contains("mail_drop: more permissive\n  not there -> supervised: any other agent, main on "),
        "{out}"
    );
    write(&folder, "tool.yaml", TOOLS);
    write(&folder, "permissions.json", "{\"external_tools\":{\"deny\":[\"mail_send\"]}}");
    assert_eq!(toolgen(folder.path(), &["breaking", "--gates", "--tools", "tool.yaml"]).0, 0);
    assert_eq!(toolgen(folder.path(), &["lock", "--gates", "tool.yaml"]).0, 0);
    fs::remove_file(folder.path().join("permissions.json")).unwrap();
    let (code, out, _) = toolgen(folder.path(), &["breaking", "--gates", "--tools", "tool.yaml"]);
    assert!(code == 1 && out.contains("  deny -> supervised: any other agent, main on "), "{out}");
    write(&folder, "strict.json", "{\"external_tools\":{\"allow\":[]}}");
    let words = ["breaking", "--gates", "--tools", "tool.yaml", "--policy", "strict.json"];
    assert_eq!(toolgen(folder.path(), &words).0, 0);
}

#[test]
fn what_cannot_be_read_or_makes_no_sense_is_named() {
    let folder = locked();
    write(&folder, "bad.json", "{\"lockVersion\": 7, \"tools\": {}}");
    write(&folder, "no.json", "[");
    write(&folder, "bytes.json", "x");
    fs::write(folder.path().join("bytes.json"), b"\xff").unwrap();
    write(&folder, "bad.toml", "[security.tool_policy.tools]\nmail_sned = \"deny\"\n[securty]\n");
    fs::create_dir(folder.path().join("folder")).unwrap();
    for (words, code, part) in [
        (vec!["breaking"], 2, "--gates"),
        (
            vec!["breaking", "--gates", "none.json", "no.json"],
            1,
            "none.json: there is no such file; `toolgen lock --gates`",
        ),
        (vec!["breaking", "--gates", "bad.json", "bad.json"], 1, "it has version 7, this program reads version 1"),
        (vec!["breaking", "--gates", "no.json", "no.json"], 1, "this is no gate lock"),
        (vec!["breaking", "--gates", "bytes.json", "no.json"], 1, "no UTF-8 from byte 0"),
        (vec!["breaking", "--gates", "folder", "no.json"], 1, "no regular file"),
        (
            vec!["breaking", "--gates", "gate.lock.json", "gate.lock.json", "--policy", "bad.toml"],
            2,
            "--policy has no effect",
        ),
        (vec!["breaking", "--gates", "--tools", "none.yaml"], 1, "none.yaml"),
        (vec!["breaking", "--gates", "--tools", "tool.yaml", "--policy", "bad.toml"], 1, "bad.toml:3:2: error[TG0702]"),
        (
            vec!["breaking", "--gates", "--tools", "tool.yaml", "--policy", "none.toml"],
            1,
            "none.toml: there is no such file",
        ),
        (vec!["lock", "--accept", "x"], 2, "--gates"),
        (vec!["lock", "--gates", "--check", "--accept", "x", "tool.yaml"], 2, "--accept"),
        (vec!["lock", "--gates", "--base", "none.json", "tool.yaml"], 1, "none.json"),
    ] {
        let (exit, out, err) = toolgen(folder.path(), &words);
        assert_eq!((exit, out.as_str()), (code, ""), "{words:?}: {err}");
        assert!(err.contains(part), "{words:?}: {err}");
    }
}
