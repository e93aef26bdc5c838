// Methods run on the shared state of their type; a pack is one entry of the list.
use std::sync::atomic::{AtomicU64, Ordering};

use toolgen_runtime::{Context, Table, Tools, tool, tools};

#[derive(Default)]
struct Counter {
    count: AtomicU64,
}

impl Counter {
    /// Adds.
    #[tool(name = "counter.add", effect = write, default = allow)]
    fn add(
        &self,
        /// How many.
        #[arg(default = 1)]
        by: u64,
    ) -> u64 {
        self.count.fetch_add(by, Ordering::Relaxed) + by
    }

    /// Reads.
    #[tool(name = "counter.read", effect = read)]
    pub(crate) async fn read<'a>(&'a self, context: &'a Context) -> u64 {
        let _ = context.agent();
        self.count.load(Ordering::Relaxed)
    }
}

mod pack {
    /// A pack is a constant list with the name that the macro looks for.
    #[allow(non_upper_case_globals)]
    pub const TOOLS__tool: &[toolgen_runtime::__private::Tool] = super::other::alone__tool;
}

mod other {
    /// Alone.
    #[toolgen_runtime::tool(effect = read)]
    pub fn alone() {}
}

static TOOLS: Table = tools![Counter::add, self::Counter::read, pack::TOOLS];
static NONE: Table = tools![];

fn main() {
    let tools: Tools = TOOLS.with(Counter::default());
    let call = |name, arguments| tools.call_now(&Context::new(), name, arguments);
    assert_eq!(call("counter_add", r#"{"by":2}"#).structured(), Some("2"));
    assert_eq!(call("counter_add", "{}").structured(), Some("3"));
    assert_eq!(call("counter_read", "{}").structured(), Some("3"));
    assert!(call("alone", "{}").is_ok());
    assert!(!Tools::from(&TOOLS).call_now(&Context::new(), "counter_read", "{}").is_ok());
    assert_eq!(Counter::default().add(1), 1);
    assert_eq!(NONE.iter().len(), 0);
}
