//! Writes the table of the tools in `tools/`.

fn main() {
    toolgen::build();
}
