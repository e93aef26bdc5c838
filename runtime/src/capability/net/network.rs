//! The network as an operator sets it up: who resolves names, which addresses are reached though they are not on the
//! open internet, and which certificates are trusted beside those of the system.

use std::fmt::Debug;
use std::io;
use std::net::{IpAddr, ToSocketAddrs};
use std::path::Path;
use std::sync::Arc;

use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::PemObject;
use toolgen_model::json::Json;
use ureq::tls::Certificate;

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
    /// Beside those of the system
    pub(super) trusted: Vec<Certificate<'static>>,
}

impl Default for Network {
    fn default() -> Network {
        Network { resolver: Arc::new(System), allowed: Ranges::default(), trusted: Vec::new() }
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

    /// The same with the blocks of the configuration key `net.allow_private`, a list of texts, and the certificates of
    /// the file under `net.ca_file`, which tools must not be able to write.
    ///
    /// # Errors
    /// `InitError` when a key is something else: what cannot be read allows nothing, and nothing goes out without it.
    pub(crate) fn configured(mut self, config: &Config, workspace: &Path) -> Result<Network, ToolError> {
        const BLOCKS: &str = "net.allow_private";
        const AUTHORITIES: &str = "net.ca_file";
        let fault = |key: &str, what: String, example: &str| {
            ToolError::new("InitError", format!("`{key}` in {}: {what}", config.origin()))
                .suggestion(format!("The operator writes {example} under `[net]`."))
        };
        if let Some(value) = config.get(BLOCKS) {
            let fault = |what| fault(BLOCKS, what, "a list such as `allow_private = [\"127.0.0.0/8\"]`");
            for entry in value.as_array().ok_or_else(|| fault(format!("expected a list of texts, found {value}")))? {
                let text = entry.as_str().ok_or_else(|| fault(format!("expected a text, found {entry}")))?;
                self.allowed.0.push(text.parse().map_err(fault)?);
            }
        }
        if let Some(value) = config.get(AUTHORITIES) {
            let fault =
                |what| fault(AUTHORITIES, what, "an absolute path such as `ca_file = \"/etc/ssl/private-ca.pem\"`");
            let path = value.as_str().map(Path::new).filter(|path| path.is_absolute());
            let path = path.ok_or_else(|| fault(format!("expected an absolute path, found {value}")))?;
            let real = |path: &Path| path.canonicalize().unwrap_or_else(|_| path.to_owned());
            if real(path).starts_with(real(workspace)) {
                return Err(fault(format!("`{}` lies in the workspace, where tools can change it", path.display())));
            }
            self.trusted.extend(certificates(path).map_err(fault)?);
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

/// The certificates of a file in PEM form: at least one, and every one must be whole.
fn certificates(path: &Path) -> Result<Vec<Certificate<'static>>, String> {
    let unread = |error: &dyn Debug| format!("`{}` cannot be read: {error:?}", path.display());
    let found = CertificateDer::pem_file_iter(path).map_err(|error| unread(&error))?;
    let found: Vec<_> = found.collect::<Result<_, _>>().map_err(|error| unread(&error))?;
    if found.is_empty() {
        return Err(format!("`{}` holds no certificate in PEM form", path.display()));
    }
    let mut store = rustls::RootCertStore::empty();
    for certificate in &found {
        store.add(certificate.clone()).map_err(|error| unread(&error))?;
    }
    Ok(found.iter().map(|certificate| Certificate::from_der(certificate).to_owned()).collect())
}
