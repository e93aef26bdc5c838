//! One line of the log: an event in, ASCII text with its hash out; and the split of a line into body and hash.

use std::fmt::Write;

use toolgen_model::json::Json;

use super::event::{Call, Event, Outcome};
use super::time;

/// The hash before the first line.
pub(super) const FIRST: &str = "0000000000000000000000000000000000000000000000000000000000000000";

/// The longest line that is ever written or read, in bytes.
pub(super) const LONGEST: usize = 256 * 1024;

/// So many bytes of the arguments stand in a line; of longer ones the digest of the whole stands beside the beginning.
const ARGUMENTS: usize = 8 * 1024;

/// So many bytes of any other text stand in a line.
const TEXT: usize = 1024;

/// What ends a line: `,"hash":"` and 64 digits and `"}`.
const TAIL: usize = 9 + 64 + 2;

/// Takes secrets out of a text; none when there are none in it.
pub(super) type Redact<'r> = &'r dyn Fn(&str) -> Option<String>;

/// A line on its way.
pub(super) struct Line(String);

impl Line {
    /// A line that begins with number, time and the kind of event.
    pub(super) fn new(seq: u64, ms: u64, event: &str) -> Line {
        let mut line = Line(String::with_capacity(512));
        line.0.push_str("{\"seq\":");
        let _ = write!(line.0, "{seq}");
        line.text("time", &time::text(ms));
        line.text("event", event);
        line
    }

    /// A line for `event`.
    pub(super) fn of(seq: u64, ms: u64, event: &Event<'_>, redact: Redact<'_>) -> Line {
        match event {
            Event::Intent(call) => Line::call(seq, ms, "intent", call, redact),
            Event::Refused(call) => Line::call(seq, ms, "refused", call, redact),
            Event::Outcome(outcome) => Line::outcome(seq, ms, outcome, redact),
            Event::Policy { digest, epoch, origin } => {
                let mut line = Line::new(seq, ms, "policy");
                line.some("policy", digest, redact);
                line.number("epoch", *epoch);
                line.some("origin", origin, redact);
                line
            }
        }
    }

    fn call(seq: u64, ms: u64, event: &str, call: &Call<'_>, redact: Redact<'_>) -> Line {
        let mut line = Line::new(seq, ms, event);
        line.some("name", &call.name, redact);
        if let Some(row) = call.row {
            line.some("tool", &row.tool, redact);
            line.some("action", row.action.as_deref().unwrap_or_default(), redact);
        }
        line.some("agent", &call.agent, redact);
        line.some("principal", &call.principal, redact);
        line.some("delegators", &call.delegators, redact);
        line.text("surface", call.surface.name());
        if let Some(verdict) = call.verdict {
            line.text("verdict", verdict.name());
        }
        if let Some(effect) = call.row.and_then(|row| row.effects.effect) {
            line.text("effect", effect.name());
        }
        line.some("contract", call.row.map_or("", |row| &row.digest), redact);
        line.some("policy", &call.policy, redact);
        line.number("epoch", call.epoch);
        line.some("profile", &call.profile, redact);
        if let Some(step) = call.step {
            line.text("step", step.name());
        }
        line.some("code", &call.code, redact);
        line.some("detail", &call.detail, redact);
        line.arguments(&call.arguments, redact);
        line
    }

    fn outcome(seq: u64, ms: u64, outcome: &Outcome<'_>, redact: Redact<'_>) -> Line {
        let mut line = Line::new(seq, ms, "outcome");
        line.number("intent", outcome.intent);
        line.text("result", outcome.result.name());
        line.some("approved_by", &outcome.approved_by, redact);
        line.some("code", &outcome.code, redact);
        line.some("message", &outcome.message, redact);
        line.number("bytes", outcome.bytes);
        if outcome.cut > 0 {
            line.number("cut", outcome.cut);
        }
        line
    }

    /// Arguments in their canonical form; text that is no JSON as it is.
    fn arguments(&mut self, arguments: &str, redact: Redact<'_>) {
        if arguments.is_empty() {
            return;
        }
        let canonical = Json::parse(arguments).map_or_else(|_| arguments.to_owned(), |json| json.canonical());
        let clean = redact(&canonical).unwrap_or(canonical);
        if clean.len() > ARGUMENTS {
            self.text("arguments_begin", beginning(&clean, ARGUMENTS));
            self.number("arguments_bytes", clean.len() as u64);
            self.text("arguments_digest", &format!("sha256:{}", hash(&[clean.as_bytes()])));
        } else {
            self.text("arguments", &clean);
        }
    }

