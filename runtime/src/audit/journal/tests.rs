//! Calls through the gate, and what the log has of them.

use std::sync::Arc;

use super::*;
use crate::rate::{Limits, Rates};
use crate::{Context, Surface, Table, ToolError, Tools, tool, tools};

/// Look at a number.
#[tool(effect = read)]
fn look(
    /// Which one.
    n: i64,
) -> i64 {
    n
}

/// Write something.
#[tool(effect = write, default = allow)]
fn scribble(
    /// What to write.
    text: String,
) -> Result<String, ToolError> {
    if text == "fail" { Err(ToolError::new("NotFound", "no hunter2 there")) } else { Ok(text) }
}

static TOOLS: Table = tools![look, scribble];

fn redactor() -> Arc<Redactor> {
    Arc::new(Redactor::of([("db", "hunter2")]).unwrap())
}

fn guarded(journal: &Arc<Journal>) -> Tools {
    Tools::from(&TOOLS).audit(Arc::clone(journal) as Arc<dyn Audit>).redact(redactor())
}

fn lines(journal: &Journal) -> Vec<String> {
    journal.text().unwrap().lines().map(str::to_owned).collect()
}

#[test]
fn a_call_leaves_its_intent_and_its_outcome() {
    let journal = Arc::new(Journal::memory(redactor()));
    let tools = guarded(&journal);
    let context = Context::new().for_agent("boss").through(Surface::Agent).delegated_to("scout");
    assert_eq!(tools.call_now(&context, "look", r#"{ "n": 5 }"#).text(), "5");
    tools.call_now(&context, "scribble", r#"{"text":"fail"}"#);
    tools.call_now(&context, "scribble", r#"{"txt":"hunter2"}"#);
    tools.call_now(&context, "nothing", "{}");
    let lines = lines(&journal);
    for (line, parts) in lines.iter().zip([
        &[
            r#""event":"intent","name":"look","tool":"look","agent":"scout","delegators":"boss@agent""#,
            r#""verdict":"allow","effect":"read","contract":"sha256:"#,
            r#""arguments":"{\"n\":5}""#,
        ][..],
        &[r#""event":"outcome","intent":1,"result":"ok","bytes":1"#],
        &[r#""event":"intent","name":"scribble""#],
        &[r#""event":"outcome","intent":3,"result":"failed","code":"NotFound","message":"no [REDACTED] there""#],
        &[r#""event":"refused""#, r#""step":"arguments","code":"args.schema""#, "[REDACTED]"],
        &[r#""event":"refused","name":"nothing""#, r#""code":"id.unknown""#],
    ]) {
        assert!(parts.iter().all(|part| line.contains(part)), "{line}");
    }
    assert_eq!(lines.len(), 6, "{lines:#?}");
    assert!(!lines.concat().contains("hunter2"));
}

#[test]
fn a_log_that_takes_nothing_stops_effects_and_lets_reads_go_on() {
    let folder = tempfile::tempdir().unwrap();
    let journal = Arc::new(Journal::file(File::at(folder.path()), redactor()));
    let tools = guarded(&journal);
    let reply = tools.call_now(&Context::new(), "scribble", r#"{"text":"x"}"#);
    let error = reply.outcome.unwrap_err();
    assert_eq!(error.error_type, "PermissionDenied");
    assert!(error.to_json().contains("audit.unwritable"), "{}", error.to_json());
    assert_eq!(tools.call_now(&Context::new(), "look", r#"{"n":5}"#).text(), "5");
}

#[test]
fn a_file_has_the_policy_and_verifies() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("audit.jsonl");
    let journal = Arc::new(Journal::file(File::at(&path), redactor()));
    journal.policy("the policy", 1, "toolgen.toml").unwrap();
    guarded(&journal).call_now(&Context::new(), "look", r#"{"n":5}"#);
    let report = super::super::verify(&path).unwrap();
    assert!(report.is_sound() && report.lines == 3, "{report:?}");
    let text = std::fs::read_to_string(&path).unwrap();
    let digest = super::digest("the policy");
    assert!(text.lines().nth(1).unwrap().contains(&format!(r#""policy":"{digest}""#)), "{text}");
    assert_eq!(Archive::beside(&path).read(&digest).unwrap(), "the policy");
}

#[test]
fn a_policy_that_cannot_be_kept_stops_effects_as_a_log_that_takes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("audit.jsonl");
    std::fs::write(folder.path().join("audit.jsonl.policies"), "no folder").unwrap();
    let journal = Arc::new(Journal::file(File::at(&path), redactor()).under("the policy"));
    let tools = guarded(&journal);
    let error = tools.call_now(&Context::new(), "scribble", r#"{"text":"x"}"#).outcome.unwrap_err();
    assert!(error.to_json().contains("audit.unwritable"), "{}", error.to_json());
    assert_eq!(tools.call_now(&Context::new(), "look", r#"{"n":5}"#).text(), "5");
    assert!(!path.exists(), "no record names a policy that is not kept");
}

#[test]
fn a_secret_in_a_policy_is_not_kept() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("audit.jsonl");
    let journal = Arc::new(Journal::file(File::at(&path), redactor()).under(r#"{"flags":[["a.b","hunter2"]]}"#));
    guarded(&journal).call_now(&Context::new(), "look", r#"{"n":5}"#);
    let record = super::super::records(&path).unwrap().next().unwrap().unwrap();
    let kept = Archive::beside(&path).read(record.text("policy")).unwrap();
    assert_eq!(kept, r#"{"flags":[["a.b","[REDACTED]"]]}"#);
}

#[test]
fn a_call_over_its_limit_is_refused_and_gives_back_what_it_took_elsewhere() {
    let journal = Arc::new(Journal::memory(redactor()));
    let limits = Limits { actions: Some(5), tools: [("scribble".to_owned(), 1)].into(), ..Limits::default() };
    let tools = guarded(&journal).rate(Arc::new(Rates::new(limits)));
    let call = |name, arguments| tools.call_now(&Context::new(), name, arguments).outcome;
    assert!(call("scribble", r#"{"text":"x"}"#).is_ok());
    let error = call("scribble", r#"{"text":"x"}"#).unwrap_err();
    assert!(error.to_json().contains("rate.tool"), "{}", error.to_json());
    assert!(error.suggestion.as_deref().unwrap().contains("61 minutes"), "{error:?}");
    assert!(lines(&journal)[2].contains(r#""step":"rate","code":"rate.tool""#));
    assert!(call("look", r#"{"n":1}"#).is_ok());
}

#[test]
fn replies_and_errors_of_every_form_come_out_clean() {
    let journal = Arc::new(Journal::memory(redactor()));
    let tools = guarded(&journal);
    let say = |text: &str| {
        let arguments = serde_json::json!({ "text": text }).to_string();
        tools.call_now(&Context::new(), "scribble", &arguments).text().into_owned()
    };
    assert_eq!(say("it is hunter2"), "it is [REDACTED]");
    assert_eq!(say("aHVudGVyMg=="), "[REDACTED]g==");
    let error = tools.call_now(&Context::new(), "scribble", r#"{"text":"fail"}"#).outcome.unwrap_err();
    assert_eq!(error.message, "no [REDACTED] there");
}
