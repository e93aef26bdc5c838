//! The permission and execution blocks, and the condition: parts that contradict each other or can
//! never have an effect.

use toolgen_model::gate::Verdict;

use super::host::bad_host;
use crate::diag::{Diagnostic, Rule, Sink, code::page};
use crate::ir::{Handler, Tool};

pub(crate) const RULES: &[Rule] = &[
    page!(
        "TG0340",
        "grant-name-without-gate",
        Error,
        "Reports `gatedAs:` on an action that is not gated.",
        "The name would never be asked for, and the action would be open.",
        "permission: {gatedAs: mail_send}",
        "`gated: true` beside it, or no name."
    ),
    page!(
        "TG0341",
        "question-never-asked",
        Warning,
        "Warns of a `confirm:` question on an action whose verdict never asks.",
        "`deny` refuses before anybody is asked; `allow` goes ahead without asking, unless a policy is stricter.",
        "permission: {default: deny, confirm: \"Send?\"}",
        "`default: supervised`, or no question."
    ),
    page!(
        "TG0342",
        "timeout-of-nothing",
        Error,
        "Reports a timeout of zero.",
        "Every call would be given up before it starts.",
        "execution: {timeout: 0s}",
        "A time above zero, or no timeout."
    ),
    page!(
        "TG0343",
        "bad-configuration-key",
        Error,
        "Reports a `when:` that is no configuration key.",
        "A condition that can never be met takes the tool away without a word.",
        "when: \"git.enabled == true\"",
        "A key of lower-case words joined by dots: `git.enabled`."
    ),
    page!(
        "TG0344",
        "bad-grant-name",
        Error,
        "Reports a grant whose name is none.",
        "Grants are keys in permission files.",
        "permission: {gated: true, gatedAs: \"send mail\"}",
        "Letters, digits, `_` and `-`."
    ),
    page!(
        "TG0345",
        "long-call",
        Warning,
        "Warns of a timeout that is shorter than the time that a call usually takes.",
        "Usual calls would be given up.",
        "execution: {expectedSeconds: 60, timeout: 10s}",
        "A timeout above the expected time."
    ),
];

pub(super) fn check(tool: &Tool, sink: &mut Sink) {
    let permission = &tool.permission;
    let gated = permission.gated.as_ref().is_some_and(|gated| gated.value);
    if let Some(name) = &permission.gated_as {
        if !gated {
            sink.push(
                Diagnostic::error("TG0340", name.span, "the grant is named, and the action is not gated")
                    .help("add `gated: true`, or take `gatedAs` out"),
            );
        }
        if toolgen_model::id::name_fault(&name.value).is_some() {
            sink.push(
                Diagnostic::error("TG0344", name.span, format!("`{}` is no name of a grant", name.value))
                    .help("use letters, digits, `_` and `-`"),
            );
        }
    }
    if let (Some(default), Some(confirm)) = (&permission.default, &permission.confirm)
        && default.value == Verdict::Deny
    {
        sink.push(
            Diagnostic::warning("TG0341", confirm.span, "this question is never asked: the action is denied")
                .also(default.span, "denied here")
                .help("write `default: supervised`, or take the question out"),
        );
    }
    for host in permission.net.iter().filter(|host| !host.value.contains("${")) {
        if let Some(finding) = bad_host(host) {
            sink.push(finding);
        }
    }
    times(tool, sink);
    condition(tool, sink);
}

fn times(tool: &Tool, sink: &mut Sink) {
    let handler = match &tool.handler.value {
        Handler::Http(http) => http.timeout_ms.as_ref(),
        Handler::Command(command) => command.timeout_ms.as_ref(),
        Handler::Mcp(mcp) => mcp.timeout_ms.as_ref(),
        Handler::Rust(_) => None,
    };
    for timeout in tool.execution.timeout_ms.iter().chain(handler) {
        let expected = tool.execution.expected_seconds.as_ref();
        if timeout.value == 0 {
            sink.push(
                Diagnostic::error("TG0342", timeout.span, "a timeout of zero gives every call up")
                    .help("write a time above zero, or leave the timeout out"),
            );
        } else if let Some(expected) = expected.filter(|expected| expected.value.saturating_mul(1000) > timeout.value) {
            sink.push(
                Diagnostic::warning("TG0345", timeout.span, "a call usually takes longer than this timeout")
                    .also(expected.span, format!("{} s are expected", expected.value))
                    .help("raise the timeout above the expected time"),
            );
        }
    }
}

fn condition(tool: &Tool, sink: &mut Sink) {
    let Some(when) = &tool.when else { return };
    let word = |word: &str| {
        word.starts_with(|c: char| c.is_ascii_lowercase())
            && word.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'_' || b == b'-')
    };
    if when.value.len() > 200 || !when.value.split('.').all(word) {
        sink.push(
            Diagnostic::error(
                "TG0343",
                when.span,
                format!("`{}` is no configuration key", when.value.chars().take(80).collect::<String>()),
            )
            .help("write lower-case words joined by dots, for example `git.enabled`; there are no expressions"),
        );
    }
}
