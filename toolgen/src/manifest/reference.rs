//! Text with `${input.x}` in, a [`Template`] with the place of every reference out. There is no other
//! templating: no filters, no defaults, no environment.

use toolgen_model::nearest::nearest;

use crate::diag::{Diagnostic, Rule, Span, Spanned, code::page};
use crate::ir::{Part, Reference, Root, Template};

pub(crate) const RULES: &[Rule] = &[page!(
    "TG0301",
    "bad-reference",
    Error,
    "Reports a `${…}` that is no reference, and the reference forms of other systems such as `{{x}}`.",
    "Text that looks like a reference and is none would be sent as it stands.",
    "body: {title: \"${title}\"}",
    "`${input.NAME}` for an argument, `${context.NAME}` for what the runtime knows. `$${` stands for the text `${`."
)];

/// The references in `text`, which stands at its span; what is wrong goes to `report`.
pub(crate) fn parse(text: &Spanned<String>, mut report: impl FnMut(Diagnostic)) -> Template {
    let place = Place { span: text.span, len: text.value.len() };
    let mut parts = Vec::new();
    let mut plain = String::new();
    let (mut rest, mut at) = (text.value.as_str(), 0);
    while let Some(dollar) = rest.find("${") {
        plain.push_str(&rest[..dollar]);
        let escaped = rest[..dollar].ends_with('$');
        let body = &rest[dollar + 2..];
        let end = body.find('}');
        let len = end.map_or(rest.len() - dollar, |end| end + 3);
        if escaped {
            // `$${` is the text `${`: one dollar is already there.
            plain.push('{');
            (rest, at) = (body, at + dollar + 2);
            continue;
        }
        let whole = place.at(at + dollar, len);
        let parsed = match end {
            Some(end) => reference(&body[..end], at + dollar + 2, whole, &place),
            None => Err(Diagnostic::error("TG0301", whole, "`${` is never closed")
                .help("close it with `}`; write `$${` for the text `${`")),
        };
        match parsed {
            Ok(reference) => {
                if !plain.is_empty() {
                    parts.push(Part::Text(std::mem::take(&mut plain)));
                }
                parts.push(Part::Reference(reference));
            }
            Err(finding) => report(finding),
        }
        (rest, at) = (&rest[dollar + len..], at + dollar + len);
    }
    plain.push_str(rest);
    foreign(text, &place, &mut report);
    if !plain.is_empty() {
        parts.push(Part::Text(plain));
    }
    Template { text: text.value.clone(), span: text.span, parts }
}

/// `input` or `input.a.b` where a reference stands without `${}`: the value of `when:`.
#[expect(clippy::result_large_err, reason = "an error is a finding, which the caller reports at once")]
#[cfg(feature = "build")]
pub(crate) fn bare(text: &Spanned<String>) -> Result<Reference, Diagnostic> {
    let place = Place { span: text.span, len: text.value.len() };
    reference(&text.value, 0, text.span, &place)
}

/// Where the bytes of a scalar's value stand in the file: known exactly unless it has escapes or folds.
struct Place {
    span: Span,
    len: usize,
}

impl Place {
    fn at(&self, offset: usize, len: usize) -> Span {
        let covered = (self.span.end - self.span.start) as usize;
        let quote = match covered.checked_sub(self.len) {
            _ if self.span.file == Span::TOKENS => return self.span,
            Some(0) => 0,
            Some(2) => 1,
            _ => return self.span,
        };
        let start = self.span.start as usize + quote + offset;
        Span::new(self.span.file, start, start + len)
    }
}

#[expect(clippy::result_large_err, reason = "an error is a finding, which the caller reports at once")]
fn reference(body: &str, at: usize, whole: Span, place: &Place) -> Result<Reference, Diagnostic> {
    let error = |message: String| Diagnostic::error("TG0301", whole, message);
    if body.trim().is_empty() {
        return Err(error("this reference names nothing".into()).help("write `${input.NAME}`"));
    }
    if body.trim() != body {
        let fixed = format!("${{{}}}", body.trim());
        return Err(error("a reference has no spaces".into()).help(format!("write `{fixed}`")).fix(
            "take the spaces out",
            whole,
            fixed,
        ));
    }
    let mut steps = body.split('.');
    let first = steps.next().unwrap_or_default();
    let odd = |c: &char| "|:?+*/()[]'\",".contains(*c);
    if let Some(odd) = body.chars().find(odd).or_else(|| body.chars().find(|c| c.is_whitespace())) {
        return Err(error(format!(
            "`{odd}` cannot stand in a reference: there are no filters, defaults or expressions"
        ))
        .help("give a property its default in `inputSchema`, or compute the value in a `rust` handler"));
    }
    let root = match first {
        "input" => Root::Input,
        "context" => Root::Context,
        other => {
            let finding = error(format!("a reference starts with `input.` or `context.`, this one with `{other}`"));
            let near = nearest(other, ["input", "context"]);
            let upper = other.chars().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_');
            return Err(match near {
                Some(near) => {
                    let fixed = format!("${{{near}{}}}", &body[first.len()..]);
                    finding.help(format!("write `{fixed}`")).fix(format!("write `{fixed}`"), whole, fixed)
                }
                None if upper => finding.help(
                    "a manifest reads no environment: declare a credential for a secret, a property for the rest",
                ),
                None => {
                    let fixed = format!("${{input.{body}}}");
                    finding.help(format!("write `{fixed}` for an argument")).fix(
                        format!("write `{fixed}`"),
                        whole,
                        fixed,
                    )
                }
            });
        }
    };
    let mut path = Vec::new();
    let mut offset = at + first.len();
    for step in steps {
        offset += 1;
        if step.is_empty() {
            return Err(error("a reference has a name after each `.`".into()).help("write `${input.NAME}`"));
        }
        path.push(Spanned::new(step.to_owned(), place.at(offset, step.len())));
        offset += step.len();
    }
    if path.is_empty() {
        return Err(error(format!("`${{{first}}}` names no single value")).help(format!("write `${{{first}.NAME}}`")));
    }
    Ok(Reference { span: whole, root, path })
}

