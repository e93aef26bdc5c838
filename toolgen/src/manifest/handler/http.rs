//! `handler: {http: …}`: one request to a fixed origin.

use super::super::block::{Block, Shape, optional, required};
use super::super::lower::Lower;
use super::super::reader::{self, Reader};
use super::super::tree::Tree;
use super::super::url;
use super::{auth, templates, value};
use crate::diag::{Diagnostic, Rule, Span, Spanned, code::page};
use crate::ir::{Credential, HttpHandler, HttpOutput, Method, Retry};

pub(crate) const RULES: &[Rule] = &[
    page!(
        "TG0322",
        "body-without-effect",
        Error,
        "Reports a body on a GET or HEAD request.",
        "Servers and proxies drop it.",
        "http: {method: GET, url: \"https://example.com\", body: {q: \"${input.q}\"}}",
        "`query:` for the values, or another method."
    ),
    page!(
        "TG0323",
        "bad-header",
        Error,
        "Reports a header whose name is none, or that the request sets by itself.",
        "It would break the request, or change where it ends.",
        "headers: {Host: example.com}",
        "A name of letters, digits and `-`; `Host`, `Content-Length` and the like are set by the runtime."
    ),
    page!(
        "TG0324",
        "bad-output-path",
        Error,
        "Reports a place in the answer that is no path.",
        "It would never match, and the property would be missing from every reply.",
        "output: {map: {number: number}}",
        "`$` and the steps from there: `$.items[0].number`."
    ),
];

/// A request.
pub(crate) static HTTP: Block = Block {
    name: "HttpHandler",
    noun: "an `http` handler",
    doc: "One HTTP request to a fixed origin.",
    keys: &[
        required("method", Shape::Word(&["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"]), "The method"),
        required(
            "url",
            Shape::Text,
            "An RFC 6570 template with a constant origin: `https://api.example.com/items/{id}`",
        ),
        optional("query", Shape::Map(&Shape::Json), "The query; an absent argument is left out"),
        optional("headers", Shape::Map(&Shape::Text), "The headers; an absent argument is left out"),
        optional("auth", Shape::Text, "The credential that is sent"),
        optional(
            "body",
            Shape::Json,
            "The JSON body; a whole-value reference keeps its type, an absent one is left out",
        ),
        optional("timeout", Shape::Duration, "For the whole request"),
        optional("retry", Shape::Block(&RETRY), "When it is sent again"),
        optional("output", Shape::Block(&OUTPUT), "What becomes of the answer"),
    ],
};

static RETRY: Block = Block {
    name: "Retry",
    noun: "`retry`",
    doc: "When a request is sent again.",
    keys: &[
        required("on", Shape::List(&Shape::Whole(400, 599)), "The status codes"),
        required("max", Shape::Whole(1, 5), "How often at most"),
    ],
};

static OUTPUT: Block = Block {
    name: "HttpOutput",
    noun: "`output` of an `http` handler",
    doc: "What becomes of the answer.",
    keys: &[
        optional(
            "map",
            Shape::Map(&Shape::Text),
            "Properties of the reply and where they stand in the answer: `$.a.b[0]`",
        ),
        optional("maxBytes", Shape::Size, "How much is read at most"),
    ],
};

/// Headers that the runtime sets.
const OWN_HEADERS: [&str; 6] = ["host", "content-length", "transfer-encoding", "connection", "te", "upgrade"];

