//! `tools.lock.json`: rows whose schemas only the linked program knows, pinned, in and out of their text.

use serde::{Deserialize, Serialize};
#[cfg(feature = "cli")]
use toolgen_model::Catalog;
use toolgen_model::Row;

/// The file, in the folder of the package.
pub(crate) const FILE: &str = "tools.lock.json";
/// The version of the format.
const VERSION: u32 = 1;

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Lock {
    lock_version: u32,
    tools: Vec<Row>,
}

/// The text that pins the deferred rows of `catalog`, sorted by name.
#[cfg(feature = "cli")]
pub(crate) fn text(catalog: &Catalog) -> String {
    let mut tools: Vec<Row> = catalog.tools.iter().filter(|row| row.deferred).cloned().collect();
    tools.sort_by(|a, b| a.name.cmp(&b.name));
    let mut text = serde_json::to_string_pretty(&Lock { lock_version: VERSION, tools }).unwrap_or_default();
    text.push('\n');
    text
}

/// The rows of a lock file.
///
/// # Errors
/// A sentence: no JSON of that form, another version, or a row that does not match its digest.
pub(crate) fn parse(text: &str) -> Result<Vec<Row>, String> {
    let lock: Lock = serde_json::from_str(text).map_err(|error| format!("{error}; run `toolgen lock`"))?;
    if lock.lock_version != VERSION {
        return Err(format!("it has version {}, this program reads {VERSION}; run `toolgen lock`", lock.lock_version));
    }
    match lock.tools.iter().find(|row| row.digest != row.contract_digest()) {
        Some(row) => Err(format!("`{}` was changed by hand: its digest is another; run `toolgen lock`", row.name)),
        None => Ok(lock.tools),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_changed_by_hand_is_refused() {
        let row = Row { tool: "weather".into(), deferred: true, ..Row::default() }.seal();
        let plain = Row { tool: "add".into(), ..Row::default() }.seal();
        let text = serde_json::to_string(&Lock { lock_version: 1, tools: vec![row.clone(), plain] }).unwrap();
        assert_eq!(parse(&text).unwrap()[0], row);
        let changed = text.replace("\"description\":\"\"", "\"description\":\"x\"");
        assert!(parse(&changed).unwrap_err().contains("changed by hand"));
        assert!(parse(&text.replace("\"lockVersion\":1", "\"lockVersion\":2")).unwrap_err().contains("version 2"));
        assert!(parse("{").is_err());
    }
}
