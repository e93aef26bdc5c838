//! The gate: a verdict on a call, and the only place that makes a [`Granted`].

mod grant;

pub use grant::Granted;
