use toolgen_runtime::tool;

#[tool(efect = read, timeout = 20)]
fn add<T>(
    a: i64,
    #[arg(defualt = 1)] (b, c): (i64, i64),
) {
}

fn main() {}
