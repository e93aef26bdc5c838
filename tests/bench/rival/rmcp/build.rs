//! Writes the tools for each size.

use std::path::Path;

fn main() -> std::io::Result<()> {
    let out = std::env::var("OUT_DIR").map_err(std::io::Error::other)?;
    for tools in bench_workload::SIZES {
        let text = bench_workload::source::rmcp(tools, 0);
        std::fs::write(Path::new(&out).join(format!("n{tools}.rs")), text)?;
    }
    println!("cargo::rerun-if-changed=build.rs");
    Ok(())
}
