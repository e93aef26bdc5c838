//! Exports as AnimaWorks has them: a tool in any of its spellings in; Anthropic's form, OpenAI's form, or a text
//! for models without tools out.
//!
//! The schema goes out as it was written; [`project`](crate::schema::dialect::project) is what fits it to a provider.

use super::dialect::{Dialect, project};
use super::input::{InputFault, Shape, Tool, read};
use crate::json::{Json, Object};

/// A tool, whichever way it was spelled.
#[derive(Clone, Debug, PartialEq)]
pub struct Normalised {
    /// Its name
    pub name: String,
    /// What it does; empty when nothing says so
    pub description: String,
    /// The schema of its arguments; `{}` when there is none
    pub parameters: Json,
}

/// The keys under which a schema may stand; the first that is there wins.
const KEYS: [&str; 3] = ["input_schema", "inputSchema", "parameters"];

/// One tool, from `input_schema`, else `inputSchema`, else `parameters`, else without arguments. A tool in the
/// form of OpenAI's chat completions is read inside `function`; any other form as [`read`] takes it.
///
/// # Errors
/// One that says which forms there are, when none fits, or that the name is missing.
pub fn normalise(raw: &Json) -> Result<Normalised, InputFault> {
    let inner = raw.get("function").filter(|function| function.as_object().is_some()).unwrap_or(raw);
    let Some(name) = inner.get("name").and_then(Json::as_str).filter(|_| !is_envelope(inner)) else {
        let tool = read(raw, Shape::Auto, false)?;
        return Ok(Normalised { name: tool.name, description: tool.description, parameters: tool.schema });
    };
    let description = inner.get("description").and_then(Json::as_str).unwrap_or_default();
    let schema = KEYS.iter().find_map(|key| inner.get(key).filter(|schema| !schema.is_null()));
    let parameters = schema.cloned().unwrap_or_else(|| Json::Object(Object::new()));
    Ok(Normalised { name: name.to_owned(), description: description.to_owned(), parameters })
}

/// Whether the tool stands inside of something that only has a name too.
fn is_envelope(value: &Json) -> bool {
    ["tool", "toolSpec", "parametersJsonSchema"].iter().any(|key| value.get(key).is_some())
}

impl Normalised {
    /// `{name, description, input_schema}`.
    pub fn anthropic(&self) -> Json {
        let mut tool = Object::new();
        tool.insert("name", self.name.as_str());
        tool.insert("description", self.description.as_str());
        tool.insert("input_schema", self.parameters.clone());
        Json::Object(tool)
    }

    /// `{type: "function", function: {name, description, parameters}}`.
    pub fn openai(&self) -> Json {
        let mut function = Object::new();
        function.insert("name", self.name.as_str());
        function.insert("description", self.description.as_str());
        function.insert("parameters", self.parameters.clone());
        Json::from([("type", Json::from("function")), ("function", Json::Object(function))])
    }

    /// Its entry in the list for models without tools; a schema that says nothing usable is left out of it.
    fn entry(&self) -> String {
        let tool = Tool {
            name: self.name.clone(),
            description: self.description.clone(),
            schema: self.parameters.clone(),
            ..Tool::default()
        };
        let told = tool.row().ok().and_then(|row| project(&row, Dialect::Text).ok());
        match told.as_ref().and_then(|told| told.wire.as_str()) {
            Some(entry) => entry.to_owned(),
            None => {
                format!("- **{}**: {}\n", self.name, self.description.split_whitespace().collect::<Vec<_>>().join(" "))
            }
        }
    }
}

/// What a model without tools reads: how it calls, and a Markdown list of what it can call.
pub fn text(tools: &[Normalised]) -> String {
    let mut text = String::from(
        "To call a tool, answer with one JSON block and nothing else:\n\n```json\n{\"tool\": \"NAME\", \"arguments\": {…}}\n```\n\nTools:\n\n",
    );
    tools.iter().for_each(|tool| text.push_str(&tool.entry()));
    text
}

