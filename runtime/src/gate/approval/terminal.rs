//! Asks on the terminal: a question in, the answer of the person who sits there out.

use std::io::{self, BufRead, IsTerminal, Write};
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Poll, Waker};

use super::{Answer, Approver, Asking, Question};

/// How many characters of the arguments are shown.
const SHOWN: usize = 2_000;

/// Asks on standard error and reads from standard input, only when both are terminals.
#[derive(Clone, Copy, Debug, Default)]
pub struct Terminal;

impl Approver for Terminal {
    fn ask<'q>(&'q self, question: &'q Question) -> Asking<'q> {
        if !io::stdin().is_terminal() || !io::stderr().is_terminal() {
            return Box::pin(std::future::ready(Answer::Nobody));
        }
        // The wait is on a thread of its own, so that an interrupt ends the call and not only the prompt.
        let shared = Arc::new(Mutex::new((None, None::<Waker>)));
        let (prompt, answered) = (prompt(question), Arc::clone(&shared));
        let started = std::thread::Builder::new().name("toolgen-prompt".into()).spawn(move || {
            let answer = read(&prompt).unwrap_or(Answer::Nobody);
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

/// What is printed. The question's texts are safe to print.
fn prompt(question: &Question) -> String {
    let mut text = format!("{}\n  tool: {}\n", question.text, question.tool);
    if !question.agent.is_empty() {
        text.push_str(&format!("  agent: {}\n", question.agent));
    }
    let shown: String = question.arguments.chars().take(SHOWN).collect();
    let more = question.arguments.chars().count() - shown.chars().count();
    text.push_str(&format!("  arguments: {shown}"));
    if more > 0 {
        text.push_str(&format!("… and {more} characters more"));
    }
    text.push_str("\nAllow this call? [y/N] ");
    text
}

fn read(prompt: &str) -> io::Result<Answer> {
    // What was typed before the question was there is no answer to it.
    #[cfg(unix)]
    rustix::termios::tcflush(io::stdin(), rustix::termios::QueueSelector::IFlush)?;
    let mut screen = io::stderr().lock();
    screen.write_all(prompt.as_bytes())?;
    screen.flush()?;
    // While the answer is awaited, others may have something to say: that the call was interrupted.
    drop(screen);
    let mut line = String::new();
    io::stdin().lock().read_line(&mut line)?;
    Ok(answer(&line))
}

/// Only a clear yes is one.
fn answer(line: &str) -> Answer {
    match line.trim().to_ascii_lowercase().as_str() {
        "y" | "yes" => Answer::Yes,
        _ => Answer::No,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_default_is_no() {
        assert_eq!(["y\n", "YES\r\n", "\n", "", "yep\n", "n\n"].map(answer), {
            use Answer::{No, Yes};
            [Yes, Yes, No, No, No, No]
        });
    }

    #[test]
    fn long_arguments_are_shown_in_part_and_said_to_be() {
        let question = Question {
            tool: "write_file".into(),
            text: "Write?".into(),
            arguments: "é".repeat(SHOWN + 5),
            agent: String::new(),
        };
        let text = prompt(&question);
        assert!(text.ends_with("… and 5 characters more\nAllow this call? [y/N] "));
    }
}
