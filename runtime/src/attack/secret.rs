//! Cases of kind `secret`: secrets on their way out, through replies, errors, panics and the audit log.

use std::sync::Arc;

use toolgen_model::json::{Json, Object};

use super::folder::Folder;
use super::{Answer, Decision};
use crate::audit::Journal;
use crate::config::Config;
use crate::context::Context;
use crate::error::ToolError;
use crate::redact::Redactor;
use crate::table::Table;
use crate::tools::Tools;
use crate::vault::{Chain, Place, SHARED, Vault, Wanted};
use crate::{tool, tools};

/// Say something, fail with it, or panic with it.
#[tool(effect = write, default = allow)]
fn tell(
    /// What to say.
    text: String,
    /// How: `reply`, `error` or `panic`.
    how: &str,
) -> Result<String, ToolError> {
    match how {
        "error" => Err(ToolError::new("ToolExecutionError", text)),
        "panic" => std::panic::resume_unwind(Box::new(text)),
        _ => Ok(text),
    }
}

static TOOLS: Table = tools![tell];

/// What stands for a secret that a case does not spell out.
const SAMPLE: &str = "s3cr3t-0123456789abcdef";

/// Texts of a case, and the way out that each takes.
const WAYS: &[(&str, &str)] = &[
    ("output", "reply"),
    ("url_query", "reply"),
    ("response_body_reflects", "reply"),
    ("header", "reply"),
    ("body", "reply"),
    ("text", "reply"),
    ("log", "reply"),
    ("error", "error"),
    ("error_url", "error"),
    ("panic", "panic"),
    ("audit", "reply"),
    ("args", "reply"),
];

/// The places where a credential may stand, the first first.
const SOURCES: [&str; 4] = ["config", "vault", "legacy", "env"];

pub(super) fn judge(input: &Json) -> Answer {
    let text = |key: &str| input.get(key).and_then(Json::as_str);
    let secret = text("secret");
    if SOURCES.iter().any(|source| input.get(source).is_some()) {
        return resolved(input).unwrap_or_else(|error| Answer::new(Decision::Fault, error));
    }
    if let Some(code) = text("code") {
        return super::code_lint::linted(code);
    }
    if let Some(Json::Array(words)) = input.get("template") {
        return super::secret_template::judge(words);
    }
    let found = WAYS.iter().find_map(|(key, how)| Some((text(key)?, *how)));
    let Some((written, how)) = found else {
        return match secret {
            Some(secret) => known(secret).map_or_else(
                |short| Answer::new(Decision::RejectAtBuild, format!("secret.too_short: {short}")),
                |_| Answer::new(Decision::Allow, "secret.known"),
            ),
            None => Answer::new(Decision::NoDriver, "no driver for secrets that go no way out"),
        };
    };
    let redactor = match secret.map_or_else(|| known(SAMPLE), known) {
        Ok(redactor) => redactor,
        Err(short) => return Answer::new(Decision::RejectAtBuild, format!("secret.too_short: {short}")),
    };
    // What a case only hints at becomes a secret: dots, and the variable of a format.
    let text = written.replace("...", SAMPLE).replace("{t}", SAMPLE).replace("{token}", SAMPLE);
    let told = told(redactor, &text, how);
    let secrets = secret.into_iter().chain([SAMPLE]);
    let plain = secrets.into_iter().any(|secret| told.contains(secret)) || told.contains(&text);
    if plain {
        Answer::new(Decision::Allow, format!("it went out as {told}"))
    } else {
        Answer::new(Decision::Contained, "secret.redacted")
    }
}

fn known(secret: &str) -> Result<Arc<Redactor>, crate::redact::TooShort> {
    Redactor::of([("secret", secret)]).map(Arc::new)
}

/// All that goes out when a tool tells `text`: the reply, and the audit log.
fn told(redactor: Arc<Redactor>, text: &str, how: &str) -> String {
    let journal = Arc::new(Journal::memory(Arc::clone(&redactor)));
    let tools = Tools::from(&TOOLS).audit(Arc::clone(&journal) as _).redact(redactor);
    let mut arguments = Object::new();
    arguments.insert("text", text);
    arguments.insert("how", how);
    let reply = tools.call_now(&Context::new(), "tell", &Json::Object(arguments).to_string());
    let records = journal.text().unwrap_or_default();
    // As a person reads them: without the escapes of JSON.
    let records = records.lines().filter_map(|line| Json::parse(line).ok()).flat_map(|record| {
        let texts = ["arguments", "message"].map(|key| record.get(key).and_then(Json::as_str).map(str::to_owned));
        texts.into_iter().flatten().collect::<Vec<_>>()
    });
    let arguments = records.map(|text| {
        Json::parse(&text).ok().and_then(|json| Some(json.get("text")?.as_str()?.to_owned())).unwrap_or(text)
    });
    std::iter::once(reply.text().into_owned()).chain(arguments).collect::<Vec<_>>().join("\n")
}

/// Puts a value into every place that the case names, and sees which one is taken: the first that has one.
fn resolved(input: &Json) -> Result<Answer, String> {
    let folder = Folder::new().map_err(|error| error.to_string())?;
    let at = |name: &str| folder.path().join(name);
    let given = |source: &str| input.get(source).and_then(Json::as_str);
    let mut config = Config::new();
    if let Some(value) = given("config") {
        config = config.set("credentials.case.api_key", value);
    }
    let place = Place { file: at("vault.json"), key: at("vault.key") };
    if let Some(value) = given("vault") {
        Vault::set(&place, SHARED, "CASE_KEY", value).map_err(|error| error.to_string())?;
    }
    if let Some(value) = given("legacy") {
        let mut old = Object::new();
        old.insert("CASE_KEY", value);
        std::fs::write(at("credentials.json"), Json::Object(old).to_string()).map_err(|error| error.to_string())?;
    }
    let environment = |name: &str| given("env").filter(|_| name == "CASE_KEY").map(str::to_owned);
    let chain = Chain::with(&config, Some(place), Some(at("credentials.json")), environment);
    let wanted = Wanted { tool: "case", credential: "case", key: "api_key", variable: Some("CASE_KEY") };
    let expected = SOURCES.iter().find_map(|source| given(source));
    Ok(match (chain.resolve(wanted), expected) {
        (Ok(found), Some(expected))
            if found.value.as_str() == expected
                && format!("{found:?}") == format!("a secret from {}", found.source.name()) =>
        {
            Answer::new(Decision::Allow, format!("secret.source: {}", found.source.name()))
        }
        (Err(error), None) => Answer::new(Decision::ToolError, error.message.clone()),
        (found, _) => Answer::new(Decision::Fault, format!("another value was taken: {found:?}")),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_place_that_has_a_value_is_taken() {
        let says = |text: &str| judge(&Json::parse(text).unwrap());
        let allow = |source: &str| Answer::new(Decision::Allow, format!("secret.source: {source}"));
        assert_eq!(says(r#"{"config":"c-value","vault":"v-value"}"#), allow("config"));
        assert_eq!(says(r#"{"config":null,"vault":"v","legacy":"l","env":"e"}"#), allow("vault"));
        assert_eq!(says(r#"{"legacy":"l","env":"e"}"#), allow("file"));
        assert_eq!(says(r#"{"config":null,"vault":null}"#).decision, Decision::ToolError);
    }
}
