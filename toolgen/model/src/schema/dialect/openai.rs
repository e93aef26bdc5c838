//! OpenAI chat completions, not strict: a row in, a function tool out.
//!
//! | OpenAI | what is done |
//! |---|---|
//! | no `anyOf`, `oneOf`, `allOf`, `$ref` at the root | the branches' properties are merged, a loss |
//! | every `type: array` has `items` | `items: {}` is added, which says the same |
//! | a `pattern` compiles as a Python `re`, without look-around | another is left out, a loss |
//! | a description of at most 1,024 characters | a longer one is cut at a word, a loss |
//! | without `strict: false` some endpoints try strict | it is always sent |
//! | all else | as it is |

use super::walk::rewrite;
use super::{Loss, Projection, root};
use crate::catalog::Row;
use crate::json::{Json, Object};

/// The longest description of a function, in characters.
const DESCRIPTION: usize = 1024;

/// `{type: "function", function: {name, description, parameters, strict: false}}`.
pub(super) fn project(row: &Row) -> Projection {
    let mut losses = Vec::new();
    let mut schema = root::plain(&row.input, &mut losses);
    let in_root = losses.len();
    rewrite(&mut schema, &mut |at, node| adapt(at, node, &mut losses));
    let text = root::with_residuals(&row.description, &losses[..in_root]);
    let mut function = Object::new();
    function.insert("name", row.name.as_str());
    function.insert("description", cut(text, &mut losses));
    function.insert("parameters", schema);
    function.insert("strict", false);
    let wire = Json::from([("type", Json::from("function")), ("function", Json::Object(function))]);
    Projection { wire, losses }
}

fn adapt(at: &str, node: &mut Object, losses: &mut Vec<Loss>) {
    if node.get("type").and_then(Json::as_str) == Some("array") && !node.contains_key("items") {
        node.insert("items", Object::new());
    }
    if let Some(expression) = node.get("pattern").and_then(Json::as_str)
        && !is_python(expression)
    {
        let residual = format!("the text matches `{expression}`");
        losses.push(Loss { at: at.to_owned(), keyword: "pattern".to_owned(), residual });
        node.remove("pattern");
    }
    let foreign = |node: &Object| -> Vec<String> {
        let patterns = node.get("patternProperties").and_then(Json::as_object);
        patterns.into_iter().flat_map(Object::keys).filter(|key| !is_python(key)).map(str::to_owned).collect()
    };
    let dropped = foreign(node);
    if !dropped.is_empty() {
        if let Some(patterns) = node.get_mut("patternProperties").and_then(Json::as_object_mut) {
            patterns.retain(|key, _| is_python(key));
        }
        // What the pattern allowed must not fall under the rule for the others.
        let closed = node.remove("additionalProperties").is_some();
        let others = if closed { ", and the rule for other properties" } else { "" };
        let residual = format!("the rule for properties that match `{}`{others}", dropped.join("`, `"));
        losses.push(Loss { at: at.to_owned(), keyword: "patternProperties".to_owned(), residual });
    }
}

/// Whether Python's `re` reads an ECMA-262 expression, and reads it the same way.
fn is_python(expression: &str) -> bool {
    let mut chars = expression.chars().peekable();
    let mut in_class = false;
    while let Some(c) = chars.next() {
        match c {
            '\\' => match chars.next() {
                Some('p' | 'P' | 'c' | 'k') | None => return false,
                Some('u') if chars.peek() == Some(&'{') => return false,
                _ => {}
            },
            '[' if !in_class => {
                in_class = true;
                if chars.peek() == Some(&'^') {
                    chars.next();
                }
                // `[]` and `[^]` end there in ECMA-262, and go on in Python.
                if chars.peek() == Some(&']') {
                    return false;
                }
            }
            ']' => in_class = false,
            '(' if !in_class && chars.peek() == Some(&'?') => {
                chars.next();
                // Look-around, named groups and flags differ; `(?:` is the same.
                if chars.peek() != Some(&':') {
                    return false;
                }
            }
            _ => {}
        }
    }
    true
}

fn cut(text: String, losses: &mut Vec<Loss>) -> String {
    let count = text.chars().count();
    if count <= DESCRIPTION {
        return text;
    }
    let mut start: String = text.chars().take(DESCRIPTION - 1).collect();
    if let Some(space) = start.rfind(char::is_whitespace).filter(|space| *space > start.len() / 2) {
        start.truncate(space);
    }
    let start = format!("{}…", start.trim_end());
    let residual = format!("the description has {count} characters, {DESCRIPTION} are sent");
    losses.push(Loss { at: String::new(), keyword: "description".to_owned(), residual });
    start
}
