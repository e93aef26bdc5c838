//! The redactor as the gate asks it: what a reply says in, the same without secrets out.

use toolgen_model::json::Json;

use super::Redactor;
use crate::gate::hook::Redact;

impl Redact for Redactor {
    fn text(&self, text: &str) -> Option<String> {
        self.text(text)
    }

    fn json(&self, mut value: Json) -> Json {
        self.json(&mut value);
        value
    }

    fn learn(&self, name: &str, value: &str) -> Result<(), String> {
        self.learn(name, value).map_err(|short| short.to_string())
    }
}
