//! The text of a URL in, its constant origin and the pieces after it out.

use super::reference;
use super::report::Report;
use crate::check::host::is_host;
use crate::diag::{Diagnostic, Rule, Span, Spanned, code::page};
use crate::ir::{Part, Reference, Root, Url, UrlPart};

pub(crate) const RULES: &[Rule] = &[
    page!(
        "TG0310",
        "bad-url",
        Error,
        "Reports a URL that is no RFC 6570 template over `https` or `http`.",
        "A request must go where the manifest says, and nowhere else.",
        "url: \"api.example.com/{a b}\"",
        "A scheme, a host, and names in braces: `https://api.example.com/{name}`."
    ),
    page!(
        "TG0311",
        "origin-not-constant",
        Error,
        "Reports a reference in the scheme, host or port of a URL.",
        "Who chooses the host chooses who receives the credential and what the tool can reach.",
        "url: \"https://{host}/v1\"",
        "A constant origin; one tool for each host."
    ),
];

/// A URL, or none with a finding.
pub(super) fn parse(text: &Spanned<String>, report: &mut Report<'_>) -> Option<Url> {
    let value = text.value.as_str();
    let error = |message: &str| Diagnostic::error("TG0310", text.span, message.to_owned());
    let Some((scheme, rest)) = value.split_once("://") else {
        let fixed = format!("https://{}", value.trim_start_matches('/'));
        report.push(error("this URL has no scheme").help("write `https://…`").fix(
            "put `https://` before it",
            text.span,
            format!("\"{fixed}\""),
        ));
        return None;
    };
    let end = rest.find(['/', '?', '#']).unwrap_or(rest.len());
    let (authority, tail) = rest.split_at(end);
    if scheme.contains(['{', '$']) || authority.contains(['{', '$']) {
        report.push(
            Diagnostic::error(
                "TG0311",
                text.span,
                "the origin of a URL must be constant, and this one has a reference in it",
            )
            .help("write the scheme and the host as they are; declare one tool for each host"),
        );
        return None;
    }
    let scheme = scheme.to_ascii_lowercase();
    if scheme != "https" && scheme != "http" {
        report.push(error(&format!("`{scheme}` is no scheme of a tool's request")).help("write `https://`"));
        return None;
    }
    if authority.contains('@') {
        report.push(
            error("a URL holds no user name and password").help("declare a credential and name it under `auth:`"),
        );
        return None;
    }
    let (host, port) = match authority.rsplit_once(':') {
        Some((host, port)) if !port.contains(']') => match port.parse::<u16>() {
            Ok(port) => (host, Some(port)),
            Err(_) => {
                report.push(error(&format!("`{port}` is no port")).help("write a number from 0 to 65535, or none"));
                return None;
            }
        },
        _ => (authority, None),
    };
    let host = host.to_ascii_lowercase();
    if !is_host(&host) {
        report.push(
            error(&format!("`{host}` is no host name"))
                .help("write a name such as `api.example.com`; non-ASCII names in their `xn--` form"),
        );
        return None;
    }
    if tail.contains('#') {
        report.push(error("a request has no fragment (`#…`)").help("take it out"));
    }
    let offset = value.len() - tail.len();
    let parts = parts(tail, offset, text, report);
    Some(Url { text: text.value.clone(), span: text.span, scheme, host, port, parts })
}

fn parts(tail: &str, offset: usize, whole: &Spanned<String>, report: &mut Report<'_>) -> Vec<UrlPart> {
    let mut parts = Vec::new();
    let (mut rest, mut at, mut query) = (tail, offset, false);
    while !rest.is_empty() {
        let open = rest.find('{').unwrap_or(rest.len());
        let (plain, after) = rest.split_at(open);
        query |= plain.contains('?');
        let dollar = plain.ends_with('$');
        let kept = plain.strip_suffix('$').unwrap_or(plain);
        if let Some(odd) = kept.chars().find(|c| c.is_whitespace() || c.is_control() || "}\"<>\\^`|".contains(*c)) {
            report.push(
                Diagnostic::error("TG0310", part(whole, at, plain.len()), format!("{odd:?} cannot stand in a URL"))
                    .help("percent-encode it"),
            );
        }
        if !kept.is_empty() {
            parts.push(UrlPart::Text(kept.to_owned()));
        }
        if after.is_empty() {
            break;
        }
        let Some(close) = after.find('}') else {
            let finding = Diagnostic::error("TG0310", part(whole, at + open, after.len()), "`{` is never closed");
            report.push(finding.help("close it with `}`"));
            break;
        };
        let name = &after[1..close];
        let start = if dollar { at + open - 1 } else { at + open };
        let span = part(whole, start, at + open + close + 1 - start);
        if let Some(reference) = variable(name, dollar, span, part(whole, at + open + 1, name.len()), report) {
            parts.push(UrlPart::Value { reference, query });
        }
        (rest, at) = (&after[close + 1..], at + open + close + 1);
    }
    parts
}

/// The span of some bytes of a scalar, exact where it has no escapes.
fn part(whole: &Spanned<String>, at: usize, len: usize) -> Span {
    let covered = (whole.span.end - whole.span.start) as usize;
    match covered.checked_sub(whole.value.len()) {
        Some(quotes @ (0 | 2)) => {
            let start = whole.span.start as usize + quotes / 2 + at;
            Span::new(whole.span.file, start, start + len)
        }
        _ => whole.span,
    }
}

fn variable(name: &str, dollar: bool, span: Span, inner: Span, report: &mut Report<'_>) -> Option<Reference> {
    if dollar || name.starts_with("input.") || name.starts_with("context.") {
        let text = Spanned::new(format!("${{{name}}}"), span);
        let template = reference::parse(&text, |finding| report.push(finding));
        return template.parts.into_iter().find_map(|part| match part {
            Part::Reference(reference) => Some(reference),
            Part::Text(_) => None,
        });
    }
    let finding = |message: String| Diagnostic::error("TG0310", span, message);
    if let Some(operator) = name.chars().next().filter(|c| "+#./;?&=,!@|".contains(*c)) {
        report.push(
            finding(format!("the operator `{operator}` of RFC 6570 is not supported"))
                .help("write `{name}` in the path, and query values under `query:`"),
        );
        return None;
    }
    let good = !name.is_empty()
        && name.chars().all(|c| c.is_alphanumeric() || "_.-".contains(c))
        && !name.split('.').any(str::is_empty);
    if !good {
        report.push(
            finding(format!("`{{{name}}}` names no property"))
                .help("write `{name}`, one property in each pair of braces"),
        );
        return None;
    }
    let path = name.split('.').map(|step| Spanned::new(step.to_owned(), inner)).collect();
    Some(Reference { span, root: Root::Input, path })
}
