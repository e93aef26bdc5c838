//! OAuth 2 tokens by the client credentials grant: a credential in, a bearer token out, kept until it expires.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{LazyLock, Mutex, PoisonError};
use std::time::{Duration, Instant};

use toolgen_model::handler::Credential;
use toolgen_model::handler::uri::encode;
use toolgen_model::json::Json;

use crate::capability::net::{Net, Request};
use crate::error::ToolError;
use crate::reply::base64;

/// How long a token is kept when the server does not say.
const KEPT: Duration = Duration::from_secs(300);
/// How long before its end a token is fetched anew.
const EARLY: Duration = Duration::from_secs(30);

/// Tokens by what they were fetched with; the secret is there only as a hash.
static TOKENS: LazyLock<Mutex<HashMap<u64, (String, Instant)>>> = LazyLock::new(Mutex::default);

/// The token of a credential whose secret is `CLIENT_ID:CLIENT_SECRET`.
pub(super) fn token(
    credential: &Credential,
    url: &str,
    scopes: &[String],
    secret: &str,
    net: &Net,
) -> Result<String, ToolError> {
    let mut hasher = DefaultHasher::new();
    (credential, url, scopes, secret).hash(&mut hasher);
    let key = hasher.finish();
    let kept = || TOKENS.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((token, until)) = kept().get(&key)
        && Instant::now() < *until
    {
        return Ok(token.clone());
    }
    let (token, time) = fetch(credential, url, scopes, secret, net)?;
    let until = Instant::now() + time.saturating_sub(EARLY);
    kept().insert(key, (token.clone(), until));
    Ok(token)
}

fn fetch(
    credential: &Credential,
    url: &str,
    scopes: &[String],
    secret: &str,
    net: &Net,
) -> Result<(String, Duration), ToolError> {
    let fault = |what: &str| {
        ToolError::new("ToolConfigError", format!("no token for the credential `{}`: {what}", credential.name))
            .suggestion("Only the operator can mend that; calling again changes nothing.")
    };
    if !secret.contains(':') {
        return Err(fault("its secret is to be CLIENT_ID:CLIENT_SECRET"));
    }
    let mut form = "grant_type=client_credentials".to_owned();
    if !scopes.is_empty() {
        form.push_str(&format!("&scope={}", encode(&scopes.join(" "), false)));
    }
    let request = Request::new("POST", url)
        .header("content-type", "application/x-www-form-urlencoded")
        .header("accept", "application/json")
        .secret_header("authorization", format!("Basic {}", base64(secret.as_bytes())))
        .body(form);
    let answer = net.send(request)?;
    if answer.status != 200 {
        return Err(fault(&format!("the server answered with status {}", answer.status)));
    }
    let json = std::str::from_utf8(&answer.body).ok().and_then(|text| Json::parse(text).ok()).unwrap_or_default();
    let token = json.get("access_token").and_then(Json::as_str).filter(|token| !token.is_empty());
    let token = token.ok_or_else(|| fault("the server's answer has no `access_token`"))?;
    let time = json.get("expires_in").and_then(Json::as_u64).map_or(KEPT, Duration::from_secs);
    Ok((token.to_owned(), time.min(Duration::from_secs(86_400))))
}
