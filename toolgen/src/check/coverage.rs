//! What a handler reaches against what its permission lists.

use super::host::{bad_host, covers};
use crate::diag::{Diagnostic, Rule, Sink, code::page};
use crate::ir::{Handler, Tool};

pub(crate) const RULES: &[Rule] = &[
    page!(
        "TG0314",
        "host-not-permitted",
        Error,
        "Reports an HTTP handler whose host is not in `permission.net`.",
        "The gate would refuse every call: what is not listed is not reached.",
        "permission: {net: [example.org]}\nhandler: {http: {method: GET, url: \"https://example.com/\"}}",
        "The host in `permission: {net: […]}`."
    ),
    page!(
        "TG0315",
        "program-not-permitted",
        Error,
        "Reports a command handler whose program is not in `permission.exec`.",
        "The gate would refuse every call: what is not listed is not run.",
        "permission: {exec: [ls]}\nhandler: {command: {program: git}}",
        "The program in `permission: {exec: […]}`."
    ),
];

pub(super) fn check(tool: &Tool, sink: &mut Sink) {
    let (net, exec) = (&tool.permission.net, &tool.permission.exec);
    match &tool.handler.value {
        // A host that is none has its own finding.
        Handler::Http(_) if net.iter().any(|host| bad_host(host).is_some()) => {}
        Handler::Http(http) if !covers(net, &http.url.host, http.url.effective_port()) => {
            let host = &http.url.host;
            let finding = Diagnostic::error(
                "TG0314",
                http.url.span,
                format!("the request goes to {host}, and `permission.net` does not list it"),
            );
            sink.push(match net.first() {
                Some(first) => {
                    finding.also(first.span, "the hosts are listed here").help(format!("add `{host}` to them"))
                }
                None => finding.help(format!("add `permission: {{net: [{host}]}}`")),
            });
        }
        Handler::Command(command) => {
            let program = &command.program;
            let listed = exec.iter().any(|listed| listed.value == program.value);
            // What is no program at all has its own finding.
            let plain = !program.value.contains("${") && !program.value.contains(char::is_whitespace);
            if !listed && plain {
                let name = &program.value;
                let finding = Diagnostic::error(
                    "TG0315",
                    program.span,
                    format!("`{name}` is run, and `permission.exec` does not list it"),
                );
                sink.push(match exec.first() {
                    Some(first) => {
                        finding.also(first.span, "the programs are listed here").help(format!("add `{name}` to them"))
                    }
                    None => finding.help(format!("add `permission: {{exec: [{name}]}}`")),
                });
            }
        }
        _ => {}
    }
}
