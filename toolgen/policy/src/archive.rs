//! All that was said, as one text that can be kept: sources in, canonical JSON out, and the way back.
//!
//! The text holds all that a snapshot is made of, with the names of the files, so that a rule found in it later stands
//! where it stood.

use toolgen_model::json::{Json, Object};

use crate::load::Snapshot;
use crate::source::{File, Sources};

/// What stands for a credential.
const GONE: &str = "[REDACTED]";

/// A credential with fewer bytes is only taken out where it stands alone.
const SHORT: usize = 6;

/// The form of the text, from 1.
const VERSION: u64 = 1;

impl Sources {
    /// The text of all that was said. Equal sources have equal texts.
    pub fn archived(&self) -> String {
        let mut object = Object::new();
        object.insert("version", VERSION);
        object.insert("flags", pairs(&self.flags));
        object.insert("environment", pairs(&self.environment));
        object.insert("project", Json::Array(self.project.iter().map(file).collect()));
        object.insert("user", Json::Array(self.user.iter().map(file).collect()));
        object.insert("permissions", Json::Array(self.permissions.iter().map(file).collect()));
        Json::Object(object).canonical()
    }

    /// The sources of such a text; none when it is something else.
    pub fn of_archived(text: &str) -> Option<Sources> {
        let json = Json::parse(text).ok()?;
        let files = |key: &str| json.get(key)?.as_array()?.iter().map(read_file).collect::<Option<Vec<File>>>();
        (json.get("version")?.as_u64()? == VERSION).then_some(())?;
        Some(Sources {
            flags: read_pairs(json.get("flags")?)?,
            environment: read_pairs(json.get("environment")?)?,
            project: files("project")?,
            user: files("user")?,
            permissions: files("permissions")?,
        })
    }
}

impl Snapshot {
    /// The text of all that it was made of, to be kept: without the credentials that the configuration holds, on which
    /// no verdict hangs.
    pub fn archived(&self) -> String {
        let mut sources = self.sources.clone();
        for (_, setting) in self.config.iter().filter(|(key, _)| key.starts_with("credentials.")) {
            let Some(secret) = setting.value.as_str().filter(|secret| !secret.is_empty()) else { continue };
            // A short one stands in other words too.
            let whole = |quote: char| (format!("{quote}{secret}{quote}"), format!("{quote}{GONE}{quote}"));
            let wanted =
                if secret.len() < SHORT { ['"', '\''].map(whole).to_vec() } else { vec![(secret.into(), GONE.into())] };
            let clean = |text: &mut String| wanted.iter().for_each(|(from, to)| *text = text.replace(from, to));
            let files = [&mut sources.project, &mut sources.user, &mut sources.permissions];
            files.into_iter().flatten().for_each(|file| clean(&mut file.text));
            for (_, value) in sources.flags.iter_mut().chain(&mut sources.environment) {
                if value == secret { GONE.clone_into(value) } else { clean(value) }
            }
        }
        sources.archived()
    }
}

fn pairs(pairs: &[(String, String)]) -> Json {
    let pair = |(key, value): &(String, String)| Json::Array(vec![key.as_str().into(), value.as_str().into()]);
    Json::Array(pairs.iter().map(pair).collect())
}

fn read_pairs(json: &Json) -> Option<Vec<(String, String)>> {
    let pair = |pair: &Json| match pair.as_array()? {
        [key, value] => Some((key.as_str()?.to_owned(), value.as_str()?.to_owned())),
        _ => None,
    };
    json.as_array()?.iter().map(pair).collect()
}

fn file(file: &File) -> Json {
    let mut object = Object::new();
    object.insert("name", file.name.as_str());
    object.insert("text", file.text.as_str());
    object.insert("foreign", file.foreign);
    Json::Object(object)
}

fn read_file(json: &Json) -> Option<File> {
    let text = |key: &str| Some(json.get(key)?.as_str()?.to_owned());
    Some(File { name: text("name")?, text: text("text")?, foreign: json.get("foreign")?.as_bool()? })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_said_comes_back_as_it_was() {
        let pair = |key: &str, value: &str| (key.to_owned(), value.to_owned());
        let sources = Sources {
            flags: vec![pair("a.b", "1"), pair("a.b", "é\n\"2\"")],
            environment: vec![pair("TOOLGEN_A__B", "x")],
            project: vec![File::new("toolgen.toml", "[a]\nb = 1\n"), File::new("other/config.toml", "")],
            user: vec![File::new("/home/u/toolgen.toml", "# nothing")],
            permissions: vec![File::new("permissions.json", "{}")],
        };
        for sources in [sources, Sources::default()] {
            let text = sources.archived();
            assert_eq!(Sources::of_archived(&text), Some(sources.clone()), "{text}");
            assert_eq!(Sources::of_archived(&text).map(|read| read.archived()), Some(text));
        }
    }

    #[test]
    fn no_credential_is_kept() {
        let text = "[credentials.a]\napi_key = \"hunter22\"\n[credentials.b.keys]\nx = \"one\"\n[autonomy]\nlevel = \"full\"\n";
        let mut sources = Sources::of_file("toolgen.toml", text);
        sources.environment = vec![("TOOLGEN_CREDENTIALS__C__API_KEY".into(), "three333".into())];
        let kept = crate::load(&sources, &[]).unwrap().archived();
        let read = Sources::of_archived(&kept).unwrap();
        assert_eq!(read.project[0].text, text.replace("hunter22", GONE).replace("one", GONE));
        assert_eq!(read.environment[0].1, GONE);
    }

    #[test]
    fn another_text_is_none() {
        let text = Sources::default().archived();
        let other = text.replace("\"version\":1", "\"version\":2");
        assert!(other != text && Sources::of_archived(&other).is_none());
        for text in ["", "{}", "[]", &text[1..]] {
            assert_eq!(Sources::of_archived(text), None, "{text}");
        }
    }
}
