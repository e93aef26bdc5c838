//! The command of a tool: a row in, its flags and positional arguments as clap has them out.

use clap::builder::PossibleValuesParser;
use clap::{Arg, ArgAction, Command};
use toolgen_model::catalog::Row;
use toolgen_model::flag::{Flag, Value, flags};

use crate::choices::Choices;
use crate::invocation::invocation;
use crate::limits::limits;

/// The id of `-j`/`--json`, which asks for the structured reply.
pub const JSON: &str = "json";

/// The command of one tool or action. Its name is the action's, or the tool's where it has one action.
///
/// A property that is called like a flag that every command has is reached as `--arg-NAME`;
/// [`flags`] names them.
pub fn command(row: &Row) -> Command {
    let flags = flags(row);
    let mut command = Command::new(row.action.clone().unwrap_or_else(|| row.tool.clone()))
        .about(row.summary().to_owned())
        .long_about(about(row))
        .after_long_help(examples(row))
        .disable_version_flag(true)
        .arg(
            Arg::new(JSON)
                .short('j')
                .long("json")
                .action(ArgAction::SetTrue)
                .help("Print the structured reply, as one JSON object")
                .display_order(flags.len() + 1),
        );
    let mut positional: Vec<(usize, &Flag)> =
        flags.iter().enumerate().filter(|(_, flag)| flag.position.is_some()).collect();
    positional.sort_by_key(|(at, flag)| (flag.position, *at));
    let mut all_required = true;
    for (index, (at, flag)) in positional.iter().enumerate() {
        // Clap takes no required place behind one that may stay empty; the decoder asks for it then.
        all_required &= flag.required;
        let last = index + 1 == positional.len();
        command = command.arg(place(row, flag, *at, index + 1, all_required, last));
    }
    for (at, flag) in flags.iter().enumerate() {
        command = command.args(long(row, &flags, flag, at));
    }
    command
}

/// The clap id of the flag at `at`, of its `--no-x` and of its place.
pub(crate) fn id(at: usize) -> String {
    format!("{at}")
}
pub(crate) fn negation(at: usize) -> String {
    format!("no {at}")
}
pub(crate) fn placed(at: usize) -> String {
    format!("place {at}")
}

/// Whether `--x` and `--no-x` stand for a truth value.
pub(crate) fn is_switch(flag: &Flag) -> bool {
    flag.value == Value::Switch && !flag.repeated
}

fn place(row: &Row, flag: &Flag, at: usize, index: usize, required: bool, last: bool) -> Arg {
    let arg = taking(row, flag, Arg::new(placed(at)).index(index).value_name(name(&flag.long)));
    let arg = if flag.repeated && last { arg.num_args(1..) } else { arg };
    let arg = arg.conflicts_with(id(at));
    if !required {
        return arg;
    }
    // Clap cannot say that it is required here or as a flag.
    let help = help(row, flag);
    arg.required_unless_present(id(at)).help(if help.is_empty() {
        "[required]".to_owned()
    } else {
        help + " [required]"
    })
}

fn long(row: &Row, flags: &[Flag], flag: &Flag, at: usize) -> Vec<Arg> {
    let mut arg = Arg::new(id(at)).long(flag.long.clone()).display_order(at).hide(flag.position.is_some());
    arg = arg.visible_aliases(&flag.aliases);
    if let Some(short) = flag.short {
        arg = arg.short(short);
    }
    if is_switch(flag) {
        return switch(row, flag, at, arg);
    }
    arg = taking(row, flag, arg);
    if flag.required && flag.position.is_none() {
        let own: Vec<String> = flags
            .iter()
            .enumerate()
            .filter(|(_, other)| other.property.len() > 1 && other.property.starts_with(&flag.property))
            .flat_map(|(at, other)| if is_switch(other) { vec![id(at), negation(at)] } else { vec![id(at)] })
            .collect();
        arg = if own.is_empty() { arg.required(true) } else { arg.required_unless_present_any(own) };
    }
    vec![arg]
}

/// `--x` and `--no-x`; the latter shows where it says something.
fn switch(row: &Row, flag: &Flag, at: usize, arg: Arg) -> Vec<Arg> {
    let arg = arg.action(ArgAction::SetTrue).help(help(row, flag));
    let what = flag.help.lines().next().unwrap_or_default();
    let what = if what.is_empty() { String::new() } else { format!(": {what}") };
    let no = Arg::new(negation(at))
        .long(flag.no_long())
        .action(ArgAction::SetTrue)
        .conflicts_with(id(at))
        .display_order(at)
        .hide(flag.default.as_deref() == Some("false") || flag.position.is_some())
        .help(format!("Switch `--{}` off{what}", flag.long));
    vec![if flag.required { arg.required_unless_present(negation(at)) } else { arg }, no]
}

/// What an argument with a value has, as a flag or at its place.
fn taking(row: &Row, flag: &Flag, arg: Arg) -> Arg {
    let (arg, kind) = match &flag.value {
        Value::Choice(choices) if flag.repeated => (arg.value_parser(Choices(choices.clone())), "CHOICE"),
        Value::Choice(choices) => (arg.value_parser(PossibleValuesParser::new(choices)), "CHOICE"),
        Value::Switch => (arg, "true|false"),
        Value::Integer => (arg, "INTEGER"),
        Value::Number => (arg, "NUMBER"),
        Value::Text => (arg, "TEXT"),
        Value::Json => (arg, "JSON"),
    };
    let action = if flag.repeated { ArgAction::Append } else { ArgAction::Set };
    let arg = if arg.get_value_names().is_none() { arg.value_name(kind) } else { arg };
    // A text may begin with a dash, as a list or a diff does.
    let dashes = flag.value == Value::Text && flag.position.is_none();
    arg.action(action).allow_negative_numbers(!dashes).allow_hyphen_values(dashes).help(help(row, flag))
}

fn help(row: &Row, flag: &Flag) -> String {
    let mut notes = limits(row, flag);
    if let Some(default) = &flag.default {
        notes.push(format!("default: {}", if default.is_empty() { "\"\"" } else { default }));
    }
    if flag.repeated {
        notes.push("repeat it, or give a JSON array".to_owned());
    }
    let notes = notes.iter().map(|note| format!("[{note}]"));
    let help = Some(flag.help.clone()).filter(|help| !help.is_empty());
    help.into_iter().chain(notes).collect::<Vec<_>>().join(" ")
}

fn about(row: &Row) -> String {
    match &row.deprecated {
        Some(why) => format!("{}\n\nDeprecated: {why}", row.description),
        None => row.description.clone(),
    }
}

fn examples(row: &Row) -> String {
    if row.examples.is_empty() {
        return String::new();
    }
    let mut text = String::from("Examples:");
    for example in &row.examples {
        if !example.name.is_empty() {
            text.push_str(&format!("\n  # {}", example.name));
        }
        text.push_str(&format!("\n  {}", invocation(row, &example.input)));
    }
    text
}

/// `MAX_DEPTH`, as places are called.
fn name(long: &str) -> String {
    long.replace(['-', '.'], "_").to_uppercase()
}
