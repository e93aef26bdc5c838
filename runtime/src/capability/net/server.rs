//! A server on this machine for tests: what it answers in, what it was asked out.

use std::collections::HashMap;
use std::io::{Read, Write};
use std::net::{IpAddr, TcpListener, TcpStream};
use std::sync::{Arc, Mutex};

use super::{Net, Network, Resolve};

/// Answers each request by its path, on a port of its own, until the test ends.
pub(crate) struct Server {
    pub(crate) port: u16,
    seen: Arc<Mutex<Vec<String>>>,
}

impl Server {
    pub(crate) fn start(answer: impl Fn(&str, &mut TcpStream) + Send + Sync + 'static) -> Server {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        let seen = Arc::new(Mutex::new(Vec::new()));
        let (kept, answer) = (Arc::clone(&seen), Arc::new(answer));
        std::thread::spawn(move || {
            for stream in listener.incoming() {
                let (kept, answer) = (Arc::clone(&kept), Arc::clone(&answer));
                std::thread::spawn(move || {
                    let mut stream = stream.unwrap();
                    let request = head(&mut stream);
                    let path = request.split(' ').nth(1).unwrap_or_default().to_owned();
                    kept.lock().unwrap().push(request);
                    answer(&path, &mut stream);
                });
            }
        });
        Server { port, seen }
    }

    /// A network in which `here.test` is this machine, which may be reached.
    pub(crate) fn network() -> Network {
        let network = Network::default().resolver(Names::of(&[("here.test", "127.0.0.1")]));
        network.allow("127.0.0.0/8".parse().unwrap())
    }

    pub(crate) fn net(&self) -> Net {
        let network = Server::network();
        Net::of(&[&format!("here.test:{}", self.port), &format!("127.0.0.1:{}", self.port)], network)
    }

    pub(crate) fn url(&self, path: &str) -> String {
        format!("http://here.test:{}{path}", self.port)
    }

    pub(crate) fn seen(&self) -> Vec<String> {
        self.seen.lock().unwrap().clone()
    }
}

/// The head of a request, and its body as far as its length says.
fn head(stream: &mut TcpStream) -> String {
    let (mut text, mut byte) = (Vec::new(), [0]);
    while !text.ends_with(b"\r\n\r\n") && stream.read(&mut byte).is_ok_and(|count| count > 0) {
        text.push(byte[0]);
    }
    let head = String::from_utf8_lossy(&text).into_owned();
    let length =
        head.lines().find_map(|line| line.to_ascii_lowercase().strip_prefix("content-length: ").map(str::to_owned));
    let mut body = vec![0; length.and_then(|length| length.parse().ok()).unwrap_or(0)];
    stream.read_exact(&mut body).unwrap();
    head + &String::from_utf8_lossy(&body)
}

pub(crate) fn reply(stream: &mut TcpStream, status: u16, headers: &str, body: &[u8]) {
    let head = format!("HTTP/1.1 {status} X\r\nconnection: close\r\ncontent-length: {}\r\n{headers}\r\n", body.len());
    // A client that has enough goes away.
    let _ = stream.write_all(head.as_bytes()).and_then(|()| stream.write_all(body));
}

/// A resolver that knows a few names, and counts how often it is asked.
#[derive(Debug, Default)]
pub(crate) struct Names(HashMap<String, Vec<IpAddr>>, pub(crate) Arc<Mutex<usize>>);

impl Names {
    pub(crate) fn of(names: &[(&str, &str)]) -> Names {
        let mut all: HashMap<String, Vec<IpAddr>> = HashMap::new();
        for (name, address) in names {
            all.entry((*name).to_owned()).or_default().push(address.parse().unwrap());
        }
        Names(all, Arc::default())
    }
}

impl Resolve for Names {
    fn resolve(&self, host: &str) -> std::io::Result<Vec<IpAddr>> {
        *self.1.lock().unwrap() += 1;
        self.0.get(host).cloned().ok_or_else(|| std::io::ErrorKind::NotFound.into())
    }
}
