//! `toolbox`: the agent binary that comes with the project. Two of its tools are manifests with a handler beside
//! them, two are functions; `examples` holds handlers that are data.

use std::process::ExitCode;

#[path = "../core/bash/handler.rs"]
mod bash;
#[path = "../core/write_file/handler.rs"]
mod write_file;

toolgen_runtime::include_tools!();

fn main() -> ExitCode {
    #[cfg(feature = "attack")]
    {
        #[cfg(target_os = "linux")]
        toolgen_runtime::sandbox::launcher_entry();
        let words: Vec<String> = std::env::args().skip(1).collect();
        if let Some((word, rest)) = words.split_first()
            && word == "attack"
        {
            return toolgen_runtime::attack::main(rest);
        }
    }
    toolgen_runtime::main(&TOOLS)
}
