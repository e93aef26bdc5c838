use toolgen_runtime::tool;

/// Does something.
#[tool]
async fn act() {
    let local = std::rc::Rc::new(1);
    std::future::ready(()).await;
    let _ = local;
}

fn main() {}
