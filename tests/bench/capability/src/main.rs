//! Times what the capabilities add: samples out, one JSON object a row.
//!
//! A program of its own, because a launcher is started from the same binary, and that of the other figures is large.

mod file;
mod spawn;

use std::time::Instant;

use anyhow::Context;

fn main() -> anyhow::Result<()> {
    toolgen_runtime::sandbox::launcher_entry();
    let rounds = std::env::args().nth(1).map_or(Ok(25), |rounds| rounds.parse()).context("rounds are a number")?;
    let folder = Folder::new()?;
    spawn::run(&folder.0, rounds)?;
    file::run(&folder.0, rounds)
}

/// One thing to measure, by its name.
type Rival<'r> = (String, Box<dyn FnMut() -> anyhow::Result<()> + 'r>);

/// Runs the rivals in turn, so that noise hits all alike, `times` a sample, and prints the nanoseconds of each.
/// `before` comes before each run and is not measured.
fn measure(group: &str, rivals: &mut [Rival<'_>], rounds: usize, times: u32, before: impl Fn()) -> anyhow::Result<()> {
    let mut samples: Vec<Vec<f64>> = vec![Vec::new(); rivals.len()];
    // The first round warms up.
    for round in 0..=rounds {
        for ((name, run), samples) in rivals.iter_mut().zip(&mut samples) {
            before();
            let start = Instant::now();
            for _ in 0..times {
                run().with_context(|| name.clone())?;
            }
            if round > 0 {
                samples.push(start.elapsed().as_nanos() as f64 / f64::from(times));
            }
        }
    }
    for ((name, _), samples) in rivals.iter().zip(&samples) {
        println!("{}", serde_json::json!({"group": group, "name": name, "n": 1, "samples": samples}));
    }
    Ok(())
}

/// A folder that is removed at the end.
struct Folder(std::path::PathBuf);

impl Folder {
    fn new() -> anyhow::Result<Folder> {
        let path = std::env::temp_dir().join(format!("toolgen-bench-{}", std::process::id()));
        std::fs::create_dir_all(&path)?;
        Ok(Folder(path.canonicalize()?))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
