//! `edit_file`: a text and what replaces it in, the file changed at that place out.

use toolgen_runtime::{Dir, Read, Result, ToolError, Write};

use super::Input;

/// How many lines an error names.
const LINES_NAMED: usize = 10;

pub(crate) fn edit_file(input: Input, files: &Dir<Read>, changed: &Dir<Write>) -> Result<String> {
    let text = files.read_to_string(&input.path)?;
    let old = if text.contains(&input.old_text) { input.old_text } else { windows(&input.old_text) };
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
    changed.write(&input.path, replaced(&text, &old, &input.new_text, &places))?;
    Ok(format!("Edited {}", input.path))
}

/// The text with every place replaced. A model writes `\n`; what is written ends its lines like the line that it
/// stands in.
fn replaced(text: &str, old: &str, new: &str, places: &[usize]) -> String {
    let windows_new = windows(new);
    let (mut whole, mut from) = (String::with_capacity(text.len()), 0);
    for &at in places {
        whole.push_str(&text[from..at]);
        whole.push_str(if ends_as_windows(text, old, at) { &windows_new } else { new });
        from = at + old.len();
    }
    whole.push_str(&text[from..]);
    whole
}

/// Whether the line in which the place begins ends with `\r\n`; at the end of the file, the line before it.
fn ends_as_windows(text: &str, old: &str, at: usize) -> bool {
    let newline = text[at..].find('\n').map(|found| at + found).or_else(|| text[..at].rfind('\n'));
    newline.is_some_and(|newline| text[..newline].ends_with('\r')) && (!old.contains('\n') || old.contains("\r\n"))
}

fn windows(text: &str) -> String {
    text.replace("\r\n", "\n").replace('\n', "\r\n")
}
