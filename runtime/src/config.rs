//! Configuration: typed values under dotted keys. Conditions (`when:`) read it.

use std::collections::BTreeMap;

use toolgen_model::json::Json;

/// Values under dotted keys, for example `git.enabled`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Config {
    values: BTreeMap<String, Json>,
    /// Where it was read from
    origin: String,
}

impl Config {
    /// No values.
    pub fn new() -> Config {
        Config::default()
    }

    /// The values of a nested object: `{"git": {"enabled": true}}` is `git.enabled`. `origin` is what
    /// messages call the place, for example `toolgen.toml`.
    pub fn of(nested: &Json, origin: impl Into<String>) -> Config {
        let mut config = Config { values: BTreeMap::new(), origin: origin.into() };
        config.add("", nested);
        config
    }

    /// The same with one more value.
    #[must_use]
    pub fn set(mut self, key: impl Into<String>, value: impl Into<Json>) -> Config {
        self.values.insert(key.into(), value.into());
        self
    }

    /// These values, and those of `below` where these have none. Messages name the place of `below`,
    /// where an operator can set what the program did not.
    #[must_use]
    pub fn over(self, below: Config) -> Config {
        let mut values = below.values;
        values.extend(self.values);
        Config { values, origin: if below.origin.is_empty() { self.origin } else { below.origin } }
    }

    /// The value under `key`.
    pub fn get(&self, key: &str) -> Option<&Json> {
        self.values.get(key)
    }

    /// What messages call the place where values are set.
    pub fn origin(&self) -> &str {
        if self.origin.is_empty() { "the configuration" } else { &self.origin }
    }

    fn add(&mut self, prefix: &str, value: &Json) {
        match value {
            Json::Object(object) => {
                for (key, value) in object.iter() {
                    self.add(&if prefix.is_empty() { key.to_owned() } else { format!("{prefix}.{key}") }, value);
                }
            }
            other if !prefix.is_empty() => {
                self.values.insert(prefix.to_owned(), other.clone());
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nested_values_have_dotted_keys() {
        let config = Config::of(&Json::parse(r#"{"git":{"enabled":true,"log":{"limit":3}}}"#).unwrap(), "x.toml");
        assert_eq!(config.get("git.enabled"), Some(&Json::from(true)));
        assert_eq!(config.get("git.log.limit"), Some(&Json::from(3)));
        assert_eq!(config.get("git"), None);
    }
}
