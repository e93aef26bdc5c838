// `#[cfg]` on functions, methods and entries of the list is carried to all that is made of them.
use toolgen_runtime::{Table, tool, tools};

/// Never there.
#[tool(effect = read)]
#[cfg(any())]
fn never(this_type: DoesNotExist) {}

/// Here.
#[cfg(all())]
#[tool(effect = read)]
#[cfg_attr(all(), cfg(all()))]
fn always() {}

/// One of two.
#[tool(effect = read)]
#[cfg(unix)]
fn path() -> &'static str {
    "/"
}

/// One of two.
#[tool(effect = read)]
#[cfg(not(unix))]
fn path() -> &'static str {
    "\\"
}

struct Repo;
impl Repo {
    /// Never there.
    #[tool(effect = read)]
    #[cfg(any())]
    fn lost(&self) {}

    /// Here.
    #[cfg_attr(all(), tool(effect = read))]
    fn here(&self) {}
}

static TOOLS: Table = tools![
    #[cfg(any())]
    never,
    always,
    path,
    #[cfg(any())]
    Repo::lost,
    #[cfg(all())]
    Repo::here,
];

fn main() {
    let names: Vec<&str> = TOOLS.iter().map(|tool| tool.name).collect();
    assert_eq!(names, ["always", "path", "here"]);
}
