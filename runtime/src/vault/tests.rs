//! Vaults on disk, and the places of a credential in their order.

use std::cell::RefCell;
use std::fs;
use std::path::PathBuf;

use toolgen_model::json::Json;

use super::*;
use crate::config::Config;

struct Ground {
    folder: tempfile::TempDir,
}

impl Ground {
    fn new() -> Ground {
        Ground { folder: tempfile::tempdir().unwrap() }
    }

    fn place(&self) -> Place {
        let at = |name: &str| self.folder.path().join("own").join(name);
        Place { file: at("vault.json"), key: at("vault.key") }
    }

    fn set(&self, name: &str, value: &str) {
        Vault::set(&self.place(), SHARED, name, value).unwrap();
    }

    fn text(&self) -> String {
        fs::read_to_string(self.place().file).unwrap()
    }
}

#[track_caller]
fn refused<T: std::fmt::Debug>(result: Result<T, VaultError>, code: &str, part: &str) {
    let error = result.unwrap_err();
    assert!(error.code == code && error.message.contains(part), "{error}");
}

#[test]
fn what_was_set_is_there_and_nowhere_in_the_file() {
    let ground = Ground::new();
    assert!(Vault::open(&ground.place()).unwrap().is_none());
    ground.set("GITHUB_TOKEN", "hunter2-ü");
    Vault::set(&ground.place(), "other", "A", "b").unwrap();
    ground.set("GITHUB_TOKEN", "hunter3");
    let vault = Vault::open(&ground.place()).unwrap().unwrap();
    assert_eq!((vault.get(SHARED, "GITHUB_TOKEN"), vault.get("other", "A")), (Some("hunter3"), Some("b")));
    assert_eq!((vault.get(SHARED, "A"), vault.get("none", "A")), (None, None));
    assert_eq!(vault.names().collect::<Vec<_>>(), [("other", "A"), (SHARED, "GITHUB_TOKEN")]);
    let shown = format!("{}{vault:?}", ground.text());
    assert!(!shown.contains("hunter") && !shown.contains("GITHUB"), "{shown}");
}

#[cfg(unix)]
#[test]
fn only_the_owner_reads_the_files_and_a_key_that_others_read_is_refused() {
    use std::os::unix::fs::PermissionsExt;
    let ground = Ground::new();
    ground.set("A", "value");
    let place = ground.place();
    let mode = |path: &PathBuf| path.metadata().unwrap().permissions().mode() & 0o777;
    assert_eq!((mode(&place.file), mode(&place.key)), (0o600, 0o600));
    assert_eq!(mode(&place.key.parent().unwrap().to_owned()), 0o700);
    fs::set_permissions(&place.key, fs::Permissions::from_mode(0o640)).unwrap();
    refused(Vault::open(&place), "vault.key", "chmod 600");
    let left: Vec<_> = fs::read_dir(place.file.parent().unwrap()).unwrap().collect();
    assert_eq!(left.len(), 3, "the vault, its key and its lock: {left:?}");
}

#[test]
fn a_wrong_key_is_told_from_damage() {
    let (ground, other) = (Ground::new(), Ground::new());
    ground.set("A", "value");
    other.set("A", "value");
    fs::copy(other.place().key, ground.place().key).unwrap();
    refused(Vault::open(&ground.place()), "vault.key", "give the right key file");
    refused(Vault::set(&ground.place(), SHARED, "B", "x"), "vault.key", "give the right key file");
    fs::remove_file(ground.place().key).unwrap();
    refused(Vault::open(&ground.place()), "vault.key", "is missing");
    refused(Vault::set(&ground.place(), SHARED, "B", "x"), "vault.key", "is missing");
    fs::write(other.place().key, "abc").unwrap();
    refused(Vault::open(&other.place()), "vault.key", "64 hexadecimal digits");
}

