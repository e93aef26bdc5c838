//! `edit_file`: a text and what replaces it in, the file changed at that place out.

use toolgen_runtime::{Dir, Read, Result, ToolError, Write};

use super::Input;

/// How many lines an error names.
const LINES_NAMED: usize = 10;

pub(crate) fn edit_file(input: Input, files: &Dir<Read>, changed: &Dir<Write>) -> Result<String> {
    let text = files.read_to_string(&input.path)?;
    let (old, new) = with_endings_of(&text, &input.old_text, &input.new_text);
    let places: Vec<usize> = text.match_indices(old.as_str()).map(|(at, _)| at).collect();
    if places.is_empty() {
        return Err(ToolError::new("NotFound", format!("Text not found in {}", input.path))
            .suggestion("Read the file and copy the text exactly, with its white space."));
    }
    if places.len() > 1 && !input.replace_all {
        let line = |at: &usize| (text[..*at].matches('\n').count() + 1).to_string();
        let lines: Vec<String> = places.iter().take(LINES_NAMED).map(line).collect();
        let rest = if places.len() > LINES_NAMED { ", …" } else { "" };
        let text = format!(
            "Text occurs {} times in {}, on lines {}{rest}; nothing was written",
            places.len(),
            input.path,
            lines.join(", ")
        );
        return Err(ToolError::new("ValidationError", text)
            .suggestion("Give more of the text around the place, or set `replace_all`."));
    }
    changed.write(&input.path, text.replace(old.as_str(), &new))?;
    Ok(format!("Edited {}", input.path))
}

/// A model writes `\n`. Where every line of the file ends with `\r\n`, so does what is written; where the
/// text is not there as it was given, it is looked for with these endings.
fn with_endings_of(text: &str, old: &str, new: &str) -> (String, String) {
    let is_windows = text.contains("\r\n") && text.matches('\n').count() == text.matches("\r\n").count();
    let old = if text.contains(old) { old.to_owned() } else { windows(old) };
    (old, if is_windows { windows(new) } else { new.to_owned() })
}

fn windows(text: &str) -> String {
    text.replace("\r\n", "\n").replace('\n', "\r\n")
}
