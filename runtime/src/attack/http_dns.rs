//! Cases of kind `http_dns`: a host and what a resolver answers, time after time.

use std::io;
use std::net::IpAddr;

use toolgen_model::json::Json;

use super::{Answer, Decision};
use crate::capability::net::{Network, Resolve};

/// A resolver with one answer.
#[derive(Debug)]
struct Fixed(Vec<IpAddr>);

impl Resolve for Fixed {
    fn resolve(&self, _: &str) -> io::Result<Vec<IpAddr>> {
        Ok(self.0.clone())
    }
}

/// Each answer is that of a request of its own, since a request asks once and connects to what was judged; the
/// strictest decision is that of the case.
pub(super) fn judge(input: &Json) -> Answer {
    let Some(host) = input.get("host").and_then(Json::as_str) else { return Answer::unfit("host") };
    let answers = answers(input);
    if answers.is_empty() {
        return Answer::unfit("answers");
    }
    for answer in answers {
        let Some(addresses) = answer.iter().map(|address| address.parse().ok()).collect::<Option<Vec<IpAddr>>>() else {
            return Answer::unfit("readable address");
        };
        if let Err(error) = Network::default().resolver(Fixed(addresses)).addresses(host, None) {
            let reason = error.context.as_ref().and_then(|context| context.get("reason")).and_then(Json::as_str);
            return Answer::new(Decision::Deny, format!("{}: {error}", reason.unwrap_or_default()));
        }
    }
    Answer::new(Decision::Allow, "net.allowed")
}

/// The answers in order: lists of addresses, or one list for a single answer.
fn answers(input: &Json) -> Vec<Vec<String>> {
    let of = |list: &[Json]| list.iter().filter_map(Json::as_str).map(str::to_owned).collect::<Vec<_>>();
    let mut found = Vec::new();
    for key in ["answers", "answers_a", "answers_aaaa"] {
        let Some(items) = input.get(key).and_then(Json::as_array) else { continue };
        let lists: Vec<Vec<String>> = items.iter().filter_map(Json::as_array).map(of).collect();
        if lists.is_empty() { found.push(of(items)) } else { found.extend(lists) }
    }
    found
}
