//! The explanation of a URL: its text and a list of hosts in, its canonical form and the verdict out.

use std::borrow::Cow;
use std::net::IpAddr;

use serde::Serialize;
use url::Url;

use super::address::Ranges;
use super::network::Network;
use super::target::judge;
use super::{addresses_fault, host_of};

/// What becomes of a URL.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct UrlVerdict {
    /// The form in which it is compared, shown and sent; none when it is no URL
    #[serde(skip_serializing_if = "Option::is_none")]
    pub canonical: Option<String>,
    /// Whether a request may go there
    pub allowed: bool,
    /// A stable code: `net.allowed`, or why it may not, for example `net.port`
    pub reason: Cow<'static, str>,
    /// The same as a sentence
    pub detail: String,
}

impl UrlVerdict {
    /// A refusal that looks at no URL.
    #[cfg(feature = "cli")]
    pub(crate) fn refused(reason: String, detail: String) -> UrlVerdict {
        UrlVerdict { canonical: None, allowed: false, reason: reason.into(), detail }
    }
}

/// What becomes of `url` where `hosts` may be reached, and of the addresses that it resolves to, where they
/// are known: each must lie on the open internet or in `allowed`. Nothing is looked up here.
pub fn explain(url: &str, hosts: &[String], addresses: &[IpAddr], allowed: &Ranges) -> UrlVerdict {
    let refused = |canonical, refusal: super::Refusal| UrlVerdict {
        canonical,
        allowed: false,
        reason: refusal.reason.into(),
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
    UrlVerdict { canonical, allowed: true, reason: "net.allowed".into(), detail }
}

/// How a URL is read.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Explained {
    /// The form in which it is compared, shown and sent; none when it is no URL
    pub canonical: Option<String>,
    /// The host, in lower case and without a last dot
    pub host: Option<String>,
    /// The port
    pub port: Option<u16>,
    /// The addresses that it resolves to now
    pub addresses: Vec<IpAddr>,
}

impl Network {
    /// How a URL is read, with the addresses that its host has now. No request is sent.
    pub fn read(&self, url: &str) -> Explained {
        let (canonical, hosts) = (Url::parse(url).ok(), host_of(url));
        match judge(url, &hosts) {
            Ok(target) => Explained {
                canonical: Some(target.url.to_string()),
                addresses: self.known(&target.host, target.address),
                host: Some(target.host),
                port: Some(target.port),
            },
            // As far as it can be read; it is looked up nowhere.
            Err(_) => Explained {
                host: canonical.as_ref().and_then(|url| url.host_str()).map(str::to_owned),
                port: canonical.as_ref().and_then(Url::port_or_known_default),
                canonical: canonical.map(String::from),
                addresses: Vec::new(),
            },
        }
    }

    /// What becomes of a request to `url` of a tool whose gate row has these `entries`: hosts, or `${input.x}`, which
    /// is the host of an argument and stands for whatever the caller asks for. No request is sent.
    pub fn explain(&self, url: &str, entries: &[String]) -> UrlVerdict {
        if entries.is_empty() {
            let detail = "the tool has no permission to reach the network".to_owned();
            return UrlVerdict { canonical: None, allowed: false, reason: "net.none".into(), detail };
        }
        let host = |entry: &String| if entry.starts_with("${input.") { host_of(url) } else { vec![entry.clone()] };
        let hosts: Vec<String> = entries.iter().flat_map(host).collect();
        // A name is looked up only where the list has it, as at a call.
        let Ok(target) = judge(url, &hosts) else { return explain(url, &hosts, &[], &self.allowed) };
        let addresses = self.known(&target.host, target.address);
        let mut verdict = explain(url, &hosts, &addresses, &self.allowed);
        if verdict.allowed && addresses.is_empty() {
            (verdict.allowed, verdict.reason) = (false, "net.unresolved".into());
            verdict.detail = format!("the host {} is not found", target.host);
        } else if verdict.allowed {
            verdict.detail = format!("{} is in the list of hosts, and every address of it may be reached", target.host);
        }
        verdict
    }
}
