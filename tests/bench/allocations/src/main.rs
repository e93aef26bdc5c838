//! Counts what a call allocates: every rival in, one JSON object a line out.
//!
//! A program of its own, because the counting allocator would slow down what is timed elsewhere.

use bench_workload::{Rival, SIZES, sequence};

const CALLS: usize = 1024;

fn main() {
    for tools in SIZES {
        let calls = sequence(tools, CALLS);
        let rivals = [
            bench_handwritten::rival(tools),
            bench_toolgen::rival(tools),
            bench_rmcp::kept(tools),
            bench_rmcp::rebuilt(tools),
            bench_rig::rival(tools),
        ];
        for mut rival in rivals.into_iter().flatten() {
            let calls = calls.get(..if rival.name() == "rmcp-default" { 16 } else { CALLS }).unwrap_or(&calls);
            rival.run(calls);
            let info = allocation_counter::measure(|| rival.run(calls));
            for (group, sum) in [("allocations", info.count_total), ("bytes", info.bytes_total)] {
                let count = sum as f64 / calls.len() as f64;
                println!("{}", serde_json::json!({"group": group, "name": rival.name(), "n": tools, "count": count}));
            }
        }
    }
}
