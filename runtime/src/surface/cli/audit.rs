//! `AGENT audit verify|show`: the log of the configuration or of a file in, what it says out.

use std::ffi::OsString;
use std::path::PathBuf;
use std::process::ExitCode;

use toolgen_model::json::Json;

use super::mechanisms::at_home;
use super::{Cli, out};
use crate::audit::{Record, records, verify};
use crate::visible::visible;

/// The key under which the configuration has the log's path.
pub(super) const KEY: &str = "audit.path";

const USAGE: &str = "\
Usage: AGENT audit verify [--file FILE]
       AGENT audit show [--file FILE] [--json] [FILTER …]

`verify` follows the chain of records, compares its end with the anchor beside the log, and reads each policy that a
record names. Exit code 0 when nothing was changed, cut off or put in, 1 when something was, 2 when the log cannot be
read.

Filters of `show`, all of which must hold:
  --tool NAME       calls of that wire name, or of the tool of an action
  --agent NAME      calls of that agent
  --surface NAME    calls through that surface
  --event NAME      intent, refused, outcome, policy or gap
  --code CODE       refusals and errors of that code
  --call N          record N and its outcome
  --since TIME      from that time on: the beginning of an RFC 3339 time in UTC, such as 2026-11-30 or 2026-11-30T09
  --last N          only the last N
";

/// What `show` shows.
#[derive(Debug, Default, PartialEq, Eq)]
struct Filter {
    file: Option<PathBuf>,
    json: bool,
    /// Keys of a record and the text that stands under them
    texts: Vec<(&'static str, String)>,
    tool: Option<String>,
    call: Option<u64>,
    since: Option<String>,
    last: Option<usize>,
}

impl Cli {
    pub(super) fn audit(&self, words: &[OsString]) -> ExitCode {
        let Some(words) = words.iter().map(|word| word.to_str()).collect::<Option<Vec<_>>>() else {
            return self.misused("the words of `audit` are no valid UTF-8");
        };
        match words[..] {
            ["-h" | "--help", ..] | [_, "-h" | "--help"] => out::print(&USAGE.replace("AGENT", &self.program)),
            ["verify", ref rest @ ..] => self.with_filter(rest, |filter| self.verify(filter)),
            ["show", ref rest @ ..] => self.with_filter(rest, |filter| self.show(filter)),
            _ => self.misused("`audit` takes `verify` or `show`"),
        }
    }

    fn with_filter(&self, words: &[&str], then: impl FnOnce(&Filter) -> ExitCode) -> ExitCode {
        match Filter::of(words) {
            Ok(filter) => then(&filter),
            Err(fault) => self.misused(&fault),
        }
    }

    fn verify(&self, filter: &Filter) -> ExitCode {
        if *filter != (Filter { file: filter.file.clone(), ..Filter::default() }) {
            return self.misused("`audit verify` takes nothing but `--file`");
        }
        let path = match self.log(filter) {
            Ok(path) => path,
            Err(fault) => return out::fail(out::BAD_INPUT, &fault),
        };
        let report = match verify(&path) {
            Ok(report) => report,
            Err(error) => return out::fail(out::BAD_INPUT, &format!("{} cannot be read: {error}", path.display())),
        };
        for note in &report.notes {
            out::talk(&format!("note: {note}\n"));
        }
        for fault in &report.faults {
            out::talk(&format!("error: {fault}\n"));
        }
        let last =
            report.last.map_or_else(String::new, |(seq, hash)| format!("; record {seq} is the last, with hash {hash}"));
        if report.faults.is_empty() {
            return out::print(&format!("{} records, nothing changed{last}\n", report.lines));
        }
        out::print(&format!("{} records, {} faults{last}\n", report.lines, report.faults.len()));
        out::code(out::FAILED)
    }

    fn show(&self, filter: &Filter) -> ExitCode {
        let path = match self.log(filter) {
            Ok(path) => path,
            Err(fault) => return out::fail(out::BAD_INPUT, &fault),
        };
        let fault =
            |error: std::io::Error| out::fail(out::BAD_INPUT, &format!("{} cannot be read: {error}", path.display()));
        let all = match records(&path) {
            Ok(all) => all,
            Err(error) => return fault(error),
        };
        let mut shown = std::collections::VecDeque::new();
        for record in all {
            match record {
                Ok(record) if filter.takes(&record) => shown.push_back(record),
                Ok(_) => {}
                Err(error) => return fault(error),
            }
            if filter.last.is_some_and(|last| shown.len() > last) {
                shown.pop_front();
            }
        }
        let line = if filter.json { data } else { words };
        let printed = out::print(&shown.iter().map(line).collect::<String>());
        let decision = |record: &&Record| matches!(record.event(), "intent" | "refused");
        if let (Some(last), false) = (shown.iter().rfind(decision), filter.json) {
            let (id, program) = (last.seq, &self.program);
            out::talk(&format!("hint: `{program} explain --audit {id}` says how record {id} was decided\n"));
        }
        printed
    }

    fn log(&self, filter: &Filter) -> Result<PathBuf, String> {
        self.log_at(filter.file.clone())
    }

