//! A log that is kept in memory: events in; the same lines as in a file out, made when somebody wants to read them.

use std::sync::{Mutex, PoisonError};

use super::event::Event;
use super::line::{FIRST, Line, Redact};
use super::time;

/// So many events are kept; the oldest go first. More than the processor keeps at hand would make each call wait for memory.
const MOST: usize = 10_000;

/// So many bytes of arguments are kept; the oldest events go first.
const BYTES: usize = 64 << 20;

/// Events of one program, for programs that keep no file and for tests.
#[derive(Debug, Default)]
pub struct Memory {
    events: Mutex<Kept>,
}

#[derive(Debug, Default)]
struct Kept {
    /// How many went
    gone: u64,
    /// Bytes of the arguments
    bytes: usize,
    events: std::collections::VecDeque<(u64, Event<'static>)>,
}

impl Memory {
    /// An empty log.
    pub fn new() -> Memory {
        Memory::default()
    }

    /// Takes an event and gives its number.
    pub fn append(&self, event: Event<'static>) -> u64 {
        let ms = time::now();
        let mut kept = self.events.lock().unwrap_or_else(PoisonError::into_inner);
        kept.bytes += size(&event);
        while kept.events.len() == MOST || kept.bytes > BYTES {
            let Some((_, oldest)) = kept.events.pop_front() else { break };
            kept.bytes -= size(&oldest);
            kept.gone += 1;
        }
        kept.events.push_back((ms, event));
        kept.gone + kept.events.len() as u64
    }

    /// The lines of all events that are still kept.
    pub fn text(&self, redact: Redact<'_>) -> String {
        let kept = self.events.lock().unwrap_or_else(PoisonError::into_inner);
        let (mut text, mut before) = (String::new(), FIRST.to_owned());
        for (seq, (ms, event)) in (kept.gone + 1..).zip(&kept.events) {
            let (line, hash) = Line::of(seq, *ms, event, redact).end(&before);
            text.push_str(&line);
            before = hash;
        }
        text
    }
}

fn size(event: &Event<'_>) -> usize {
    if let Event::Intent(call) | Event::Refused(call) = event { call.arguments.len() } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::audit::Call;

    #[test]
    fn the_lines_are_made_when_they_are_read_and_form_a_chain() {
        let log = Memory::new();
        for n in 1..=3 {
            let call = Call { name: format!("tool{n}").into(), ..Call::default() };
            assert_eq!(log.append(Event::Intent(call)), n);
        }
        let text = log.text(&|_| None);
        let mut before = FIRST.to_owned();
        for line in text.lines() {
            before = crate::audit::line::follows(line, &before).unwrap().to_owned();
        }
        assert_eq!(text.lines().count(), 3);
    }

    #[test]
    fn what_is_kept_is_bounded() {
        let log = Memory::new();
        let arguments = "x".repeat(BYTES / 4);
        let numbers: Vec<u64> = (0..10)
            .map(|_| log.append(Event::Intent(Call { arguments: arguments.clone().into(), ..Call::default() })))
            .collect();
        assert_eq!(numbers, (1..=10).collect::<Vec<_>>());
        assert_eq!(log.text(&|_| None).lines().count(), 4);
    }
}
