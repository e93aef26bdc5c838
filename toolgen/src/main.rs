//! The `toolgen` command, also as `cargo toolgen`: arguments in, an exit code out.

use std::process::ExitCode;

fn main() -> ExitCode {
    toolgen::command::main(std::env::args_os())
}
