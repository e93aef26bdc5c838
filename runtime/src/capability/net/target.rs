//! The text of a URL and a list of hosts in, where the request goes or why it does not out. Nothing is
//! resolved here.

use std::net::IpAddr;

use toolgen_model::enforced;
use toolgen_model::handler::covers;
use url::{Host, Url};

use super::Refusal;
use super::address::{self, Ranges};

/// No URL is longer, in bytes.
const LONGEST: usize = 16 * 1024;

/// Where a request goes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Target {
    /// The URL in its canonical form
    pub(crate) url: Url,
    /// The host, in lower case and without a last dot; an address of IPv6 in brackets
    pub(crate) host: String,
    /// The port
    pub(crate) port: u16,
    /// The address, where the host is one
    pub(crate) address: Option<IpAddr>,
}

impl Target {
    /// Scheme, host and port; what a credential is bound to.
    pub(crate) fn origin(&self) -> (&str, &str, u16) {
        (self.url.scheme(), &self.host, self.port)
    }
}

/// The target of a URL: scheme, then host, then port, then the list. An empty list covers nothing.
pub(crate) fn judge(text: &str, hosts: &[String]) -> Result<Target, Refusal> {
    let refuse = |reason, message: &str| Err(Refusal::new(reason, message));
    if text.len() > LONGEST || text.contains(|c: char| c.is_control() || c == '\\') || text.trim() != text {
        return refuse(
            "net.bad_url",
            "this is no URL: it is too long, or has a backslash, a control character or outer spaces",
        );
    }
    let mut url = match Url::parse(text) {
        Ok(url) => url,
        Err(error) => return Err(Refusal::new("net.bad_url", format!("this is no URL: {error}"))),
    };
    let Some(usual) = (match url.scheme() {
        "https" => Some(443),
        "http" => Some(80),
        _ => None,
    }) else {
        return Err(Refusal::new("net.scheme", format!("`{}` is not `https` or `http`", url.scheme())));
    };
    if !url.username().is_empty() || url.password().is_some() {
        return refuse("net.userinfo", "a URL holds no user name and password");
    }
    let address = match url.host() {
        Some(Host::Ipv4(address)) => Some(IpAddr::V4(address)),
        Some(Host::Ipv6(address)) => Some(IpAddr::V6(address)),
        Some(Host::Domain(_)) => None,
        None => return refuse("net.bad_host", "the URL names no host"),
    };
    let written = url.host_str().unwrap_or_default();
    let host = written.strip_suffix('.').unwrap_or(written).to_ascii_lowercase();
    if address.is_none() && !is_name(&host) {
        return refuse("net.bad_host", "the URL names no host that can be looked up");
    }
    if host != written && url.set_host(Some(&host)).is_err() {
        return refuse("net.bad_host", "the URL names no host that can be looked up");
    }
    let port = url.port().unwrap_or(usual);
    if let Some(fault) = address.and_then(|address| address::fault(address, &Ranges::default()))
        && fault == address::Fault::Metadata
        && !hosts.iter().any(|entry| covers(entry, &host, port))
    {
        return Err(Refusal::new("net.metadata", format!("{host} is {}", fault.name())));
    }
    let listed = !enforced!("net.hosts") || hosts.iter().any(|entry| covers(entry, &host, port));
    if port != usual && !listed {
        return Err(Refusal::new("net.port", format!("port {port} of {host} is not in the list of hosts")));
    }
    if !listed {
        let reason = if address.is_some() { "net.ip_literal" } else { "net.not_allowed" };
        return Err(Refusal::new(reason, format!("{host} is not in the list of hosts")));
    }
    Ok(Target { url, host, port, address })
}

fn is_name(host: &str) -> bool {
    let label = |label: &str| {
        (1..=63).contains(&label.len())
            && label.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_')
            && !label.starts_with('-')
            && !label.ends_with('-')
    };
    host.len() <= 253 && host.split('.').all(label)
}
