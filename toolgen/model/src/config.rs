//! Configuration: typed values under dotted keys, each with where it was said. Conditions (`when:`) read it.

use std::collections::BTreeMap;
use std::fmt;

use serde::Serialize;

use crate::json::Json;

/// Who said a value. A later one wins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Layer {
    /// Nobody: it is built in
    #[default]
    Default,
    /// A file of the user
    User,
    /// A file of the project
    Project,
    /// An environment variable
    Environment,
    /// The command line
    Flag,
    /// The program itself
    Program,
}

impl Layer {
    /// `default`, `user`, `project`, `environment`, `flag` or `program`.
    pub fn name(self) -> &'static str {
        match self {
            Layer::Default => "default",
            Layer::User => "user",
            Layer::Project => "project",
            Layer::Environment => "environment",
            Layer::Flag => "flag",
            Layer::Program => "program",
        }
    }
}

/// Where a value was said.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Origin {
    /// Who said it
    pub layer: Layer,
    /// The file, the variable or the flag; empty where there is none
    pub place: String,
    /// The line, from 1; 0 where there is none
    pub line: u32,
    /// The column in characters, from 1; 0 where there is none
    pub column: u32,
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.place.as_str(), self.line) {
            ("", _) => f.write_str(self.layer.name()),
            (place, 0) => f.write_str(place),
            (place, line) => write!(f, "{place}:{line}:{}", self.column),
        }
    }
}

/// A value and where it was said.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Setting {
    /// The value
    pub value: Json,
    /// Where it was said
    pub origin: Origin,
}

/// Values under dotted keys, for example `git.enabled`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Config {
    settings: BTreeMap<String, Setting>,
    /// What messages call the place where an operator sets values
    place: String,
}

impl Config {
    /// No values.
    pub fn new() -> Config {
        Config::default()
    }

    /// No values, and what messages call the place where an operator sets them, for example `toolgen.toml`.
    pub fn at(place: impl Into<String>) -> Config {
        Config { settings: BTreeMap::new(), place: place.into() }
    }

    /// The values of a nested object: `{"git": {"enabled": true}}` is `git.enabled`, said at `place`.
    pub fn of(nested: &Json, place: impl Into<String>) -> Config {
        let mut config = Config::at(place);
        config.add("", nested);
        config
    }

    /// The same with one more value, said by the program.
    #[must_use]
    pub fn set(mut self, key: impl Into<String>, value: impl Into<Json>) -> Config {
        let origin = Origin { layer: Layer::Program, ..Origin::default() };
        self.put(key, value, origin);
        self
    }

    /// Sets a value, said there.
    pub fn put(&mut self, key: impl Into<String>, value: impl Into<Json>, origin: Origin) {
        self.settings.insert(key.into(), Setting { value: value.into(), origin });
    }

    /// These values, and those of `below` where these have none. Messages name the place of `below`,
    /// where an operator can set what the program did not.
    #[must_use]
    pub fn over(self, below: Config) -> Config {
        let mut settings = below.settings;
        settings.extend(self.settings);
        Config { settings, place: if below.place.is_empty() { self.place } else { below.place } }
    }

    /// The value under `key`.
    pub fn get(&self, key: &str) -> Option<&Json> {
        self.settings.get(key).map(|setting| &setting.value)
    }

    /// The value under `key` and where it was said.
    pub fn setting(&self, key: &str) -> Option<&Setting> {
        self.settings.get(key)
    }

    /// Every value, in the order of the keys.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Setting)> {
        self.settings.iter().map(|(key, setting)| (key.as_str(), setting))
    }

    /// What messages call the place where values are set.
    pub fn origin(&self) -> &str {
        if self.place.is_empty() { "the configuration" } else { &self.place }
    }

    fn add(&mut self, prefix: &str, value: &Json) {
        match value {
            Json::Object(object) => {
                for (key, value) in object.iter() {
                    self.add(&if prefix.is_empty() { key.to_owned() } else { format!("{prefix}.{key}") }, value);
                }
            }
            other if !prefix.is_empty() => {
                let origin = Origin { layer: Layer::Project, place: self.place.clone(), line: 0, column: 0 };
                self.put(prefix, other.clone(), origin);
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nested_values_have_dotted_keys_and_know_where_they_were_said() {
        let config = Config::of(&Json::parse(r#"{"git":{"enabled":true,"log":{"limit":3}}}"#).unwrap(), "x.toml");
        assert_eq!(config.get("git.enabled"), Some(&Json::from(true)));
        assert_eq!(config.get("git.log.limit"), Some(&Json::from(3)));
        assert_eq!(config.get("git"), None);
        let above = Config::new().set("git.enabled", false).over(config);
        assert_eq!(above.get("git.enabled"), Some(&Json::from(false)));
        assert_eq!(above.setting("git.enabled").unwrap().origin.layer, Layer::Program);
        assert_eq!(above.setting("git.log.limit").unwrap().origin.to_string(), "x.toml");
        assert_eq!(above.origin(), "x.toml");
    }
}
