//! A handler that is data, as declared, in; the plan that the runtime carries out, out.

use toolgen_model::handler::{self, Argument, Format, Group};

use crate::diag::Spanned;
use crate::ir::{Arg, CommandHandler, Handler, OutputFormat, Part, Reference, Root, Template};

/// What the runtime carries out, as JSON text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Plan {
    /// A [`handler::Command`]
    Command(String),
}

/// The plan of a handler; none where code answers, or a server.
pub(crate) fn plan(handler: &Handler) -> Option<Plan> {
    match handler {
        Handler::Command(command) => Some(Plan::Command(text(&self::command(command)))),
        Handler::Http(_) | Handler::Rust(_) | Handler::Mcp(_) => None,
    }
}

/// Plans are plain data, which always serializes.
fn text<T: serde::Serialize>(plan: &T) -> String {
    serde_json::to_string(plan).unwrap_or_default()
}

fn command(command: &CommandHandler) -> handler::Command {
    let output = &command.output;
    handler::Command {
        program: command.program.value.clone(),
        args: command.args.iter().map(argument).collect(),
        env: command.env.iter().map(|(name, value)| (name.value.clone(), template(value))).collect(),
        cwd: command.cwd.as_ref().map(template),
        stdin: command.stdin.as_ref().map(template),
        timeout_ms: command.timeout_ms.as_ref().map(|ms| ms.value),
        format: output.format.as_ref().map_or(Format::Text, |format| match format.value {
            OutputFormat::Text => Format::Text,
            OutputFormat::Lines => Format::Lines,
            OutputFormat::Json => Format::Json,
            OutputFormat::File => Format::File,
        }),
        max_bytes: output.max_bytes.as_ref().map(|most| most.value),
        file: output.file.as_ref().map(template),
        exit_codes: output.exit_codes.iter().map(|(code, name)| (code.value, name.value.clone())).collect(),
    }
}

fn argument(arg: &Arg) -> Argument {
    match arg {
        Arg::One(one) => Argument::One(template(one)),
        Arg::Group { when, args, allow_options, .. } => Argument::Group(Group {
            when: when.as_ref().map(reference),
            args: args.iter().map(template).collect(),
            allow_options: allow_options.as_ref().is_some_and(|allow| allow.value),
        }),
    }
}

fn template(template: &Template) -> handler::Template {
    let parts = template.parts.iter().map(|part| match part {
        Part::Text(text) => handler::Part::Text(text.clone()),
        Part::Reference(one) => handler::Part::Value(reference(one)),
    });
    handler::Template(parts.collect())
}

fn reference(reference: &Reference) -> handler::Reference {
    let path = |steps: &[Spanned<String>]| steps.iter().map(|step| step.value.clone()).collect::<Vec<_>>();
    match reference.root {
        Root::Input => handler::Reference::Input(path(&reference.path)),
        Root::Context => handler::Reference::Context(path(&reference.path).join(".")),
    }
}
