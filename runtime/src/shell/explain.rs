//! A script goes in; out comes what `explain --shell` shows: its canonical form, program by program, or the
//! first place where it is not plain.

use std::fmt;
use std::path::PathBuf;

use serde::Serialize;

use super::judge::judge;
use super::parse::parse;
use super::policy::Policy;
use super::programs::Programs;
use super::script::{Connector, Opaque, Plan, Script};
use super::verdict::Judgement;

/// Everything that is known of a script before it runs.
#[derive(Clone, Debug, Serialize)]
pub struct Explanation {
    /// The canonical form: one spelling for all scripts that mean the same; none when it is opaque
    pub canonical: Option<String>,
    /// The programs in order
    pub segments: Vec<Segment>,
    /// The first thing that is not plain
    pub opaque: Option<Opaque>,
    /// The verdict and its reasons
    pub judgement: Judgement,
}

/// One program of a plain script.
#[derive(Clone, Debug, Serialize)]
pub struct Segment {
    /// When its pipeline runs
    pub when: Connector,
    /// Whether it reads what the segment before writes
    pub piped: bool,
    /// The program and its arguments
    pub argv: Vec<String>,
    /// The file that would run; none when there is no such program
    pub program: Option<PathBuf>,
}

/// Explains a script.
pub fn explain(text: &str, policy: &Policy, programs: &dyn Programs) -> Explanation {
    let judgement = judge(text, policy, programs);
    match parse(text) {
        Script::Opaque(opaque) => {
            Explanation { canonical: None, segments: Vec::new(), opaque: Some(opaque), judgement }
        }
        Script::Plain(plan) => {
            let segments = plan.steps.iter().flat_map(|step| {
                step.pipeline.iter().enumerate().map(|(index, command)| Segment {
                    when: step.when,
                    piped: index > 0,
                    argv: command.argv.clone(),
                    program: programs.resolve(command.program()),
                })
            });
            Explanation { canonical: Some(plan.to_string()), segments: segments.collect(), opaque: None, judgement }
        }
    }
}

impl fmt::Display for Plan {
    /// The canonical text of the plan: it parses to the same plan again.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, step) in self.steps.iter().enumerate() {
            f.write_str(match step.when {
                _ if index == 0 => "",
                Connector::Always => "; ",
                Connector::IfOk => " && ",
                Connector::IfFailed => " || ",
            })?;
            for (index, command) in step.pipeline.iter().enumerate() {
                if index > 0 {
                    f.write_str(" | ")?;
                }
                for (name, value) in &command.assignments {
                    write!(f, "{name}={} ", Quoted(value, false))?;
                }
                for (index, word) in command.argv.iter().enumerate() {
                    if index > 0 {
                        f.write_str(" ")?;
                    }
                    // A program that looks like an assignment was quoted.
                    write!(f, "{}", Quoted(word, index == 0 && word.contains('=')))?;
                }
            }
        }
        Ok(())
    }
}

/// A word with the quotes that it needs.
struct Quoted<'a>(&'a str, bool);

impl fmt::Display for Quoted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Quoted(word, always) = *self;
        let plain = |c: char| c.is_ascii_alphanumeric() || "_./:=,@%+-".contains(c);
        if !always && !word.is_empty() && word.chars().all(plain) {
            return f.write_str(word);
        }
        // A single quote stands in double quotes, next to the single-quoted rest.
        for (index, part) in word.split('\'').enumerate() {
            if index > 0 {
                f.write_str("\"'\"")?;
            }
            if !part.is_empty() || word.is_empty() {
                write!(f, "'{part}'")?;
            }
        }
        Ok(())
    }
}

impl fmt::Display for Explanation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}  {}", self.judgement.verdict.name(), self.judgement.reason())?;
        if let Some(canonical) = &self.canonical {
            writeln!(f, "runs     {}", canonical.escape_debug())?;
        }
        for (index, segment) in self.segments.iter().enumerate() {
            let how = match (segment.piped, segment.when) {
                (true, _) => "|",
                (false, Connector::Always) => ";",
                (false, Connector::IfOk) => "&&",
                (false, Connector::IfFailed) => "||",
            };
            let program = segment.program.as_ref().map_or("not found".to_owned(), |path| path.display().to_string());
            writeln!(f, "{index:>3}  {how:<3} {:?}  {program}", segment.argv)?;
        }
        if let Some(opaque) = &self.opaque {
            writeln!(f, "opaque   {opaque}")?;
        }
        for finding in &self.judgement.findings {
            let place = finding.command.map_or(String::new(), |index| format!(" (program {index})"));
            writeln!(
                f,
                "  {:<10} {:<26} {}{place}",
                finding.verdict.name(),
                finding.code,
                finding.text.escape_debug()
            )?;
        }
        Ok(())
    }
}
