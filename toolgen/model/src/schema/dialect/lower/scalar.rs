//! Scalars: strings, numbers, booleans and null in, what the dialect takes of them out.

use super::super::back::Back;
use super::super::loss::{Refusal, Relation};
use super::super::rules::{Enums, Null};
use super::Lower;
use crate::json::{Json, Object, Text, Word};
use crate::schema::Place;
use crate::schema::canonical::annotates;
use crate::validate::is_valid_in;

impl Lower<'_> {
    pub(super) fn scalar(&mut self, at: &Place<'_>, name: &str, schema: &Object) -> Result<(Object, Back), Refusal> {
        let mut out = Object::new();
        if let Some(choices) = schema.at(Word::Enum).and_then(Json::as_array)
            && self.needs_strings(choices)
        {
            return Ok(self.choice(at, choices, schema));
        }
        if name == "null" && self.rules.null == Null::Nullable {
            self.lose(at, Word::Type, Relation::Widened, "nothing but null");
        }
        out.insert(Word::Type, name);
        if let Some(choices) = schema.at(Word::Enum) {
            out.insert(Word::Enum, choices.clone());
        }
        if let Some(choices) = out.get_mut("enum").filter(|_| bug!(TextChoices)) {
            let text = |choice: &Json| Json::from(choice.to_string());
            *choices = choices.as_array().unwrap_or_default().iter().map(text).collect::<Vec<Json>>().into();
        }
        self.assertions(at, schema, &mut out, &[])?;
        Ok((out, Back::Same))
    }

    /// A list of choices says all: those that the other keywords exclude are left out, and the keywords with them.
    pub(super) fn chosen(&self, schema: &Object) -> Option<Object> {
        let choices = schema.at(Word::Enum)?.as_array()?;
        let says = |key: &Text| !annotates(key) && !key.is(Word::Type) && !key.is(Word::Enum) && !key.is(Word::Defs);
        if !schema.entries().any(|(key, _)| says(key)) {
            return None;
        }
        let whole = Json::Object(schema.clone());
        let left: Vec<Json> = choices.iter().filter(|choice| is_valid_in(self.root, &whole, choice)).cloned().collect();
        let mut out: Object = schema.entries().filter(|(key, _)| !says(key)).map(|(k, v)| (k, v.clone())).collect();
        if left.is_empty() {
            out.retain(|key, _| annotates(key) || key.is(Word::Type));
            out.insert(Word::Not, Object::new());
        } else {
            out.insert(Word::Enum, left);
        }
        Some(out)
    }

    /// Whether these choices have to be sent as strings that stand for them.
    pub(super) fn needs_strings(&self, choices: &[Json]) -> bool {
        match self.rules.enums {
            Enums::Kept => false,
            Enums::Primitive => choices.iter().any(|choice| matches!(choice, Json::Array(_) | Json::Object(_))),
            Enums::Strings => choices.iter().any(|choice| choice.as_str().is_none_or(str::is_empty)),
        }
    }

    /// Choices as strings.
    pub(super) fn choice(&mut self, at: &Place<'_>, choices: &[Json], schema: &Object) -> (Object, Back) {
        let mut pairs: Vec<(String, Json)> = Vec::new();
        for choice in choices {
            let mut label = match choice {
                Json::String(text) if text.is_empty() => "(empty)".to_owned(),
                Json::String(text) => text.to_string(),
                other => other.canonical(),
            };
            while choices.contains(&Json::from(&*label)) && choice.as_str() != Some(&label)
                || pairs.iter().any(|(known, _)| *known == label)
            {
                label.push('_');
            }
            pairs.push((label, choice.clone()));
        }
        self.lose(at, Word::Enum, Relation::Equal, "the choices are sent as strings");
        let mut out = Object::new();
        out.insert(Word::Type, "string");
        out.insert(Word::Enum, pairs.iter().map(|(label, _)| label.as_str()).collect::<Vec<_>>());
        for key in [Word::Title, Word::Description] {
            if let Some(value) = schema.at(key).filter(|_| self.rules.annotations.take(key)) {
                out.insert(key, value.clone());
            }
        }
        (out, Back::Choice(pairs))
    }
}
