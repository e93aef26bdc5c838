//! Capabilities: what a handler may touch. They are minted from a [`Granted`](crate::gate::Granted)
//! alone, within the tool's gate row, and are taken by reference, so that none outlives its call.

#[cfg(feature = "fs")]
pub mod dir;
#[cfg(feature = "exec")]
pub mod exec;
#[cfg(feature = "net")]
pub mod net;
#[cfg(any(feature = "fs", feature = "exec"))]
pub(crate) mod place;
#[cfg(any(feature = "fs", feature = "sandbox"))]
pub(crate) mod protected;
#[cfg(feature = "fs")]
pub(crate) mod scope;
#[cfg(feature = "vault")]
pub mod secret;