#[test]
fn every_change_of_the_file_is_found() {
    let ground = Ground::new();
    ground.set("A", "value");
    let (good, place) = (ground.text(), ground.place());
    let put = |text: &str| fs::write(&place.file, text).unwrap();
    for at in (0..good.len()).step_by(7) {
        let mut bytes = good.clone().into_bytes();
        bytes[at] = if bytes[at] == b'0' { b'1' } else { b'0' };
        put(&String::from_utf8(bytes).unwrap());
        let opened = Vault::open(&place);
        assert!(opened.is_err(), "byte {at} of {good}");
    }
    for text in ["", "{}", "[]", &good[..good.len() / 2], &good.replace("toolgen-vault-1", "toolgen-vault-2")] {
        put(text);
        refused(Vault::open(&place), "vault.damaged", "tampered");
    }
}

#[test]
fn a_new_key_opens_what_the_old_one_closed_and_an_interruption_loses_nothing() {
    let ground = Ground::new();
    ground.set("A", "value");
    let place = ground.place();
    let (old_key, old_text) = (fs::read_to_string(&place.key).unwrap(), ground.text());
    Vault::rotate(&place).unwrap();
    assert_ne!((fs::read_to_string(&place.key).unwrap(), ground.text()), (old_key.clone(), old_text));
    assert_eq!(Vault::open(&place).unwrap().unwrap().get(SHARED, "A"), Some("value"));
    // The new key has not got its place: it is found beside it.
    fs::rename(&place.key, key::next(&place.key)).unwrap();
    fs::write(&place.key, old_key).unwrap();
    #[cfg(unix)]
    fs::set_permissions(&place.key, std::os::unix::fs::PermissionsExt::from_mode(0o600)).unwrap();
    assert_eq!(Vault::open(&place).unwrap().unwrap().get(SHARED, "A"), Some("value"));
    refused(Vault::rotate(&Ground::new().place()), "vault.file", "there is no vault");
}

#[test]
fn names_and_values_have_bounds() {
    let place = Ground::new().place();
    for name in ["", "a b", "a/b", "ä", "a\n", &"n".repeat(129)] {
        refused(Vault::set(&place, SHARED, name, "x"), "vault.name", "is no name");
    }
    refused(Vault::set(&place, SHARED, "A", ""), "vault.value", "1 to 65536 bytes");
    refused(Vault::set(&place, SHARED, "A", &"x".repeat(70_000)), "vault.value", "1 to 65536 bytes");
    assert!(!place.file.exists());
}

#[test]
fn many_at_once_lose_nothing() {
    let ground = Ground::new();
    std::thread::scope(|scope| {
        for number in 0..8 {
            let ground = &ground;
            scope.spawn(move || ground.set(&format!("N{number}"), "value"));
        }
    });
    assert_eq!(Vault::open(&ground.place()).unwrap().unwrap().names().count(), 8);
}

const WANTED: Wanted<'static> =
    Wanted { tool: "t", credential: "github", key: "api_key", variable: Some("GITHUB_TOKEN") };

/// What is found with these values in the configuration, the vault, the old file and the environment.
fn found(
    config: &str,
    vault: &str,
    old: &str,
    variable: &str,
    wanted: Wanted<'_>,
) -> Result<(String, &'static str), String> {
    let ground = Ground::new();
    let config = Config::of(&Json::parse(config).unwrap(), "x.toml");
    if !vault.is_empty() {
        ground.set("GITHUB_TOKEN", vault);
    }
    let file = ground.folder.path().join("credentials.json");
    fs::write(&file, old).unwrap();
    let place = Some(ground.place());
    let chain = Chain::with(&config, place, Some(file), |name| (name == "GITHUB_TOKEN").then(|| variable.to_owned()));
    let found = chain.resolve(wanted).map_err(|error| error.message.clone())?;
    Ok((found.value.as_str().to_owned(), found.source.name()))
}

