//! Cases of kind `http`: a URL and the hosts that may be reached. Nothing is looked up; a host of the list still has
//! its addresses judged before a request.

use toolgen_model::json::Json;

use super::{Answer, Decision};
use crate::capability::net::{Ranges, explain};

/// The texts of a list in a case.
pub(super) fn texts(input: &Json, key: &str) -> Vec<String> {
    let items = input.get(key).and_then(Json::as_array).unwrap_or_default();
    items.iter().filter_map(Json::as_str).map(str::to_owned).collect()
}

/// Whether a request may go to the URL. Where the case sets variables of a proxy they change nothing, because no
/// environment is read.
pub(super) fn judge(input: &Json) -> Answer {
    let Some(url) = input.get("url").and_then(Json::as_str) else { return Answer::unfit("url") };
    let verdict = explain(url, &texts(input, "allowed_domains"), &[], &Ranges::default());
    let decision = if verdict.allowed { Decision::Allow } else { Decision::Deny };
    Answer::new(decision, format!("{}: {}", verdict.reason, verdict.canonical.unwrap_or(verdict.detail)))
}
