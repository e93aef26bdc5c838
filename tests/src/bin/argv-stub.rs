//! A program that only writes down how it was called: one line a call, appended to `../log`. It fails when the
//! last letter of its name is `f`.

use std::io::Write;
use std::process::ExitCode;

fn main() -> ExitCode {
    let argv: Vec<String> = std::env::args_os().map(|word| word.to_string_lossy().into_owned()).collect();
    let variables: Vec<(String, String)> = ["A", "B", "FOO"]
        .iter()
        .filter_map(|name| Some(((*name).to_owned(), std::env::var_os(name)?.to_string_lossy().into_owned())))
        .collect();
    let line = format!("{argv:?} {variables:?}\n");
    let log = std::fs::OpenOptions::new().append(true).create(true).open("../log");
    if log.and_then(|mut file| file.write_all(line.as_bytes())).is_err() {
        return ExitCode::from(3);
    }
    let name = argv.first().map_or("", |name| name.rsplit('/').next().unwrap_or(name));
    if name.ends_with('f') { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}
