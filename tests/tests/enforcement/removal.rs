//! Every row in; its proof run as it is, and run without its enforcement. The second run must fail.

use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use toolgen_model::enforcement::{Enforcement, WEAKEN, all};

/// The longest that a proof may take.
const LONGEST: Duration = Duration::from_secs(60);

/// How one run of a proof ended: whether it passed.
fn passes(row: &Enforcement, weakened: bool) -> bool {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["--exact", row.proof]).env_remove(WEAKEN).stdin(Stdio::null()).stderr(Stdio::null());
    if weakened {
        command.env(WEAKEN, row.id);
    }
    let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
    let start = Instant::now();
    while child.try_wait().unwrap().is_none() {
        if start.elapsed() > LONGEST {
            child.kill().unwrap();
            child.wait().unwrap();
            panic!("the proof {} of {} takes longer than {LONGEST:?}", row.proof, row.id);
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    let output = child.wait_with_output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    // A name that is no test passes too: it must be one test that ran.
    let ran = |result: &str| text.contains(&format!("test {} ... {result}", row.proof));
    assert!(ran("ok") != ran("FAILED"), "{} names no test: {}\n{text}", row.id, row.proof);
    assert_eq!(output.status.success(), ran("ok"), "{}\n{text}", row.id);
    ran("ok")
}

#[test]
fn without_its_enforcement_each_proof_fails() {
    let mut wrong = Vec::new();
    for row in all() {
        if !passes(row, false) {
            wrong.push(format!("{}: its proof fails as it is", row.id));
        }
        if passes(row, true) {
            wrong.push(format!("{}: its proof does not notice that it is taken away", row.id));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn what_is_taken_away_is_one_thing() {
    // An id that no place asks for takes nothing away.
    let row = all().next().unwrap();
    let none = Enforcement { id: "no.such", ..*row };
    assert!(passes(&none, true));
}
