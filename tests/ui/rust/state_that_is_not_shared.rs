use toolgen_runtime::tool;

struct Repo {
    count: std::cell::Cell<u64>,
}
impl Repo {
    /// Counts.
    #[tool]
    fn count(&self) -> u64 {
        self.count.get()
    }
}

fn main() {}
