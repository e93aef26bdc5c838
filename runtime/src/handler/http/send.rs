//! A request in, the answer out: with the credential, through the capability of the call, and sent again where
//! that is safe.

use std::thread;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use toolgen_model::handler::{Credential, CredentialKind, Http, covers};

use super::answer::Answer;
use super::oauth;
use super::request::Sent;
use crate::capability::net::{Net, Request, Response};
use crate::context::Context;
use crate::error::ToolError;
use crate::redact::SHORTEST;
use crate::reply::base64;

/// How long a call may take when the manifest does not say.
const TIME: Duration = Duration::from_secs(30);
/// The longest wait between two sendings.
const WAIT: Duration = Duration::from_secs(30);

/// Somebody who knows the secrets of a call.
pub(super) trait Keeper {
    /// The secret of a credential.
    fn secret(&self, credential: &Credential) -> Result<String, ToolError>;

    /// Hears of a secret that is a part of that one, or that was fetched with it: it must not leave the agent either.
    fn learn(&self, credential: &Credential, value: &str) -> Result<(), ToolError>;
}

pub(super) fn send(
    http: &Http,
    sent: &Sent,
    net: &Net,
    context: &Context,
    keeper: &dyn Keeper,
) -> Result<Answer, ToolError> {
    let time = http.timeout_ms.map_or(TIME, Duration::from_millis);
    let deadline = Instant::now().checked_add(time).unwrap_or_else(Instant::now);
    let request = request(http, sent, net, keeper)?;
    let safe = http.idempotent || is_keyed(sent);
    let mut left = if safe { http.retries } else { 0 };
    let mut pause = Duration::from_millis(250);
    loop {
        let within = deadline.saturating_duration_since(Instant::now());
        let answered = net.send(request.clone().timeout(within));
        // A refusal is one for ever; a request that broke off may have come through, and is sent again only where
        // that is safe.
        let (retry, after) = match &answered {
            Ok(response) => (http.retry_on.contains(&response.status), wait(response)),
            Err(error) => (error.error_type == "ToolExecutionError" && failed(error), None),
        };
        let next = after.unwrap_or(pause);
        if !retry || left == 0 || next > WAIT || Instant::now() + next >= deadline {
            return answered.map(|response| read(&response));
        }
        rest(next, context)?;
        (left, pause) = (left - 1, pause * 2);
    }
}

fn failed(error: &ToolError) -> bool {
    let reason = error.context.as_ref().and_then(|context| context.get("reason"));
    reason.and_then(toolgen_model::json::Json::as_str) == Some("net.failed")
}

/// Whether the server can tell a second sending from a second wish.
fn is_keyed(sent: &Sent) -> bool {
    sent.headers.iter().any(|(name, _)| name.eq_ignore_ascii_case("idempotency-key"))
}

/// The request with its body and its credential.
fn request(http: &Http, sent: &Sent, net: &Net, keeper: &dyn Keeper) -> Result<Request, ToolError> {
    let mut url = sent.url.clone();
    let mut secret = None;
    if let Some(credential) = &http.auth {
        let (host, port) = place(&http.origin);
        if !credential.hosts.iter().any(|entry| covers(entry, &host, port)) {
            let text = format!("the credential `{}` may not be sent to {host}", credential.name);
            return Err(ToolError::new("PermissionDenied", text));
        }
        if !http.origin.starts_with("https://") && !is_here(&host) {
            let text = format!("the credential `{}` is not sent to {host} over plain http", credential.name);
            return Err(ToolError::new("PermissionDenied", text));
        }
        let value = keeper.secret(credential)?;
        secret = match &credential.kind {
            CredentialKind::Bearer => Some(("authorization".to_owned(), format!("Bearer {value}"))),
            CredentialKind::Basic(user) => {
                if user.is_none() {
                    learn_password(credential, &value, keeper)?;
                }
                let pair = user.as_ref().map_or_else(|| value.clone(), |user| format!("{user}:{value}"));
                Some(("authorization".to_owned(), format!("Basic {}", base64(pair.as_bytes()))))
            }
            CredentialKind::Header(name) => Some((name.clone(), value)),
            CredentialKind::Query(name) => {
                let encode = toolgen_model::handler::uri::encode;
                url.push(if url.contains('?') { '&' } else { '?' });
                url.push_str(&format!("{}={}", encode(name, false), encode(&value, false)));
                None
            }
            CredentialKind::OAuth2 { token_url, scopes } => {
                let (at, _) = place(token_url.split_inclusive('/').take(3).collect::<String>().trim_end_matches('/'));
                if !token_url.starts_with("https://") && !is_here(&at) {
                    let text = format!("the credential `{}` is not sent to {at} over plain http", credential.name);
                    return Err(ToolError::new("PermissionDenied", text));
                }
                learn_password(credential, &value, keeper)?;
                let token = oauth::token(credential, token_url, scopes, &value, net)?;
                keeper.learn(credential, &token)?;
                Some(("authorization".to_owned(), format!("Bearer {token}")))
            }
        };
    }
    let mut request = Request::new(http.method.clone(), url);
    for (name, value) in &sent.headers {
        request = request.header(name, value);
    }
    if let Some((name, value)) = secret {
        if value.chars().any(char::is_control) {
            return Err(ToolError::new("ToolConfigError", "the credential has a line break in it")
                .suggestion("The operator stores it again, without one."));
        }
        request = request.secret_header(name, value);
    }
    if let Some(body) = &sent.body {
        if !sent.headers.iter().any(|(name, _)| name.eq_ignore_ascii_case("content-type")) {
            request = request.header("content-type", "application/json");
        }
        request = request.body(body.to_string());
    }
    Ok(match http.max_bytes {
        Some(most) => request.most(most),
        None => request,
    })
}

