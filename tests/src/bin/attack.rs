//! `attack --jsonl FILE`: attack cases in, decisions out, from a binary that can start its own launcher.

use std::process::ExitCode;

fn main() -> ExitCode {
    #[cfg(target_os = "linux")]
    toolgen_runtime::sandbox::launcher_entry();
    toolgen_runtime::attack::main(&std::env::args().skip(1).collect::<Vec<_>>())
}
