//! Credentials that the tool's gate row names: a declared name in, its value for one of its hosts out.

use std::fmt;
use std::marker::PhantomData;

use zeroize::Zeroizing;

use crate::argument::{Misfit, Probe};
use crate::binding::Injected;
use crate::error::ToolError;
use crate::gate::Granted;
use crate::slot::Slot;
use crate::tool::Kind;
use crate::vault::{Chain, Source, Wanted};

/// A credential that a program knows. A handler takes it by reference: `token: &Secret<Github>`.
///
/// ```
/// struct Github;
///
/// impl toolgen_runtime::Credential for Github {
///     const NAME: &'static str = "github";
///     const VARIABLE: Option<&'static str> = Some("GITHUB_TOKEN");
///     const HOSTS: &'static [&'static str] = &["api.github.com"];
/// }
/// ```
pub trait Credential: Send + Sync + 'static {
    /// Its name in the configuration and in the gate row
    const NAME: &'static str;
    /// Which part of it; `api_key` as a rule
    const KEY: &'static str = "api_key";
    /// Its name in the vault and in the environment
    const VARIABLE: Option<&'static str> = None;
    /// The hosts that it may be sent to; none means that it is sent nowhere
    const HOSTS: &'static [&'static str] = &[];
    /// Whether each agent has an account of its own, for which the shared one is never taken
    const PER_AGENT: bool = false;
}

/// The value of a credential, for as long as the call.
pub struct Secret<C: Credential> {
    value: Zeroizing<String>,
    source: Source,
    credential: PhantomData<C>,
}

impl<C: Credential> Secret<C> {
    /// The value, to be sent to that host.
    ///
    /// # Errors
    /// `PermissionDenied` for a host that the credential does not belong to.
    pub fn for_host(&self, host: &str) -> Result<&str, ToolError> {
        let host = host.trim_end_matches('.');
        if C::HOSTS.iter().any(|own| own.eq_ignore_ascii_case(host)) || !toolgen_model::enforced!("secret.hosts") {
            return Ok(self.value.as_str());
        }
        let text = format!("The credential '{}' is not for the host '{}'", C::NAME, host.escape_debug());
        Err(ToolError::new("PermissionDenied", text).suggestion("Send it to the service that it belongs to."))
    }

    /// Where the value stood.
    pub fn source(&self) -> Source {
        self.source
    }

    fn mint(granted: &Granted<'_>) -> Result<Secret<C>, ToolError> {
        let row = granted.row()?;
        let declared = row.gate.secrets.iter().any(|name| name == C::NAME);
        if !declared && toolgen_model::enforced!("secret.declared") {
            let text = format!("Tool '{}' has no permission to read the credential '{}'", row.name, C::NAME);
            return Err(ToolError::new("PermissionDenied", text));
        }
        let tools = granted.call().tools;
        let config = tools.configuration();
        let chain = Chain::of(&config);
        let context = granted.context();
        let chain = chain.heard_by(|text| context.log(crate::context::Level::Warning, text));
        let wanted = Wanted { tool: &row.name, credential: C::NAME, key: C::KEY, variable: C::VARIABLE };
        let own = C::PER_AGENT && toolgen_model::enforced!("secret.no_fallback");
        let found = if own { chain.resolve_for(wanted, context.agent()) } else { chain.resolve(wanted) }?;
        tools.learns(C::NAME, &found.value)?;
        Ok(Secret { value: found.value, source: found.source, credential: PhantomData })
    }
}

impl<'call, C: Credential> Injected<'call> for &'call Secret<C> {
    fn inject(granted: &Granted<'call>) -> Result<&'call Secret<C>, ToolError> {
        granted.hand_out(Secret::mint)
    }
}

impl<'call, C: Credential> Probe<&'call Secret<C>> {
    /// No argument
    pub const KIND: Kind = Kind::Injected;
    /// Always there
    pub const OPTIONAL: bool = false;

    /// The value, where the gate row lets the call have it.
    ///
    /// # Errors
    /// When the gate row does not allow it, and when nobody has a value.
    pub fn take(granted: &Granted<'call>, _: &'call mut Slot<'call>) -> Result<&'call Secret<C>, Misfit> {
        Ok(granted.hand_out(Secret::mint)?)
    }

    /// No schema.
    pub fn schema() -> Option<schemars::Schema> {
        None
    }
}

impl<C: Credential> fmt::Debug for Secret<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Secret({} from {})", C::NAME, self.source.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Github;

    impl Credential for Github {
        const NAME: &'static str = "github";
        const HOSTS: &'static [&'static str] = &["api.github.com"];
    }

    #[test]
    fn a_value_is_for_its_hosts_and_shown_to_nobody() {
        let value = Zeroizing::new("hunter2".to_owned());
        let secret = Secret::<Github> { value, source: Source::Vault, credential: PhantomData };
        for host in ["api.github.com", "API.GitHub.com", "api.github.com."] {
            assert_eq!(secret.for_host(host), Ok("hunter2"), "{host}");
        }
        for host in ["github.com", "evil.test", "api.github.com.evil.test", "xapi.github.com", ""] {
            assert_eq!(secret.for_host(host).unwrap_err().error_type, "PermissionDenied", "{host}");
        }
        assert_eq!(format!("{secret:?}"), "Secret(github from vault)");
    }
}
