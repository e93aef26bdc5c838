//! Capabilities: what a handler may touch.

use super::Enforcement;

pub(super) const ROWS: &[Enforcement] = &[
    Enforcement {
        id: "dir.scope",
        promise: "Only the declared paths can be read or written.",
        proof: "dir::scope",
        see: "`AGENT explain TOOL --path PATH`",
    },
    Enforcement {
        id: "net.hosts",
        promise: "Only the declared hosts are reached; an empty list is none.",
        proof: "net::hosts",
        see: "`AGENT explain TOOL --url URL`",
    },
    Enforcement {
        id: "net.address",
        promise: "Private, loopback, link-local and metadata addresses are refused, also behind a name.",
        proof: "net::address",
        see: "`AGENT explain TOOL --url URL`",
    },
    Enforcement {
        id: "net.redirect",
        promise: "Every redirect is checked like the first request.",
        proof: "net::redirect",
        see: "`AGENT explain TOOL --url URL`",
    },
    Enforcement {
        id: "net.proxy",
        promise: "No proxy is taken from the environment.",
        proof: "net::proxy",
        see: "`HTTP_PROXY=… AGENT call TOOL …` goes the same way",
    },
];
