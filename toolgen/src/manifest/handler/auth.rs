//! `auth:`: the name of a credential in, findings when it is not declared or may not be sent there.

use toolgen_model::nearest::nearest;

use super::super::lower::Lower;
use crate::check::host::{bad_host, covers};
use crate::diag::{Diagnostic, Rule, Spanned, code::page};
use crate::ir::{Credential, Template, Url};

pub(crate) const RULES: &[Rule] = &[
    page!(
        "TG0312",
        "unknown-credential",
        Error,
        "Reports an `auth:` that names no declared credential.",
        "The request would go out without it, or not at all.",
        "auth: githib",
        "The name of an entry of `credentials:`."
    ),
    page!(
        "TG0313",
        "credential-not-for-host",
        Error,
        "Reports a request that would send a credential to a host that it is not bound to.",
        "A credential leaves only for the hosts that its declaration lists, so the request would be refused at every call.",
        "credentials: {github: {type: bearer, hosts: [api.github.com]}}\n# …\nhttp: {method: GET, url: \"https://uploads.github.com/x\", auth: github}",
        "The host in the `hosts:` of the credential, if the service is the same."
    ),
    page!(
        "TG0320",
        "credential-by-hand",
        Error,
        "Reports a header or query parameter that carries a secret by hand.",
        "A value there is not bound to hosts, not redacted, and an argument of the model would choose who it acts for.",
        "headers: {Authorization: \"Bearer ${input.token}\"}",
        "A declared credential under `auth:`."
    ),
    page!(
        "TG0321",
        "plain-http",
        Error,
        "Reports a credential that would be sent over plain `http`.",
        "Everybody on the way could read it.",
        "http: {method: GET, url: \"http://api.example.com/x\", auth: example}",
        "`https://`; plain `http` reaches this machine only."
    ),
];

/// Headers that carry who somebody is.
const SECRET_HEADERS: [&str; 4] = ["authorization", "proxy-authorization", "cookie", "x-api-key"];

pub(super) fn check(auth: &Spanned<String>, url: Option<&Url>, credentials: &[Credential], cx: &mut Lower<'_, '_>) {
    cx.sent.push(auth.value.clone());
    let Some(credential) = credentials.iter().find(|credential| credential.name.value == auth.value) else {
        let names = credentials.iter().map(|credential| credential.name.value.as_str());
        let finding = Diagnostic::error("TG0312", auth.span, format!("no credential `{}` is declared", auth.value));
        cx.report.push(match nearest(&auth.value, names) {
            Some(near) => {
                cx.sent.push(near.to_owned());
                finding.help(format!("did you mean `{near}`?")).fix(format!("write `{near}`"), auth.span, near)
            }
            None => {
                finding.help(format!("declare it: `credentials: {{{}: {{type: bearer, hosts: […]}}}}`", auth.value))
            }
        });
        return;
    };
    let Some(url) = url else { return };
    let readable = credential.hosts.iter().all(|host| bad_host(host).is_none());
    if !credential.hosts.is_empty() && readable && !covers(&credential.hosts, &url.host, url.effective_port()) {
        cx.report.push(
            Diagnostic::error("TG0313", auth.span, format!("`{}` may not be sent to {}", auth.value, url.host))
                .also(url.span, format!("the request goes to {}", url.host))
                .also(credential.hosts[0].span, "its hosts are listed here")
                .help(format!("add `{}` to the `hosts:` of the credential, if it is the same service", url.host)),
        );
    }
    if url.scheme == "http" && !matches!(url.host.as_str(), "localhost" | "127.0.0.1" | "[::1]") {
        cx.report.push(
            Diagnostic::error("TG0321", url.span, format!("`{}` would be sent over plain http", auth.value))
                .help("write `https://`"),
        );
    }
}

/// Reports headers that carry a secret by hand.
pub(super) fn headers(headers: &[(Spanned<String>, Template)], cx: &mut Lower<'_, '_>) {
    for (name, _) in headers {
        let lower = name.value.to_ascii_lowercase();
        if SECRET_HEADERS.contains(&lower.as_str()) {
            cx.report.push(
                Diagnostic::error("TG0320", name.span, format!("`{}` is not written by hand", name.value))
                    .help("declare a credential under `credentials:` and name it with `auth:`"),
            );
        }
    }
}
