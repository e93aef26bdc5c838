//! A credential is neither copied nor shown, and none is had that nobody declared.

use toolgen_runtime::{Credential, Result, Secret};

struct Service;

impl Credential for Service {
    const NAME: &'static str = "service";
    const HOSTS: &'static [&'static str] = &["example.com"];
}

struct Other;

/// Show it.
fn shows(secret: &Secret<Service>) -> String {
    format!("{secret}")
}

/// Take it apart.
fn opens(secret: &Secret<Service>) -> String {
    secret.value.to_string()
}

/// Copy it.
fn copies(secret: &Secret<Service>) -> Secret<Service> {
    secret.clone()
}

/// Send it along with the reply.
fn writes(secret: &Secret<Service>) -> String {
    serde_json::to_string(secret).unwrap_or_default()
}

/// Ask for one that nobody declared.
fn asks(secret: &Secret<Other>) -> Result<&str> {
    secret.for_host("example.com")
}

fn main() {}
