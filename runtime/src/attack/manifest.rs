//! Cases of kind `manifest`: the text of a manifest, or some lines of one.

use toolgen::emit::rust::string;
use toolgen_model::catalog::Catalog;
use toolgen_model::json::Json;

use super::compiled::{Compiled, body, manifest};
use super::{Answer, Decision};

/// The compiler refuses the text, or takes it; what could be code in a text is then held against the literal that is
/// generated for it.
pub(super) fn judge(input: &Json) -> Answer {
    let Some(text) = input.get("yaml").and_then(Json::as_str) else { return Answer::unfit("yaml") };
    let raw = Compiled::of(text);
    if let Some(error) = raw.yaml_error() {
        return Answer::new(Decision::RejectAtBuild, error);
    }
    let compiled = match text.contains("tools:") {
        true => raw,
        false => match whole(text) {
            Ok(whole) => Compiled::of(&whole),
            Err(error) => return Answer::new(Decision::RejectAtBuild, error),
        },
    };
    if let Some(error) = compiled.error() {
        return Answer::new(Decision::RejectAtBuild, error);
    }
    let generated = Catalog::new("", "", compiled.rows).to_text();
    let could_be_code = text.chars().any(|character| matches!(character, '<' | '>' | '{' | '}' | '`' | ';' | '\\'))
        || text.contains("*/");
    match (could_be_code, is_one_literal(&string(&generated))) {
        (_, false) => Answer::new(Decision::Allow, "codegen.not_escaped"),
        (true, true) => Answer::new(Decision::Contained, "codegen.escaped"),
        (false, true) => Answer::new(Decision::Allow, "manifest.valid"),
    }
}

/// A whole manifest around some lines, whose values stay as they are written.
fn whole(text: &str) -> Result<String, String> {
    let (mut head, mut name, mut description, mut more) = (String::new(), "tool", "A tool.", String::new());
    for line in text.trim_start_matches('\u{feff}').lines().filter(|line| !line.trim().is_empty()) {
        let Some((key, value)) = line.split_once(':') else { return Err(format!("TG0004: no key in `{line}`")) };
        let value = value.trim();
        match key {
            "name" if is_name(value) => name = value,
            // A text that no call could name is a name for people.
            "name" | "title" => more.push_str(&format!("    title: {value}\n")),
            "description" => description = value,
            "version" => head.push_str(&format!("version: {value}\n")),
            "policy" => more.push_str(&format!("    permission: {{default: {value}}}\n")),
            other => return Err(format!("TG0101: unknown key `{other}`")),
        }
    }
    Ok(manifest(&head, &[(name.to_owned(), body(description) + &more)]))
}

/// Whether a value is meant as the name that calls use: one word, whatever its letters.
fn is_name(value: &str) -> bool {
    let word = value.trim_matches(['"', '\'']);
    !word
        .chars()
        .any(|character| character.is_ascii() && !character.is_ascii_alphanumeric() && !"_-".contains(character))
}

/// Whether Rust text is one string literal and nothing after it.
fn is_one_literal(text: &str) -> bool {
    let hashes = text.strip_prefix('r').map(|rest| rest.len() - rest.trim_start_matches('#').len());
    match hashes {
        Some(hashes) => {
            let end = format!("\"{}", "#".repeat(hashes));
            let inner = text.get(hashes + 2..).unwrap_or_default();
            inner.find(&end) == inner.len().checked_sub(end.len())
        }
        None => {
            let mut inner = text.strip_prefix('"').unwrap_or_default().chars();
            while let Some(character) = inner.next() {
                match character {
                    '\\' => drop(inner.next()),
                    '"' => return inner.as_str().is_empty(),
                    _ => {}
                }
            }
            false
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_literal_that_ends_early_is_none() {
        for text in [r#""a""#, r#""a\"b""#, "r#\"a\"b\"#"] {
            assert!(is_one_literal(text), "{text}");
        }
        for text in [r#""a"b""#, r#""a\\"b""#, "r#\"a\"#b\"#", "a", "\"a"] {
            assert!(!is_one_literal(text), "{text}");
        }
    }
}
