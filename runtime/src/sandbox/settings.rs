//! What the operator decides about programs: the configuration in, typed settings out.

use toolgen_model::json::Json;

use super::auto::Choice;
use super::backend::Backend;
use super::error::SandboxError;
use super::firejail;
use super::limits::Limits;
use crate::config::Config;

/// The operator's decisions; without any, `auto` and the usual limits.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Settings {
    /// The backend
    pub choice: Choice,
    /// More arguments for firejail
    pub firejail_args: Vec<String>,
    /// What one call may use
    pub limits: Limits,
}

impl Settings {
    /// The keys below `security.sandbox`. There are none that open more than the profile does.
    pub const SANDBOX_KEYS: [&str; 3] = ["enabled", "backend", "firejail_args"];

    /// The settings under `security.sandbox` and `security.resources`.
    ///
    /// # Errors
    /// `sandbox.config` for a value of another type, and those of the values themselves: a setting that cannot be
    /// meant stops the call, because guessing could only loosen it.
    pub fn of(config: &Config) -> Result<Settings, SandboxError> {
        let mut settings = Settings::default();
        let read = Reader(config);
        if let Some(name) = read.text("security.sandbox.backend")? {
            settings.choice = name.parse()?;
        }
        if read.flag("security.sandbox.enabled")? == Some(false) {
            settings.choice = Choice::Named(Backend::None);
        }
        settings.firejail_args = read.texts("security.sandbox.firejail_args")?;
        firejail::check_args(&settings.firejail_args)?;
        let limits = &mut settings.limits;
        for (name, limit) in [
            ("max_memory_mb", &mut limits.max_memory_mb),
            ("max_cpu_percent", &mut limits.max_cpu_percent),
            ("max_open_files", &mut limits.max_open_files),
            ("max_cpu_time_seconds", &mut limits.max_cpu_time_seconds),
            ("max_subprocesses", &mut limits.max_subprocesses),
        ] {
            if let Some(value) = read.count(&format!("security.resources.{name}"))? {
                *limit = value;
            }
        }
        Ok(settings)
    }
}

/// Reads values of one type each.
struct Reader<'c>(&'c Config);

impl Reader<'_> {
    fn value<T>(&self, key: &str, wanted: &str, read: impl Fn(&Json) -> Option<T>) -> Result<Option<T>, SandboxError> {
        let Some(value) = self.0.get(key) else { return Ok(None) };
        read(value).map(Some).ok_or_else(|| {
            let place = self.0.origin();
            SandboxError::new("sandbox.config", format!("`{key}` in {place} must be {wanted}; it is {value}"))
        })
    }

    fn text(&self, key: &str) -> Result<Option<String>, SandboxError> {
        self.value(key, "a text", |value| value.as_str().map(str::to_owned))
    }

    fn flag(&self, key: &str) -> Result<Option<bool>, SandboxError> {
        self.value(key, "true or false", Json::as_bool)
    }

    fn count(&self, key: &str) -> Result<Option<u64>, SandboxError> {
        self.value(key, "a whole number above 0", |value| value.as_u64().filter(|count| *count > 0))
    }

    fn texts(&self, key: &str) -> Result<Vec<String>, SandboxError> {
        let list = |value: &Json| match value {
            Json::Array(items) => items.iter().map(|item| item.as_str().map(str::to_owned)).collect(),
            _ => None,
        };
        Ok(self.value(key, "a list of texts", list)?.unwrap_or_default())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> Result<Settings, &'static str> {
        Settings::of(&Config::of(&Json::parse(text).unwrap(), "x.toml")).map_err(|error| error.code)
    }

    #[test]
    fn every_key_takes_effect() {
        let text = r#"{"security":{"sandbox":{"backend":"bubblewrap","firejail_args":["--nosound"]},
            "resources":{"max_memory_mb":1,"max_cpu_percent":2,"max_open_files":3,"max_cpu_time_seconds":4,"max_subprocesses":5}}}"#;
        let settings = of(text).unwrap();
        let limits = settings.limits;
        assert_eq!((settings.choice, settings.firejail_args.len()), (Choice::Named(Backend::Bubblewrap), 1));
        let found = [limits.max_memory_mb, limits.max_cpu_percent, limits.max_open_files];
        assert_eq!((found, limits.max_cpu_time_seconds, limits.max_subprocesses), ([1, 2, 3], 4, 5));
        assert_eq!(of("{}"), Ok(Settings::default()));
        let off = of(r#"{"security":{"sandbox":{"enabled":false}}}"#).unwrap();
        assert_eq!(off.choice, Choice::Named(Backend::None));
    }

    #[test]
    fn a_value_that_cannot_be_meant_is_refused() {
        for (text, code) in [
            (r#"{"security":{"sandbox":{"backend":"bwrap"}}}"#, "sandbox.backend"),
            (r#"{"security":{"sandbox":{"backend":true}}}"#, "sandbox.config"),
            (r#"{"security":{"sandbox":{"enabled":"no"}}}"#, "sandbox.config"),
            (r#"{"security":{"sandbox":{"firejail_args":["--noprofile"]}}}"#, "sandbox.args"),
            (r#"{"security":{"sandbox":{"firejail_args":"--nosound"}}}"#, "sandbox.config"),
            (r#"{"security":{"resources":{"max_subprocesses":0}}}"#, "sandbox.config"),
            (r#"{"security":{"resources":{"max_memory_mb":-1}}}"#, "sandbox.config"),
        ] {
            assert_eq!(of(text), Err(code), "{text}");
        }
    }
}
