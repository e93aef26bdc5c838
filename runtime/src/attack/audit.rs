//! Cases of kind `audit`: texts that want to pass for records, logs that are tampered with, places where none can be.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::sync::Arc;

use toolgen_model::json::Json;

use super::folder::Folder;
use super::{Answer, Decision};
use crate::audit::{Call, Event, File, Journal, records, verify};
use crate::context::Context;
use crate::redact::Redactor;
use crate::table::Table;
use crate::tools::Tools;
use crate::{tool, tools};

/// Change something.
#[tool(effect = write, default = allow)]
fn act() -> &'static str {
    "done"
}

static TOOLS: Table = tools![act];

/// So many records does a log have before it is tampered with.
const RECORDS: usize = 6;

pub(super) fn judge(input: &Json) -> Answer {
    let text = |key: &str| input.get(key).and_then(Json::as_str);
    let answer = if let Some(field) = text("field") {
        escaped(field)
    } else if text("audit_sink").or(text("sink")).is_some() {
        unwritable()
    } else if let Some(place) = text("path").or(text("audit_path")).or(text("location")) {
        placed(place)
    } else if let Some(op) = text("op") {
        tampered(op)
    } else if let Some(writers) = input.get("writers").and_then(Json::as_u64) {
        written_by(writers.min(64))
    } else if input.get("tail").is_some() || input.get("crash").is_some() {
        half_line()
    } else if let Some(bytes) = input.get("args_bytes").and_then(super::size::of) {
        bounded(bytes)
    } else {
        return Answer::unfit("field, audit_sink, path, op, writers, tail or args_bytes");
    };
    answer.unwrap_or_else(|error| Answer::new(Decision::Fault, error.to_string()))
}

fn keep(_: &str) -> Option<String> {
    None
}

fn log(folder: &Folder) -> File {
    File::at(folder.path().join("state/audit.jsonl"))
}

fn event(text: &str) -> Event<'_> {
    let call =
        Call { name: text.into(), agent: text.into(), arguments: text.into(), detail: text.into(), ..Call::default() };
    Event::Refused(call)
}

fn filled(folder: &Folder) -> std::io::Result<File> {
    let file = log(folder);
    for n in 0..RECORDS {
        file.append(&event(&format!("tool{n}")), &keep)?;
    }
    Ok(file)
}

/// The text of every field that comes from outside.
fn escaped(field: &str) -> std::io::Result<Answer> {
    let folder = Folder::new()?;
    let file = log(&folder);
    file.append(&event(field), &keep)?;
    file.append(&event("next"), &keep)?;
    let bytes = fs::read(file.path())?;
    let plain = bytes.iter().all(|byte| matches!(byte, b' '..=b'~' | b'\n'));
    let two = bytes.iter().filter(|byte| **byte == b'\n').count() == 2;
    let first = records(file.path())?.next().transpose()?;
    let same = first.is_some_and(|record| record.text("name") == field || field.len() > 1024);
    let sound = verify(file.path())?.is_sound();
    Ok(if plain && two && same && sound {
        Answer::new(Decision::Contained, "log.escaped")
    } else {
        Answer::new(Decision::Allow, format!("plain {plain}, one line {two}, same {same}, sound {sound}"))
    })
}

/// A call with an effect, over a log that takes nothing: its path is a folder.
fn unwritable() -> std::io::Result<Answer> {
    let folder = Folder::new()?;
    let journal = Journal::file(File::at(folder.path()), Arc::new(Redactor::new()));
    let reply = Tools::from(&TOOLS).audit(Arc::new(journal)).call_now(&Context::new(), "act", "{}");
    Ok(match reply.outcome {
        Ok(_) => Answer::new(Decision::Allow, "the call went ahead without a record"),
        Err(_) => Answer::new(Decision::Deny, "audit.unavailable"),
    })
}

/// A log at a place that tools can write, or behind a link.
fn placed(place: &str) -> std::io::Result<Answer> {
    let folder = Folder::new()?;
    let workspace = folder.path().join("workspace");
    fs::create_dir(&workspace)?;
    let deny = |reason: &str| Ok(Answer::new(Decision::Deny, reason));
    #[cfg(unix)]
    if place.contains("link") {
        fs::write(folder.path().join("target"), "")?;
        let link = folder.path().join("audit.jsonl");
        std::os::unix::fs::symlink(folder.path().join("target"), &link)?;
        return match File::at(&link).append(&event("x"), &keep) {
            Ok(_) => Ok(Answer::new(Decision::Allow, "the link was followed")),
            Err(_) => deny("audit.link"),
        };
    }
    let path = if Path::new(place).is_absolute() { place.into() } else { workspace.join(place) };
    let file = File::at(path);
    if !file.is_outside(&workspace)? {
        return deny("audit.outside");
    }
    if place.starts_with("/dev/") || place.starts_with("/proc/") {
        return match file.append(&event("x"), &keep) {
            Ok(_) => Ok(Answer::new(Decision::Allow, "it was written")),
            Err(_) => deny("audit.unavailable"),
        };
    }
    Ok(Answer::new(Decision::Allow, "it lies outside"))
}

