//! A reply in, one JSON object out.

use serde_json::value::RawValue;
use toolgen_model::json::{Json, Object};

use super::{Body, Content, Cut, Reply};

/// The object as compact JSON text.
pub(super) fn text(reply: &Reply) -> String {
    let body = match &reply.outcome {
        Err(error) => return error.to_json(),
        Ok(body) => body,
    };
    let mut text = String::from("{\"status\":\"ok\",\"text\":");
    text.push_str(&Json::from(&*reply.text()).to_string());
    match body {
        Body::Json(value) if is_json(value) => {
            text.push_str(",\"structured\":");
            text.push_str(value);
        }
        Body::Content(parts) => {
            text.push_str(",\"content\":");
            text.push_str(&Json::Array(parts.iter().map(part).collect()).to_string());
        }
        _ => {}
    }
    if let Some(Cut { original, kept }) = reply.cut {
        text.push_str(&format!(",\"truncated\":{{\"original\":{original},\"kept\":{kept}}}"));
    }
    text.push('}');
    text
}

/// A handler may hand out text that is no JSON; it must not break the object.
fn is_json(text: &str) -> bool {
    serde_json::from_str::<&RawValue>(text).is_ok()
}

fn part(part: &Content) -> Json {
    let data = |kind: &str, data: &[u8], mime_type: &str| {
        Json::from([("type", Json::from(kind)), ("data", base64(data).into()), ("mimeType", mime_type.into())])
    };
    match part {
        Content::Text(text) => Json::from([("type", "text"), ("text", text.as_str())]),
        Content::Image { data: bytes, mime_type } => data("image", bytes, mime_type),
        Content::Audio { data: bytes, mime_type } => data("audio", bytes, mime_type),
        Content::Link { uri, name } => {
            let mut link = Object::new();
            link.insert("type", "resource_link");
            link.insert("uri", uri.as_str());
            link.insert("name", name.as_str());
            Json::Object(link)
        }
    }
}

/// RFC 4648, with padding.
fn base64(bytes: &[u8]) -> String {
    const DIGITS: [char; 64] = digits();
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for chunk in bytes.chunks(3) {
        let byte = |at: usize| u32::from(chunk.get(at).copied().unwrap_or(0));
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        for at in 0..4 {
            let digit = (bits >> (18 - 6 * at) & 63) as usize;
            text.push(if at > chunk.len() { '=' } else { DIGITS.get(digit).copied().unwrap_or('=') });
        }
    }
    text
}

const fn digits() -> [char; 64] {
    let alphabet = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let (mut digits, mut at) = (['='; 64], 0);
    while at < 64 {
        digits[at] = alphabet[at] as char;
        at += 1;
    }
    digits
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::ToolError;
    use crate::reply::Stage;

    #[test]
    fn base64_is_that_of_the_rfc() {
        let cases =
            [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("foobar", "Zm9vYmFy")];
        for (plain, coded) in cases {
            assert_eq!(base64(plain.as_bytes()), coded);
        }
    }

    #[test]
    fn a_reply_is_one_object() {
        let json = |reply: &Reply| reply.to_json();
        assert_eq!(json(&Reply::of(Body::Empty)), r#"{"status":"ok","text":"(no output)"}"#);
        assert_eq!(
            json(&Reply::of(Body::Json(r#"{"a":1}"#.into()))),
            r#"{"status":"ok","text":"{\n  \"a\": 1\n}","structured":{"a":1}}"#
        );
        let parts = vec![Content::Text("t".into()), Content::Link { uri: "u:1".into(), name: "n".into() }];
        assert_eq!(
            json(&Reply::of(Body::Content(parts))),
            r#"{"status":"ok","text":"t\n[n](u:1)","content":[{"type":"text","text":"t"},{"type":"resource_link","uri":"u:1","name":"n"}]}"#
        );
        assert!(
            json(&Reply::of(Body::Text("x".repeat(50_001))))
                .ends_with(r#","truncated":{"original":50001,"kept":50000}}"#)
        );
        let error = ToolError::new("NotFound", "no such file").suggestion("look elsewhere");
        assert_eq!(
            json(&Reply::failed(Stage::Call, error)),
            r#"{"status":"error","error_type":"NotFound","message":"no such file","suggestion":"look elsewhere"}"#
        );
    }
}
