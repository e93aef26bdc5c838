//! The text of a URL in, its constant origin and the pieces after it out.

use toolgen_model::handler::uri::{Expression, Operator};

use super::reference;
use super::report::Report;
use crate::check::host::is_host;
use crate::diag::{Diagnostic, Rule, Span, Spanned, code::page};
use crate::ir::{Part, Reference, Root, Url, UrlPart, UrlVariable};

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
    let (mut rest, mut at) = (tail, offset);
    while !rest.is_empty() {
        let open = rest.find('{').unwrap_or(rest.len());
        let (plain, after) = rest.split_at(open);
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
        parts.extend(expression(name, dollar, span, part(whole, at + open + 1, name.len()), report));
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

/// The expression between braces; `${input.x}` is the same as `{input.x}`.
fn expression(text: &str, dollar: bool, span: Span, inner: Span, report: &mut Report<'_>) -> Option<UrlPart> {
    let finding = |message: String| Diagnostic::error("TG0310", span, message);
    let parsed = match Expression::parse(text) {
        Ok(parsed) => parsed,
        Err(_) if dollar => return referred(text, span, report),
        Err(fault) => {
            report.push(finding(format!("`{{{text}}}` is no expression of RFC 6570: {fault}")).help(
                "write `{name}` for a path segment, `{?name}` for a query value; names are those of the properties",
            ));
            return None;
        }
    };
    if dollar {
        return referred(text, span, report);
    }
    if parsed.operator == Operator::Fragment {
        report.push(finding("a request has no fragment (`#…`)".into()).help("write `{name}`, or take it out"));
        return None;
    }
    let variables = parsed.variables.into_iter().map(|variable| {
        let reference = match variable.name.starts_with("input.") || variable.name.starts_with("context.") {
            true => reference_of(&variable.name, span, report)?,
            false => Reference { span, root: Root::Input, path: steps(&variable.name, inner) },
        };
        let name = variable.name.strip_prefix("input.").unwrap_or(&variable.name).to_owned();
        Some(UrlVariable { reference, name, prefix: variable.prefix, explode: variable.explode })
    });
    let variables: Option<Vec<UrlVariable>> = variables.collect();
    Some(UrlPart::Expression { operator: parsed.operator, variables: variables? })
}

fn steps(name: &str, inner: Span) -> Vec<Spanned<String>> {
    name.split('.').map(|step| Spanned::new(step.to_owned(), inner)).collect()
}

/// `${input.x}` in a URL.
fn referred(text: &str, span: Span, report: &mut Report<'_>) -> Option<UrlPart> {
    let reference = reference_of(text, span, report)?;
    let name = reference.name();
    let name = name.strip_prefix("input.").unwrap_or(&name).to_owned();
    let variables = vec![UrlVariable { reference, name, prefix: None, explode: false }];
    Some(UrlPart::Expression { operator: Operator::Simple, variables })
}

fn reference_of(text: &str, span: Span, report: &mut Report<'_>) -> Option<Reference> {
    let text = Spanned::new(format!("${{{text}}}"), span);
    let template = reference::parse(&text, |finding| report.push(finding));
    template.parts.into_iter().find_map(|part| match part {
        Part::Reference(reference) => Some(reference),
        Part::Text(_) => None,
    })
}
