//! Tools of a file, one a line, in; the time on the processor that each dialect takes for all of them, from text
//! to text, how much of it is reading and writing the text, and the largest memory of it all, out.
//!
//! `cargo run --release -p toolgen-model --example convert -- FILE [DIALECT…]`

#![allow(
    clippy::print_stdout,
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "an example prints, and ends where it cannot go on"
)]

use std::time::{Duration, Instant};

use toolgen_model::Json;
use toolgen_model::schema::dialect::{Dialect, project};
use toolgen_model::schema::input::{Shape, read_owned};

/// How often all tools are converted in one measurement: the kernel tells the time in steps of some milliseconds.
const PASSES: u32 = 5;

fn main() {
    let mut args = std::env::args().skip(1);
    let file = args.next().expect("a file with one tool a line");
    let names: Vec<String> = args.collect();
    let text = std::fs::read_to_string(&file).expect("a file that can be read");
    let wanted = |dialect: &Dialect| names.is_empty() || names.iter().any(|name| name == dialect.name());
    for dialect in Dialect::ALL.into_iter().filter(wanted) {
        let mut best = f64::INFINITY;
        let (mut sent, mut refused, mut bytes, mut text_share) = (0, 0, 0, 0.0);
        for _ in 0..5 {
            let (mut reading, mut writing) = (Duration::ZERO, Duration::ZERO);
            let (start, begun) = (clock(), Instant::now());
            for _ in 0..PASSES {
                (sent, refused, bytes) = (0, 0, 0);
                for line in text.lines() {
                    let before = Instant::now();
                    let value = Json::parse(line).unwrap();
                    reading += before.elapsed();
                    let tool = read_owned(value, Shape::Auto, false).unwrap();
                    match tool.into_row().map(|row| project(&row, dialect)) {
                        Ok(Ok(projection)) => {
                            sent += 1;
                            let before = Instant::now();
                            bytes += std::hint::black_box(projection.wire.to_string()).len();
                            writing += before.elapsed();
                        }
                        _ => refused += 1,
                    }
                }
            }
            let (took, whole) = ((clock() - start) / f64::from(PASSES), begun.elapsed());
            if took < best {
                best = took;
                text_share = (reading + writing).as_secs_f64() / whole.as_secs_f64();
            }
        }
        let name = dialect.name();
        let of_text = best * text_share;
        println!("{name:18} {best:8.1} ms, {of_text:5.1} of it text  {sent} sent, {refused} refused, {bytes} bytes");
    }
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    println!("{}", status.lines().find(|line| line.starts_with("VmHWM")).unwrap_or_default());
}

/// Milliseconds: of this thread on the processor where the kernel says so, so that a busy machine does not count.
fn clock() -> f64 {
    let stat = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    match stat.split(' ').next().and_then(|nanoseconds| nanoseconds.parse::<f64>().ok()) {
        Some(nanoseconds) => nanoseconds / 1e6,
        None => Instant::now().duration_since(*START.get_or_init(Instant::now)).as_secs_f64() * 1e3,
    }
}

static START: std::sync::OnceLock<Instant> = std::sync::OnceLock::new();
