//! Times the decoding of typed inputs: tools of the corpus in, one JSON object a line out.
//!
//! `toolgen` keeps every constraint of the schema; `serde` is `serde_json::from_str` into the same fields without
//! any check; `validated` is a `Value`, `jsonschema` and serde, which keeps what toolgen keeps. That it does is looked
//! at first, with arguments that are spoilt.

use std::hint::black_box;

use rustix::time::{ClockId, clock_gettime};
use serde_json::{Value, json};

/// Typed inputs as toolgen makes them.
#[allow(missing_docs)]
pub mod typed {
    include!(concat!(env!("OUT_DIR"), "/typed.rs"));
}

/// The same types with serde.
#[allow(missing_docs)]
pub mod plain {
    include!(concat!(env!("OUT_DIR"), "/plain.rs"));
}

include!(concat!(env!("OUT_DIR"), "/cases.rs"));

/// The handler that every tool has; it is never called.
///
/// # Errors
/// Never.
pub fn echo<T>(_: T) -> toolgen_runtime::Result<()> {
    Ok(())
}

/// One tool: valid arguments, and the ways of decoding them.
struct Case {
    name: &'static str,
    class: &'static str,
    schema: &'static str,
    texts: &'static [&'static str],
    typed: fn(&str) -> bool,
    plain: fn(&str) -> bool,
    value: fn(Value) -> bool,
}

/// How often each way decodes all texts of a tool in one sample.
const REPEATS: usize = 200;
/// How many samples each way has; the ways take turns.
const ROUNDS: usize = 25;
const WAYS: [&str; 3] = ["toolgen", "serde", "validated"];

fn main() -> Result<(), Box<dyn std::error::Error>> {
    for class in ["small", "medium", "large"] {
        let cases: Vec<&Case> = CASES.iter().filter(|case| case.class == class).collect();
        let mut sums = [const { Vec::new() }; 3];
        for case in &cases {
            for (sum, samples) in sums.iter_mut().zip(measured(case)?) {
                sum.push(samples);
            }
        }
        for (way, sums) in WAYS.iter().zip(sums) {
            // The mean of the tools, each by its median round.
            let [median, min, max] = [1, 0, 2].map(|at| {
                sums.iter().map(|figures: &[f64; 3]| figures.get(at).copied().unwrap_or(0.0)).sum::<f64>()
                    / sums.len() as f64
            });
            println!(
                "{}",
                json!({"group": class, "name": way, "n": cases.len(), "median": median, "min": min, "max": max})
            );
        }
    }
    Ok(())
}

/// The least, the median and the greatest nanoseconds a text, for each way.
fn measured(case: &Case) -> Result<[[f64; 3]; 3], Box<dyn std::error::Error>> {
    let schema: Value = serde_json::from_str(case.schema)?;
    let validator = jsonschema::options().should_validate_formats(true).build(&schema)?;
    let validated = |text: &str| {
        serde_json::from_str::<Value>(text).is_ok_and(|value| validator.is_valid(&value) && (case.value)(value))
    };
    for text in case.texts {
        if !((case.typed)(text) && (case.plain)(text) && validated(text)) {
            return Err(format!("{}: not all ways read {text}", case.name).into());
        }
    }
    for value in case.texts.iter().flat_map(|text| spoilt(text)) {
        let text = value.to_string();
        if (case.typed)(&text) != validator.is_valid(&value) {
            return Err(format!("{}: toolgen and jsonschema differ on {text}", case.name).into());
        }
    }
    let mut samples = [const { Vec::new() }; 3];
    for round in 0..=ROUNDS {
        let took = [time(case, case.typed), time(case, case.plain), time(case, validated)];
        // The first round warms up.
        if round > 0 {
            samples.iter_mut().zip(took).for_each(|(samples, took)| samples.push(took));
        }
    }
    Ok(samples.map(|mut samples| {
        samples.sort_by(f64::total_cmp);
        [0, ROUNDS / 2, ROUNDS - 1].map(|at| samples.get(at).copied().unwrap_or(0.0))
    }))
}

/// The arguments with one that nobody asked for, with each of them left out, and with others in its place.
fn spoilt(text: &str) -> Vec<Value> {
    let Ok(Value::Object(arguments)) = serde_json::from_str(text) else { return Vec::new() };
    let mut more = arguments.clone();
    more.insert("nobody asked for it".to_owned(), json!(1));
    let mut all = vec![Value::Object(more)];
    for name in arguments.keys() {
        let mut less = arguments.clone();
        less.remove(name);
        all.push(Value::Object(less));
        for other in
            [json!(true), json!(-123_456_789), json!(0.25), json!(""), json!("\u{1}"), json!([1]), json!({"a": 1})]
        {
            let mut changed = arguments.clone();
            changed.insert(name.clone(), other);
            all.push(Value::Object(changed));
        }
    }
    all
}

fn time(case: &Case, decode: impl Fn(&str) -> bool) -> f64 {
    let start = thread_time();
    for _ in 0..REPEATS {
        for text in case.texts {
            black_box(decode(black_box(text)));
        }
    }
    (thread_time() - start) / (REPEATS * case.texts.len()) as f64
}

/// Nanoseconds that this thread has run; other programs do not count in it.
fn thread_time() -> f64 {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    time.tv_sec as f64 * 1e9 + time.tv_nsec as f64
}