/// Bytes that a name in another system's braces may have.
const NAME: usize = 120;

/// `{{x}}` and `{input.x}`: what other systems write.
fn foreign(text: &Spanned<String>, place: &Place, report: &mut impl FnMut(Diagnostic)) {
    let value = text.value.as_str();
    let mut from = 0;
    while let Some(open) = value[from..].find('{').map(|open| open + from) {
        from = open + 1;
        if value[..open].ends_with(['$', '{']) {
            continue;
        }
        let double = value[open..].starts_with("{{");
        let inner_at = open + if double { 2 } else { 1 };
        // A name is short: looking further would make a text of braces take quadratic time.
        let near = &value[inner_at..value.floor_char_boundary(inner_at + NAME)];
        let Some(end) = near.find('}') else { continue };
        let inner = value[inner_at..inner_at + end].trim();
        let named = inner.starts_with("input.") || inner.starts_with("context.");
        let word = !inner.is_empty() && inner.chars().all(|c| c.is_alphanumeric() || "._".contains(c));
        if !(named || double && word) {
            continue;
        }
        let close = if double { "}}" } else { "}" };
        let len = inner_at + end + if value[inner_at + end..].starts_with(close) { close.len() } else { 1 } - open;
        let fixed = if named { format!("${{{inner}}}") } else { format!("${{input.{inner}}}") };
        let span = place.at(open, len);
        let exact = span != place.span || len == place.len;
        let finding = Diagnostic::error("TG0301", span, format!("`{}` is no reference here", &value[open..open + len]))
            .help(format!("write `{fixed}`"));
        report(if exact { finding.fix(format!("write `{fixed}`"), span, fixed) } else { finding });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diag::FileId;

    fn parsed(value: &str) -> (Template, Vec<Diagnostic>) {
        let mut findings = Vec::new();
        let span = Span::new(FileId(0), 10, 10 + value.len() + 2);
        let template = parse(&Spanned::new(value.into(), span), |finding| findings.push(finding));
        (template, findings)
    }

    #[test]
    fn references_know_their_place() {
        let (template, findings) = parsed("a ${input.x.y} b${context.agent}");
        assert!(findings.is_empty());
        let references: Vec<_> = template.references().collect();
        assert_eq!(references[0].name(), "input.x.y");
        assert_eq!((references[0].span.start, references[0].span.end), (13, 25));
        assert_eq!((references[0].path[1].span.start, references[0].path[1].span.end), (23, 24));
        assert_eq!(template.parts.len(), 4);
        assert_eq!(parsed("${input.x}").0.whole().map(Reference::name).as_deref(), Some("input.x"));
    }

    #[test]
    fn a_doubled_dollar_is_text() {
        let (template, findings) = parsed("$${input.x} costs $5");
        assert!(findings.is_empty());
        assert_eq!(template.parts, [Part::Text("${input.x} costs $5".into())]);
    }

    #[test]
    fn what_is_no_reference_is_reported_with_a_remedy() {
        for (text, expected) in [
            ("${title}", "write `${input.title}`"),
            ("${inptu.x}", "write `${input.x}`"),
            ("${HOME}", "environment"),
            ("${input}", "`${input.NAME}`"),
            ("${}", "`${input.NAME}`"),
            ("${ input.x }", "write `${input.x}`"),
            ("${input.x:-1}", "default"),
            ("${input.x | upper}", "default"),
            ("${input..x}", "`${input.NAME}`"),
            ("${input.x", "close it"),
            ("{{title}}", "write `${input.title}`"),
            ("{{ input.x }}", "write `${input.x}`"),
            ("{input.x}", "write `${input.x}`"),
        ] {
            let (_, findings) = parsed(text);
            assert_eq!(findings.len(), 1, "{text}: {findings:?}");
            assert!(findings[0].help.as_deref().unwrap().contains(expected), "{text}: {findings:?}");
        }
        assert!(parsed("{\"a\": {x}} $ {").1.is_empty());
    }
}
