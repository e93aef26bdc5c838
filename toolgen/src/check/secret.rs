//! Secrets as plain text: the arguments of tools and the argument lists of programs in, findings out.

use crate::diag::{Diagnostic, Rule, Sink, Sources, Span, code::page};
use crate::ir::{Handler, Node, Tool};

pub(crate) const RULES: &[Rule] = &[
    page!(
        "TG0238",
        "plain-secret",
        Error,
        "Reports an argument of plain text whose name is that of a secret: `token`, `password`, `api_key`, `client_secret`. Names that only sound like it, such as `page_token` and `max_tokens`, are none.",
        "The model would have to know the secret. It would stand in the conversation, at the provider, in logs and in the audit.",
        "properties:\n  token: {type: string, description: The token of the service}",
        "A credential: `auth:` in an `http` handler, or a parameter `&Secret<…>` of a Rust handler. Where the name only sounds like it, `# toolgen: allow(TG0238)` (in Rust `//`) on the line or above it."
    ),
    page!(
        "TG0346",
        "secret-in-arguments",
        Error,
        "Reports a place for a secret in the argument list of a program.",
        "Every process of the machine can read the arguments of every other one, and they stand in logs and in the audit.",
        "handler: {command: {program: curl, args: [-H, \"Authorization: ${secret.github}\"]}}",
        "A header by `auth:` in an `http` handler; or a Rust handler that takes `&Secret<…>` and hands it on in a variable of the environment or on standard input."
    ),
];

/// Reports arguments that are secrets, and programs that would get one among their arguments. It stands apart from the
/// other checks because a comment in the text may allow what it finds.
pub fn check(tools: &[Tool], sources: &Sources, sink: &mut Sink) {
    for tool in tools {
        let mut found = Vec::new();
        properties(&tool.input, &mut found);
        for (name, span) in found {
            let span = if span.start == span.end { tool.name_span() } else { span };
            if sources.allow(span, "TG0238") {
                continue;
            }
            let text = format!("the argument `{name}` is a secret as plain text: the model would have to know it");
            sink.push(Diagnostic::error("TG0238", span, text).help(
                "declare a credential, and name it under `auth:` or take `&Secret<…>` in the handler; `toolgen: allow(TG0238)` in a comment says that it is none",
            ));
        }
        if let Handler::Command(command) = &tool.handler.value {
            for template in command.args.iter().flat_map(crate::ir::Arg::templates) {
                if let Some(place) = placeholder(&template.text) {
                    let text =
                        format!("`{place}` would put a secret into the argument list, which every process can read");
                    sink.push(Diagnostic::error("TG0346", template.span, text).help(
                        "send it in a header by `auth:` of an `http` handler, or take `&Secret<…>` in a Rust handler and hand it on by `env` or `stdin`",
                    ));
                }
            }
        }
    }
}

/// The secret properties anywhere in a schema.
fn properties<'n>(schema: &'n Node, found: &mut Vec<(&'n str, Span)>) {
    for entry in schema.entries() {
        match entry.key.value.as_str() {
            "properties" => {
                for property in entry.value.entries() {
                    let marked = property.value.get("format").and_then(Node::as_str) == Some("password");
                    if is_text(&property.value) && (marked || is_secret(&property.key.value)) {
                        found.push((property.key.value.as_str(), property.key.span));
                    }
                    properties(&property.value, found);
                }
            }
            // Data, not schemas.
            "default" | "enum" | "const" | "examples" => {}
            _ => properties(&entry.value, found),
        }
    }
    schema.items().iter().for_each(|item| properties(item, found));
}

/// Whether a schema is one of free text, or of several.
fn is_text(schema: &Node) -> bool {
    let says = |kind: &str| {
        schema.get("type").is_some_and(|said| {
            said.as_str() == Some(kind) || said.items().iter().any(|item| item.as_str() == Some(kind))
        })
    };
    let fixed = schema.get("enum").is_some() || schema.get("const").is_some();
    let several = |key: &str| schema.get(key).is_some_and(|of| is_text(of) || of.items().iter().any(is_text));
    !fixed && (says("string") || several("items") || several("anyOf") || several("oneOf"))
}

