//! One exchange: a request in, the answer after all redirects out. It runs on a thread of its own, because
//! neither a resolver nor a socket hears that a call is over.

use std::io;
use std::net::SocketAddr;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, OnceLock};
use std::thread;
use std::time::{Duration, Instant};

use toolgen_model::enforced;
use toolgen_model::json::Json;
use ureq::config::Config;
use ureq::http::Uri;
use ureq::tls::{Certificate, RootCerts, TlsConfig, TlsProvider};
use ureq::unversioned::resolver::{ResolvedSocketAddrs, Resolver};
use ureq::unversioned::transport::{DefaultConnector, NextTimeout};

use super::Refusal;
use super::body;
use super::message::{Request, Response};
use super::network::Network;
use super::roots;
use super::target::{Target, judge};
use crate::context::Context;
use crate::error::ToolError;

/// How many redirects are followed.
const REDIRECTS: usize = 5;
/// The most bytes of all headers of an answer.
const HEADERS: usize = 64 * 1024;
/// What servers learn of us.
const USER_AGENT: &str = concat!("toolgen/", env!("CARGO_PKG_VERSION"));

/// Sends the request and waits for its answer, its time limit or the end of the call.
pub(super) fn run(
    request: Request,
    hosts: Vec<String>,
    network: Network,
    context: &Context,
) -> Result<Response, ToolError> {
    let deadline = Instant::now().checked_add(request.time).unwrap_or_else(Instant::now);
    let deadline = context.deadline().map_or(deadline, |earlier| earlier.min(deadline));
    let (send, receive) = mpsc::channel();
    let worker = move || {
        // Nobody waits any more when the call is over.
        let _ = send.send(follow(&request, &hosts, &network, deadline));
    };
    thread::Builder::new().name("toolgen-net".into()).spawn(worker).map_err(|error| broken(&error.to_string()))?;
    loop {
        match receive.recv_timeout(Duration::from_millis(20)) {
            Ok(answer) => return answer,
            Err(RecvTimeoutError::Timeout) if context.interrupted() => {
                return Err(ToolError::new("Interrupted", "the request was cancelled"));
            }
            Err(RecvTimeoutError::Timeout) if Instant::now() >= deadline => return Err(late()),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return Err(broken("it ended without a word")),
        }
    }
}

/// Follows redirects; each is judged as a request of its own.
fn follow(request: &Request, hosts: &[String], network: &Network, deadline: Instant) -> Result<Response, ToolError> {
    let mut target = judge(&request.url, hosts)?;
    let first = target.clone();
    let (mut method, mut body) = (request.method.clone(), request.body.as_deref());
    for _ in 0..=REDIRECTS {
        let addresses = network.addresses(&target.host, target.address)?;
        let secret: &[(String, String)] = if target.origin() == first.origin() { &request.secret } else { &[] };
        let headers = request.headers.iter().chain(secret);
        let pinned = Pinned(addresses.into_iter().map(|address| SocketAddr::new(address, target.port)).collect());
        let answer = once(&method, &target, headers, body, (pinned, &network.trusted), request.most, deadline)?;
        let to = match (answer.status, answer.header("location")) {
            (301 | 302 | 303 | 307 | 308, Some(to)) => to,
            _ => return Ok(answer),
        };
        let next = redirected(&target, to, hosts)?;
        let drops = matches!((answer.status, method.as_str()), (303, _) | (301 | 302, "POST"));
        if drops && method != "HEAD" {
            (method, body) = ("GET".to_owned(), None);
        }
        target = next;
    }
    Err(Refusal::new("net.redirects", format!("{} redirects again and again", first.host)).into())
}

/// Where a redirect leads.
pub(crate) fn redirected(from: &Target, to: &str, hosts: &[String]) -> Result<Target, Refusal> {
    let joined =
        from.url.join(to).map_err(|error| Refusal::new("net.bad_url", format!("a redirect to no URL: {error}")))?;
    let own = [format!("{}:{}", joined.host_str().unwrap_or_default(), joined.port_or_known_default().unwrap_or(443))];
    let next = judge(joined.as_str(), if enforced!("net.redirect") { hosts } else { &own })?;
    if from.url.scheme() == "https" && next.url.scheme() == "http" {
        return Err(Refusal::new("net.downgrade", format!("a redirect from https to http on {}", next.host)));
    }
    Ok(next)
}

