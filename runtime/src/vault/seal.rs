//! The form of a vault: sections in, one encrypted text out, and back.

use std::collections::BTreeMap;
use std::path::Path;

use chacha20poly1305::aead::{Aead, Payload};
use chacha20poly1305::{KeyInit, XChaCha20Poly1305};
use serde::{Deserialize, Serialize};
use zeroize::Zeroizing;

use super::key::Key;
use super::{Sections, VaultError, shown};

/// What is authenticated with the text, so that a text of another form or version does not pass for one of this.
const FORM: &str = "toolgen-vault-1";

/// What stands in the file.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Sealed {
    /// [`FORM`]
    form: String,
    /// The name of the key
    pub(super) key: String,
    /// 24 bytes that no other text of this key has
    nonce: String,
    /// The encrypted text
    text: String,
}

impl Sealed {
    pub(super) fn parse(text: &str, path: &Path) -> Result<Sealed, VaultError> {
        let sealed: Sealed = serde_json::from_str(text).map_err(|error| damaged(path, &error.to_string()))?;
        if sealed.form != FORM {
            let text = format!("its form is `{}`, and `{FORM}` is known here", sealed.form.escape_debug());
            return Err(damaged(path, &text));
        }
        Ok(sealed)
    }
}

fn damaged(path: &Path, why: &str) -> VaultError {
    VaultError::new("vault.damaged", format!("{} is damaged or was tampered with: {why}", shown(path)))
}

/// Encrypts sections.
pub(super) fn close(sections: &Sections, key: &Key) -> Result<String, VaultError> {
    let fault = |what: &str| VaultError::new("vault.file", format!("the vault cannot be encrypted: {what}"));
    let plain = sections.iter().map(|(section, names)| {
        let names = names.iter().map(|(name, value)| (name.as_str(), value.as_str()));
        (section.as_str(), names.collect::<BTreeMap<_, _>>())
    });
    let plain: BTreeMap<_, _> = plain.collect();
    let plain = Zeroizing::new(serde_json::to_vec(&plain).map_err(|error| fault(&error.to_string()))?);
    let mut nonce = [0; 24];
    getrandom::fill(&mut nonce).map_err(|error| fault(&error.to_string()))?;
    let payload = Payload { msg: &plain, aad: FORM.as_bytes() };
    let text = XChaCha20Poly1305::new(key.bytes().into()).encrypt((&nonce).into(), payload);
    let text = text.map_err(|_| fault("it is too long"))?;
    let sealed = Sealed { form: FORM.to_owned(), key: key.name(), nonce: hex(&nonce), text: hex(&text) };
    serde_json::to_string_pretty(&sealed).map(|text| text + "\n").map_err(|error| fault(&error.to_string()))
}

/// Decrypts sections.
pub(super) fn open(sealed: &Sealed, key: &Key, path: &Path) -> Result<Sections, VaultError> {
    let nonce: Option<[u8; 24]> = unhex(&sealed.nonce).and_then(|bytes| bytes.try_into().ok());
    let (Some(nonce), Some(text)) = (nonce, unhex(&sealed.text)) else {
        return Err(damaged(path, "it is not in hexadecimal digits"));
    };
    let payload = Payload { msg: &text, aad: sealed.form.as_bytes() };
    let plain = XChaCha20Poly1305::new(key.bytes().into()).decrypt((&nonce).into(), payload);
    let plain = Zeroizing::new(plain.map_err(|_| damaged(path, "its seal is broken"))?);
    let sections: BTreeMap<String, BTreeMap<String, String>> =
        serde_json::from_slice(&plain).map_err(|error| damaged(path, &error.to_string()))?;
    let wiped = |names: BTreeMap<String, String>| {
        names.into_iter().map(|(name, value)| (name, Zeroizing::new(value))).collect()
    };
    Ok(sections.into_iter().map(|(section, names)| (section, wiped(names))).collect())
}

/// Bytes as digits.
pub(super) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Digits as bytes; none when they are not.
pub(super) fn unhex(text: &str) -> Option<Vec<u8>> {
    if !text.len().is_multiple_of(2) || !text.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return None;
    }
    (0..text.len()).step_by(2).map(|at| u8::from_str_radix(text.get(at..at + 2)?, 16).ok()).collect()
}
