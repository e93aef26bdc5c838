use toolgen_runtime::__private::{Granted, Outcome, Slot};

static KEPT: std::sync::Mutex<Vec<Granted<'static>>> = std::sync::Mutex::new(Vec::new());

fn entry<'call>(granted: Granted<'call>, _: &'call mut [Slot<'call>]) -> Outcome {
    KEPT.lock().unwrap().push(granted);
    todo!()
}

fn main() {
    let _ = toolgen_runtime::__private::Entry::Sync(entry);
}