/// A secret `NAME:PASSWORD` is one as a whole; its second half is one too, if it is long enough to be told from text.
fn learn_password(credential: &Credential, value: &str, keeper: &dyn Keeper) -> Result<(), ToolError> {
    match value.split_once(':') {
        Some((_, password)) if password.trim_end().len() >= SHORTEST => keeper.learn(credential, password),
        _ => Ok(()),
    }
}

/// Host and port of an origin.
fn place(origin: &str) -> (String, u16) {
    let (scheme, rest) = origin.split_once("://").unwrap_or(("https", origin));
    let usual = if scheme == "http" { 80 } else { 443 };
    match rest.rsplit_once(':') {
        Some((host, port)) if !port.ends_with(']') => (host.to_owned(), port.parse().unwrap_or(usual)),
        _ => (rest.to_owned(), usual),
    }
}

fn is_here(host: &str) -> bool {
    matches!(host, "localhost" | "127.0.0.1" | "[::1]")
}

fn read(response: &Response) -> Answer {
    Answer {
        status: response.status,
        media_type: response.media_type(),
        retry_after: wait(response).map(|wait| wait.as_secs()),
        body: response.body.clone(),
    }
}

/// What `Retry-After` asks for: seconds, or a date.
fn wait(response: &Response) -> Option<Duration> {
    let text = response.header("retry-after")?.trim();
    if let Ok(seconds) = text.parse::<u64>() {
        return Some(Duration::from_secs(seconds));
    }
    let then = UNIX_EPOCH.checked_add(Duration::from_secs(date(text)?))?;
    Some(then.duration_since(SystemTime::now()).unwrap_or_default())
}

/// `Sun, 06 Nov 1994 08:49:37 GMT` as seconds since 1970.
fn date(text: &str) -> Option<u64> {
    const MONTHS: [&str; 12] = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
    let rest = text.split_once(", ")?.1;
    let words: Vec<&str> = rest.split([' ', ':']).collect();
    let [day, month, year, hour, minute, second, "GMT"] = words.as_slice() else { return None };
    let number = |word: &str| word.parse::<u64>().ok().filter(|number| *number < 10_000);
    let month = MONTHS.iter().position(|name| name == month)? as u64 + 1;
    let (day, year) = (number(day)?, number(year).filter(|year| *year >= 1970)?);
    // Days since 1970 by the calendar that begins in March.
    let (shifted, from_march) = if month > 2 { (year, month - 3) } else { (year - 1, month + 9) };
    let days = 365 * shifted + shifted / 4 - shifted / 100 + shifted / 400 + (153 * from_march + 2) / 5 + day;
    let days = days.checked_sub(719_469)?;
    Some(((days * 24 + number(hour)?) * 60 + number(minute)?) * 60 + number(second)?)
}

/// Waits, unless the call is over before.
fn rest(time: Duration, context: &Context) -> Result<(), ToolError> {
    let until = Instant::now() + time;
    while Instant::now() < until {
        if context.interrupted() {
            return Err(ToolError::new("Interrupted", "the request was cancelled"));
        }
        if context.expired() {
            return Err(ToolError::new("ToolTimeout", "the server did not answer in time"));
        }
        thread::sleep(Duration::from_millis(20).min(until.saturating_duration_since(Instant::now())));
    }
    Ok(())
}

#[cfg(test)]
mod tests;
