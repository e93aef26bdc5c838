//! Pieces of source text that several emitters write: doc comments and optional types.

use toolgen_model::json::Json;

/// The `Option` of a type; one is enough.
pub(super) fn option(ty: &str) -> String {
    if ty.starts_with("::core::option::Option<") { ty.to_owned() } else { format!("::core::option::Option<{ty}>") }
}

/// A doc comment from the schema's description.
pub(super) fn doc(schema: &Json, indent: &str) -> String {
    let description = schema.get("description").and_then(Json::as_str).unwrap_or("(no description)");
    docs(description, indent)
}

/// A doc comment of a member: its description, and its name where the field has lost it.
pub(super) fn member_doc(property: &str, schema: &Json, indent: &str) -> String {
    let name = format!("{indent}///\n{indent}/// Written `{}`.\n", one_line(property));
    doc(schema, indent) + if property.is_ascii() { "" } else { &name }
}

/// Lines of a doc comment. A bare CR is not allowed in one.
pub(super) fn docs(text: &str, indent: &str) -> String {
    text.lines().map(|line| format!("{}\n", format!("{indent}/// {}", one_line(line)).trim_end())).collect()
}

/// Text that may stand in a comment on one line.
pub(super) fn one_line(text: &str) -> String {
    text.chars()
        .map(|c| if c.is_control() || matches!(c, '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}') { ' ' } else { c })
        .collect()
}

/// The text one level deeper. Literals with line breaks are written escaped, so that every line is ours.
pub(super) fn indent(text: &str, levels: usize) -> String {
    let margin = "    ".repeat(levels);
    text.lines().map(|line| if line.is_empty() { "\n".into() } else { format!("{margin}{line}\n") }).collect()
}
