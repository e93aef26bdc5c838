//! A desk where questions wait for somebody who is not at a terminal: questions in, answers by their number out.
//!
//! A surface that cannot stop and ask (MCP, a chat channel, a web page) makes a desk the approver of its tools, shows
//! [`Desk::pending`], and hands what people say to [`Desk::answer`].

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Poll, Waker};

use super::{Answer, Approver, Asking, Question};

/// Questions that wait. Clones are the same desk.
#[derive(Clone, Debug, Default)]
pub struct Desk {
    waiting: Arc<Mutex<BTreeMap<u64, Waiting>>>,
    /// Who alone may answer; anybody but the asking agent when there is none
    supervisor: Option<String>,
}

#[derive(Debug)]
struct Waiting {
    question: Question,
    answer: Option<Answer>,
    waker: Option<Waker>,
}

/// Why an answer does not count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unanswered {
    /// No question of that number waits: it was answered, given up, or never asked
    Unknown,
    /// The agent that asks cannot answer itself
    Oneself,
    /// Somebody else is to answer
    NotSupervisor,
}

impl Desk {
    /// An empty desk.
    pub fn new() -> Desk {
        Desk::default()
    }

    /// The same, where only `supervisor` may answer.
    #[must_use]
    pub fn for_supervisor(mut self, supervisor: impl Into<String>) -> Desk {
        self.supervisor = Some(supervisor.into());
        self
    }

    /// The questions that wait, the oldest first.
    pub fn pending(&self) -> Vec<Question> {
        let waiting = self.waiting();
        waiting.values().filter(|one| one.answer.is_none()).map(|one| one.question.clone()).collect()
    }

    /// Answers a question in the name of `by`.
    ///
    /// # Errors
    /// Why the answer does not count; the question then waits on.
    pub fn answer(&self, id: u64, by: &str, answer: Answer) -> Result<(), Unanswered> {
        let mut waiting = self.waiting();
        let Some(one) = waiting.get_mut(&id).filter(|one| one.answer.is_none()) else {
            return Err(Unanswered::Unknown);
        };
        if one.question.agent == by && !by.is_empty() {
            return Err(Unanswered::Oneself);
        }
        if self.supervisor.as_ref().is_some_and(|supervisor| supervisor != by) {
            return Err(Unanswered::NotSupervisor);
        }
        one.answer = Some(answer);
        if let Some(waker) = one.waker.take() {
            waker.wake();
        }
        Ok(())
    }

    /// Answers every question that waits, in the name of `by`; how many that were. A call that is denied
    /// never waits here, so that a yes to all lifts no denial.
    pub fn answer_all(&self, by: &str, answer: Answer) -> usize {
        let ids: Vec<u64> = self.pending().iter().map(|question| question.id).collect();
        ids.into_iter().filter(|id| self.answer(*id, by, answer).is_ok()).count()
    }

    fn waiting(&self) -> MutexGuard<'_, BTreeMap<u64, Waiting>> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Takes a question from the desk when its call is over.
struct Seat<'d>(&'d Desk, u64);

impl Drop for Seat<'_> {
    fn drop(&mut self) {
        self.0.waiting().remove(&self.1);
    }
}

impl Approver for Desk {
    fn ask<'q>(&'q self, question: &'q Question) -> Asking<'q> {
        self.waiting().insert(question.id, Waiting { question: question.clone(), answer: None, waker: None });
        let seat = Seat(self, question.id);
        Box::pin(std::future::poll_fn(move |polling| {
            // The whole seat goes into the future: it is left when the future is dropped, not before.
            let seat = &seat;
            let mut waiting = seat.0.waiting();
            let Some(one) = waiting.get_mut(&seat.1) else { return Poll::Ready(Answer::Nobody) };
            if let Some(answer) = one.answer {
                return Poll::Ready(answer);
            }
            one.waker = Some(polling.waker().clone());
            Poll::Pending
        }))
    }

    fn name(&self) -> &str {
        self.supervisor.as_deref().unwrap_or("the desk")
    }
}
