//! `explain --path PATH`: a path in, where it leads and whether it is open for reading and for writing out.

use std::process::ExitCode;

#[cfg(feature = "fs")]
use toolgen_model::json::{Json, Object};

use super::super::Cli;
#[cfg(feature = "fs")]
use super::super::out;

impl Cli {
    #[cfg(feature = "fs")]
    pub(super) fn explain_path(&self, path: &str, as_json: bool) -> ExitCode {
        let root = self.tools.place();
        let mut object = Object::new();
        object.insert("workspace", root.display().to_string());
        match crate::capability::place::place(&root, path) {
            Ok(place) => {
                object.insert("verdict", "inside");
                object.insert("place", place.display().to_string());
                for (name, writes) in [("read", false), ("write", true)] {
                    object.insert(name, self.tools.closed(&root, &place, writes).unwrap_or_else(|| "open".to_owned()));
                }
            }
            Err(error) => {
                object.insert("verdict", "refused");
                object.insert("code", "path.outside_root");
                object.insert("message", error.message.as_str());
            }
        }
        table(&object, as_json)
    }

    #[cfg(not(feature = "fs"))]
    pub(super) fn explain_path(&self, _: &str, _: bool) -> ExitCode {
        self.misused("this program was built without the feature `fs`")
    }
}

#[cfg(feature = "fs")]
impl crate::tools::Tools {
    /// Why no tool touches a place of the workspace, whatever its own scope is; none where it may.
    fn closed(&self, root: &std::path::Path, place: &std::path::Path, writes: bool) -> Option<String> {
        let policy = self.guard().and_then(|guard| guard.policy().0);
        if let Some(rule) = policy.and_then(|policy| policy.closes("", root, place, writes)) {
            return Some(format!("path.closed: {rule}"));
        }
        let protected = writes && crate::capability::protected::is_protected(place);
        protected.then(|| "path.protected: it decides what the agent may do, or what runs later".to_owned())
    }
}

/// Texts under their names, for people or programs.
#[cfg(feature = "fs")]
fn table(object: &Object, as_json: bool) -> ExitCode {
    if as_json {
        return out::print(&(Json::Object(object.clone()).pretty() + "\n"));
    }
    let lines = object.iter().map(|(key, value)| {
        let text = value.as_str().unwrap_or_default();
        format!("{key:<10} {}\n", crate::visible::visible(if text.is_empty() { "." } else { text }))
    });
    out::print(&lines.collect::<String>())
}
