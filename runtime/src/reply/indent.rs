//! JSON text in, the same with two spaces of indentation out; nothing else about it changes.

/// The indented text. `text` is valid JSON.
pub(super) fn indent(text: &str) -> String {
    let mut out = String::with_capacity(text.len() * 2);
    walk(text, |piece| match piece {
        Piece::Text(text) => out.push_str(text),
        Piece::Line(level) => {
            out.push('\n');
            out.extend(std::iter::repeat_n("  ", level));
        }
        Piece::Space => out.push(' '),
    });
    out
}

/// How many bytes [`indent`] gives.
pub(super) fn length(text: &str) -> usize {
    let mut length = 0;
    walk(text, |piece| {
        length += match piece {
            Piece::Text(text) => text.len(),
            Piece::Line(level) => 1 + 2 * level,
            Piece::Space => 1,
        }
    });
    length
}

enum Piece<'t> {
    Text(&'t str),
    Line(usize),
    Space,
}

fn walk<'t>(text: &'t str, mut give: impl FnMut(Piece<'t>)) {
    let bytes = text.as_bytes();
    let (mut level, mut at) = (0_usize, 0);
    let slice = |from: usize, to: usize| Piece::Text(text.get(from..to).unwrap_or_default());
    while let Some(byte) = bytes.get(at) {
        let start = at;
        at += 1;
        match byte {
            b' ' | b'\n' | b'\r' | b'\t' => {}
            b'{' | b'[' => {
                give(slice(start, at));
                at += bytes.get(at..).unwrap_or_default().iter().take_while(|b| b.is_ascii_whitespace()).count();
                if let Some(b'}' | b']') = bytes.get(at) {
                    give(slice(at, at + 1));
                    at += 1;
                } else {
                    level += 1;
                    give(Piece::Line(level));
                }
            }
            b'}' | b']' => {
                level = level.saturating_sub(1);
                give(Piece::Line(level));
                give(slice(start, at));
            }
            b',' => {
                give(slice(start, at));
                give(Piece::Line(level));
            }
            b':' => {
                give(slice(start, at));
                give(Piece::Space);
            }
            b'"' => {
                while let Some(byte) = bytes.get(at) {
                    at += if *byte == b'\\' { 2 } else { 1 };
                    if *byte == b'"' {
                        break;
                    }
                }
                give(slice(start, at.min(bytes.len())));
            }
            _ => {
                while bytes.get(at).is_some_and(|b| !matches!(b, b',' | b'}' | b']' | b' ' | b'\n' | b'\r' | b'\t')) {
                    at += 1;
                }
                give(slice(start, at));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use toolgen_model::json::Json;

    use super::*;

    #[test]
    fn it_is_the_form_that_serde_gives() {
        for text in [
            r#"{"a":[1,-2.5e3,{}],"ü":"x\"y,:\\","b":[],"c":[[],{"d":null}]}"#,
            "[ ]",
            " { \"a\" : [ true , false ] } ",
            "\"plain\"",
            "17",
        ] {
            let pretty = Json::parse(text).unwrap().pretty();
            let expected = pretty.replace("-2500.0", "-2.5e3");
            assert_eq!(indent(text), expected);
            assert_eq!(length(text), expected.len());
        }
    }
}
