//! Secrets at rest and on their way to a handler: an encrypted file and the places that are asked in order in, one
//! value and where it came from out.
//!
//! The file is one sealed text, so that not even names stand in it. Its key is a file of its own that only its owner
//! may read: an agent that runs without a person has nobody to ask for a password.

mod chain;
mod error;
mod file;
mod key;
mod place;
mod seal;

use std::collections::BTreeMap;
use std::path::Path;

use zeroize::Zeroizing;

pub use chain::{Chain, Found, Source, Wanted};
pub use error::VaultError;
use key::Key;
pub use place::Place;

/// The section of what no agent owns alone.
pub const SHARED: &str = "shared";

/// The longest value, in bytes.
const MOST_VALUE: usize = 64 << 10;

/// Names and values by section.
type Sections = BTreeMap<String, BTreeMap<String, Zeroizing<String>>>;

/// The secrets of an opened vault.
pub struct Vault {
    sections: Sections,
}

impl Vault {
    /// Opens a vault; none when there is no file.
    ///
    /// # Errors
    /// `vault.key` for a key that is missing, readable by others or another one; `vault.damaged` for a file that was
    /// changed by anybody without the key; `vault.file` when it cannot be read.
    pub fn open(place: &Place) -> Result<Option<Vault>, VaultError> {
        let Some(text) = file::read(&place.file)? else { return Ok(None) };
        let sealed = seal::Sealed::parse(&text, &place.file)?;
        let key = Key::find(&place.key, &sealed.key)?;
        let sections = seal::open(&sealed, &key, &place.file)?;
        Ok(Some(Vault { sections }))
    }

    /// A value; none when it is not there or empty.
    pub fn get(&self, section: &str, name: &str) -> Option<&str> {
        let value = self.sections.get(section)?.get(name)?;
        Some(value.as_str()).filter(|value| !value.trim().is_empty())
    }

    /// Every section and name, sorted.
    pub fn names(&self) -> impl Iterator<Item = (&str, &str)> {
        let sections = self.sections.iter();
        sections.flat_map(|(section, names)| names.keys().map(move |name| (section.as_str(), name.as_str())))
    }

    /// Every name and value, for the redaction of what leaves the agent.
    pub fn values(&self) -> impl Iterator<Item = (&str, &str)> {
        let names = self.sections.values().flatten();
        names.map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// Sets a value. The file is replaced in one step, and made with its key where there is none.
    ///
    /// # Errors
    /// As of [`Vault::open`]; `vault.value` for a value that is empty or too long, `vault.name` for a name that is
    /// none.
    pub fn set(place: &Place, section: &str, name: &str, value: &str) -> Result<(), VaultError> {
        named(section)?;
        named(name)?;
        if value.is_empty() || value.len() > MOST_VALUE {
            let text = format!("a value has 1 to {MOST_VALUE} bytes; this one has {}", value.len());
            return Err(VaultError::new("vault.value", text));
        }
        let _turn = file::turn(&place.key)?;
        let (mut sections, key) = match file::read(&place.file)? {
            Some(text) => {
                let sealed = seal::Sealed::parse(&text, &place.file)?;
                let key = Key::find(&place.key, &sealed.key)?;
                (seal::open(&sealed, &key, &place.file)?, key)
            }
            None => (Sections::new(), Key::find_or_make(&place.key)?),
        };
        sections.entry(section.to_owned()).or_default().insert(name.to_owned(), Zeroizing::new(value.to_owned()));
        file::replace(&place.file, seal::close(&sections, &key)?.as_bytes())
    }

    /// Encrypts the vault with a new key. A run that is interrupted leaves a vault that opens.
    ///
    /// # Errors
    /// As of [`Vault::open`]; `vault.file` when there is no vault.
    pub fn rotate(place: &Place) -> Result<(), VaultError> {
        let _turn = file::turn(&place.key)?;
        let Some(vault) = Vault::open(place)? else {
            let text = format!("there is no vault at `{}`", place.file.display());
            return Err(VaultError::new("vault.file", text));
        };
        let next = Key::make()?;
        // Until it has the key's name, the new key is found beside it.
        next.write(&key::next(&place.key))?;
        file::replace(&place.file, seal::close(&vault.sections, &next)?.as_bytes())?;
        file::rename(&key::next(&place.key), &place.key)
    }
}

impl std::fmt::Debug for Vault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Vault").field("names", &self.names().count()).finish_non_exhaustive()
    }
}

/// Refuses what is no name: it stands in lists, messages and configurations.
fn named(name: &str) -> Result<(), VaultError> {
    let known = |letter: char| letter.is_ascii_alphanumeric() || "_-.".contains(letter);
    if !name.is_empty() && name.len() <= 128 && name.chars().all(known) {
        return Ok(());
    }
    let text = format!("`{}` is no name: letters, digits, `_`, `-` and `.`, at most 128", name.escape_debug());
    Err(VaultError::new("vault.name", text))
}

/// How messages show a path.
fn shown(path: &Path) -> String {
    format!("`{}`", path.display().to_string().escape_debug())
}

#[cfg(test)]
mod tests;
