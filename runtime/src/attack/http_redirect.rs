//! Cases of kind `http_redirect`: URLs of which each redirects to the next, and the hosts that may be reached.

use toolgen_model::json::Json;

use super::http::texts;
use super::{Answer, Decision};
use crate::capability::net;

/// Whether every step of the chain may be taken.
pub(super) fn judge(input: &Json) -> Answer {
    let (chain, hosts) = (texts(input, "chain"), texts(input, "allowed_domains"));
    let Some((first, rest)) = chain.split_first() else { return Answer::unfit("chain") };
    let end = rest
        .iter()
        .try_fold(net::judge(first, &hosts), |from, to| from.map(|from| net::redirected(&from, to, &hosts)))
        .and_then(|end| end);
    match end {
        Ok(_) => Answer::new(Decision::Allow, "net.allowed"),
        Err(refusal) => Answer::new(Decision::Deny, format!("{}: {}", refusal.reason, refusal.message)),
    }
}
