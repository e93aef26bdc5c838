//! The explanation of a URL: its text and a list of hosts in, its canonical form and the verdict out.

use std::net::IpAddr;

use serde::Serialize;
use url::Url;

use super::address::Ranges;
use super::addresses_fault;
use super::target::judge;

/// What becomes of a URL.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct UrlVerdict {
    /// The form in which it is compared, shown and sent; none when it is no URL
    pub canonical: Option<String>,
    /// Whether a request may go there
    pub allowed: bool,
    /// A stable code: `net.allowed`, or why it may not, for example `net.port`
    pub reason: &'static str,
    /// The same as a sentence
    pub detail: String,
}

/// What becomes of `url` where `hosts` may be reached, and of the addresses that it resolves to, where they
/// are known: each must lie on the open internet or in `allowed`. Nothing is looked up here.
pub fn explain(url: &str, hosts: &[String], addresses: &[IpAddr], allowed: &Ranges) -> UrlVerdict {
    let refused = |canonical, refusal: super::Refusal| UrlVerdict {
        canonical,
        allowed: false,
        reason: refusal.reason,
        detail: refusal.message,
    };
    let target = match judge(url, hosts) {
        Ok(target) => target,
        Err(refusal) => return refused(Url::parse(url).ok().map(String::from), refusal),
    };
    let known: Vec<IpAddr> = target.address.into_iter().chain(addresses.iter().copied()).collect();
    let canonical = Some(target.url.to_string());
    if let Some(refusal) = addresses_fault(&target.host, &known, allowed) {
        return refused(canonical, refusal);
    }
    let detail = format!("{} is in the list of hosts; each address is judged when it is looked up", target.host);
    UrlVerdict { canonical, allowed: true, reason: "net.allowed", detail }
}
