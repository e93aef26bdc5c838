//! `AGENT doctor [--json]`: what this machine can enforce, found by trying, out as text or JSON.

use std::ffi::OsString;
use std::path::Path;
use std::process::ExitCode;

use super::{Cli, out};
use crate::sandbox::doctor;

impl Cli {
    /// The exit code is 0 when programs are confined and every backend holds what it declares.
    pub(super) fn doctor(&self, words: &[OsString]) -> ExitCode {
        let json = match words.iter().map(|word| word.to_str()).collect::<Vec<_>>()[..] {
            [] => false,
            [Some("--json" | "-j")] => true,
            [Some("-h" | "--help")] => return out::print(&self.help()),
            _ => return self.misused("`doctor` takes nothing but `--json`"),
        };
        let report = doctor(Path::new("/proc/self/exe"));
        let text = if json {
            match serde_json::to_string_pretty(&report) {
                Ok(text) => text + "\n",
                Err(error) => return out::fail(out::FAILED, &format!("the report cannot be written: {error}")),
            }
        } else {
            report.to_string()
        };
        let printed = out::print(&text);
        if report.healthy { printed } else { out::code(out::FAILED) }
    }
}
