//! Cases of kind `code_lint`, and of `secret` with `code`: Rust of handlers, or a rule that such code has to keep.

use toolgen::check::source::authority::{Authority, functions};
use toolgen::check::{secret, source};
use toolgen::diag::{Severity, Sink, Sources};
use toolgen::rust::scan::{Crate, scan};
use toolgen_model::json::Json;

use super::folder::Folder;
use super::{Answer, Decision};

/// Words of a rule, and what code does that breaks it.
const WORDS: &[(Authority, &[&str])] = &[
    (
        Authority::Programs,
        &[
            "process",
            "processes",
            "spawn",
            "spawns",
            "spawned",
            "subprocess",
            "program",
            "programs",
            "launcher",
            "fork",
            "exec",
        ],
    ),
    (Authority::Files, &["file", "files", "fs", "filesystem", "disk", "folder", "directory", "path", "paths"]),
    (
        Authority::Network,
        &["network", "net", "socket", "sockets", "tcp", "udp", "http", "dns", "connection", "connections"],
    ),
    (Authority::Environment, &["env", "environ", "environment", "getenv", "variable", "variables"]),
    (Authority::Program, &["exit", "abort", "chdir", "cwd"]),
];

/// Words of a rule about secrets in plain fields.
const SECRETS: &[&str] =
    &["secret", "secrets", "token", "tokens", "password", "passwords", "credential", "credentials"];

/// Code is checked as `toolgen check` does it. A rule alone is put to the test: code that breaks it in every way that
/// is known must be found.
pub(super) fn judge(input: &Json) -> Answer {
    let text = |key: &str| input.get(key).and_then(Json::as_str);
    match (text("code"), text("rule")) {
        (Some(code), _) => linted(code),
        (None, Some(rule)) => held(rule),
        (None, None) => Answer::unfit("code or rule"),
    }
}

fn held(rule: &str) -> Answer {
    let words: Vec<String> =
        rule.split(|c: char| !c.is_alphanumeric()).map(str::to_lowercase).filter(|word| !word.is_empty()).collect();
    let speaks = |of: &[&str]| words.iter().any(|word| of.contains(&word.as_str()));
    let kinds = WORDS.iter().filter(|(_, of)| speaks(of)).map(|(kind, _)| *kind);
    let mut broken: Vec<String> = kinds.flat_map(functions).flat_map(breaking).collect();
    if speaks(SECRETS) {
        let names = ["token", "password", "api_key", "client_secret"];
        broken.extend(names.map(|name| format!("#[derive(Debug)]\nstruct Args {{ {name}: String }}\n")));
    }
    if broken.is_empty() {
        return Answer::new(Decision::NoDriver, format!("no lint is about the rule {rule:?}"));
    }
    let mut first = None;
    for code in broken {
        let answer = linted(&code);
        if answer.decision != Decision::RejectAtBuild {
            return Answer::new(Decision::Allow, format!("code that breaks the rule passes: {code}"));
        }
        first = first.or(Some(answer));
    }
    first.unwrap_or_else(|| Answer::unfit("rule"))
}

/// Handlers that use the function, by its path and by an import.
fn breaking(function: &'static str) -> Vec<String> {
    let path = function.replace('*', "anything");
    let Some((before, last)) = path.trim_end_matches('!').rsplit_once("::") else { return Vec::new() };
    let name = before.rsplit("::").next().unwrap_or(before);
    if function.ends_with('!') {
        // A macro is brought in by its own name.
        let inside = |name: &str| format!("fn handler() {{ let _ = {name}!(\"x\"); }}\n");
        return vec![inside(&format!("{before}::{last}")), format!("use {before}::{last};\n{}", inside(last))];
    }
    let mut ways = vec![format!("fn handler() {{ let _ = {before}::{last}(\"x\"); }}\n")];
    if before.contains("::") {
        ways.push(format!("use {before};\nfn handler() {{ let _ = {name}::{last}(\"x\"); }}\n"));
        ways.push(format!("use {before} as other;\nfn handler() {{ let _ = other::{last}(\"x\"); }}\n"));
    }
    ways
}

/// What `toolgen check` says of the code.
pub(super) fn linted(code: &str) -> Answer {
    let inside = format!("fn handler() {{\n{code}\n}}\n");
    match [code, &inside].iter().find_map(|text| found(text)) {
        None => Answer::unfit("Rust that can be read"),
        Some(Err(fault)) => Answer::new(Decision::Fault, fault.to_string()),
        Some(Ok(Some(error))) => Answer::new(Decision::RejectAtBuild, error),
        Some(Ok(None)) => Answer::new(Decision::Allow, "lint.clean"),
    }
}

/// The first error; nothing at all for what is no Rust.
fn found(text: &str) -> Option<std::io::Result<Option<String>>> {
    let check = || -> std::io::Result<Option<Option<String>>> {
        let folder = Folder::new()?;
        std::fs::create_dir(folder.path().join("src"))?;
        std::fs::write(folder.path().join("src/lib.rs"), text)?;
        let krate = Crate {
            package: "case".to_owned(),
            folder: folder.path().to_owned(),
            root: "src/lib.rs".into(),
            runtime: "toolgen_runtime".to_owned(),
        };
        let (mut sources, mut sink) = (Sources::default(), Sink::default());
        let tools = scan(&krate, &mut sources, &mut sink).declared();
        // TG0603 is a file that is no Rust; what else the scan says is about lists of tools.
        if sink.finish().iter().any(|finding| finding.code == "TG0603") {
            return Ok(None);
        }
        let mut sink = Sink::default();
        secret::check(&tools, &sources, &mut sink);
        let file = sources.add("handler.rs", text);
        source::check(&sources, file, &mut sink);
        let findings = sink.finish();
        let error = findings.iter().find(|finding| finding.severity == Severity::Error);
        Ok(Some(error.map(|error| format!("{}: {}", error.code, error.message))))
    };
    check().transpose()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decides(input: &str) -> Decision {
        judge(&Json::parse(input).unwrap()).decision
    }

    #[test]
    fn a_rule_holds_when_all_code_that_breaks_it_is_found() {
        for rule in
            ["no process is spawned by hand", "handlers open no files", "the environment is not read", "no sockets"]
        {
            let input = Json::from([("rule", rule)]);
            assert_eq!(judge(&input).decision, Decision::RejectAtBuild, "{rule}: {:?}", judge(&input));
        }
        assert_eq!(decides(r#"{"rule":"functions have short names"}"#), Decision::NoDriver);
    }

    #[test]
    fn code_is_judged_as_it_stands() {
        assert_eq!(decides(r#"{"code":"std::process::Command::new(\"sh\").spawn()"}"#), Decision::RejectAtBuild);
        assert_eq!(decides(r#"{"code":"struct Args { token: Secret<GitHub>, max_tokens: u32 }"}"#), Decision::Allow);
        let tool = "#[tool(effect = read)]\n/// Log in.\nfn login(\n/// It.\npassword: String) {}";
        assert_eq!(judge(&Json::from([("code", tool)])).decision, Decision::RejectAtBuild);
        assert_eq!(decides(r#"{"code":"fn ("}"#), Decision::NoCase);
    }
}
