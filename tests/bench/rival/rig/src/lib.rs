//! rig: a call in, through `ToolSet::execute`, the reply out.

use std::hint::black_box;
use std::time::{Duration, Instant};

use bench_workload::{Call, Rival};
use futures_executor::block_on;
use rig_agent::tool::{ToolContext, ToolSet};

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

struct Rig {
    tools: ToolSet,
    context: ToolContext,
}

impl Rival for Rig {
    fn name(&self) -> &'static str {
        "rig"
    }

    fn run(&mut self, calls: &[Call]) {
        block_on(async {
            for call in calls {
                let call = black_box(call);
                black_box(self.tools.execute(&call.name, call.arguments.as_str(), &mut self.context).await);
            }
        });
    }

    fn reply(&mut self, call: &Call) -> Result<String, String> {
        let result = block_on(self.tools.execute(&call.name, call.arguments.as_str(), &mut self.context));
        result.into_result().map(|output| output.render()).map_err(|error| error.to_string())
    }
}

fn set(tools: usize) -> Option<ToolSet> {
    match tools {
        1 => Some(n1::tools()),
        50 => Some(n50::tools()),
        500 => Some(n500::tools()),
        _ => None,
    }
}

/// A `ToolSet` of that many tools; none for a size that was not generated.
pub fn rival(tools: usize) -> Option<Box<dyn Rival>> {
    Some(Box::new(Rig { tools: set(tools)?, context: ToolContext::new() }))
}

/// From nothing to the end of the first call.
pub fn first_call(tools: usize, call: &Call) -> Option<Duration> {
    let start = Instant::now();
    let mut rival = Rig { tools: set(tools)?, context: ToolContext::new() };
    rival.run(std::slice::from_ref(call));
    Some(start.elapsed())
}