    /// A text that may be absent, from outside.
    fn some(&mut self, key: &str, text: &str, redact: Redact<'_>) {
        if text.is_empty() {
            return;
        }
        // Whatever is cut is cut after the redaction, so that no part of a secret is left.
        let clean = redact(text);
        let clean = clean.as_deref().unwrap_or(text);
        if clean.len() > TEXT {
            self.text(key, &format!("{}\u{2026}", beginning(clean, TEXT)));
        } else {
            self.text(key, clean);
        }
    }

    /// A text.
    pub(super) fn text(&mut self, key: &str, text: &str) {
        self.key(key);
        self.0.push('"');
        escape(&mut self.0, text);
        self.0.push('"');
    }

    /// A number.
    pub(super) fn number(&mut self, key: &str, number: u64) {
        self.key(key);
        let _ = write!(self.0, "{number}");
    }

    fn key(&mut self, key: &str) {
        self.0.push_str(",\"");
        self.0.push_str(key);
        self.0.push_str("\":");
    }

    /// The line with its hash and a line feed, and the hash alone. `before` is the hash of the line before.
    pub(super) fn end(mut self, before: &str) -> (String, String) {
        let hash = hash(&[before.as_bytes(), self.0.as_bytes()]);
        self.key("hash");
        self.0.push('"');
        self.0.push_str(&hash);
        self.0.push_str("\"}\n");
        (self.0, hash)
    }
}

/// The body and the hash of a line without its line feed; none when it has not the form of one.
pub(super) fn split(line: &str) -> Option<(&str, &str)> {
    let (body, tail) = line.split_at_checked(line.len().checked_sub(TAIL)?)?;
    let hash = tail.strip_prefix(",\"hash\":\"")?.strip_suffix("\"}")?;
    Some((body, hash))
}

/// Whether `line` follows the line of the hash `before`: its own hash then.
pub(super) fn follows<'l>(line: &'l str, before: &str) -> Option<&'l str> {
    let (body, stated) = split(line)?;
    let same = hash(&[before.as_bytes(), body.as_bytes()]) == stated;
    (same || !toolgen_model::enforced!("audit.chain")).then_some(stated)
}

/// SHA-256 of the parts one after another, as 64 hexadecimal digits.
pub(super) fn hash(parts: &[&[u8]]) -> String {
    let mut hash = hmac_sha256::Hash::new();
    for part in parts {
        hash.update(part);
    }
    let mut text = String::with_capacity(64);
    for byte in hash.finalize() {
        text.push(char::from_digit(u32::from(byte >> 4), 16).unwrap_or('0'));
        text.push(char::from_digit(u32::from(byte & 15), 16).unwrap_or('0'));
    }
    text
}

/// The first bytes of a text, at most `most`, up to a character.
fn beginning(text: &str, most: usize) -> &str {
    text.get(..text.floor_char_boundary(most)).unwrap_or(text)
}

/// Everything but printable ASCII becomes a `\uXXXX` escape.
fn escape(out: &mut String, text: &str) {
    let mut rest = text;
    while let Some(at) = rest.bytes().position(|byte| !matches!(byte, b' '..=b'~') || matches!(byte, b'"' | b'\\')) {
        let (plain, tail) = rest.split_at(at);
        out.push_str(plain);
        let mut chars = tail.chars();
        match chars.next() {
            Some('"') => out.push_str("\\\""),
            Some('\\') => out.push_str("\\\\"),
            Some(other) if !toolgen_model::enforced!("audit.escape") => out.push(other),
            Some('\n') => out.push_str("\\n"),
            Some(other) => {
                for unit in other.encode_utf16(&mut [0; 2]) {
                    let _ = write!(out, "\\u{unit:04x}");
                }
            }
            None => {}
        }
        rest = chars.as_str();
    }
    out.push_str(rest);
}

#[cfg(test)]
mod tests {
    use std::borrow::Cow;

