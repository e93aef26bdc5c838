//! What the agent tells the launcher and what the launcher tells the agent.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use super::backend::Backend;
use super::limits::Stop;
use super::profile::Profile;
use crate::shell::{Command, Connector, Ended, Plan, Step};

/// The name under which the agent's binary is started as the launcher.
pub(super) const LAUNCHER_NAME: &str = "toolgen-launch";
/// The name under which it tries what must not work.
pub(super) const PROBE_NAME: &str = "toolgen-probe";

/// The first argument of the launcher. The programs' words follow it as arguments of their own, the
/// environment is the launcher's own: nothing secret stands on a command line that would not stand there anyway.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Job {
    pub(super) backend: Backend,
    pub(super) profile: Profile,
    /// The private folder for temporary files
    pub(super) scratch: PathBuf,
    /// More arguments for firejail
    pub(super) firejail_args: Vec<String>,
    /// The descriptor to report on
    pub(super) report: i32,
    pub(super) steps: Vec<Shape>,
}

/// A step without its words: how many words each program of its pipeline takes.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Shape {
    when: Connector,
    /// Assignments and words of each program
    programs: Vec<(usize, usize)>,
}

/// How the launcher's work ended.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Report {
    pub(super) ended: Ended,
    pub(super) stop: Option<Stop>,
    /// Why nothing was started
    pub(super) error: Option<String>,
}

/// The shapes and the words of a plan.
pub(super) fn flatten(plan: &Plan) -> (Vec<Shape>, Vec<String>) {
    let mut words = Vec::new();
    let mut shapes = Vec::new();
    for step in &plan.steps {
        let mut programs = Vec::new();
        for command in &step.pipeline {
            programs.push((command.assignments.len(), command.argv.len()));
            words.extend(command.assignments.iter().map(|(name, value)| format!("{name}={value}")));
            words.extend(command.argv.iter().cloned());
        }
        shapes.push(Shape { when: step.when, programs });
    }
    (shapes, words)
}

/// The plan again; none when the words do not fit the shapes.
pub(super) fn unflatten(shapes: &[Shape], words: &mut impl Iterator<Item = String>) -> Option<Plan> {
    let mut plan = Plan::default();
    for shape in shapes {
        let mut pipeline = Vec::new();
        for &(assignments, argv) in &shape.programs {
            let mut command = Command::default();
            for _ in 0..assignments {
                let (name, value) =
                    words.next()?.split_once('=').map(|(name, value)| (name.to_owned(), value.to_owned()))?;
                command.assignments.push((name, value));
            }
            for _ in 0..argv {
                command.argv.push(words.next()?);
            }
            pipeline.push(command);
        }
        plan.steps.push(Step { when: shape.when, pipeline });
    }
    words.next().is_none().then_some(plan)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shell::{Script, parse};

    #[test]
    fn a_plan_survives_the_command_line() {
        let Script::Plain(plan) = parse("A=1 a 'x y' '' | b && c || d; e") else { panic!("it is plain") };
        let (shapes, words) = flatten(&plan);
        assert_eq!(unflatten(&shapes, &mut words.clone().into_iter()), Some(plan));
        assert_eq!(unflatten(&shapes, &mut words.into_iter().skip(1)), None);
    }
}
