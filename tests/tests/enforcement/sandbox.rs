//! The sandbox: a backend that was named and is missing in, a refusal out.
#![cfg(target_os = "linux")]

use std::path::Path;

use toolgen_runtime::sandbox::{Backend, Choice, select};

#[test]
fn named_backend() {
    let agent = Path::new(env!("CARGO_BIN_EXE_plain-agent"));
    let works = |backend| select(Choice::Named(backend), agent).is_ok_and(|found| found.backend == backend);
    assert!(works(Backend::None));
    let missing = Backend::ALL.into_iter().find(|backend| !works(*backend)).unwrap();
    assert!(select(Choice::Named(missing), agent).is_err());
}