/// Words that name a secret.
const SECRETS: &[&str] = &[
    "password",
    "passwords",
    "passwd",
    "passphrase",
    "passcode",
    "pwd",
    "secret",
    "secrets",
    "credential",
    "credentials",
    "apikey",
    "apikeys",
    "authtoken",
    "accesstoken",
    "bearer",
    "jwt",
    "authorization",
    "privatekey",
    "secretkey",
];

/// Words before `token` that make it something else: a place in a list, a piece of text, a number.
const NO_SECRET: &[&str] = &[
    "page",
    "next",
    "previous",
    "prev",
    "continuation",
    "continue",
    "cursor",
    "sync",
    "resume",
    "scroll",
    "skip",
    "list",
    "start",
    "stop",
    "end",
    "begin",
    "bos",
    "eos",
    "pad",
    "padding",
    "mask",
    "unk",
    "unknown",
    "sep",
    "cls",
    "special",
    "max",
    "min",
    "num",
    "count",
    "total",
    "prompt",
    "completion",
    "input",
    "output",
    "design",
    "css",
    "syntax",
    "lexer",
    "search",
    "change",
    "delta",
    "idempotency",
    "request",
    "cancellation",
    "progress",
    "first",
    "last",
    "word",
    "sub",
    "separator",
    "delimiter",
    "watch",
    "nft",
    "erc20",
    "swap",
];

/// Words before `key` that make it a secret.
const KEYS: &[&str] = &[
    "api",
    "access",
    "private",
    "secret",
    "signing",
    "encryption",
    "decryption",
    "auth",
    "ssh",
    "master",
    "hmac",
    "service",
    "webhook",
    "app",
    "license",
    "deploy",
    "shared",
];

/// Words at the end that say nothing.
const NOTHING: &[&str] = &["value", "string", "text", "plain", "plaintext", "str", "raw"];

/// Whether a name is that of a secret. The last word decides, as in English: an `access_token` is a token and a
/// `token_count` is a count.
pub(crate) fn is_secret(name: &str) -> bool {
    let mut words = words(name);
    while words.len() > 1 && words.last().is_some_and(|last| NOTHING.contains(&last.as_str())) {
        words.pop();
    }
    let Some((last, before)) = words.split_last() else { return false };
    let qualifier = before.last().map(String::as_str);
    match last.as_str() {
        "token" => !before.iter().any(|word| NO_SECRET.contains(&word.as_str())),
        "tokens" => {
            qualifier.is_some_and(|word| ["access", "auth", "api", "refresh", "bearer", "secret"].contains(&word))
        }
        "key" | "keys" => qualifier.is_some_and(|word| KEYS.contains(&word)),
        "pat" => qualifier.is_some_and(|word| ["github", "gitlab", "azure"].contains(&word)),
        word => SECRETS.contains(&word),
    }
}

