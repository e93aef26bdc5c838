//! Asks on the terminal: a question in, the answer of the person who sits there out.

use std::io::{self, IsTerminal, Write};
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Poll, Waker};

use super::{Answer, Approver, Asking, Question};

/// How many characters of a text are shown.
const SHOWN: usize = 2_000;

/// No answer is longer, in bytes.
#[cfg(unix)]
const LONGEST_ANSWER: usize = 4_096;

/// Asks on standard error and reads from standard input, only when both are terminals.
#[derive(Clone, Copy, Debug, Default)]
pub struct Terminal {
    one_call: bool,
}

impl Terminal {
    /// For a program that goes on after a call.
    pub const fn new() -> Terminal {
        Terminal { one_call: false }
    }

    /// For a program that ends with its one call: an answer for the session is not offered, and counts for that call.
    #[must_use]
    pub const fn for_one_call(mut self) -> Terminal {
        self.one_call = true;
        self
    }
}

impl Approver for Terminal {
    fn ask<'q>(&'q self, question: &'q Question) -> Asking<'q> {
        if !io::stdin().is_terminal() || !io::stderr().is_terminal() {
            return Box::pin(std::future::ready(Answer::Nobody));
        }
        // The wait is on a thread of its own, so that an interrupt ends the call and not only the prompt.
        let shared = Arc::new(Mutex::new((None, None::<Waker>)));
        let (prompt, answered) = (prompt(question, !self.one_call), Arc::clone(&shared));
        let started = std::thread::Builder::new().name("toolgen-prompt".into()).spawn(move || {
            let answer = ask(&prompt).unwrap_or(Answer::Nobody);
            let mut state = answered.lock().unwrap_or_else(PoisonError::into_inner);
            state.0 = Some(answer);
            if let Some(waker) = state.1.take() {
                waker.wake();
            }
        });
        if started.is_err() {
            return Box::pin(std::future::ready(Answer::Nobody));
        }
        Box::pin(std::future::poll_fn(move |polling| {
            let mut state = shared.lock().unwrap_or_else(PoisonError::into_inner);
            if let Some(answer) = state.0 {
                return Poll::Ready(answer);
            }
            state.1 = Some(polling.waker().clone());
            Poll::Pending
        }))
    }
}

/// What is printed, with the answer for the session where one `goes_on`. The question's texts are safe to print.
pub(crate) fn prompt(question: &Question, goes_on: bool) -> String {
    let mut text = format!("{}\n  tool: {}\n", cut(&question.text), question.tool);
    if !question.agent.is_empty() {
        text.push_str(&format!("  agent: {} on {}\n", question.agent, question.surface));
    }
    for (at, program) in question.programs.iter().enumerate() {
        text.push_str(&format!("  program {} of {}: {}\n", at + 1, question.programs.len(), cut(program)));
    }
    if let Some(profile) = &question.profile {
        text.push_str(&format!("  runs in: {profile}\n"));
    }
    text.push_str(&format!("  arguments: {}\n", cut(&question.arguments)));
    let always = if goes_on && question.can_remember { "/a for this session" } else { "" };
    text.push_str(&format!("Allow this call? [y/N{always}] "));
    text
}

/// A text in full, or its beginning and its end with how much is left out: nothing that is pushed out of sight is
/// left unsaid.
fn cut(text: &str) -> String {
    let length = text.chars().count();
    if length <= SHOWN {
        return text.to_owned();
    }
    let (head, tail) = (SHOWN * 3 / 4, SHOWN / 4);
    let first: String = text.chars().take(head).collect();
    let last: String = text.chars().skip(length - tail).collect();
    format!("{first}… {} characters left out of {length} …{last}", length - head - tail)
}

fn ask(prompt: &str) -> io::Result<Answer> {
    let mut screen = io::stderr();
    answered(prompt, io::stdin(), &mut screen)
}

/// Asks on `screen` and reads one line of `input`, a terminal. What was typed before the question was there is no
/// answer to it.
#[cfg(unix)]
pub(crate) fn answered(prompt: &str, input: impl std::os::fd::AsFd, screen: &mut dyn Write) -> io::Result<Answer> {
    rustix::termios::tcflush(&input, rustix::termios::QueueSelector::IFlush)?;
    screen.write_all(prompt.as_bytes())?;
    screen.flush()?;
    // Straight from the terminal: a buffer of this process could hold older lines.
    let (mut line, mut buffer) = (Vec::new(), [0; 256]);
    while !line.contains(&b'\n') && line.len() < LONGEST_ANSWER {
        match rustix::io::read(&input, &mut buffer)? {
            0 => break,
            count => line.extend_from_slice(buffer.get(..count).unwrap_or_default()),
        }
    }
    Ok(answer(&String::from_utf8_lossy(&line)))
}

/// The same where terminals are no files.
#[cfg(not(unix))]
pub(crate) fn answered(prompt: &str, input: io::Stdin, screen: &mut dyn Write) -> io::Result<Answer> {
    screen.write_all(prompt.as_bytes())?;
    screen.flush()?;
    let mut line = String::new();
    input.read_line(&mut line)?;
    Ok(answer(&line))
}

/// Only a clear yes is one.
fn answer(line: &str) -> Answer {
    match line.trim().to_ascii_lowercase().as_str() {
        "y" | "yes" => Answer::Yes,
        "a" | "always" => Answer::Always,
        _ => Answer::No,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_default_is_no() {
        assert_eq!(["y\n", "YES\r\n", "a\n", "\n", "", "yep\n", "n\n"].map(answer), {
            use Answer::{Always, No, Yes};
            [Yes, Yes, Always, No, No, No, No]
        });
    }

    #[test]
    fn a_long_text_shows_its_end_and_says_what_is_left_out() {
        let arguments = format!("{}; rm -rf ~", "é".repeat(SHOWN));
        let question = Question { tool: "bash".into(), text: "Run?".into(), arguments, ..Question::default() };
        let text = prompt(&question, true);
        assert!(text.contains("… 10 characters left out of 2010 …") && text.contains("; rm -rf ~\n"), "{text}");
        assert!(text.ends_with("Allow this call? [y/N] "));
    }

    #[test]
    fn an_answer_for_the_session_is_offered_where_one_goes_on() {
        let question = Question { tool: "say".into(), text: "Say?".into(), can_remember: true, ..Question::default() };
        assert!(prompt(&question, true).ends_with("[y/N/a for this session] "));
        assert!(prompt(&question, false).ends_with("[y/N] "));
    }
}
