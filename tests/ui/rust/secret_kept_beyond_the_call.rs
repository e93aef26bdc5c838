//! A credential is not kept after the call.

use toolgen_runtime::{Credential, Result, Secret, tool};

struct Service;

impl Credential for Service {
    const NAME: &'static str = "service";
    const HOSTS: &'static [&'static str] = &["example.com"];
}

/// Keep it.
#[tool(effect = read)]
fn keeps(#[arg(secrets("service"))] secret: &Secret<Service>) -> Result<usize> {
    static KEPT: std::sync::OnceLock<&'static str> = std::sync::OnceLock::new();
    let _ = KEPT.set(secret.for_host("example.com")?);
    Ok(0)
}

fn main() {}
