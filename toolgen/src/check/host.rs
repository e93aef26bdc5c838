//! Hosts as permissions and credentials list them: a name, or `*.` and a parent; a port where it matters.

use crate::diag::{Diagnostic, Rule, Spanned, code::page};

pub(crate) const RULES: &[Rule] = &[page!(
    "TG0316",
    "bad-host",
    Error,
    "Reports a host that is no host name: a URL, a path, a wildcard in the wrong place.",
    "The host list decides where a secret may be sent and what a handler may reach; a host that never matches protects nobody.",
    "hosts: [\"https://api.github.com/\"]",
    "A name such as `api.github.com`, or `*.example.com` for its subdomains; a port where it is not the usual one."
)];

/// Whether `host` is a name or an address as it stands in a URL.
pub(crate) fn is_host(host: &str) -> bool {
    let label = |label: &str| {
        !label.is_empty()
            && label.len() <= 63
            && label.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_')
            && !label.starts_with('-')
            && !label.ends_with('-')
    };
    let address = host.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
    match address {
        Some(address) => address.parse::<std::net::Ipv6Addr>().is_ok(),
        None => host.len() <= 253 && host.strip_suffix('.').unwrap_or(host).split('.').all(label),
    }
}

/// The finding for a host that is none.
pub(crate) fn bad_host(host: &Spanned<String>) -> Option<Diagnostic> {
    let written = host.value.as_str();
    let (name, port) = match written.rsplit_once(':') {
        Some((name, port)) if !port.ends_with(']') && !port.contains('/') => (name, port.parse::<u16>().is_ok()),
        _ => (written, true),
    };
    if port && is_host(name.strip_prefix("*.").unwrap_or(name)) {
        return None;
    }
    let bare = written.split_once("://").map_or(written, |(_, rest)| rest);
    let bare = bare.split(['/', '?', '#']).next().unwrap_or_default();
    let finding = Diagnostic::error("TG0316", host.span, format!("`{written}` is no host"));
    Some(if bare != written && is_host(bare) {
        finding.help("write the host alone").fix("write the host alone", host.span, bare)
    } else if written == "*" {
        finding.help("list the hosts; `*.example.com` stands for the subdomains of one")
    } else {
        finding.help("write a name such as `api.example.com`, or `*.example.com` for its subdomains")
    })
}

/// Whether one of `hosts` covers `host` with its port.
pub(crate) fn covers(hosts: &[Spanned<String>], host: &str, port: u16) -> bool {
    hosts.iter().any(|entry| toolgen_model::handler::covers(&entry.value, host, port))
}
