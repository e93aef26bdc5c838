//! Capabilities: what a handler may touch.

use super::Enforcement;

pub(super) const ROWS: &[Enforcement] = &[
    Enforcement {
        id: "dir.scope",
        promise: "Only the declared paths can be read or written.",
        proof: "dir::scope",
        see: "`AGENT explain --path PATH`",
    },
    Enforcement {
        id: "net.hosts",
        promise: "Only the declared hosts are reached; an empty list is none.",
        proof: "net::hosts",
        see: "`AGENT call TOOL …` exits 3 and says why",
    },
    Enforcement {
        id: "net.address",
        promise: "Private, loopback, link-local and metadata addresses are refused, also behind a name.",
        proof: "net::address",
        see: "`AGENT call TOOL …` exits 3 and says why",
    },
    Enforcement {
        id: "net.redirect",
        promise: "Every redirect is checked like the first request.",
        proof: "net::redirect",
        see: "`AGENT call TOOL …` exits 3 and says why",
    },
    Enforcement {
        id: "net.proxy",
        promise: "No proxy is taken from the environment.",
        proof: "net::proxy",
        see: "`HTTP_PROXY=… AGENT call TOOL …` goes the same way",
    },
    Enforcement {
        id: "dir.protected",
        promise: "Policy, manifests, audit log and hooks cannot be written, also where they are not there yet.",
        proof: "dir::protected",
        see: "`AGENT explain --path PATH`",
    },
    Enforcement {
        id: "exec.programs",
        promise: "Only the declared programs run.",
        proof: "exec::programs",
        see: "`AGENT explain TOOL`",
    },
    Enforcement {
        id: "exec.environment",
        promise: "A program gets nine variables of the agent's environment and those that its tool declares, and no other.",
        proof: "exec::environment",
        see: "`AGENT doctor`",
    },
    Enforcement {
        id: "secret.declared",
        promise: "A tool gets no credential that its declaration does not name.",
        proof: "secret::declared",
        see: "`AGENT call TOOL …` exits 3 and names the credential",
    },
    Enforcement {
        id: "secret.hosts",
        promise: "A credential is handed out only for the hosts that it belongs to.",
        proof: "secret::hosts",
        see: "the error names the host",
    },
    Enforcement {
        id: "secret.no_fallback",
        promise: "An agent's own key never falls back to a shared one.",
        proof: "secret::no_fallback",
        see: "the error names the missing key",
    },
    Enforcement {
        id: "sandbox.named_backend",
        promise: "A sandbox backend that was named and does not work here refuses.",
        proof: "sandbox::named_backend",
        see: "`AGENT doctor`",
    },
    Enforcement {
        id: "sandbox.environment",
        promise: "The process above a program has an empty environment: nothing of the agent's can be read there.",
        proof: "sandbox::environment",
        see: "`AGENT doctor` shows `foreign_environment`",
    },
    Enforcement {
        id: "sandbox.descriptors",
        promise: "A program gets no file that the agent has open.",
        proof: "sandbox::descriptors",
        see: "`AGENT doctor` shows `inherited_descriptor`",
    },
    Enforcement {
        id: "sandbox.kill",
        promise: "Nothing that a program started outlives its call, in a session of its own or not.",
        proof: "sandbox::kill",
        see: "`ps` after the call",
    },
];
