//! Cases of kind `proxy_connect`: where a program in the sandbox asks a proxy to connect to, and the hosts that it may
//! reach.

use toolgen_model::json::Json;

use super::http::texts;
use super::{Answer, Decision};
use crate::capability::net::{Ranges, explain};

/// `HOST:PORT` is judged as `https://HOST:PORT/` is.
pub(super) fn judge(input: &Json) -> Answer {
    let named = ["target", "authority", "connect", "host"].iter().find_map(|key| input.get(key)?.as_str());
    let Some(target) = named else { return Answer::unfit("target") };
    let verdict = explain(&format!("https://{target}/"), &texts(input, "allowed_domains"), &[], &Ranges::default());
    let decision = if verdict.allowed { Decision::Allow } else { Decision::Deny };
    Answer::new(decision, format!("{}: {}", verdict.reason, verdict.detail))
}
