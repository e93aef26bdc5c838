//! JSON text in, the value out, and a pointer to every key that stands twice in one object.
//!
//! Readers differ in which of two equal keys they take, so a call that has some means two things.

use serde::de::{DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};
use toolgen_model::json::{Json, push_pointer};

/// A value, and what it says twice.
#[derive(Debug, Default)]
pub(super) struct Strict {
    pub(super) value: Json,
    pub(super) twice: Vec<String>,
}

/// Reads `text`.
pub(super) fn parse(text: &str) -> Result<Strict, serde_json::Error> {
    let mut twice = Vec::new();
    let mut reader = serde_json::Deserializer::from_str(text);
    let value = Reader { pointer: String::new(), twice: &mut twice }.deserialize(&mut reader)?;
    reader.end()?;
    Ok(Strict { value, twice })
}

/// Reads the value at `pointer`.
struct Reader<'r> {
    pointer: String,
    twice: &'r mut Vec<String>,
}

impl<'de> DeserializeSeed<'de> for Reader<'_> {
    type Value = Json;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Json, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Reader<'_> {
    type Value = Json;

    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("any JSON value")
    }
    fn visit_unit<E>(self) -> Result<Json, E> {
        Ok(Json::Null)
    }
    fn visit_bool<E>(self, value: bool) -> Result<Json, E> {
        Ok(value.into())
    }
    fn visit_i64<E>(self, value: i64) -> Result<Json, E> {
        Ok(value.into())
    }
    fn visit_u64<E>(self, value: u64) -> Result<Json, E> {
        Ok(value.into())
    }
    fn visit_f64<E>(self, value: f64) -> Result<Json, E> {
        Ok(value.into())
    }
    fn visit_str<E>(self, value: &str) -> Result<Json, E> {
        Ok(value.into())
    }
    fn visit_string<E>(self, value: String) -> Result<Json, E> {
        Ok(value.into())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Json, A::Error> {
        let mut items = Vec::new();
        loop {
            let pointer = format!("{}/{}", self.pointer, items.len());
            match seq.next_element_seed(Reader { pointer, twice: &mut *self.twice })? {
                Some(item) => items.push(item),
                None => return Ok(Json::Array(items)),
            }
        }
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Json, A::Error> {
        let mut entries: Vec<(String, Json)> = Vec::new();
        let mut seen = std::collections::HashSet::new();
        while let Some(key) = map.next_key::<String>()? {
            let pointer = push_pointer(&self.pointer, &key);
            if !seen.insert(key.clone()) {
                self.twice.push(pointer.clone());
            }
            entries.push((key, map.next_value_seed(Reader { pointer, twice: &mut *self.twice })?));
        }
        Ok(Json::Object(entries.into_iter().collect()))
    }
}
