//! Whether a value satisfies a schema: both in, every violation in words out.
//!
//! With the command, `jsonschema` judges and the model's validator words it; without, the model's alone.

use toolgen_model::json::Json;
use toolgen_model::schema::canonical::canonicalize_any;
use toolgen_model::validate::validate;

/// One place where a value is not what its schema says.
pub(super) struct Fault {
    /// RFC 6901 pointer into the value
    pub(super) at: String,
    /// What was expected and what came
    pub(super) message: String,
    /// What to write instead, where that is known
    pub(super) hint: Option<String>,
}

/// Judges values, and remembers the schemas that it has prepared.
#[derive(Default)]
pub(super) struct Judge {
    #[cfg(feature = "cli")]
    prepared: std::collections::HashMap<String, Option<jsonschema::Validator>>,
}

impl Judge {
    /// Every violation of `value` against `schema`, as it was written.
    pub(super) fn faults(&mut self, schema: &Json, value: &Json) -> Vec<Fault> {
        // What has no canonical form has its finding already.
        let worded = canonicalize_any(schema).map(|canonical| self.canonical(&canonical, value)).unwrap_or_default();
        self.confirmed(schema, value, worded)
    }

    /// Every violation of `value` against a canonical `schema`.
    pub(super) fn canonical(&self, schema: &Json, value: &Json) -> Vec<Fault> {
        let violations = validate(schema, value).into_iter();
        violations
            .map(|found| Fault {
                at: found.pointer,
                message: format!("expected {}, found {}", found.expected, found.got),
                hint: found.hint,
            })
            .collect()
    }

    #[cfg(not(feature = "cli"))]
    pub(super) fn confirmed(&mut self, _schema: &Json, _value: &Json, worded: Vec<Fault>) -> Vec<Fault> {
        worded
    }

    /// What both validators say: the words of the one, and whatever only the other sees.
    #[cfg(feature = "cli")]
    pub(super) fn confirmed(&mut self, schema: &Json, value: &Json, worded: Vec<Fault>) -> Vec<Fault> {
        if !worded.is_empty() {
            return worded;
        }
        let text = schema.to_string();
        let prepared = self.prepared.entry(text).or_insert_with_key(|text| {
            let schema = serde_json::from_str(text).ok()?;
            jsonschema::draft202012::options().build(&schema).ok()
        });
        let (Some(validator), Ok(value)) = (prepared, serde_json::from_str(&value.to_string())) else {
            return worded;
        };
        validator
            .iter_errors(&value)
            .map(|error| Fault { at: error.instance_path().to_string(), message: error.to_string(), hint: None })
            .collect()
    }
}
