//! `permissions.md` texts in, what they mean or what is not understood out. Where the system of origin is right,
//! what it makes of the same text is what must come out.

use super::*;

fn read(text: &str) -> (Option<Permissions>, Vec<String>) {
    let mut findings = Vec::new();
    let read = markdown("permissions.md", text, &mut findings);
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

const HANA: &str = "# Permissions: hana
## 読める場所
- /srv/shared: 共有データ
- /home/hana/docs
## 実行できるコマンド
- git: バージョン管理
- python3
## 実行できないコマンド
rm -rf, shutdown, reboot
## 外部ツール
- all: yes
- gmail_send: yes
- slack: no
## ツール作成
- 個人ツール: yes
- 共有ツール: no
";

/// What upstream writes for [`HANA`], but for the two entries that its scan of the whole file takes out of the
/// last section.
const UPSTREAM: &str = r#"{"version":1,"file_roots":["/srv/shared","/home/hana/docs"],"file_roots_readonly":[],"file_roots_denied":[],"commands":{"allow_all":false,"allow":["git","python3"],"deny":["rm -rf","shutdown","reboot"]},"external_tools":{"allow_all":true,"allow":["gmail_send"],"deny":["slack"]},"tool_creation":{"personal":true,"shared":false}}"#;

#[test]
fn a_japanese_file_becomes_what_upstream_makes_of_it_where_that_is_right() {
    let text = whole(HANA).to_text();
    assert_eq!(toolgen_model::Json::parse(&text).unwrap().to_string(), UPSTREAM);
    let windows = HANA.replace('\n', "\r\n").replace(": ", "：");
    assert_eq!(whole(&windows).to_text(), text);
    assert_eq!(whole(&format!("\u{feff}{HANA}")).to_text(), text);
}

#[test]
fn an_english_file_too() {
    let all = whole(
        "## External Tools\n* web_search: OK\n* github: enabled\n* gmail_send: YES\n* slack: deny\n\n## Tool Creation\n- personal: no\n- shared: yes\n",
    );
    assert!(!all.external_tools.allow_all);
    assert_eq!(texts(&all.external_tools.allow), ["web_search", "github", "gmail_send"]);
    assert_eq!(texts(&all.external_tools.deny), ["slack"]);
    assert!(!all.tool_creation.personal && all.tool_creation.shared);
    assert_eq!(texts(&all.file_roots), ["/"]);
}

#[test]
fn a_file_section_without_paths_is_none_and_a_lone_denial_leaves_the_rest() {
    assert_eq!(texts(&whole("## File Operations\n").file_roots), [""; 0]);
    assert_eq!(texts(&whole("## File Operations\n- none\n").file_roots), [""; 0]);
    let all = whole("## External Tools\n- slack: no\n").external_tools;
    assert!(all.allow_all && !all.said);
    assert_eq!(texts(&all.deny), ["slack"]);
}

#[test]
fn hyphens_are_part_of_a_permit() {
    let all = whole("## External Tools\n- all: yes\n- gmail_draft-update: yes\n- `github_create-issue`: ok\n");
    assert_eq!(texts(&all.external_tools.allow), ["gmail_draft-update", "github_create-issue"]);
}

#[test]
fn deny_beats_allow_in_any_order_and_all_no_is_nothing() {
    for text in ["- slack: yes\n- slack: no\n", "- slack: no\n- slack: yes\n"] {
        let all = whole(&format!("## External Tools\n- web: yes\n{text}")).external_tools;
        assert_eq!((texts(&all.allow), texts(&all.deny)), (vec!["web"], vec!["slack"]));
    }
    let lists = |lines: &str| whole(&format!("## External Tools\n{lines}")).external_tools;
    assert!(!lists("- all: no\n").allow_all && !lists("- none\n").allow_all);
    assert!(!lists("- all: yes\n- all: no\n").allow_all && !lists("- all: no\n- all: yes\n").allow_all);
}

#[test]
fn commands_keep_their_words_and_lose_their_notes() {
    let all = whole(
        "## Command Execution\n### Executable Commands\n- `git status`: look\n- cargo test\n### Denied Commands\n- rm -rf: never\n- docker run a:b、sudo\n",
    );
    assert_eq!(texts(&all.commands.allow), ["git status", "cargo test"]);
    assert_eq!(texts(&all.commands.deny), ["rm -rf", "docker run a:b", "sudo"]);
    assert!(!all.commands.allow_all && all.commands.said);
    assert!(whole("## Executable Commands\n- *\n").commands.allow_all);
    assert!(!whole("## Executable Commands\n- none\n").commands.allow_all);
}

#[test]
fn what_is_not_understood_is_refused_with_its_line() {
    for (text, part) in [
        ("", "permissions.md: error[TG0721]: no heading of the file names a part"),
        ("# Permissions\n", "no heading of the file names a part"),
        ("everything is fine\n## External Tools\n- a: yes\n", "permissions.md:1:1: error[TG0721]: the line"),
        ("## 書ける場所\n- /srv\n", "names no part of the permissions"),
        ("## External Tools\n", "nothing stands under"),
        ("## External Tools\nslack is fine\n", "is no `tool: yes`"),
        (
            "## External Tools\n- slack: maybe\n",
            ":2:1: error[TG0721]: the line `- slack: maybe` says neither yes nor no",
        ),
        ("## External Tools\n- slack: yes, on Sundays\n", "says neither yes nor no"),
        ("## External Tools\n- sl/ack: yes\n", "names no tool"),
        ("## External Tools\n- slack: yes\n## 外部ツール\n- all: yes\n", "line 1 began already"),
        ("## File Operations\n- docs\n", "is no path from `/` on"),
        ("## File Operations\n/srv\n", "is no list item"),
        ("## File Operations\n- /srv/*\n", "has a pattern"),
        ("## File Operations\n- /srv/../etc\n", "goes up"),
        ("## Executable Commands\ngit, python3\n", "is no list item"),
        ("## Executable Commands\n- git; rm\n", "no plain word"),
        ("## Tool Creation\n- other: yes\n", "is no `personal: yes`"),
        ("## Tool Creation\n- personal: perhaps\n", "is no `personal: yes`"),
    ] {
        let (read, findings) = read(text);
        assert!(read.is_none(), "{text}");
        assert!(findings.iter().any(|finding| finding.contains(part)), "{text}: {findings:#?}");
    }
    assert!(read(&"#".repeat(LARGEST + 1)).1[0].contains("at most"));
}

#[test]
fn reading_alone_is_said_to_be_more() {
    let (read, findings) = read("## 外部ツール\n- github: 読み取り専用\n");
    assert_eq!(texts(&read.unwrap().external_tools.allow), ["github"]);
    assert!(findings[0].contains("warning"), "{findings:#?}");
}