/// What somebody does to a log who can write it, and what the check says.
fn tampered(op: &str) -> std::io::Result<Answer> {
    let folder = Folder::new()?;
    let file = filled(&folder)?;
    let text = fs::read_to_string(file.path())?;
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let says = |words: &[&str]| words.iter().any(|word| op.to_ascii_lowercase().contains(word));
    if says(&["anchor", "head file"]) {
        fs::remove_file(file.anchor())?;
    } else if says(&["truncat", "cut"]) || says(&["delet", "remov", "drop"]) && says(&["last", "tail", "end", "newest"])
    {
        lines.truncate(RECORDS - 2);
    } else if says(&["delet", "remov", "drop"]) && says(&["file", "all", "whole"]) {
        lines.clear();
    } else if says(&["delet", "remov", "drop"]) {
        lines.remove(if says(&["first", "oldest"]) { 0 } else { RECORDS / 2 });
    } else if says(&["swap", "reorder", "order", "move"]) {
        lines.swap(1, 3);
    } else if says(&["insert", "forge", "append", "add", "inject", "duplicate", "replay"]) {
        let copy = lines[1].clone();
        lines.insert(if says(&["append"]) { RECORDS } else { 3 }, copy);
    } else {
        // To change a record, with or without a new hash for it.
        lines[2] = lines[2].replacen("tool2", "tool9", 1);
    }
    fs::write(file.path(), lines.iter().map(|line| format!("{line}\n")).collect::<String>())?;
    Ok(match verify(file.path())?.faults.first() {
        Some(fault) => Answer::new(Decision::Detected, fault.code),
        None => Answer::new(Decision::Allow, "the check found nothing"),
    })
}

/// Writers that know nothing of each other.
fn written_by(writers: u64) -> std::io::Result<Answer> {
    let folder = Folder::new()?;
    let path = log(&folder).path().to_owned();
    let all_wrote = std::thread::scope(|scope| {
        let write = |writer: u64| {
            let file = File::at(&path);
            scope.spawn(move || (0..10).all(|_| file.append(&event(&format!("writer{writer}")), &keep).is_ok()))
        };
        let threads: Vec<_> = (0..writers).map(write).collect();
        threads.into_iter().all(|thread| thread.join().unwrap_or(false))
    });
    let report = verify(&path)?;
    let whole = all_wrote && report.is_sound() && report.lines == writers * 10;
    Ok(if whole {
        Answer::new(Decision::Contained, "audit.total_order")
    } else {
        Answer::new(Decision::Allow, format!("{report:?}"))
    })
}

/// A process that died in the middle of a line.
fn half_line() -> std::io::Result<Answer> {
    let folder = Folder::new()?;
    let file = filled(&folder)?;
    let half = fs::read(file.path())?;
    fs::OpenOptions::new().append(true).open(file.path())?.write_all(&half[..40])?;
    file.append(&event("after"), &keep)?;
    let report = verify(file.path())?;
    let told = report.is_sound() && report.notes.len() == 1 && report.lines == RECORDS as u64 + 2;
    Ok(if told {
        Answer::new(Decision::Contained, "audit.recovers")
    } else {
        Answer::new(Decision::Allow, format!("{report:?}"))
    })
}

/// Arguments of any length.
fn bounded(bytes: u64) -> std::io::Result<Answer> {
    let folder = Folder::new()?;
    let file = log(&folder);
    let arguments = "a".repeat(usize::try_from(bytes.min(1 << 28)).unwrap_or(usize::MAX));
    let call = Call { name: "tool".into(), arguments: arguments.as_str().into(), ..Call::default() };
    file.append(&Event::Intent(call), &keep)?;
    let written = fs::metadata(file.path())?.len();
    let digest = records(file.path())?
        .next()
        .transpose()?
        .is_some_and(|record| !record.text("arguments_digest").is_empty() || record.text("arguments") == arguments);
    Ok(if written < 256 * 1024 && digest {
        Answer::new(Decision::Contained, "audit.bounded")
    } else {
        Answer::new(Decision::Allow, format!("{written} bytes, digest {digest}"))
    })
}
