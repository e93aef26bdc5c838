//! Writes the table of the tools in this package.

fn main() {
    toolgen::Build::default().manifests(["admin", "core", "examples"]).run();
}