pub(super) fn http(tree: &Tree, at: Span, credentials: &[Credential], cx: &mut Lower<'_, '_>) -> Option<HttpHandler> {
    let block = cx.open(tree, &HTTP, at)?;
    let method =
        block.word("method", cx.report).and_then(|word| Some(Spanned::new(Method::from_name(word.value)?, word.span)));
    let url = block.text("url", cx.report).and_then(|text| url::parse(&text, cx.report));
    let auth = block.text("auth", cx.report);
    if let Some(auth) = &auth {
        auth::check(auth, url.as_ref(), credentials, cx);
    }
    let query = block.map("query", cx.report).iter().map(|pair| (pair.key.clone(), value(&pair.value, cx))).collect();
    let headers = templates(&block, "headers", cx);
    auth::headers(&headers, cx);
    for (name, _) in &headers {
        header(name, cx);
    }
    let body = block.pair("body").map(|pair| (pair.key.span, Spanned::new(value(&pair.value, cx), pair.value.span)));
    if let (Some((key, _)), Some(method)) = (&body, &method)
        && matches!(method.value, Method::Get | Method::Head)
    {
        cx.report.push(
            Diagnostic::error("TG0322", *key, format!("a {} request has no body", method.value.name()))
                .also(method.span, "the method")
                .help("put the values under `query:`, or use another method"),
        );
    }
    let (retry, output) = (retry(&block, cx), output(&block, cx));
    let timeout_ms = block.duration("timeout", cx.report);
    let body = body.map(|(_, body)| body);
    let named = auth.as_ref().map(|auth| auth.value.as_str());
    let credential = credentials.iter().find(|credential| Some(credential.name.value.as_str()) == named).cloned();
    Some(HttpHandler { method: method?, url: url?, query, headers, auth, credential, body, timeout_ms, retry, output })
}

fn header(name: &Spanned<String>, cx: &mut Lower<'_, '_>) {
    let token = |b: u8| b.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&b);
    if name.value.is_empty() || !name.value.bytes().all(token) {
        cx.report.push(
            Diagnostic::error("TG0323", name.span, format!("`{}` is no name of a header", name.value))
                .help("use letters, digits and `-`"),
        );
    } else if OWN_HEADERS.contains(&name.value.to_ascii_lowercase().as_str()) {
        cx.report.push(
            Diagnostic::error("TG0323", name.span, format!("the runtime sets `{}` itself", name.value))
                .help("take it out"),
        );
    }
}

fn retry(http: &Reader<'_>, cx: &mut Lower<'_, '_>) -> Option<Retry> {
    let pair = http.pair("retry")?;
    let block = cx.open(&pair.value, &RETRY, pair.key.span)?;
    let on = block.list("on", cx.report);
    let on = on.iter().filter_map(|code| reader::whole(code, 400, 599, cx.report));
    let on = on.map(|code| code.map(|code| u16::try_from(code).unwrap_or_default())).collect();
    let max = block.whole("max", cx.report).map(|max| max.map(|max| u32::try_from(max).unwrap_or_default()));
    Some(Retry { on, max })
}

fn output(http: &Reader<'_>, cx: &mut Lower<'_, '_>) -> HttpOutput {
    let Some(pair) = http.pair("output") else { return HttpOutput::default() };
    let Some(block) = cx.open(&pair.value, &OUTPUT, pair.key.span) else { return HttpOutput::default() };
    let mut map = Vec::new();
    for pair in block.map("map", cx.report) {
        let Some(path) = reader::text(&pair.value, cx.report) else { continue };
        if !is_path(&path.value) {
            let finding = Diagnostic::error("TG0324", path.span, format!("`{}` is no place in an answer", path.value));
            let fixed = format!("$.{}", path.value.trim_start_matches('.'));
            cx.report.push(match is_path(&fixed) {
                true => finding.help(format!("write `{fixed}`")).fix(
                    format!("write `{fixed}`"),
                    path.span,
                    format!("\"{fixed}\""),
                ),
                false => finding.help("write `$` and the steps from there, for example `$.items[0].number`"),
            });
        }
        map.push((pair.key.clone(), path));
    }
    HttpOutput { map, max_bytes: block.size("maxBytes", cx.report) }
}

/// `$`, then `.name` or `[n]` any number of times.
fn is_path(path: &str) -> bool {
    let Some(mut rest) = path.strip_prefix('$') else { return false };
    while !rest.is_empty() {
        if let Some(after) = rest.strip_prefix('.') {
            let len = after.find(['.', '[']).unwrap_or(after.len());
            let name = &after[..len];
            if name.is_empty() || !name.chars().all(|c| c.is_alphanumeric() || "_-$@".contains(c)) {
                return false;
            }
            rest = &after[len..];
        } else if let Some((index, after)) = rest.strip_prefix('[').and_then(|rest| rest.split_once(']')) {
            if index.parse::<u32>().is_err() {
                return false;
            }
            rest = after;
        } else {
            return false;
        }
    }
    true
}
