//! The cap on replies: what a handler gave in, at most [`MOST`] bytes of text and what was cut out.

use toolgen_model::enforced;

use super::indent;
use super::{Body, Content, Cut};
use crate::error::ToolError;

/// The most bytes of text in a reply.
pub(super) const MOST: usize = 50_000;

/// A shorter JSON text cannot exceed the cap when it is indented: two bytes become at most one line
/// with two spaces a level, and a text of this length has at most 100 levels.
const SAFE: usize = 200;

/// Cuts the body to the cap.
#[inline]
pub(super) fn body(body: &mut Body) -> Option<Cut> {
    if !enforced!("output.cap") {
        return None;
    }
    match body {
        Body::Text(text) if text.len() > MOST => Some(shorten(text)),
        Body::Json(text) if text.len() > SAFE && indent::length(text) > MOST => {
            // Half a JSON value is none: what is left is text.
            let mut text = indent::indent(text);
            let cut = shorten(&mut text);
            *body = Body::Text(text);
            Some(cut)
        }
        Body::Content(parts) => content(parts),
        _ => None,
    }
}

/// Cuts an error to the cap: data that is too long goes, a message that is too long is cut.
pub(super) fn error(error: &mut ToolError) -> Option<Cut> {
    if error.context.as_ref().is_some_and(|context| context.to_string().len() > MOST) {
        error.context = None;
    }
    (error.message.len() > MOST).then(|| shorten(&mut error.message))
}

/// The texts of all parts share one cap.
fn content(parts: &mut Vec<Content>) -> Option<Cut> {
    let size = |part: &Content| if let Content::Text(text) = part { text.len() } else { 0 };
    let original: usize = parts.iter().map(size).sum();
    if original <= MOST {
        return None;
    }
    let (mut left, mut full) = (MOST, false);
    parts.retain_mut(|part| {
        let Content::Text(text) = part else { return true };
        if full {
            return false;
        }
        if text.len() > left {
            full = true;
            text.truncate(text.floor_char_boundary(left));
            left -= text.len();
            text.push_str(&marker(original));
        } else {
            left -= text.len();
        }
        true
    });
    Some(Cut { original, kept: MOST - left })
}

#[cold]
fn shorten(text: &mut String) -> Cut {
    shorten_to(text, MOST)
}

/// Cuts a text to at most that many bytes, at a whole character, and says so at its end.
pub(super) fn shorten_to(text: &mut String, most: usize) -> Cut {
    let original = text.len();
    let kept = text.floor_char_boundary(most);
    text.truncate(kept);
    text.push_str(&marker(original));
    Cut { original, kept }
}

fn marker(original: usize) -> String {
    format!("\n\n[Output truncated because it exceeded 50KB. Original size: {original}]")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn body(mut body: Body) -> (Body, Option<Cut>) {
        let cut = super::body(&mut body);
        (body, cut)
    }

    #[test]
    fn the_cut_is_at_a_character_and_stands_as_data() {
        let (capped, cut) = body(Body::Text("é".repeat(25_001)));
        assert_eq!(cut, Some(Cut { original: 50_002, kept: 50_000 }));
        let (capped_odd, cut_odd) = body(Body::Text(format!("x{}", "é".repeat(25_000))));
        assert_eq!(cut_odd, Some(Cut { original: 50_001, kept: 49_999 }));
        let Body::Text(text) = capped else { panic!("text stays text") };
        assert!(text.ends_with("\n\n[Output truncated because it exceeded 50KB. Original size: 50002]"));
        assert!(matches!(capped_odd, Body::Text(_)));
    }

    #[test]
    fn what_fits_is_left_alone() {
        assert_eq!(body(Body::Text("a".repeat(MOST))), (Body::Text("a".repeat(MOST)), None));
        let json = format!("[{}]", ["1"; 100].join(","));
        assert_eq!(body(Body::Json(json.clone())), (Body::Json(json), None));
    }

    #[test]
    fn a_structured_value_that_is_too_long_becomes_cut_text() {
        let (capped, cut) = body(Body::Json(format!("[{}]", ["1"; 20_000].join(","))));
        let Body::Text(text) = capped else { panic!("no half value") };
        assert!(text.starts_with("[\n  1,\n") && cut.unwrap().kept == 50_000);
    }

    #[test]
    fn a_short_text_of_many_levels_stays_below_the_cap() {
        let deepest = format!("{}{}", "[".repeat(SAFE / 2), "]".repeat(SAFE / 2));
        assert!(indent::length(&deepest) <= MOST, "{}", indent::length(&deepest));
        let wide = format!("{}{}{}", "[".repeat(66), "1,".repeat(33) + "1", "]".repeat(66));
        assert!(indent::length(&wide) <= MOST);
    }

    #[test]
    fn parts_share_the_cap() {
        let image = Content::Image { data: vec![0; 10], mime_type: "image/png".into() };
        let parts = vec![Content::Text("a".repeat(40_000)), image.clone(), Content::Text("b".repeat(20_000))];
        let (Body::Content(parts), cut) = body(Body::Content(parts)) else { panic!("parts stay parts") };
        assert_eq!(cut, Some(Cut { original: 60_000, kept: 50_000 }));
        assert_eq!(parts[1], image);
        assert!(
            matches!(&parts[2], Content::Text(text) if text.starts_with(&"b".repeat(10_000)) && text.ends_with("60000]"))
        );
    }
}
