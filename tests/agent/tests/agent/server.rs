//! A server that speaks TLS with a certificate of a private authority: what it answers in, what it was asked out.

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::PathBuf;
use std::sync::{Arc, Mutex};

use rcgen::{BasicConstraints, CertificateParams, CertifiedIssuer, IsCa, KeyPair};
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use rustls::{ServerConfig, ServerConnection, StreamOwned};

/// An authority that nobody trusts but who is given its file.
pub(crate) struct Authority {
    issuer: CertifiedIssuer<'static, KeyPair>,
    folder: tempfile::TempDir,
}

impl Authority {
    pub(crate) fn new() -> Authority {
        let mut params = CertificateParams::new(Vec::new()).unwrap();
        params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        let issuer = CertifiedIssuer::self_signed(params, KeyPair::generate().unwrap()).unwrap();
        let authority = Authority { issuer, folder: tempfile::tempdir().unwrap() };
        std::fs::write(authority.file(), authority.issuer.pem()).unwrap();
        authority
    }

    pub(crate) fn file(&self) -> PathBuf {
        self.folder.path().join("ca.pem")
    }

    /// A certificate for the names, changed before it is signed, and its key.
    pub(crate) fn signs(&self, names: &[&str], change: impl FnOnce(&mut CertificateParams)) -> Identity {
        let (mut params, key) = (params(names), KeyPair::generate().unwrap());
        change(&mut params);
        (params.signed_by(&key, &self.issuer).unwrap().der().clone(), key)
    }
}

/// A certificate and its key.
pub(crate) type Identity = (CertificateDer<'static>, KeyPair);

/// A certificate for the names that nobody else has signed.
pub(crate) fn self_signed(names: &[&str]) -> Identity {
    let key = KeyPair::generate().unwrap();
    (params(names).self_signed(&key).unwrap().der().clone(), key)
}

fn params(names: &[&str]) -> CertificateParams {
    CertificateParams::new(names.iter().map(|&name| name.to_owned()).collect::<Vec<_>>()).unwrap()
}

/// What a client asked for.
#[derive(Clone, Debug)]
pub(crate) struct Request {
    /// The name in the handshake
    pub(crate) name: String,
    /// The first line and the headers
    pub(crate) head: String,
    pub(crate) body: String,
}

impl Request {
    pub(crate) fn path(&self) -> &str {
        self.head.split(' ').nth(1).unwrap_or_default()
    }

    /// A header by its name in lower case.
    pub(crate) fn header(&self, wanted: &str) -> Option<&str> {
        let headers = self.head.lines().filter_map(|line| line.split_once(": "));
        headers.into_iter().find(|(name, _)| name.eq_ignore_ascii_case(wanted)).map(|(_, value)| value)
    }
}

/// What an answer is written to.
pub(crate) type Stream = StreamOwned<ServerConnection, TcpStream>;

pub(crate) struct Server {
    pub(crate) port: u16,
    seen: Arc<Mutex<Vec<Request>>>,
}

impl Server {
    /// Answers at the address until the test ends.
    pub(crate) fn start(
        listener: TcpListener,
        (certificate, key): Identity,
        answer: impl Fn(&Request, &mut Stream) + Send + Sync + 'static,
    ) -> Server {
        let key = PrivateKeyDer::try_from(key.serialize_der()).unwrap();
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let config = ServerConfig::builder_with_provider(provider).with_safe_default_protocol_versions().unwrap();
        let config = Arc::new(config.with_no_client_auth().with_single_cert(vec![certificate], key).unwrap());
        let server = Server { port: listener.local_addr().unwrap().port(), seen: Arc::default() };
        let (seen, answer) = (Arc::clone(&server.seen), Arc::new(answer));
        std::thread::spawn(move || {
            for stream in listener.incoming() {
                let (config, seen, answer) = (Arc::clone(&config), Arc::clone(&seen), Arc::clone(&answer));
                std::thread::spawn(move || {
                    let mut stream = StreamOwned::new(ServerConnection::new(config).unwrap(), stream.unwrap());
                    // A handshake that fails is the client's decision.
                    let Some(request) = request(&mut stream) else { return };
                    seen.lock().unwrap().push(request.clone());
                    answer(&request, &mut stream);
                    stream.conn.send_close_notify();
                    let _ = stream.flush();
                });
            }
        });
        server
    }

    /// What was asked for, after a handshake.
    pub(crate) fn seen(&self) -> Vec<Request> {
        self.seen.lock().unwrap().clone()
    }
}

fn request(stream: &mut Stream) -> Option<Request> {
    let (mut head, mut byte) = (Vec::new(), [0]);
    while !head.ends_with(b"\r\n\r\n") {
        stream.read_exact(&mut byte).ok()?;
        head.push(byte[0]);
    }
    let mut request =
        Request { name: String::new(), head: String::from_utf8_lossy(&head).into_owned(), body: String::new() };
    let mut body = vec![0; request.header("content-length").and_then(|length| length.parse().ok()).unwrap_or(0)];
    stream.read_exact(&mut body).ok()?;
    request.body = String::from_utf8_lossy(&body).into_owned();
    request.name = stream.conn.server_name().unwrap_or("no name").to_owned();
    Some(request)
}

pub(crate) fn reply(stream: &mut Stream, status: u16, headers: &str, body: &[u8]) {
    let head = format!("HTTP/1.1 {status} X\r\nconnection: close\r\ncontent-length: {}\r\n{headers}\r\n", body.len());
    // A client that has enough goes away.
    let _ = stream.write_all(head.as_bytes()).and_then(|()| stream.write_all(body));
}
