//! The calls: a number of tools in, a random sequence out that is the same in every run.

use std::time::Duration;

use crate::source::name;

/// One call, as a model makes it.
#[derive(Clone, Debug)]
pub struct Call {
    /// The tool
    pub name: String,
    /// The arguments as JSON text
    pub arguments: String,
    /// The reply that is right
    pub expected: String,
}

/// A way to declare and call tools.
pub trait Rival {
    /// How it is named in the figures.
    fn name(&self) -> &'static str;
    /// Makes the calls and drops the replies.
    fn run(&mut self, calls: &[Call]);
    /// The text of the reply to one call, or what went wrong.
    fn reply(&mut self, call: &Call) -> Result<String, String>;
}

/// How long a rival takes from nothing to the end of its first call.
pub type FirstCall = fn(tools: usize, call: &Call) -> Option<Duration>;

/// `length` calls of random tools out of `tools`, with random numbers of up to six digits.
pub fn sequence(tools: usize, length: usize) -> Vec<Call> {
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let mut below = |limit: u64| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state % limit
    };
    let mut calls = Vec::with_capacity(length);
    for _ in 0..length {
        let (tool, a, b) = (below(tools as u64) as usize, below(1_000_000), below(1_000_000));
        calls.push(Call {
            name: name(tool),
            arguments: format!(r#"{{"a":{a},"b":{b}}}"#),
            expected: (a + b).to_string(),
        });
    }
    calls
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sequence_is_the_same_each_time_and_reaches_many_tools() {
        let (one, other) = (sequence(50, 4096), sequence(50, 4096));
        assert!(one.iter().zip(&other).all(|(one, other)| one.name == other.name && one.arguments == other.arguments));
        let names: std::collections::HashSet<_> = one.iter().map(|call| &call.name).collect();
        assert_eq!(names.len(), 50);
    }
}