/// The words of a name in any case, in small letters and without numbers at the end: `apiKey2` is `api`, `key`.
fn words(name: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let letters: Vec<char> = name.trim_end_matches(|c: char| c.is_ascii_digit()).chars().collect();
    for (at, letter) in letters.iter().enumerate() {
        let before = at.checked_sub(1).and_then(|at| letters.get(at));
        let after = letters.get(at + 1);
        let begins = letter.is_uppercase()
            && before.is_some_and(|before| {
                before.is_lowercase() || before.is_ascii_digit() || after.is_some_and(|after| after.is_lowercase())
            });
        if begins || !letter.is_alphanumeric() {
            words.push(String::new());
        }
        if letter.is_alphanumeric()
            && let Some(word) = words.last_mut()
        {
            word.extend(letter.to_lowercase());
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

/// What other systems write before the name of a secret.
const ROOTS: &[&str] = &["secret", "secrets", "credential", "credentials", "cred", "vault", "keychain", "keyring"];

/// A place for a secret in a text: `{secret:github}`, `${secrets.github}`, `{{ vault "x" }}`, `$API_KEY`, `%TOKEN%`.
pub fn placeholder(text: &str) -> Option<&str> {
    let plain = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let mut from = 0;
    while let Some(at) = text.get(from..)?.find(['$', '{', '%', '<']).map(|at| at + from) {
        let rest = &text[at..];
        from = at + 1;
        let open = rest.trim_start_matches(['$', '{', '%', '<', ' ', '(']);
        let mark = &rest[..rest.len() - open.len()];
        let word = &open[..open.find(|c: char| !plain(c)).unwrap_or(open.len())];
        let after = &open[word.len()..];
        let root = ROOTS.contains(&word.to_ascii_lowercase().as_str())
            && after.starts_with([':', '.', '(', '[', ' ', '/', '"']);
        // `${env.API_KEY}`: the name behind the first word counts.
        let behind = after.trim_start_matches([':', '.', '[', '(', '"', '\'', ' ']);
        let behind = &behind[..behind.find(|c: char| !plain(c)).unwrap_or(behind.len())];
        let named = match word.to_ascii_lowercase().as_str() {
            "env" | "environ" | "environment" | "process" => is_secret(behind),
            _ => is_variable(word, mark, after) && is_secret(&word.to_ascii_lowercase()),
        };
        let single = mark == "{" || mark == "<";
        if !mark.is_empty() && (root || named && !(single && !root && !word.starts_with("env"))) {
            let end = rest.find(['}', '>']).map_or(mark.len() + word.len(), |end| end + 1);
            let end = if rest[end..].starts_with('}') { end + 1 } else { end };
            return Some(&rest[..end]);
        }
    }
    None
}

/// Whether a word between marks is a variable of the environment, or a name of another system's template.
fn is_variable(word: &str, mark: &str, after: &str) -> bool {
    let upper = word.chars().any(|c| c.is_ascii_uppercase()) && !word.chars().any(|c| c.is_ascii_lowercase());
    match mark.chars().next() {
        Some('%') => upper && after.starts_with('%'),
        Some('$') if mark == "$" => upper,
        Some('$') => after.starts_with(['}', ' ', ':', '|']),
        _ => mark.starts_with("{{") && after.trim_start().starts_with(['}', '|']),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_word_of_a_name_decides() {
        for name in [
            "token",
            "Token",
            "accessToken",
            "access_token",
            "github-token",
            "bot_token",
            "API_KEY",
            "apiKey",
            "apikey",
            "api_key2",
            "x-api-key",
            "password",
            "userPassword",
            "new_password",
            "passwd",
            "client_secret",
            "secret",
            "privateKey",
            "secret_access_key",
            "credentials",
            "authorization",
            "token_value",
            "refreshToken",
            "jwt",
            "slackBotToken",
            "OPENAI_API_KEY",
            "pwd",
            "csrf_token",
            "ssh_key",
        ] {
            assert!(is_secret(name), "{name}");
        }
        for name in [
            "max_tokens",
            "maxTokens",
            "token_count",
            "tokenCount",
            "page_token",
            "pageToken",
            "nextPageToken",
            "tokens",
            "next_token",
            "continuation_token",
            "stop_token",
            "token_type",
            "token_url",
            "tokenizer",
            "token_id",
            "key",
            "primary_key",
            "sort_key",
            "keyword",
            "keys",
            "secret_name",
            "password_policy",
            "password_length",
            "author",
            "authentication",
            "num_tokens",
            "tokenLimit",
            "cursor",
            "path",
            "secretary",
            "keyboard",
            "monkey",
            "",
            "passwordless",
            "public_key",
            "foreign_key",
        ] {
            assert!(!is_secret(name), "{name}");
        }
    }

    #[test]
    fn a_place_for_a_secret_is_found_in_the_form_of_any_system() {
        for text in [
            "Authorization: {secret:github}",
            "${secret.github}",
            "${secrets.GITHUB}",
            "{{ secrets.X }}",
            "{{secret \"x\"}}",
            "--token=$GITHUB_TOKEN",
            "${API_KEY}",
            "{vault:a/b}",
            "${env.API_KEY}",
            "${env:DB_PASSWORD}",
            "%API_KEY%",
            "{credential:x}",
            "{{ password }}",
            "{env:API_KEY}",
            "Bearer ${{ secrets.TOKEN }}",
            "$(vault read x)",
        ] {
            assert!(placeholder(text).is_some(), "{text}");
        }
        for text in [
            "${input.path}",
            "{token: .x}",
            "$HOME",
            "%{http_code}",
            "{secret}",
            "${input.page_token}",
            "a$b",
            "{}",
            "$",
            "secret:x",
            "token",
            "{print $1}",
            "%TOKEN",
            "${context.call}",
            "<secret",
            "ä{ö}",
        ] {
            assert!(placeholder(text).is_none(), "{text}");
        }
        assert_eq!(placeholder("a {secret:github} b"), Some("{secret:github}"));
    }
}
