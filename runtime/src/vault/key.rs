//! The key of a vault: its file in, 32 bytes that open the vault out.

use std::path::{Path, PathBuf};

use zeroize::Zeroizing;

use super::{VaultError, file, shown};

/// A key. It is overwritten when it is dropped.
pub(super) struct Key(Zeroizing<[u8; 32]>);

fn fault(text: String) -> VaultError {
    VaultError::new("vault.key", text)
}

/// Where a new key stands until the vault is encrypted with it.
pub(super) fn next(path: &Path) -> PathBuf {
    file::beside(path, "next")
}

impl Key {
    /// A new one.
    pub(super) fn make() -> Result<Key, VaultError> {
        let mut bytes = Zeroizing::new([0; 32]);
        getrandom::fill(&mut *bytes).map_err(|error| fault(format!("this machine gives no randomness: {error}")))?;
        Ok(Key(bytes))
    }

    /// The key by which a vault was closed, by its name: the file's, or a new one that has not got its place yet.
    pub(super) fn find(path: &Path, name: &str) -> Result<Key, VaultError> {
        let Some(key) = Key::read(path)? else {
            let text = format!("the vault's key {} is missing; without it nobody can open the vault", shown(path));
            return Err(fault(text));
        };
        if key.name() == name {
            return Ok(key);
        }
        match Key::read(&next(path))? {
            Some(key) if key.name() == name => Ok(key),
            _ => Err(fault(format!(
                "the vault was closed by the key {}, and {} holds {}; give the right key file",
                name.escape_debug(),
                shown(path),
                key.name()
            ))),
        }
    }

    /// The key of the file, or a new one that is written there.
    pub(super) fn find_or_make(path: &Path) -> Result<Key, VaultError> {
        if let Some(key) = Key::read(path)? {
            return Ok(key);
        }
        let key = Key::make()?;
        key.write(path)?;
        Ok(key)
    }

    /// The bytes.
    pub(super) fn bytes(&self) -> &[u8; 32] {
        &self.0
    }

    /// What the vault says of its key, so that a wrong one is told from damage. It gives nothing of the key away.
    pub(super) fn name(&self) -> String {
        let mut text = b"toolgen vault key".to_vec();
        text.extend_from_slice(&*self.0);
        let digest = hmac_sha256::Hash::hash(&Zeroizing::new(text));
        digest.iter().take(8).map(|byte| format!("{byte:02x}")).collect()
    }

    pub(super) fn write(&self, path: &Path) -> Result<(), VaultError> {
        file::replace(path, Zeroizing::new(super::seal::hex(&*self.0)).as_bytes())
    }

    fn read(path: &Path) -> Result<Option<Key>, VaultError> {
        let Some(text) = file::read(path)?.map(Zeroizing::new) else { return Ok(None) };
        private(path)?;
        let bytes = super::seal::unhex(text.trim()).map(Zeroizing::new);
        let bytes: Option<[u8; 32]> = bytes.and_then(|bytes| bytes.as_slice().try_into().ok());
        bytes
            .map(|bytes| Some(Key(Zeroizing::new(bytes))))
            .ok_or_else(|| fault(format!("{} holds no key: 64 hexadecimal digits are expected", shown(path))))
    }
}

/// Refuses a key that others may read.
fn private(path: &Path) -> Result<(), VaultError> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode = path.metadata().map_or(0, |data| data.permissions().mode() & 0o777);
        if mode & 0o077 != 0 {
            let text = format!("{} may be read by others (mode {mode:o}); run `chmod 600` on it", shown(path));
            return Err(fault(text));
        }
    }
    let _ = path;
    Ok(())
}
