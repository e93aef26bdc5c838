//! A plan and the values of a call in, the program with its argument list out. No shell is involved, a
//! value fills a place inside one argument, and what starts with `-` never becomes an option unless the
//! manifest says so.

use toolgen_model::handler::{Argument, Command, Group, Part, Template};
use toolgen_model::json::{Json, Object};

use crate::error::ToolError;
use crate::handler::Values;
use crate::handler::values::{names, refused, shown};

/// The most bytes of one argument; Linux takes no longer ones.
const LONGEST: usize = 128 * 1024 - 1;
/// The most bytes of all arguments and variables together.
const MOST: usize = 1 << 20;
/// The most bytes of standard input.
const INPUT: usize = 16 << 20;

/// Programs that read `-…` as an option or an action wherever it stands, also after `--`.
const UNENDING: [&str; 7] = ["find", "test", "expr", "ffmpeg", "ffprobe", "convert", "magick"];

/// Programs that read an argument after `-c` as a script.
const SHELLS: [&str; 9] = ["sh", "bash", "dash", "zsh", "ksh", "fish", "cmd", "powershell", "pwsh"];

/// What would be run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Invocation {
    /// A name that is looked up in `PATH`, or an absolute path
    pub program: String,
    /// The arguments
    pub args: Vec<String>,
    /// Variables beside those that every program gets
    pub env: Vec<(String, String)>,
    /// The folder, inside the workspace
    pub cwd: Option<String>,
    /// What it reads
    pub stdin: Vec<u8>,
    /// The file that gets its output
    pub file: Option<String>,
}

impl Invocation {
    /// Program and arguments as one list.
    pub fn argv(&self) -> impl Iterator<Item = &str> {
        std::iter::once(self.program.as_str()).chain(self.args.iter().map(String::as_str))
    }

    /// The same as data, for a comparison.
    pub(crate) fn to_json(&self) -> Json {
        let mut object = Object::new();
        object.insert("argv", self.argv().map(Json::from).collect::<Vec<_>>());
        if !self.env.is_empty() {
            let env: Object = self.env.iter().map(|(name, value)| (name.clone(), Json::from(value.as_str()))).collect();
            object.insert("env", env);
        }
        for (key, value) in [("cwd", &self.cwd), ("file", &self.file)] {
            if let Some(value) = value {
                object.insert(key, value.as_str());
            }
        }
        if !self.stdin.is_empty() {
            object.insert("stdin", String::from_utf8_lossy(&self.stdin).as_ref());
        }
        object.into()
    }
}

/// The invocation of `command` with `values`.
///
/// # Errors
/// `InvalidArguments` with the property at fault: a value that would become an option, an empty
/// argument, a NUL, a size above what a program takes.
pub fn invocation(command: &Command, values: &Values) -> Result<Invocation, ToolError> {
    let mut list = List { program: &command.program, args: Vec::new(), ended: false };
    for argument in &command.args {
        match argument {
            Argument::One(template) => list.push(template, values, false)?,
            Argument::Group(group) if stands(group, values) => {
                for template in &group.args {
                    list.push(template, values, group.allow_options)?;
                }
            }
            Argument::Group(_) => {}
        }
    }
    let mut env = Vec::new();
    for (name, template) in &command.env {
        if let Some(value) = values.text(template) {
            env.push((name.clone(), whole(template, value)?));
        }
    }
    let optional = |template: &Option<Template>| match template {
        Some(template) => values.text(template).map(|text| whole(template, text)).transpose(),
        None => Ok(None),
    };
    let stdin = command.stdin.as_ref().and_then(|template| Some((template, values.text(template)?)));
    if let Some((template, text)) = stdin.as_ref().filter(|(_, text)| text.len() > INPUT) {
        return Err(too_long(template, text.len(), INPUT));
    }
    let size = list.args.iter().map(String::len).chain(env.iter().map(|(name, value)| name.len() + value.len())).sum();
    if size > MOST {
        return Err(too_long(&Template::default(), size, MOST));
    }
    Ok(Invocation {
        program: command.program.clone(),
        args: list.args,
        env,
        cwd: optional(&command.cwd)?,
        stdin: stdin.map(|(_, text)| text.into_bytes()).unwrap_or_default(),
        file: optional(&command.file)?,
    })
}

/// Whether a group stands: what its condition names is there, and is not false.
fn stands(group: &Group, values: &Values) -> bool {
    group.when.as_ref().is_none_or(|when| values.get(when).is_some_and(|value| value.as_bool() != Some(false)))
}

/// An argument list that grows.
struct List<'c> {
    program: &'c str,
    args: Vec<String>,
    /// Whether a constant `--` came, after which most programs read no options
    ended: bool,
}

impl List<'_> {
    fn push(&mut self, template: &Template, values: &Values, allow_options: bool) -> Result<(), ToolError> {
        let Some(text) = values.text(template) else {
            let message = format!("{} is needed for an argument of `{}`", names(template), self.program);
            return Err(refused(template, "exec.absent_argument", message).suggestion("Give it a value."));
        };
        let flag = self.args.last().map(String::as_str);
        if matches!(flag, Some("-c" | "/c" | "/C" | "-Command"))
            && SHELLS.contains(&base(self.program))
            && template.constant().is_none()
        {
            let message = format!("{} would become part of a script of `{}`", names(template), self.program);
            return Err(refused(template, "exec.script", message).suggestion("This is a fault of the tool."));
        }
        if let Some(constant) = template.constant() {
            self.ended |= constant == "--" && !UNENDING.contains(&base(self.program));
        } else {
            self.check(template, &text, allow_options)?;
        }
        self.args.push(whole(template, text)?);
        Ok(())
    }

    /// Whether the values of a call may make this argument.
    fn check(&self, template: &Template, text: &str, allow_options: bool) -> Result<(), ToolError> {
        if text.is_empty() {
            let message =
                format!("{} is empty, and `{}` would take that for something else", names(template), self.program);
            return Err(refused(template, "exec.empty_argument", message).suggestion("Give it a value."));
        }
        if text.starts_with('-') && !constant_start(template) && !self.ended && !allow_options {
            let message = format!(
                "{} is {}, and what starts with `-` would become an option of `{}`",
                names(template),
                shown(text),
                self.program
            );
            return Err(refused(template, "exec.leading_dash", message)
                .suggestion("Give a value that does not start with `-`; for a file, put `./` before its name."));
        }
        Ok(())
    }
}

/// Whether the argument starts with text that the manifest wrote. Text after a value does not count: the
/// value may be empty.
fn constant_start(template: &Template) -> bool {
    matches!(template.0.first(), Some(Part::Text(text)) if !text.is_empty())
}

fn base(program: &str) -> &str {
    program.rsplit('/').next().unwrap_or(program)
}

/// The text, if a program can get it.
fn whole(template: &Template, text: String) -> Result<String, ToolError> {
    if text.contains('\0') {
        let message = format!("{} has a NUL in it, which no program can get", names(template));
        return Err(refused(template, "exec.nul", message).suggestion("Take it out."));
    }
    if text.len() > LONGEST {
        return Err(too_long(template, text.len(), LONGEST));
    }
    Ok(text)
}

fn too_long(template: &Template, came: usize, most: usize) -> ToolError {
    let what = if template.0.is_empty() { "all arguments together".to_owned() } else { names(template) };
    refused(template, "exec.too_long", format!("{what}: {came} bytes, and a program takes at most {most} here"))
        .suggestion("Give less at once.")
}
