//! Writes the tools for each size, and more of them for the lookup.

use std::path::Path;

use bench_workload::source;

const LOOKUP: usize = 1000;

fn main() -> std::io::Result<()> {
    let out = std::env::var("OUT_DIR").map_err(std::io::Error::other)?;
    for tools in bench_workload::SIZES.into_iter().chain([LOOKUP]) {
        let text = source::toolgen(tools, 0) + &source::toolgen_table(tools);
        std::fs::write(Path::new(&out).join(format!("n{tools}.rs")), text)?;
    }
    println!("cargo::rerun-if-changed=build.rs");
    Ok(())
}
