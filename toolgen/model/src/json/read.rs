//! Reading: any format that serde reads in, its value out, each object and each list made at its size at once.

use std::fmt;

use serde::de::{DeserializeSeed, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};

use super::{Json, Object, Text};

impl<'de> Deserialize<'de> for Json {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Json, D::Error> {
        deserializer.deserialize_any(Reader(&mut Open::default()))
    }
}

/// What was read of the objects and lists that are open, the inner after the outer.
#[derive(Default)]
struct Open {
    entries: Vec<(Text, Json)>,
    items: Vec<Json>,
}

struct Reader<'o>(&'o mut Open);

impl<'de> DeserializeSeed<'de> for Reader<'_> {
    type Value = Json;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Json, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Reader<'_> {
    type Value = Json;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("any JSON value")
    }
    fn visit_unit<E>(self) -> Result<Json, E> {
        Ok(Json::Null)
    }
    fn visit_none<E>(self) -> Result<Json, E> {
        Ok(Json::Null)
    }
    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<Json, D::Error> {
        self.deserialize(deserializer)
    }
    fn visit_bool<E>(self, value: bool) -> Result<Json, E> {
        Ok(Json::Bool(value))
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
        let start = self.0.items.len();
        while let Some(item) = seq.next_element_seed(Reader(self.0))? {
            self.0.items.push(item);
        }
        Ok(Json::Array(self.0.items.split_off(start)))
    }
    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Json, A::Error> {
        let start = self.0.entries.len();
        while let Some(key) = map.next_key()? {
            let value = map.next_value_seed(Reader(self.0))?;
            self.0.entries.push((key, value));
        }
        Ok(Json::Object(Object::of(self.0.entries.split_off(start))))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_open_outside_is_not_taken_by_what_closes_inside() {
        let text = r#"{"a":[1,{"b":[],"c":[[2],{}]},3],"d":{"e":{"f":"\u00e9"}},"d":[null,[true]]}"#;
        let same = r#"{"a":[1,{"b":[],"c":[[2],{}]},3],"d":[null,[true]]}"#;
        assert_eq!(Json::parse(text).unwrap().to_string(), same);
    }
}
