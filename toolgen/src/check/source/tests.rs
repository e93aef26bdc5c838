//! Code of handlers in, the codes and the texts of what is found out.

use super::*;

fn found(text: &str) -> Vec<(&'static str, Severity, String)> {
    let mut sources = Sources::default();
    let file = sources.add("src/handler.rs", text);
    let mut sink = Sink::default();
    check(&sources, file, &mut sink);
    sink.finish().into_iter().map(|it| (it.code, it.severity, sources.text(it.span.unwrap()).to_owned())).collect()
}

fn reached(text: &str) -> usize {
    let found = found(text);
    assert!(found.iter().all(|(code, severity, _)| *code == "TG0606" && *severity == Severity::Error), "{found:?}");
    found.len()
}

#[test]
fn authority_is_found_however_it_is_named() {
    for text in [
        "fn f() { std::process::Command::new(\"x\"); }",
        "use std::process::Command; fn f() { Command::new(\"x\").spawn(); }",
        "use std::process; fn f() { let _ = process::Command::new(\"x\"); }",
        "use std::{fs, process::{self, Command as Run}}; fn f() { Run::new(\"x\"); }",
        "use std as s; fn f() { s::fs::read(\"x\"); }",
        "fn f() { use std::fs::read_to_string; read_to_string(\"x\"); }",
        "use std::fs::*; fn f() { write(\"x\", \"y\"); }",
        "use std::fs; fn f(v: Vec<&str>) { v.iter().map(fs::read).count(); }",
        "fn f() { println!(\"{:?}\", std::env::var(\"TOKEN\")); }",
        "fn f() -> u8 { <std::process::Command>::new(\"x\"); 1 }",
        "type C = std::process::Command; fn f() { C::new(\"x\"); }",
        "use std::process::Command; type C = Command; fn f() { C::new(\"x\"); }",
        "use std::process::Command; mod m { use super::*; fn f() { Command::new(\"x\"); } }",
        "async fn f() { tokio::fs::read(\"x\").await; }",
        "use tokio::process::Command; struct S; impl S { fn f(&self) { Command::new(\"x\"); } }",
        "fn f() { ::std::net::TcpStream::connect(\"x\"); }",
        "static X: fn(&str) -> std::process::Command = std::process::Command::new;",
        "fn f() { let g = || { std::env::vars().count() }; g(); }",
        "fn f() { unsafe { libc::system(p) }; }",
        "use duct::cmd; fn f() { cmd!(\"x\"); }",
        "macro_rules! m { () => { std::process::Command::new(\"x\") } }",
    ] {
        assert_eq!(reached(text), 1, "{text}");
    }
}

#[test]
fn what_only_sounds_like_it_is_left_alone() {
    for text in [
        "use crate::fs; fn f() { fs::read(\"x\"); }",
        "mod fs { pub fn read() {} } fn f() { fs::read(); }",
        "fn read() {} fn f() { read(); }",
        "struct Command; impl Command { fn new(x: &str) {} } fn f() { Command::new(\"x\"); }",
        "use std::fs::File; fn f(file: File) -> std::io::Result<std::fs::Metadata> { file.metadata() }",
        "use std::net::IpAddr; fn f(a: IpAddr) -> std::process::ExitCode { std::process::ExitCode::SUCCESS }",
        "#[cfg(test)] mod tests { fn f() { std::fs::read(\"x\"); } }",
        "#[test] fn f() { std::fs::read(\"x\"); }",
        "fn main() { std::env::var(\"X\"); }",
        "fn f(exec: &Exec) { exec.command(\"git\"); }",
        "mod m { fn f() { Command::new(\"x\"); } } use std::process::Command;",
        "fn f() { x.fs::<u8>(); \"std::fs::read\"; }",
        "this is no Rust",
    ] {
        assert_eq!(found(text), [], "{text}");
    }
}

#[test]
fn what_is_meant_is_allowed_where_it_stands() {
    for text in [
        "#![allow(clippy::disallowed_methods)] fn f() { std::fs::read(\"x\"); }",
        "#[expect(clippy::disallowed_methods, reason = \"a list\")] fn f() { std::fs::read(\"x\"); }",
        "fn f() { #[allow(clippy::disallowed_methods)] let x = std::fs::read(\"x\"); }",
        "fn f() { #[allow(clippy::disallowed_methods)] std::fs::read(\"x\"); }",
        "#[allow(clippy::disallowed_methods)] mod m { fn f() { std::fs::read(\"x\"); } }",
        "struct S; impl S { #[allow(clippy::disallowed_methods)] fn f() { std::fs::read(\"x\"); } }",
        "fn f() {\n    // toolgen: allow(TG0606) it is constant\n    std::fs::read(\"x\");\n}",
    ] {
        assert_eq!(found(text), [], "{text}");
    }
    assert_eq!(reached("#[allow(dead_code)] fn f() { std::fs::read(\"x\"); }"), 1);
    assert_eq!(reached("fn f() {\n // toolgen: allow(TG0607)\n std::fs::read(\"x\"); }"), 1);
}

#[test]
fn outside_of_handlers_it_is_a_warning() {
    let severity = |name: &str, text: &str| {
        let mut sources = Sources::default();
        let file = sources.add(name, text);
        let mut sink = Sink::default();
        check(&sources, file, &mut sink);
        sink.finish()[0].severity
    };
    let reads = "fn f() { std::fs::read(\"x\"); }";
    assert_eq!(severity("src/help.rs", reads), Severity::Warning);
    assert_eq!(severity("src/help.rs", &format!("#[tool(effect = read)] fn g() {{}} {reads}")), Severity::Error);
    assert_eq!(severity("tools/a/handler.rs", reads), Severity::Error);
}

#[test]
fn fields_of_plain_text_are_no_place_for_secrets() {
    for text in [
        "#[derive(Debug)] struct Args { token: String }",
        "struct LoginArgs { password: Option<String> }",
        "#[derive(serde::Deserialize, JsonSchema)] struct X { #[serde(default)] api_key: Cow<'static, str> }",
        "#[derive(Serialize)] enum E { A { client_secret: Box<str> }, B }",
        "mod m { #[derive(Debug)] struct C<'a> { access_token: &'a str } }",
        "fn f() { #[derive(Deserialize)] struct In { passwords: Vec<String> } }",
    ] {
        let found = found(text);
        assert_eq!((found.len(), found[0].0, found[0].1), (1, "TG0607", Severity::Error), "{text}");
    }
    for text in [
        "#[derive(Debug)] struct Args { token: Secret<GitHub>, max_tokens: u32, page_token: String, token_count: usize }",
        "#[derive(Debug)] struct Args { token: SecretString, tokens: u64, password: SecretBox<str> }",
        "struct Client { token: String }",
        "#[derive(Debug)] struct Args {\n    token: String, // toolgen: allow(TG0607) a token of a parser\n}",
        "#[derive(Debug)] struct T(String);",
    ] {
        assert_eq!(found(text), [], "{text}");
    }
}
