//! The values of a call: references in, what stands there out.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

use toolgen_model::handler::{Part, Reference, Template};
use toolgen_model::json::{Json, push_pointer};

use crate::error::ToolError;
use crate::gate::Granted;

/// What references of a call lead to.
#[derive(Clone, Debug)]
pub struct Values {
    /// The arguments with their defaults
    pub input: Json,
    /// The agent's name
    pub agent: String,
    /// The way on which the call came in
    pub surface: &'static str,
    /// The directory that file tools stay in
    pub workspace: String,
    /// A text that no other call has
    pub call: String,
}

impl Values {
    /// The values of a call that passed the gate.
    pub(crate) fn of(granted: &Granted<'_>) -> Values {
        let call = granted.call();
        Values {
            agent: granted.context().agent().to_owned(),
            surface: granted.context().surface().name(),
            workspace: call.tools.root().to_string_lossy().into_owned(),
            ..Values::new(call.input().clone())
        }
    }

    /// The values of a call that only has arguments.
    pub fn new(input: Json) -> Values {
        static COUNT: AtomicU64 = AtomicU64::new(0);
        let time = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_nanos();
        let call = format!("{time:x}-{:x}-{:x}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
        Values { input, agent: String::new(), surface: "library", workspace: ".".into(), call }
    }

    /// The value of a reference; none when it is absent or null.
    pub fn get(&self, reference: &Reference) -> Option<Json> {
        let text = match reference {
            Reference::Input(path) => {
                let found = path.iter().try_fold(&self.input, |at, step| at.get(step))?;
                return (!found.is_null()).then(|| found.clone());
            }
            Reference::Context(name) => match name.as_str() {
                "agent" => &self.agent,
                "surface" => self.surface,
                "workspace" => &self.workspace,
                "call" => &self.call,
                _ => return None,
            },
        };
        (!text.is_empty()).then(|| text.into())
    }

    /// The text of a template; none when a value in it is absent.
    pub fn text(&self, template: &Template) -> Option<String> {
        template.0.iter().try_fold(String::new(), |text, part| {
            Some(match part {
                Part::Text(more) => text + more,
                Part::Value(reference) => text + &plain(&self.get(reference)?),
            })
        })
    }
}

/// A value as text: a text as it is, anything else as its JSON.
pub(crate) fn plain(value: &Json) -> String {
    if let Json::String(text) = value { text.to_string() } else { value.to_string() }
}

/// The error of an argument that cannot be put where it belongs. `reason` is a stable code.
pub(crate) fn refused(template: &Template, reason: &str, message: String) -> ToolError {
    let mut context = vec![("reason", Json::from(reason))];
    let first = template.references().find_map(|reference| match reference {
        Reference::Input(path) => Some(path.iter().fold(String::new(), |at, step| push_pointer(&at, step))),
        Reference::Context(_) => None,
    });
    context.extend(first.map(|path| ("path", Json::from(path))));
    let object: toolgen_model::json::Object = context.into_iter().map(|(key, value)| (key.to_owned(), value)).collect();
    ToolError::new("InvalidArguments", message).context(object)
}

/// What templates in a message are called: the names of their references.
pub(crate) fn names(template: &Template) -> String {
    template.references().map(|reference| format!("`{}`", reference.name())).collect::<Vec<_>>().join(", ")
}

/// A value in a message, short and with nothing invisible in it.
pub(crate) fn shown(text: &str) -> String {
    let mut short: String = text.chars().take(80).flat_map(char::escape_debug).collect();
    if text.chars().count() > 80 {
        short.push('…');
    }
    format!("\"{short}\"")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reference(path: &[&str]) -> Reference {
        Reference::Input(path.iter().map(|&step| step.to_owned()).collect())
    }

    #[test]
    fn references_lead_into_the_arguments_and_null_is_absent() {
        let values = Values::new(Json::parse(r#"{"a":{"b":[1]},"n":null,"t":"${input.a}"}"#).unwrap());
        assert_eq!(values.get(&reference(&["a", "b"])), Some(Json::parse("[1]").unwrap()));
        for path in [["n"].as_slice(), &["a", "c"], &["t", "x"]] {
            assert_eq!(values.get(&reference(path)), None);
        }
        let template = Template(vec![Part::Text("x".into()), Part::Value(reference(&["t"]))]);
        assert_eq!(values.text(&template).as_deref(), Some("x${input.a}"), "a value is never read as a template");
        let absent = Template(vec![Part::Text("x".into()), Part::Value(reference(&["n"]))]);
        assert_eq!(values.text(&absent), None);
    }

    #[test]
    fn each_call_has_a_text_of_its_own() {
        let call = |values: Values| values.get(&Reference::Context("call".into()));
        assert_ne!(call(Values::new(Json::Null)), call(Values::new(Json::Null)));
    }
}
