//! What a handler may know of the call it answers.

/// The call: who asked, through which surface, and how long there is.
#[derive(Debug, Default)]
pub struct Context {}
