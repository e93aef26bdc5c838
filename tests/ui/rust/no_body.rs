use toolgen_runtime::tool;

trait Files {
    /// Reads.
    #[tool]
    fn read(&self);
}

fn main() {}
