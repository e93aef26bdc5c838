//! The certificates that the system trusts, read from where it keeps them.

use rustls::pki_types::CertificateDer;

/// Where the certificates of the system are: of the files the first that exists, and all of the folders.
#[cfg(all(unix, not(target_os = "macos")))]
const FILES: [&str; 7] = [
    "/etc/ssl/certs/ca-certificates.crt",
    "/etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem",
    "/etc/pki/tls/certs/ca-bundle.crt",
    "/etc/ssl/ca-bundle.pem",
    "/etc/ssl/cert.pem",
    "/usr/local/etc/ssl/cert.pem",
    "/usr/local/share/certs/ca-root-nss.crt",
];
#[cfg(all(unix, not(target_os = "macos")))]
const FOLDERS: [&str; 3] = ["/etc/ssl/certs", "/etc/pki/tls/certs", "/usr/local/share/certs"];

/// The certificates of the system. `SSL_CERT_FILE` and `SSL_CERT_DIR` do not replace them: whoever sets a variable of the
/// agent would decide whom it trusts, which is what `net.ca_file` is for.
#[cfg(all(unix, not(target_os = "macos")))]
pub(super) fn of_system() -> Vec<CertificateDer<'static>> {
    use std::path::Path;
    let exists = |path: &&Path| path.exists();
    let file = FILES.iter().map(Path::new).find(exists);
    let mut found = rustls_native_certs::load_certs_from_paths(file, None).certs;
    for folder in FOLDERS.iter().map(Path::new).filter(exists) {
        found.extend(rustls_native_certs::load_certs_from_paths(None, Some(folder)).certs);
    }
    found.sort_unstable_by(|one, other| one.as_ref().cmp(other.as_ref()));
    found.dedup();
    found
}

/// The certificates of the system, which it has in no file. Where a variable would replace them, there are none.
#[cfg(not(all(unix, not(target_os = "macos"))))]
pub(super) fn of_system() -> Vec<CertificateDer<'static>> {
    let replaced = ["SSL_CERT_FILE", "SSL_CERT_DIR"].iter().any(|name| std::env::var_os(name).is_some());
    if replaced { Vec::new() } else { rustls_native_certs::load_native_certs().certs }
}
