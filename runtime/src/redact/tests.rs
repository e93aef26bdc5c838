//! What must go and what must stay, whole and in pieces.

use proptest::prelude::*;

use super::*;

fn known() -> Redactor {
    Redactor::of([("db", "hunter2"), ("key", "p\"w/ö d?1")]).unwrap()
}

#[track_caller]
fn clean(text: &str, expected: &str) {
    assert_eq!(known().text(text).as_deref(), Some(expected), "{text}");
}

#[track_caller]
fn stays(text: &str) {
    assert_eq!(known().text(text), None, "{text}");
}

#[test]
fn known_values_go_in_every_form() {
    for text in [
        "hunter2",
        "HUNTER2",
        "2retnuh",
        "68756e74657232",
        "aHVudGVyMg==",
        "eGh1bnRlcjI=",
        "eHhodW50ZXIy",
        "p\"w/ö d?1",
        r#"p\"w/ö d?1"#,
        r#"p\\\"w/ö d?1"#,
        r#"p\"w/\u00f6 d?1"#,
        "p%22w%2F%C3%B6%20d%3F1",
        "p%22w/%C3%B6%20d?1",
        "p%22w%2f%c3%b6+d%3f1",
        "cCJ3L8O2IGQ_MQ",
        "cCJ3L8O2IGQ/MQ==",
    ] {
        let redacted = known().text(&format!("<{text}>")).unwrap_or_default();
        assert!(redacted.contains("[REDACTED]"), "{text} came out as {redacted:?}");
        assert!(!redacted.contains(text) && redacted.len() <= "<[REDACTED]>".len() + 5, "{text}: {redacted}");
    }
}

#[test]
fn values_under_telling_keys_go_but_for_their_beginning() {
    clean(r#"{"api_key": "abcdefghij"}"#, r#"{"api_key": "abcd*[REDACTED]"}"#);
    clean(r#"{"api_key": "sk-live"}"#, r#"{"api_key": "[REDACTED]"}"#);
    clean(r#"{\"clientSecret\":\"abcdefghij\"}"#, r#"{\"clientSecret\":\"abcd*[REDACTED]\"}"#);
    clean("https://x.test/?access_token=abcdefghij&x=1", "https://x.test/?access_token=abcd*[REDACTED]&x=1");
    clean("DB_PASSWORD=letmein", "DB_PASSWORD=[REDACTED]");
    clean("password: corr3ct-horse", "password: corr*[REDACTED]");
    clean("Authorization: Basic dXNlcjpw", "Authorization: Basic dXNl*[REDACTED]");
    clean("authorization: Bearer X", "authorization: Bearer [REDACTED]");
    clean("curl -H 'X-Api-Key: 0123456789abcdef'", "curl -H 'X-Api-Key: 0123*[REDACTED]'");
    clean("token='a b\\' c d'", "token='a b\\*[REDACTED]'");
    clean("password=pässwörter", "password=päs*[REDACTED]");
}

#[test]
fn shapes_go_wherever_they_stand() {
    clean(&format!("see ghp_{}.", "a1".repeat(18)), "see ghp_*[REDACTED].");
    clean("id AKIAIOSFODNN7EXAMPLE", "id AKIA*[REDACTED]");
    clean("Bearer abcdefgh1", "Bearer abcd*[REDACTED]");
    clean("postgres://me:pa55@db/x", "postgres://me:[REDACTED]@db/x");
    clean("eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln", "eyJh*[REDACTED]");
    clean("a\n-----BEGIN RSA PRIVATE KEY-----\nMIIE\n-----END RSA PRIVATE KEY-----\nb", "a\n[REDACTED]\nb");
    clean("-----BEGIN PRIVATE KEY-----\nMIIE", "[REDACTED]");
}

#[test]
fn ordinary_text_stays() {
    for text in [
        "",
        "line\nline\n",
        "let token = next_token(input);",
        "fn parse(token: &str, password: String) -> Secret",
        "the password: something else",
        r#"{"password": null, "token": "", "secret": {"type": "string"}, "max_tokens": 4096}"#,
        "password=${DB_PASSWORD}",
        "https://example.com:8080/a@b",
        "task-force sk-ip ghp_short bearer of news",
        "-----BEGIN CERTIFICATE-----\nMIIE\n-----END CERTIFICATE-----",
        "secrets are kept; tokens: 5",
        "Grüße, 世界",
    ] {
        stays(text);
    }
}

#[test]
fn what_is_clean_stays_clean() {
    let redactor = known();
    for text in ["hunter2", "password=abcdefghij", r#"{"token": "abcdefghijkl"}"#] {
        let once = redactor.text(text).unwrap();
        assert_eq!(redactor.text(&once), None, "{once}");
    }
}

#[test]
fn values_of_json_go_by_their_keys_and_leave_json() {
    let redactor = Redactor::of([("pin", "12345678")]).unwrap();
    let mut value = Json::parse(
        r#"{"password":"abcdefghij","n":12345678,"list":["x 12345678"],"12345678":{"token":"abc"},"ok":[1,true,"t"]}"#,
    )
    .unwrap();
    assert!(redactor.json(&mut value));
    assert_eq!(
        value.to_string(),
        r#"{"password":"abcd*[REDACTED]","n":"[REDACTED]","list":["x [REDACTED]"],"[REDACTED]":{"token":"[REDACTED]"},"ok":[1,true,"t"]}"#
    );
    assert!(!redactor.json(&mut Json::parse(r#"{"a":["b",{"c":1.5}]}"#).unwrap()));
}

#[test]
fn a_secret_that_is_too_short_is_refused() {
    assert_eq!(Redactor::of([("pin", "1234 \n")]).unwrap_err().name, "pin");
    assert!(Redactor::of([("pin", "123456\n")]).unwrap().text("a123456b").is_some());
}

proptest! {
    /// Nothing panics, nothing known is left, and a text without secrets is none.
    #[test]
    fn no_text_lets_a_known_value_through(
        parts in prop::collection::vec(prop_oneof![any::<String>(), Just("hunter2".to_owned()), "[a-z =:\"]{0,9}", Just("password=".to_owned())], 0..8)
    ) {
        let text = parts.concat();
        let clean = known().text(&text).unwrap_or_else(|| text.clone());
        prop_assert!(!clean.to_lowercase().contains("hunter2"), "{clean}");
    }

    /// However a text is cut into pieces, the same comes out.
    #[test]
    fn pieces_say_what_the_whole_says(
        parts in prop::collection::vec(prop_oneof![
            "[a-zä \n]{0,700}",
            Just("hunter2".to_owned()),
            Just(" ghp_0123456789abcdefghijklmnop".to_owned()),
            Just("password=".to_owned()),
            Just("token: \"".to_owned()),
            Just("\"".to_owned()),
            Just("https://me:".to_owned()),
            Just("@host".to_owned()),
            Just("-----BEGIN PRIVATE KEY-----\n".to_owned()),
            Just("-----END PRIVATE KEY-----\n".to_owned()),
        ], 0..24),
        cuts in prop::collection::vec(1..900_usize, 1..20),
    ) {
        let text = parts.concat();
        let redactor = known();
        let mut stream = redactor.stream();
        let (mut rest, mut out) = (text.as_str(), String::new());
        for cut in cuts.iter().cycle() {
            if rest.is_empty() { break }
            let (piece, after) = rest.split_at(rest.ceil_char_boundary(*cut));
            out.push_str(&stream.push(piece));
            rest = after;
        }
        out.push_str(&stream.finish());
        prop_assert_eq!(out, redactor.text(&text).unwrap_or(text));
    }
}