    /// Where the log is: the file that was named, else that of the configuration.
    pub(super) fn log_at(&self, file: Option<PathBuf>) -> Result<PathBuf, String> {
        match (file, self.tools.setting(KEY).as_ref().and_then(Json::as_str)) {
            (Some(file), _) => Ok(file),
            (None, Some(path)) => at_home(path),
            (None, None) => {
                Err(format!("no audit log is kept: set `{KEY}` in the configuration, or name one with `--file`"))
            }
        }
    }
}

impl Filter {
    fn of(words: &[&str]) -> Result<Filter, String> {
        let mut filter = Filter::default();
        let mut words = words.iter();
        while let Some(word) = words.next() {
            if matches!(*word, "-j" | "--json") {
                filter.json = true;
                continue;
            }
            let mut value = || words.next().map(|value| (*value).to_owned()).ok_or(format!("`{word}` needs a value"));
            let number =
                |text: String| text.parse().map_err(|_| format!("`{word}` needs a whole number, not `{text}`"));
            match *word {
                "--file" => filter.file = Some(value()?.into()),
                "--tool" => filter.tool = Some(value()?),
                "--agent" => filter.texts.push(("agent", value()?)),
                "--surface" => filter.texts.push(("surface", value()?)),
                "--event" => filter.texts.push(("event", value()?)),
                "--code" => filter.texts.push(("code", value()?)),
                "--since" => filter.since = Some(value()?),
                "--call" => filter.call = Some(number(value()?)?),
                "--last" => {
                    let last = number(value()?)?;
                    filter.last = Some(usize::try_from(last).unwrap_or(usize::MAX));
                }
                other => return Err(format!("unknown word `{other}` after `audit`")),
            }
        }
        Ok(filter)
    }

    fn takes(&self, record: &Record) -> bool {
        self.texts.iter().all(|(key, text)| record.text(key) == text)
            && self.tool.as_ref().is_none_or(|tool| record.text("name") == tool || record.text("tool") == tool)
            && self.call.is_none_or(|call| record.seq == call || record.number("intent") == Some(call))
            && self.since.as_ref().is_none_or(|since| record.text("time") >= since.as_str())
    }
}

/// A record as one line of JSON. It is ASCII in the log and stays so.
fn data(record: &Record) -> String {
    let text = record.json.to_string();
    let mut line = String::with_capacity(text.len() + 1);
    for c in text.chars() {
        if matches!(c, ' '..='~') {
            line.push(c);
        } else {
            for unit in c.encode_utf16(&mut [0; 2]) {
                line.push_str(&format!("\\u{unit:04x}"));
            }
        }
    }
    line.push('\n');
    line
}

/// A record for people: its number, its time, and what it says, with nothing that acts on a terminal.
fn words(record: &Record) -> String {
    let mut line = format!("{:>6} {} {:<8}", record.seq, visible(record.text("time")), visible(record.event()));
    for (key, value) in record.json.as_object().into_iter().flat_map(|object| object.iter()) {
        if matches!(key, "seq" | "time" | "event" | "hash" | "prev") {
            continue;
        }
        let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        line.push_str(&format!(" {}={}", visible(key), visible(&text)));
    }
    line.push('\n');
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(text: &str) -> Record {
        let json = Json::parse(text).unwrap();
        Record { seq: json.get("seq").and_then(Json::as_u64).unwrap(), json }
    }

    #[test]
    fn filters_are_all_to_hold() {
        let intent = record(
            r#"{"seq":3,"time":"2026-11-30T09:00:00.000Z","event":"intent","name":"git_log","tool":"git","agent":"a"}"#,
        );
        let outcome = record(r#"{"seq":4,"time":"2026-11-30T09:00:01.000Z","event":"outcome","intent":3}"#);
        let takes = |words: &[&str]| {
            let filter = Filter::of(words).unwrap();
            (filter.takes(&intent), filter.takes(&outcome))
        };
        assert_eq!(takes(&[]), (true, true));
        assert_eq!(takes(&["--tool", "git"]), (true, false));
        assert_eq!(takes(&["--tool", "git_log", "--agent", "a"]), (true, false));
        assert_eq!(takes(&["--tool", "git_log", "--agent", "b"]), (false, false));
        assert_eq!(takes(&["--call", "3"]), (true, true));
        assert_eq!(takes(&["--since", "2026-11-30T09:00:01"]), (false, true));
        assert_eq!(takes(&["--event", "outcome"]), (false, true));
        assert!(
            Filter::of(&["--last", "x"]).is_err() && Filter::of(&["--last"]).is_err() && Filter::of(&["x"]).is_err()
        );
    }

    #[test]
    fn what_is_shown_acts_on_no_terminal() {
        let record = record(r#"{"seq":1,"time":"t","event":"intent","name":"\u001b[2J\u202e"}"#);
        assert_eq!(words(&record), "     1 t intent   name=\\u{1b}[2J\\u{202e}\n");
        assert!(data(&record).trim_end().bytes().all(|byte| matches!(byte, b' '..=b'~')));
    }
}
