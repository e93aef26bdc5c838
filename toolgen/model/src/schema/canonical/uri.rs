//! URI references: a base and a reference in, the absolute URI and the fragment out (RFC 3986, 5.2).

use std::borrow::Cow;

/// What `reference` names, seen from `base`: the URI without its fragment, and the decoded fragment.
pub(super) fn resolve<'u>(base: &'u str, reference: &'u str) -> (Cow<'u, str>, Cow<'u, str>) {
    let (reference, fragment) = reference.split_once('#').unwrap_or((reference, ""));
    (target(base, reference), decode(fragment))
}

fn target<'u>(base: &'u str, reference: &'u str) -> Cow<'u, str> {
    if reference.is_empty() {
        return base.into();
    }
    if scheme(reference).is_some() {
        return reference.into();
    }
    let (scheme_part, rest) = match scheme(base) {
        Some(scheme) => base.split_at(scheme.len() + 1),
        None => ("", base),
    };
    if reference.starts_with("//") {
        return format!("{scheme_part}{reference}").into();
    }
    let authority = rest.strip_prefix("//").map_or(0, |after| 2 + after.find(['/', '?']).unwrap_or(after.len()));
    let (authority, path) = rest.split_at(authority);
    let path = path.split('?').next().unwrap_or_default();
    let (reference, query) = match reference.find('?') {
        Some(at) => reference.split_at(at),
        None => (reference, ""),
    };
    let joined = if reference.starts_with('/') {
        reference.to_owned()
    } else if reference.is_empty() {
        path.to_owned()
    } else {
        let folder = path.rfind('/').map_or("", |end| &path[..=end]);
        let slash = if folder.is_empty() && !authority.is_empty() { "/" } else { "" };
        format!("{folder}{slash}{reference}")
    };
    format!("{scheme_part}{authority}{}{query}", without_dots(&joined)).into()
}

fn scheme(uri: &str) -> Option<&str> {
    let (scheme, _) = uri.split_once(':')?;
    let mut chars = scheme.chars();
    let first = chars.next()?.is_ascii_alphabetic();
    (first && chars.all(|c| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.'))).then_some(scheme)
}

fn without_dots(path: &str) -> String {
    let mut parts: Vec<&str> = Vec::new();
    let mut pieces = path.split('/').peekable();
    while let Some(piece) = pieces.next() {
        let last = pieces.peek().is_none();
        match piece {
            "." => {
                if last {
                    parts.push("");
                }
            }
            ".." => {
                if parts.len() > 1 {
                    parts.pop();
                }
                if last {
                    parts.push("");
                }
            }
            piece => parts.push(piece),
        }
    }
    parts.join("/")
}

/// `%41` is `A`; what is no escape stays.
fn decode(text: &str) -> Cow<'_, str> {
    if !text.contains('%') {
        return text.into();
    }
    let bytes = text.as_bytes();
    let mut out = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while at < bytes.len() {
        let escape = (bytes[at] == b'%')
            .then(|| bytes.get(at + 1..at + 3))
            .flatten()
            .and_then(|hex| std::str::from_utf8(hex).ok())
            .and_then(|hex| u8::from_str_radix(hex, 16).ok());
        match escape {
            Some(byte) => {
                out.push(byte);
                at += 3;
            }
            None => {
                out.push(bytes[at]);
                at += 1;
            }
        }
    }
    String::from_utf8(out).unwrap_or_else(|_| text.to_owned()).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn references_resolve_as_rfc_3986_says() {
        let base = "http://a/b/c/d;p?q";
        for (reference, uri) in [
            ("g", "http://a/b/c/g"),
            ("./g", "http://a/b/c/g"),
            ("g/", "http://a/b/c/g/"),
            ("/g", "http://a/g"),
            ("//g", "http://g"),
            ("?y", "http://a/b/c/d;p?y"),
            ("..", "http://a/b/"),
            ("../../g", "http://a/g"),
            ("../../../g", "http://a/g"),
            ("urn:x:y", "urn:x:y"),
        ] {
            assert_eq!(resolve(base, reference).0, uri, "{reference}");
        }
        assert_eq!(resolve("urn:x:y", "#/$defs/a%25b"), ("urn:x:y".into(), "/$defs/a%b".into()));
        assert_eq!(resolve("http://host", "x.json").0, "http://host/x.json");
        assert_eq!(resolve("", "x.json").0, "x.json");
    }
}
