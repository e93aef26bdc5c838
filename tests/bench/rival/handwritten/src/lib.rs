//! The base of every ratio: a call in, a hand-written match with `serde_json::from_str`, the reply out.

use std::hint::black_box;
use std::time::{Duration, Instant};

use bench_workload::{Call, Rival};

macro_rules! size {
    ($module:ident, $file:literal) => {
        #[allow(missing_docs)]
        pub mod $module {
            include!(concat!(env!("OUT_DIR"), "/", $file));
        }
    };
}
size!(n1, "n1.rs");
size!(n50, "n50.rs");
size!(n500, "n500.rs");

type Error = serde_json::Error;

struct Match<F>(F);

impl<F: Fn(&str, &str) -> Result<String, Error>> Rival for Match<F> {
    fn name(&self) -> &'static str {
        "match"
    }

    fn run(&mut self, calls: &[Call]) {
        for call in calls {
            let _ = black_box((self.0)(black_box(&call.name), black_box(&call.arguments)));
        }
    }

    fn reply(&mut self, call: &Call) -> Result<String, String> {
        (self.0)(&call.name, &call.arguments).map_err(|error| error.to_string())
    }
}

/// The match over that many tools; none for a size that was not generated.
pub fn rival(tools: usize) -> Option<Box<dyn Rival>> {
    match tools {
        1 => Some(Box::new(Match(n1::call))),
        50 => Some(Box::new(Match(n50::call))),
        500 => Some(Box::new(Match(n500::call))),
        _ => None,
    }
}

/// From nothing to the end of the first call.
pub fn first_call(tools: usize, call: &Call) -> Option<Duration> {
    let start = Instant::now();
    let mut rival = rival(tools)?;
    rival.run(std::slice::from_ref(call));
    Some(start.elapsed())
}
