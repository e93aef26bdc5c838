//! A request as a handler makes it, and the answer as it gets it.

use std::fmt;
use std::time::Duration;

/// How long a request may take when nobody said.
const TIME: Duration = Duration::from_secs(30);
/// The most bytes of an answer when nobody said.
const MOST: u64 = 1 << 20;
/// The most bytes of an answer.
const LIMIT: u64 = 64 << 20;

/// A request to be sent.
#[derive(Clone, PartialEq, Eq)]
pub struct Request {
    pub(super) method: String,
    pub(super) url: String,
    pub(super) headers: Vec<(String, String)>,
    /// Headers that only the first origin gets
    pub(super) secret: Vec<(String, String)>,
    pub(super) body: Option<Vec<u8>>,
    pub(super) time: Duration,
    pub(super) most: u64,
}

/// The answer to a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Response {
    /// The status code
    pub status: u16,
    /// The headers, with names in lower case, in the order in which they came
    pub headers: Vec<(String, String)>,
    /// The body, decoded
    pub body: Vec<u8>,
    /// Scheme and host of the last request, after all redirects
    pub origin: String,
}

impl Request {
    /// A request without headers and body.
    pub fn new(method: impl Into<String>, url: impl Into<String>) -> Request {
        let (method, url) = (method.into(), url.into());
        Request { method, url, headers: Vec::new(), secret: Vec::new(), body: None, time: TIME, most: MOST }
    }

    /// The same with one more header.
    #[must_use]
    pub fn header(mut self, name: impl Into<String>, value: impl Into<String>) -> Request {
        self.headers.push((name.into(), value.into()));
        self
    }

    /// The same with a header that says who asks: no other origin gets it after a redirect.
    #[must_use]
    pub fn secret_header(mut self, name: impl Into<String>, value: impl Into<String>) -> Request {
        self.secret.push((name.into(), value.into()));
        self
    }

    /// The same with a body.
    #[must_use]
    pub fn body(mut self, bytes: impl Into<Vec<u8>>) -> Request {
        self.body = Some(bytes.into());
        self
    }

    /// The same with another time limit than 30 seconds, for everything together. The call's own deadline
    /// holds anyway.
    #[must_use]
    pub fn timeout(mut self, time: Duration) -> Request {
        self.time = time;
        self
    }

    /// The same with another limit than 1 MiB for the body of the answer, decoded; at most 64 MiB. A longer
    /// body is an error.
    #[must_use]
    pub fn most(mut self, bytes: u64) -> Request {
        self.most = bytes.min(LIMIT);
        self
    }
}

impl Response {
    /// The first header of that name, which is in lower case.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(own, _)| own == name).map(|(_, value)| value.as_str())
    }

    /// The media type in lower case, without parameters: `application/json`; empty when there is none.
    pub fn media_type(&self) -> String {
        let whole = self.header("content-type").unwrap_or_default();
        whole.split(';').next().unwrap_or_default().trim().to_ascii_lowercase()
    }
}

impl fmt::Debug for Request {
    /// Without values: they may be secrets.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Request").field("method", &self.method).finish_non_exhaustive()
    }
}
