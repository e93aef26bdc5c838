//! The network as an operator sets it up: who resolves names, and which addresses are reached though they are
//! not on the open internet.

use std::fmt::Debug;
use std::io;
use std::net::{IpAddr, ToSocketAddrs};
use std::sync::Arc;

use toolgen_model::json::Json;

use super::address::{Range, Ranges};
use crate::config::Config;
use crate::error::ToolError;

/// Who says which addresses a name has.
pub trait Resolve: Debug + Send + Sync {
    /// The addresses of a host; it may block.
    ///
    /// # Errors
    /// When there are none.
    fn resolve(&self, host: &str) -> io::Result<Vec<IpAddr>>;
}

/// The resolver of the system.
#[derive(Clone, Copy, Debug, Default)]
pub struct System;

impl Resolve for System {
    fn resolve(&self, host: &str) -> io::Result<Vec<IpAddr>> {
        Ok((host, 0).to_socket_addrs()?.map(|address| address.ip()).collect())
    }
}

/// How requests go out. Without more, names are resolved by the system and only addresses of the open
/// internet are reached.
#[derive(Clone, Debug)]
pub struct Network {
    pub(super) resolver: Arc<dyn Resolve>,
    pub(super) allowed: Ranges,
}

impl Default for Network {
    fn default() -> Network {
        Network { resolver: Arc::new(System), allowed: Ranges::default() }
    }
}

impl Network {
    /// The same with another resolver.
    #[must_use]
    pub fn resolver(mut self, resolver: impl Resolve + 'static) -> Network {
        self.resolver = Arc::new(resolver);
        self
    }

    /// The same with a block of addresses that may be reached though it is private.
    #[must_use]
    pub fn allow(mut self, range: Range) -> Network {
        self.allowed.0.push(range);
        self
    }

    /// The same with the blocks of the configuration key `net.allow_private`, a list of texts.
    ///
    /// # Errors
    /// `InitError` when the key is something else: what cannot be read allows nothing.
    pub(crate) fn configured(mut self, config: &Config) -> Result<Network, ToolError> {
        const KEY: &str = "net.allow_private";
        let fault = |what: String| {
            ToolError::new("InitError", format!("`{KEY}` in {}: {what}", config.origin()))
                .suggestion("The operator writes a list such as `allow_private = [\"127.0.0.0/8\"]` under `[net]`.")
        };
        let Some(value) = config.get(KEY) else { return Ok(self) };
        let Some(entries) = value.as_array() else { return Err(fault("expected a list of texts".into())) };
        for entry in entries {
            let text = entry.as_str().ok_or_else(|| fault(format!("expected a text, found {entry}")))?;
            self.allowed.0.push(text.parse().map_err(fault)?);
        }
        Ok(self)
    }

    /// The addresses of a host; none where it is not found.
    pub(super) fn known(&self, host: &str, literal: Option<IpAddr>) -> Vec<IpAddr> {
        match literal {
            Some(address) => vec![address],
            None => self.resolver.resolve(host).unwrap_or_default(),
        }
    }

    /// Whether the addresses that the resolver gives for a host may be reached.
    pub(crate) fn addresses(&self, host: &str, literal: Option<IpAddr>) -> Result<Vec<IpAddr>, ToolError> {
        let found = self.known(host, literal);
        if found.is_empty() {
            return Err(ToolError::new("ToolExecutionError", format!("the host {host} is not found"))
                .context([("reason", Json::from("net.unresolved"))]));
        }
        match super::addresses_fault(host, &found, &self.allowed) {
            Some(refusal) => Err(refusal.into()),
            None => Ok(found),
        }
    }
}
