//! The configuration, one test each: files that cannot be read or understood in, what stays in force out.

use toolgen_policy::live::By;
use toolgen_policy::{File, Live, Sources, load};

#[test]
fn unknown_key() {
    assert!(load(&Sources::of_file("toolgen.toml", "[autonomy]\nlevel = \"readonly\"\n"), &[]).is_ok());
    assert!(load(&Sources::of_file("toolgen.toml", "[autonomy]\nlevl = \"readonly\"\n"), &[]).is_err());
}

#[cfg(unix)]
#[test]
fn unreadable() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("toolgen.toml");
    assert_eq!(File::read(&path), Ok(None));
    std::os::unix::fs::symlink("nowhere", &path).unwrap();
    assert!(File::read(&path).is_err());
}

#[test]
fn reload() {
    let strict = Sources::of_file("toolgen.toml", "[autonomy]\nlevel = \"readonly\"\n");
    let live = Live::new(load(&strict, &[]).unwrap());
    let before = live.now();
    assert!(live.reload(&Sources::of_file("toolgen.toml", "[autonomy"), &[], By::Operator).is_err());
    assert!(std::sync::Arc::ptr_eq(&live.now(), &before));
}
