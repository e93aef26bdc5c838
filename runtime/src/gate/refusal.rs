//! Why the gate lets a call not through: the step and a stable code in, the error that a model reads out.

use std::borrow::Cow;

use toolgen_model::json::Object;

use super::step::Step;
use crate::error::ToolError;

/// A call that the gate refused.
#[derive(Clone, Debug, PartialEq)]
pub struct Refusal {
    /// Where
    pub step: Step,
    /// The stable code, for example `policy.deny`
    pub code: Cow<'static, str>,
    /// What the model reads: a sentence without the policy's own words
    pub message: String,
    /// What the model does next
    pub next: String,
    /// What the operator reads: the rule and its place, in the audit log and in `explain`
    pub detail: String,
}

impl Refusal {
    /// A refusal at `step`.
    #[cold]
    pub fn new(step: Step, code: impl Into<Cow<'static, str>>, message: impl Into<String>) -> Refusal {
        let (next, detail) = (String::new(), String::new());
        Refusal { step, code: code.into(), message: message.into(), next, detail }
    }

    /// The same with the model's next step.
    #[must_use]
    pub fn next(mut self, next: impl Into<String>) -> Refusal {
        self.next = next.into();
        self
    }

    /// The same with what the operator reads.
    #[must_use]
    pub fn detail(mut self, detail: impl Into<String>) -> Refusal {
        self.detail = detail.into();
        self
    }

    /// The error object: `PermissionDenied` with the code and the step as its context.
    pub fn error(&self) -> ToolError {
        let mut context = Object::new();
        context.insert("code", self.code.as_ref());
        context.insert("step", self.step.name());
        let error = ToolError::new("PermissionDenied", self.message.clone()).context(context);
        if self.next.is_empty() { error } else { error.suggestion(self.next.clone()) }
    }
}

impl From<Refusal> for ToolError {
    fn from(refusal: Refusal) -> ToolError {
        refusal.error()
    }
}
