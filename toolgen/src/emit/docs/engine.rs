//! Template sources and a view in, rendered text out. Whatever a template prints is escaped for the kind
//! of file that it makes, so that no template can forget it; a name that is not there is an error.

use std::collections::BTreeMap;

use minijinja::syntax::SyntaxConfig;
use minijinja::value::{Serde, Value, ValueKind};
use minijinja::{AutoEscape, Environment, Output, State, UndefinedBehavior};
use serde::Serialize;
use toolgen_model::nearest::nearest;

use super::escape::{markdown, prose, roff, shell};

/// The templates that come with the program: name and text.
const BUILT_IN: &[(&str, &str)] = &[
    ("index.md", include_str!("templates/index.md")),
    ("summary.md", include_str!("templates/summary.md")),
    ("tool.md", include_str!("templates/tool.md")),
    ("tool_body.md", include_str!("templates/tool_body.md")),
    ("document.md", include_str!("templates/document.md")),
    ("agent.1", include_str!("templates/agent.1")),
    ("tool.1", include_str!("templates/tool.1")),
    ("llms.txt", include_str!("templates/llms.txt")),
    ("parameters.md", include_str!("templates/parameters.md")),
    ("tool_index.md", include_str!("templates/tool_index.md")),
    ("config_fields.md", include_str!("templates/config_fields.md")),
    ("cron_fields.md", include_str!("templates/cron_fields.md")),
    ("guide.md", include_str!("templates/guide.md")),
    ("agent.bash", include_str!("templates/agent.bash")),
    ("agent.zsh", include_str!("templates/agent.zsh")),
    ("agent.fish", include_str!("templates/agent.fish")),
    ("agent.ps1", include_str!("templates/agent.ps1")),
];

/// Why nothing was rendered: the template, the line and what is wrong there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error(String);

impl std::fmt::Display for Error {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Error {}

/// The templates of one run.
#[derive(Debug)]
pub struct Templates {
    environment: Environment<'static>,
}

impl Templates {
    /// The templates that come with the program.
    ///
    /// # Errors
    /// Never in a released program.
    pub fn built_in() -> Result<Templates, Error> {
        Templates::with(BTreeMap::new())
    }

    /// The same, with those in `own` (name and text) in place of the ones of that name.
    ///
    /// # Errors
    /// A name that no template has, with the nearest that one has; a template that does not parse.
    pub fn with(own: BTreeMap<String, String>) -> Result<Templates, Error> {
        let mut environment = Environment::new();
        environment.set_undefined_behavior(UndefinedBehavior::Strict);
        let syntax = SyntaxConfig::builder().trim_blocks(true).lstrip_blocks(true).keep_trailing_newline(true).build();
        environment.set_syntax(syntax.map_err(|error| explain(&error))?);
        environment.set_auto_escape_callback(|name| AutoEscape::Custom(extension(name).to_owned().into()));
        environment.set_formatter(escape);
        filters(&mut environment);
        for (name, text) in BUILT_IN {
            environment.add_template(name, text).map_err(|error| explain(&error))?;
        }
        for (name, text) in own {
            if !BUILT_IN.iter().any(|(known, _)| *known == name) {
                return Err(unknown(&name));
            }
            environment.add_template_owned(name, text.replace("\r\n", "\n")).map_err(|error| explain(&error))?;
        }
        Ok(Templates { environment })
    }

    /// What `template` makes of `view`; it ends with one line feed.
    ///
    /// # Errors
    /// The template, the line, and what is wrong there.
    pub fn render(&self, template: &str, view: Value) -> Result<String, Error> {
        let rendered = self.environment.get_template(template).and_then(|template| template.render(view));
        Ok(format!("{}\n", rendered.map_err(|error| explain(&error))?.trim_end_matches('\n')))
    }

    /// The names of the templates that come with the program.
    pub fn names() -> impl Iterator<Item = &'static str> {
        BUILT_IN.iter().map(|(name, _)| *name)
    }
}

/// A view as templates read it.
pub(crate) fn view<T: Serialize>(view: &T) -> Value {
    Value::from(Serde(view))
}

/// Text that a template prints as it is.
pub(crate) fn raw(text: &str) -> Value {
    Value::from_safe_string(text.to_owned())
}

fn unknown(name: &str) -> Error {
    let help = match nearest(name, Templates::names()) {
        Some(near) => format!("did you mean {near:?}?"),
        None => format!("the templates are {}", Templates::names().collect::<Vec<_>>().join(", ")),
    };
    Error(format!("no template is called {name:?}; {help}"))
}

fn explain(error: &minijinja::Error) -> Error {
    // An error in an included template is the cause of one in the template that includes it.
    let mut error = error;
    while let Some(cause) = std::error::Error::source(error).and_then(|cause| cause.downcast_ref()) {
        error = cause;
    }
    let place = match (error.name(), error.line()) {
        (Some(name), Some(line)) => format!("template {name}, line {line}: "),
        (Some(name), None) => format!("template {name}: "),
        _ => String::new(),
    };
    let detail = error.detail().map(|detail| format!(" ({detail})")).unwrap_or_default();
    Error(format!("{place}{}{detail}", error.kind()))
}

fn extension(name: &str) -> &str {
    name.rsplit('.').next().unwrap_or_default()
}

fn escape(out: &mut Output, state: &mut State, value: &Value) -> Result<(), minijinja::Error> {
    let text = match (value.kind(), value.as_str()) {
        (_, Some(text)) if value.is_safe() => text.to_owned(),
        (_, Some(text)) => escaped(state.name(), text),
        (ValueKind::Bool | ValueKind::Number, None) => value.to_string(),
        (kind, None) => {
            let message = format!("{kind} cannot be printed, only text, numbers and truth values can");
            return Err(minijinja::Error::new(minijinja::ErrorKind::InvalidOperation, message));
        }
    };
    out.write_str(&text).map_err(minijinja::Error::from)
}

fn escaped(template: &str, text: &str) -> String {
    match extension(template) {
        "1" => roff::text(text),
        "bash" | "zsh" => shell::posix(text),
        "fish" => shell::fish(text),
        "ps1" => shell::powershell(text),
        _ => markdown::text(text),
    }
}

fn filters(environment: &mut Environment<'static>) {
    fn safe(write: fn(&str) -> String) -> impl Fn(&str) -> Value + Send + Sync + 'static {
        move |text| Value::from_safe_string(write(text))
    }
    environment.add_filter("code", safe(markdown::code));
    environment.add_filter("inline", safe(markdown::inline));
    environment.add_filter("prose", safe(prose::prose));
    environment.add_filter("roff_prose", safe(roff::prose));
    environment.add_filter("roff_code", safe(roff::code));
    environment.add_filter("quoted", safe(shell::quoted));
    environment.add_filter("fish_inner", safe(shell::fish_inner));
    environment
        .add_filter("fence", |text: &str, language: &str| Value::from_safe_string(markdown::fence(text, language)));
}
