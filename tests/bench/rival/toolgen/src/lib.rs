//! toolgen: a call in, through the whole road of dispatch, the reply out.

use std::hint::black_box;
use std::time::{Duration, Instant};

use bench_workload::{Call, Rival};
use toolgen_runtime::{Context, Table, Tools};

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
size!(n1000, "n1000.rs");

/// The sizes that [`lookup`] takes.
pub const LOOKUP_SIZES: [usize; 4] = [1, 50, 500, 1000];

fn table(tools: usize) -> Option<&'static Table> {
    match tools {
        1 => Some(&n1::TOOLS),
        50 => Some(&n50::TOOLS),
        500 => Some(&n500::TOOLS),
        1000 => Some(&n1000::TOOLS),
        _ => None,
    }
}

mod guarded;

pub use guarded::{RULES, guarded};

struct Toolgen {
    name: &'static str,
    tools: Tools,
    context: Context,
}

impl Rival for Toolgen {
    fn name(&self) -> &'static str {
        self.name
    }

    fn run(&mut self, calls: &[Call]) {
        for call in calls {
            black_box(self.tools.call_now(&self.context, black_box(&call.name), black_box(&call.arguments)));
        }
    }

    fn reply(&mut self, call: &Call) -> Result<String, String> {
        let reply = self.tools.call_now(&self.context, &call.name, &call.arguments);
        reply.outcome.as_ref().map_err(ToString::to_string)?;
        Ok(reply.text().into_owned())
    }
}

/// The tools of that many functions; none for a size that was not generated.
pub fn rival(tools: usize) -> Option<Box<dyn Rival>> {
    Some(Box::new(Toolgen { name: "toolgen", tools: Tools::from(table(tools)?), context: Context::new() }))
}

/// From nothing to the end of the first call.
pub fn first_call(tools: usize, call: &Call) -> Option<Duration> {
    let start = Instant::now();
    let mut rival = Toolgen { name: "toolgen", tools: Tools::from(table(tools)?), context: Context::new() };
    rival.run(std::slice::from_ref(call));
    Some(start.elapsed())
}

/// How many of the names the table finds, without a call.
pub fn lookup(tools: usize, calls: &[Call]) -> Option<usize> {
    let table = table(tools)?;
    Some(calls.iter().filter(|call| black_box(table.get(black_box(&call.name))).is_some()).count())
}
