//! Hosts that the tool's gate row names, over HTTP and HTTPS.
//!
//! The order of checks: scheme, host, port, list of hosts, and then every address that the name resolves to.
//! The connection goes to those addresses and nowhere else; a redirect is judged like a first request; no
//! proxy of the environment is used; time and size, also of what is decoded, have a limit.

use std::fmt;
use std::net::IpAddr;

use toolgen_model::enforced;
use toolgen_model::json::Json;

use crate::argument::{Misfit, Probe};
use crate::binding::Injected;
use crate::context::Context;
use crate::error::ToolError;
use crate::gate::Granted;
use crate::slot::Slot;
use crate::tool::Kind;

mod address;
mod body;
mod exchange;
mod explain;
mod message;
mod network;
mod roots;
mod target;

pub use address::{Range, Ranges};
#[cfg(feature = "attack")]
pub(crate) use body::{Fault as BodyFault, read as read_body};
#[cfg(feature = "attack")]
pub(crate) use exchange::redirected;
pub use explain::{Explained, UrlVerdict, explain};
pub use message::{Request, Response};
pub use network::{Network, Resolve, System};
#[cfg(feature = "attack")]
pub(crate) use target::judge;

/// The hosts that this call may reach. A handler takes it by reference: `net: &Net`.
pub struct Net {
    hosts: Vec<String>,
    network: Network,
    context: Context,
}

impl Net {
    /// Sends a request, follows its redirects, and gives the answer, whatever its status.
    ///
    /// # Errors
    /// `PermissionDenied` where it may not go there, with a stable `reason`; `ToolTimeout`, `Interrupted`;
    /// `ToolExecutionError` when no whole answer came or it is too large. No error holds the path or query
    /// of the URL.
    pub fn send(&self, request: Request) -> Result<Response, ToolError> {
        exchange::run(request, self.hosts.clone(), self.network.clone(), &self.context)
    }

    /// Fetches a URL; see [`Net::send`].
    ///
    /// # Errors
    /// Those of [`Net::send`].
    pub fn get(&self, url: &str) -> Result<Response, ToolError> {
        self.send(Request::new("GET", url))
    }

    fn mint(granted: &Granted<'_>) -> Result<Net, ToolError> {
        let row = granted.row()?;
        if row.gate.net.is_empty() {
            let text = format!("Tool '{}' has no permission to reach the network", row.name);
            return Err(ToolError::new("PermissionDenied", text));
        }
        let tools = granted.call().tools;
        let input = granted.call().input();
        let hosts = row.gate.net.iter().flat_map(|entry| listed(entry, input)).collect();
        Ok(Net { hosts, network: tools.reaches()?, context: granted.context().clone() })
    }

    #[cfg(test)]
    fn of(hosts: &[&str], network: Network) -> Net {
        Net { hosts: hosts.iter().map(|&host| host.to_owned()).collect(), network, context: Context::new() }
    }
}

/// The hosts that an entry stands for: itself, or the host of the argument that it refers to.
fn listed(entry: &str, input: &Json) -> Vec<String> {
    let Some(name) = entry.strip_prefix("${input.").and_then(|rest| rest.strip_suffix('}')) else {
        return vec![entry.to_owned()];
    };
    let Some(given) = name.split('.').try_fold(input, |at, step| at.get(step)).and_then(Json::as_str) else {
        return Vec::new();
    };
    host_of(given)
}

/// The host that an argument stands for, with its port where that is written.
fn host_of(given: &str) -> Vec<String> {
    match url::Url::parse(given) {
        Ok(url) if url.has_host() => {
            let host = url.host_str().unwrap_or_default().trim_end_matches('.').to_owned();
            vec![url.port().map_or_else(|| host.clone(), |port| format!("{host}:{port}"))]
        }
        _ => vec![given.to_owned()],
    }
}

/// The refusal of a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Refusal {
    /// A stable code, for example `net.not_allowed`
    pub(crate) reason: &'static str,
    /// What was expected and what came, without path and query
    pub(crate) message: String,
}

impl Refusal {
    fn new(reason: &'static str, message: impl Into<String>) -> Refusal {
        Refusal { reason, message: message.into() }
    }
}

impl From<Refusal> for ToolError {
    fn from(refusal: Refusal) -> ToolError {
        ToolError::new("PermissionDenied", refusal.message)
            .context([("reason", Json::from(refusal.reason))])
            .suggestion("Use a host that this tool may reach; the operator decides which.")
    }
}

/// What is wrong with the addresses of a host: every one must be allowed.
pub(crate) fn addresses_fault(host: &str, addresses: &[IpAddr], allowed: &Ranges) -> Option<Refusal> {
    if !enforced!("net.address") {
        return None;
    }
    let fault = addresses.iter().find_map(|address| address::fault(*address, allowed));
    fault.map(|what| {
        Refusal::new(what.reason(), format!("{host} leads to {}, which is not reached from here", what.name()))
    })
}

impl<'call> Injected<'call> for &'call Net {
    fn inject(granted: &Granted<'call>) -> Result<&'call Net, ToolError> {
        granted.hand_out(Net::mint)
    }
}

impl<'call> Probe<&'call Net> {
    /// No argument
    pub const KIND: Kind = Kind::Injected;
    /// Always there
    pub const OPTIONAL: bool = false;

    /// The hosts of this call.
    ///
    /// # Errors
    /// When the gate row does not allow it.
    pub fn take(granted: &Granted<'call>, _: &'call mut Slot<'call>) -> Result<&'call Net, Misfit> {
        Ok(granted.hand_out(Net::mint)?)
    }

    /// No schema.
    pub fn schema() -> Option<schemars::Schema> {
        None
    }
}

impl fmt::Debug for Net {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Net").field("hosts", &self.hosts).finish_non_exhaustive()
    }
}

#[cfg(test)]
pub(crate) mod server;
#[cfg(test)]
mod tests;
