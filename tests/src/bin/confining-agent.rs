//! The smallest agent that can confine programs. It prints what this machine can enforce, as JSON with `--json`;
//! `--run BACKEND WORKSPACE LIMITS PROGRAM…` runs one program and prints how it ended and the agent's own peak
//! of memory.

use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

use serde_json::{Value, json};
use toolgen_runtime::sandbox::{Environment, Launcher, Limits, Profile, doctor, hide_environment, launcher_entry};
use toolgen_runtime::shell::Plan;

fn main() -> ExitCode {
    launcher_entry();
    let words: Vec<String> = std::env::args().skip(1).collect();
    let (text, good) = match words.split_first() {
        Some((word, rest)) if word == "--run" => match run(rest) {
            Ok(value) => (value.to_string(), true),
            Err(error) => (json!({ "error": error }).to_string(), false),
        },
        flag => {
            let report = doctor(Path::new("/proc/self/exe"));
            let json = flag.is_some_and(|(word, _)| word == "--json");
            let text =
                if json { serde_json::to_string_pretty(&report).unwrap_or_default() } else { report.to_string() };
            (text, report.healthy)
        }
    };
    let written = writeln!(std::io::stdout(), "{text}");
    if good && written.is_ok() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn run(words: &[String]) -> Result<Value, String> {
    let [backend, workspace, limits, program @ ..] = words else { return Err("too few words".to_owned()) };
    hide_environment().map_err(|error| error.to_string())?;
    let mut profile = Profile::new(Path::new(workspace)).map_err(|error| error.to_string())?;
    profile.limits = serde_json::from_str::<Limits>(limits).map_err(|error| error.to_string())?;
    let launcher = Launcher::new(backend.parse().map_err(|error| format!("{error}"))?);
    let outcome = launcher
        .run(&Plan::single(program.to_vec()), &profile, &Environment::of_agent())
        .map_err(|error| error.to_string())?;
    let status = std::fs::read_to_string("/proc/self/status").map_err(|error| error.to_string())?;
    let peak =
        status.lines().find_map(|line| line.strip_prefix("VmHWM:")?.split_whitespace().next()?.parse::<u64>().ok());
    Ok(json!({
        "code": outcome.ended.code,
        "stop": outcome.stop,
        "stdout": outcome.stdout.text(),
        "total": outcome.stdout.total(),
        "stderr": outcome.stderr.text(),
        "peak_kib": peak,
    }))
}
