use toolgen_runtime::tool;

struct Repo;
impl Repo {
    /// Counts.
    #[tool]
    fn count(&mut self) {}
}

fn main() {}
