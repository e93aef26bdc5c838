//! Rust literals: a value in, source text out.

use toolgen_model::json::Number;

/// A string literal; raw where that reads better.
pub fn string(text: &str) -> String {
    let plain = text.chars().all(|c| !c.is_control() && !is_invisible(c));
    if !plain || !text.contains(['"', '\\']) {
        return format!("{text:?}");
    }
    let longest = text.split('"').skip(1).map(|rest| rest.chars().take_while(|c| *c == '#').count()).max();
    let hashes = "#".repeat(longest.map_or(0, |longest| longest + 1));
    format!("r{hashes}\"{text}\"{hashes}")
}

/// Characters that rustc refuses in source text, or that hide in it.
fn is_invisible(c: char) -> bool {
    matches!(c, '\u{200B}'..='\u{200F}' | '\u{2028}'..='\u{202E}' | '\u{2060}'..='\u{2069}' | '\u{FEFF}' | '\u{E0000}'..='\u{E007F}')
}

/// A `Bound` of the runtime.
pub(super) fn bound(number: Option<&Number>, runtime: &str) -> String {
    let Some(number) = number else { return format!("{runtime}::Bound::None") };
    match (number.as_i64(), number.as_u64(), number.as_f64()) {
        (Some(n), _, _) => format!("{runtime}::Bound::Int({n})"),
        (None, Some(n), _) => format!("{runtime}::Bound::Uint({n})"),
        (None, None, Some(n)) => format!("{runtime}::Bound::Float({n:?})"),
        (None, None, None) => format!("{runtime}::Bound::None"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_survive_whatever_they_hold() {
        for text in ["plain", "a \"quoted\" word", "back\\slash", "r#\"#\"##", "line\nbreak \"x\"", "\u{202E}\"", ""] {
            let literal: syn::LitStr = syn::parse_str(&string(text)).unwrap();
            assert_eq!(literal.value(), text);
        }
    }
}