#[test]
fn the_first_place_that_is_not_empty_wins() {
    let configured = r#"{"credentials":{"github":{"api_key":"c","keys":{"app":"k"}}}}"#;
    let named = r#"{"credentials":{"github":{"api_key":{"$vault":"GITHUB_TOKEN"}}}}"#;
    let lost = r#"{"credentials":{"github":{"api_key":{"$vault":"NOT_THERE"}}}}"#;
    let empty = r#"{"credentials":{"github":{"api_key":" "}}}"#;
    let old = r#"{"GITHUB_TOKEN":"l"}"#;
    let app = Wanted { key: "app", ..WANTED };
    for (config, vault, old, variable, wanted, expected) in [
        (configured, "v", old, "e", WANTED, ("c", "config")),
        (configured, "v", old, "e", app, ("k", "config")),
        ("{}", "v", old, "e", app, ("v", "vault")),
        ("{}", "v", old, "e", WANTED, ("v", "vault")),
        (empty, "v", old, "e", WANTED, ("v", "vault")),
        (named, "v", old, "e", WANTED, ("v", "vault")),
        (lost, "", old, "e", WANTED, ("l", "file")),
        ("{}", " ", old, "e", WANTED, ("l", "file")),
        ("{}", "", r#"{"GITHUB_TOKEN":""}"#, "e", WANTED, ("e", "environment")),
        ("{}", "", "  ", "e\n", WANTED, ("e", "environment")),
        ("{}", "", "[1]", "e", WANTED, ("e", "environment")),
    ] {
        let found = found(config, vault, old, variable, wanted);
        assert_eq!(found, Ok((expected.0.to_owned(), expected.1)), "{config} {vault:?} {old} {variable:?}");
    }
    assert_eq!(
        found("{}", "", "{}", " ", WANTED).unwrap_err(),
        "Tool 't' requires credential 'github'. Set it in: config.json credentials.github.api_key or vault.json or environment variable GITHUB_TOKEN"
    );
    let unnamed = Wanted { variable: None, ..WANTED };
    assert_eq!(
        found("{}", "v", old, "e", unnamed).unwrap_err(),
        "Tool 't' requires credential 'github'. Set it in: config.json credentials.github.api_key"
    );
}

#[test]
fn an_agents_own_account_has_no_fallback() {
    let config = Config::new();
    let variables = |name: &str| match name {
        "CHAT" => Some("shared".to_owned()),
        "CHAT__hana" => Some("own".to_owned()),
        _ => None,
    };
    let chain = Chain::with(&config, None, None, variables);
    let wanted = Wanted { tool: "chat", credential: "chat", key: "api_key", variable: Some("CHAT") };
    assert_eq!(chain.resolve_for(wanted, "hana").unwrap().value.as_str(), "own");
    for (agent, wanted_text) in [("kaito", "has no account assigned"), ("", "no agent is named")] {
        let error = chain.resolve_for(wanted, agent).unwrap_err();
        assert!(error.message.contains(wanted_text), "{error}");
    }
    assert_eq!(chain.resolve(wanted).unwrap().value.as_str(), "shared");
}

#[test]
fn a_vault_that_does_not_open_is_no_empty_one_and_an_old_file_that_is_none_is_said() {
    let ground = Ground::new();
    ground.set("GITHUB_TOKEN", "v");
    fs::write(ground.place().file, "{}").unwrap();
    let config = Config::new();
    let chain = Chain::with(&config, Some(ground.place()), None, |_| Some("e".to_owned()));
    assert!(chain.resolve(WANTED).unwrap_err().message.contains("vault.damaged"));
    let heard = RefCell::new(Vec::new());
    let file = ground.folder.path().join("old.json");
    fs::write(&file, "\"text\"").unwrap();
    let chain =
        Chain::with(&config, None, Some(file), |_| None).heard_by(|text| heard.borrow_mut().push(text.to_owned()));
    assert!(chain.resolve(WANTED).is_err());
    drop(chain);
    assert!(heard.borrow().len() == 1 && heard.borrow()[0].contains("is no JSON object"), "{heard:?}");
}