/// The calls in what such a model answered: the tool and its arguments of every JSON object with a `tool`, in order,
/// whether it stands in a block or alone.
pub fn calls(answer: &str) -> Vec<(String, Json)> {
    let mut found = Vec::new();
    let mut rest = answer;
    while let Some(start) = rest.find('{') {
        rest = &rest[start..];
        let mut stream = serde_json::Deserializer::from_str(rest).into_iter::<Json>();
        match stream.next() {
            Some(Ok(value)) => {
                rest = &rest[stream.byte_offset()..];
                if let Some(tool) = value.get("tool").and_then(Json::as_str) {
                    let arguments = value.get("arguments").cloned().unwrap_or_else(|| Json::Object(Object::new()));
                    found.push((tool.to_owned(), arguments));
                }
            }
            _ => rest = &rest[1..],
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn json(text: &str) -> Json {
        Json::parse(text).unwrap()
    }

    #[test]
    fn every_spelling_gives_the_same_tool() {
        let schema = r#"{"type":"object","properties":{"q":{"type":"string","description":"Words"}},"required":["q"]}"#;
        let wanted = Normalised { name: "find".into(), description: "Find it.".into(), parameters: json(schema) };
        for tool in [
            format!(r#"{{"name":"find","description":"Find it.","input_schema":{schema},"parameters":{{}}}}"#),
            format!(r#"{{"name":"find","description":"Find it.","inputSchema":{schema}}}"#),
            format!(r#"{{"name":"find","description":"Find it.","parameters":{schema},"input_schema":null}}"#),
            format!(
                r#"{{"type":"function","function":{{"name":"find","description":"Find it.","parameters":{schema}}}}}"#
            ),
            format!(r#"{{"toolSpec":{{"name":"find","description":"Find it.","inputSchema":{{"json":{schema}}}}}}}"#),
        ] {
            assert_eq!(normalise(&json(&tool)), Ok(wanted.clone()), "{tool}");
        }
        let bare = normalise(&json(r#"{"name":"ping","description":null}"#)).unwrap();
        assert_eq!((bare.description.as_str(), bare.parameters.to_string().as_str()), ("", "{}"));
        assert!(normalise(&json("[]")).is_err());
    }

    #[test]
    fn the_three_exports_have_the_forms_of_their_readers() {
        let tool = json(
            r#"{"name":"find","description":"Find\nit.","input_schema":{"properties":{"n":{"type":"integer","description":"How many"}}}}"#,
        );
        let tool = normalise(&tool).unwrap();
        assert_eq!(
            tool.anthropic().to_string(),
            r#"{"name":"find","description":"Find\nit.","input_schema":{"properties":{"n":{"type":"integer","description":"How many"}}}}"#
        );
        assert_eq!(
            tool.openai().to_string(),
            r#"{"type":"function","function":{"name":"find","description":"Find\nit.","parameters":{"properties":{"n":{"type":"integer","description":"How many"}}}}}"#
        );
        let broken = Normalised { parameters: json(r##"{"$ref":"#/nowhere"}"##), ..tool.clone() };
        let text = text(&[tool, broken]);
        assert!(text.contains("- **find**: Find it.\n  - `n` (a whole number, optional): How many\n"), "{text}");
        assert!(text.ends_with("- **find**: Find it.\n"), "{text}");
    }

    #[test]
    fn calls_are_found_in_what_a_model_answers() {
        let answer = "I look.\n```json\n{\"tool\": \"find\", \"arguments\": {\"q\": \"{}\"}}\n```\nand {not json} {\"tool\":\"ping\"}";
        assert_eq!(calls(answer), [("find".to_owned(), json(r#"{"q":"{}"}"#)), ("ping".to_owned(), json("{}"))]);
        assert_eq!(calls(&"{".repeat(10_000)), []);
    }
}
