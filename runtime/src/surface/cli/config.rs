//! `AGENT config [--show-origin] [--json]`: the settings in force, each with where it was said.

use std::ffi::OsString;
use std::process::ExitCode;

use toolgen_model::json::{Json, Object};

use super::{Cli, out};
use crate::visible::visible;

impl Cli {
    pub(super) fn config(&self, words: &[OsString]) -> ExitCode {
        let (mut origin, mut json) = (false, false);
        for word in words {
            match word.to_str() {
                Some("--show-origin") => origin = true,
                Some("--json" | "-j") => json = true,
                Some("-h" | "--help") => return out::print(&self.help()),
                _ => return self.misused("`config` takes `--show-origin` and `--json`"),
            }
        }
        let settings = self.tools.configuration();
        if json {
            let all = settings.iter().map(|(key, setting)| {
                let mut object = Object::new();
                object.insert("key", key);
                object.insert("value", setting.value.clone());
                object.insert("layer", setting.origin.layer.name());
                object.insert("origin", setting.origin.to_string());
                Json::Object(object)
            });
            return out::print(&(Json::Array(all.collect()).pretty() + "\n"));
        }
        let line = |(key, setting): (&str, &crate::config::Setting)| {
            let said = format!("{key} = {}", visible(&setting.value.to_string()));
            let place = visible(&setting.origin.to_string());
            if origin { format!("{said:<48}  # {place}\n") } else { said + "\n" }
        };
        out::print(&settings.iter().map(line).collect::<String>())
    }
}
