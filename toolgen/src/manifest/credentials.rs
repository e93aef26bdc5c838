//! `credentials:`: what is declared about secrets. Their values are never in a manifest.

use super::block::{Block, Shape, optional, required};
use super::lower::Lower;
use super::reader::Reader;
use crate::check::host::bad_host;
use crate::diag::{Diagnostic, Rule, Spanned, code::page};
use crate::ir::{Credential, CredentialKind};

pub(crate) const RULES: &[Rule] = &[
    page!(
        "TG0317",
        "secret-in-manifest",
        Error,
        "Reports a value that looks like a secret itself.",
        "A manifest is committed and shown to people and models.",
        "keyName: ghp_0123456789abcdefghijklmnopqrstuvwxyz",
        "The name under which the secret is kept; its value goes into the vault or the environment."
    ),
    page!(
        "TG0318",
        "unused-credential",
        Warning,
        "Reports a credential that no handler names under `auth:` and no permission under `secrets:`.",
        "It is most likely left over, or the `auth:` line is missing and requests go out unauthenticated.",
        "credentials: {github: {type: bearer, hosts: [api.github.com]}}",
        "`auth: github` in the handler, or no entry."
    ),
    page!(
        "TG0319",
        "credential-parts",
        Error,
        "Reports a part of a credential that its type does not have, or lacks.",
        "It would have no effect, or the credential could not be sent.",
        "github: {type: bearer, header: X-Key, hosts: [api.github.com]}",
        "`header` or `query` with `apiKey`, `username` with `basic`, `tokenUrl` and `scopes` with `oauth2`."
    ),
];

/// A declared credential.
pub(crate) static CREDENTIAL: Block = Block {
    name: "Credential",
    noun: "a credential",
    doc: "A secret that handlers may name: where it is kept and where it may be sent.",
    keys: &[
        required("type", Shape::Word(&CredentialKind::NAMES), "How it is sent"),
        optional("description", Shape::Text, "What it is for and how one gets it"),
        optional("keyName", Shape::Text, "Its key in the vault or credentials file"),
        optional("envVar", Shape::Text, "The environment variable that may hold it"),
        optional(
            "perAgent",
            Shape::Flag,
            "Whether each agent has an account of its own, kept under `NAME__AGENT`; the shared one is never taken then",
        ),
        required("hosts", Shape::List(&Shape::Text), "The hosts that it may be sent to"),
        optional("header", Shape::Text, "The header that carries an API key"),
        optional("query", Shape::Text, "The query parameter that carries an API key"),
        optional("username", Shape::Text, "The user name of basic authentication"),
        optional("tokenUrl", Shape::Text, "Where an OAuth 2 token is fetched"),
        optional("scopes", Shape::List(&Shape::Text), "What an OAuth 2 token may do"),
    ],
};

/// Which parts belong to which type only.
const PARTS: [(&str, &str); 5] =
    [("header", "apiKey"), ("query", "apiKey"), ("username", "basic"), ("tokenUrl", "oauth2"), ("scopes", "oauth2")];

/// Beginnings of secrets that are told by their shape.
const SECRETS: [&str; 9] = ["ghp_", "gho_", "github_pat_", "sk-", "xoxb-", "xoxp-", "AKIA", "AIza", "-----BEGIN"];

pub(super) fn credentials(block: &Reader<'_>, cx: &mut Lower<'_, '_>) -> Vec<Credential> {
    let mut credentials = Vec::new();
    for pair in block.map("credentials", cx.report) {
        let Some(block) = cx.open(&pair.value, &CREDENTIAL, pair.key.span) else { continue };
        let report = &mut *cx.report;
        let kind = block.word("type", report);
        let parts = PARTS.iter().filter(|(_, owner)| kind.as_ref().is_some_and(|kind| kind.value != *owner));
        for (part, owner) in parts {
            let Some(pair) = block.pair(part) else { continue };
            report.push(
                Diagnostic::error("TG0319", pair.key.span, format!("`{part}:` belongs to `type: {owner}`"))
                    .help(format!("write `type: {owner}`, or take `{part}:` out")),
            );
        }
        let credential = Credential {
            name: pair.key.clone(),
            kind: kind.and_then(|kind| Some(Spanned::new(CredentialKind::from_name(kind.value)?, kind.span))),
            description: block.text("description", report),
            key_name: block.text("keyName", report),
            env_var: block.text("envVar", report),
            per_agent: block.flag("perAgent", report).is_some_and(|flag| flag.value),
            hosts: block.texts("hosts", report),
            header: block.text("header", report),
            query: block.text("query", report),
            username: block.text("username", report),
            token_url: block.text("tokenUrl", report),
            scopes: block.texts("scopes", report),
        };
        check(&credential, cx);
        credentials.push(credential);
    }
    credentials
}

fn check(credential: &Credential, cx: &mut Lower<'_, '_>) {
    for text in [&credential.key_name, &credential.env_var, &credential.username].into_iter().flatten() {
        if SECRETS.iter().any(|start| text.value.starts_with(start)) {
            cx.report.push(
                Diagnostic::error("TG0317", text.span, "this looks like a secret, and a manifest holds none").help(
                    "put it into the vault or the environment, write its name here, and revoke it if it was shared",
                ),
            );
        }
    }
    for host in &credential.hosts {
        if let Some(finding) = bad_host(host) {
            cx.report.push(finding);
        }
    }
    let is = |kind| credential.kind.as_ref().is_some_and(|own| own.value == kind);
    let name = credential.name.span;
    if is(CredentialKind::ApiKey) && credential.header.is_none() && credential.query.is_none() && !cx.partial {
        cx.report.push(
            Diagnostic::error("TG0319", name, "an API key needs `header:` or `query:`, the place that carries it")
                .help("add `header: X-Api-Key`, with the name that the service asks for"),
        );
    }
    if is(CredentialKind::OAuth2) && credential.token_url.is_none() && !cx.partial {
        cx.report.push(
            Diagnostic::error("TG0319", name, "an OAuth 2 credential needs `tokenUrl:`")
                .help("add the URL at which tokens are fetched"),
        );
    }
}

/// Reports the credentials that nothing names.
pub(super) fn unused(credentials: &[Credential], cx: &mut Lower<'_, '_>) {
    for credential in credentials.iter().filter(|credential| !cx.sent.contains(&credential.name.value)) {
        let name = &credential.name.value;
        cx.report.push(
            Diagnostic::warning("TG0318", credential.name.span, format!("no handler sends the credential `{name}`"))
                .help(format!("write `auth: {name}` in the handler that needs it, or delete it")),
        );
    }
}