/// One request to the addresses that were judged.
fn once<'r>(
    method: &str,
    target: &Target,
    headers: impl Iterator<Item = &'r (String, String)>,
    body: Option<&[u8]>,
    (pinned, trusted): (Pinned, &[Certificate<'static>]),
    most: u64,
    deadline: Instant,
) -> Result<Response, ToolError> {
    let left = deadline.saturating_duration_since(Instant::now());
    if left.is_zero() {
        return Err(late());
    }
    let agent = ureq::Agent::with_parts(config(left, trusted), DefaultConnector::new(), pinned);
    let mut builder = ureq::http::Request::builder().method(method).uri(sent(target)).header("accept-encoding", "gzip");
    for (name, value) in headers {
        builder = builder.header(name, value);
    }
    let failed = |error: ureq::Error| fault(&target.host, error);
    let answer = match body {
        Some(body) => agent.run(builder.body(body).map_err(|error| broken(&error.to_string()))?),
        None => agent.run(builder.body(()).map_err(|error| broken(&error.to_string()))?),
    }
    .map_err(failed)?;
    let (parts, stream) = answer.into_parts();
    let text = |value: &ureq::http::HeaderValue| String::from_utf8_lossy(value.as_bytes()).into_owned();
    let headers = parts.headers.iter().map(|(name, value)| (name.as_str().to_owned(), text(value))).collect();
    let mut response = Response {
        status: parts.status.as_u16(),
        headers,
        body: Vec::new(),
        origin: format!("{}://{}", target.url.scheme(), target.host),
    };
    let encoding = response.header("content-encoding");
    response.body = body::read(stream.into_reader(), encoding, most).map_err(|found| match found {
        body::Fault::TooLarge => {
            ToolError::new("ToolExecutionError", format!("the answer of {} has more than {most} bytes", target.host))
                .context([("reason", Json::from("net.response_too_large"))])
                .suggestion("Ask for less at once.")
        }
        body::Fault::Encoding(name) => broken(&format!("the answer of {} is encoded as `{name}`", target.host)),
        body::Fault::Broken(error) => fault(&target.host, error.into()),
    })?;
    Ok(response)
}

/// The URL without its fragment, which is never sent.
fn sent(target: &Target) -> String {
    let mut url = target.url.clone();
    url.set_fragment(None);
    url.into()
}

fn config(left: Duration, trusted: &[Certificate<'static>]) -> Config {
    Config::builder()
        .http_status_as_error(false)
        .allow_non_standard_methods(true)
        .max_redirects(0)
        .max_redirects_will_error(false)
        .proxy(if enforced!("net.proxy") { None } else { ureq::Proxy::try_from_env() })
        .user_agent(USER_AGENT)
        .max_response_header_size(HEADERS)
        .max_idle_connections(0)
        .timeout_global(Some(left))
        .tls_config(tls(trusted))
        .build()
}

/// The certificates of the system, read once, and those that the operator trusts beside them. The name in a
/// certificate is held against the host of the URL, whatever address was pinned for it.
fn tls(trusted: &[Certificate<'static>]) -> TlsConfig {
    static ROOTS: OnceLock<Arc<Vec<Certificate<'static>>>> = OnceLock::new();
    let roots = ROOTS.get_or_init(|| {
        let found = roots::of_system();
        Arc::new(found.iter().map(|certificate| Certificate::from_der(certificate).to_owned()).collect())
    });
    let roots = match trusted {
        [] => Arc::clone(roots),
        more => Arc::new(roots.iter().chain(more).cloned().collect()),
    };
    TlsConfig::builder()
        .provider(TlsProvider::Rustls)
        .unversioned_rustls_crypto_provider(Arc::new(rustls::crypto::ring::default_provider()))
        .root_certs(RootCerts::Specific(roots))
        .build()
}

/// A resolver that only knows what was judged.
#[derive(Debug)]
struct Pinned(Vec<SocketAddr>);

impl Resolver for Pinned {
    fn resolve(&self, _: &Uri, _: &Config, _: NextTimeout) -> Result<ResolvedSocketAddrs, ureq::Error> {
        let mut found = self.empty();
        // The list takes 16 addresses.
        self.0.iter().take(16).for_each(|address| found.push(*address));
        Ok(found)
    }
}

/// An error of the exchange, without the URL.
fn fault(host: &str, error: ureq::Error) -> ToolError {
    let error = match error {
        ureq::Error::Io(error) => return of_io(host, &error),
        other => other,
    };
    match error {
        ureq::Error::Rustls(error) => of_tls(host, &error),
        ureq::Error::Timeout(_) => late(),
        ureq::Error::BadUri(_) | ureq::Error::Http(_) => broken(&format!("the request to {host} cannot be written")),
        error => broken(&format!("{host}: {error}")),
    }
}

fn of_io(host: &str, error: &io::Error) -> ToolError {
    // An error of the client that a reader handed on.
    let inner = error.get_ref().and_then(|inner| inner.downcast_ref::<ureq::Error>());
    if matches!(inner, Some(ureq::Error::Timeout(_))) || error.kind() == io::ErrorKind::TimedOut {
        return late();
    }
    match error.get_ref().and_then(|inner| inner.downcast_ref::<rustls::Error>()) {
        Some(error) => of_tls(host, error),
        None => broken(&format!("{host}: {error}")),
    }
}

/// Who answers cannot show to be the host, or speaks no TLS. Sending again changes nothing.
fn of_tls(host: &str, error: &rustls::Error) -> ToolError {
    let (what, next) = match error {
        rustls::Error::InvalidCertificate(_) | rustls::Error::NoCertificatesPresented => (
            "its certificate is not trusted",
            "Do not send it elsewhere; the operator can trust a private authority with `ca_file` under `[net]`.",
        ),
        _ => ("no secure connection came about", "Check the host and the port; calling again changes nothing."),
    };
    ToolError::new("ToolExecutionError", format!("the request to {host} failed: {what}: {error}"))
        .context([("reason", Json::from("net.tls"))])
        .suggestion(next)
}

fn late() -> ToolError {
    ToolError::new("ToolTimeout", "the server did not answer in time")
        .suggestion("Try again later, or ask for less at once.")
}

fn broken(what: &str) -> ToolError {
    ToolError::new("ToolExecutionError", format!("the request failed: {what}"))
        .context([("reason", Json::from("net.failed"))])
        .suggestion("Try again later.")
}