    use proptest::prelude::*;
    use toolgen_model::Verdict;
    use toolgen_model::catalog::Row;

    use super::*;
    use crate::context::Surface;
    use crate::gate::Step;

    fn keep(_: &str) -> Option<String> {
        None
    }

    fn line(call: Call<'_>) -> String {
        Line::of(7, 0, &Event::Intent(call), &keep).end(FIRST).0
    }

    proptest! {
        #[test]
        fn whatever_comes_in_is_one_line_of_printable_ascii_that_reads_back(
            name in any::<String>(), agent in any::<String>(), arguments in any::<String>(), detail in any::<String>()
        ) {
            let parts = [&name, &agent, &detail].map(|text| Cow::Borrowed(text.as_str()));
            let [name_in, agent_in, detail_in] = parts;
            let call = Call { name: name_in, agent: agent_in, detail: detail_in, arguments: Cow::Borrowed(&arguments), ..Call::default() };
            let text = line(call);
            let line = text.strip_suffix('\n').unwrap();
            prop_assert!(line.bytes().all(|byte| matches!(byte, b' '..=b'~')), "{line}");
            let json = Json::parse(line).unwrap();
            let read = |key: &str| json.get(key).and_then(Json::as_str).unwrap_or_default().to_owned();
            prop_assert_eq!((read("name"), read("agent"), read("detail")), (name, agent, detail));
            prop_assert_eq!(json.get("seq").and_then(Json::as_u64), Some(7));
            prop_assert_eq!(follows(line, FIRST), json.get("hash").and_then(Json::as_str));
        }
    }

    #[test]
    fn what_acts_or_hides_is_escaped() {
        let text =
            line(Call { name: "\u{1b}[2J\u{9b}31m\u{202e}\u{2028}\u{2029}\u{e0041}\r\n".into(), ..Call::default() });
        let escaped = r#""name":"\u001b[2J\u009b31m\u202e\u2028\u2029\udb40\udc41\u000d\n""#;
        assert!(text.contains(escaped), "{text}");
    }

    #[test]
    fn long_arguments_are_cut_and_their_digest_stands_beside_them() {
        let arguments = format!(r#"{{"text":"{}"}}"#, "\u{e9}".repeat(1 << 20));
        let text = line(Call { arguments: arguments.as_str().into(), ..Call::default() });
        assert!(text.len() < LONGEST, "{}", text.len());
        let json = Json::parse(&text).unwrap();
        assert_eq!(json.get("arguments_bytes").and_then(Json::as_u64), Some(arguments.len() as u64));
        let digest = json.get("arguments_digest").and_then(Json::as_str).unwrap();
        assert_eq!(digest, format!("sha256:{}", hash(&[arguments.as_bytes()])));
        assert!(json.get("arguments_begin").and_then(Json::as_str).unwrap().starts_with("{\"text\":\"\u{e9}"));
    }

    #[test]
    fn the_longest_line_is_below_the_bound() {
        let worst = "\u{1}".repeat(1 << 20);
        let all = || Cow::Borrowed(worst.as_str());
        let call = Call {
            name: all(),
            row: Some(Box::leak(Box::new(Row { tool: worst.clone(), action: Some(worst.clone()), ..Row::default() }))),
            agent: all(),
            principal: all(),
            delegators: all(),
            surface: Surface::Background,
            verdict: Some(Verdict::Supervised),
            policy: all(),
            epoch: u64::MAX,
            profile: all(),
            arguments: all(),
            step: Some(Step::Capability),
            code: all(),
            detail: all(),
        };
        assert!(line(call).len() < LONGEST);
    }

    #[test]
    fn secrets_are_taken_out_before_anything_is_cut() {
        let redact = |text: &str| text.contains("hunter2").then(|| text.replace("hunter2", "[REDACTED]"));
        let detail = format!("{}hunter2", "x".repeat(TEXT - 3));
        let call = Call { arguments: r#"{"p":"hunter2"}"#.into(), detail: detail.into(), ..Call::default() };
        let text = Line::of(1, 0, &Event::Refused(call), &redact).end(FIRST).0;
        assert!(!text.contains("hun") && text.contains("[REDACTED]"), "{text}");
    }
}
