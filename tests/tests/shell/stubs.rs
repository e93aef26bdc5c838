//! A folder with stub programs, a folder to stand in, and the log that the stubs write.

use std::fs;
use std::path::{Path, PathBuf};

/// The names of the stubs; those that end in `f` fail.
pub(crate) const NAMES: &[&str] =
    &["a", "b", "lsx", "gitf", "-", "x,y", "r=m", "f", "1", "ab:c", "@", "+", "if", "time"];

/// Stubs in a temporary folder, which is removed with it.
pub(crate) struct Stubs {
    base: PathBuf,
}

impl Stubs {
    pub(crate) fn new(name: &str) -> Stubs {
        let base = std::env::temp_dir().join(format!("toolgen-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&base);
        let stubs = Stubs { base };
        fs::create_dir_all(stubs.programs()).unwrap();
        fs::create_dir_all(stubs.folder().join("sub")).unwrap();
        for name in NAMES {
            fs::copy(env!("CARGO_BIN_EXE_argv-stub"), stubs.programs().join(name)).unwrap();
        }
        // Files that patterns would find.
        for name in ["a", "b", "-delete", "x y"] {
            fs::write(stubs.folder().join(name), "").unwrap();
        }
        stubs
    }

    pub(crate) fn programs(&self) -> PathBuf {
        self.base.join("bin")
    }

    pub(crate) fn folder(&self) -> PathBuf {
        self.base.join("folder")
    }

    fn log(&self) -> PathBuf {
        self.base.join("log")
    }

    /// The lines since the last call, sorted: programs of a pipeline run at the same time.
    pub(crate) fn take_log(&self) -> Vec<String> {
        let text = fs::read_to_string(self.log()).unwrap_or_default();
        let _ = fs::remove_file(self.log());
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        lines.sort();
        lines
    }
}

impl Drop for Stubs {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.base);
    }
}

/// Numbers that look random and are the same every time.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % bound as u64).unwrap()
    }

    pub(crate) fn pick<'a, T: ?Sized>(&mut self, from: &[&'a T]) -> &'a T {
        from[self.below(from.len())]
    }
}

/// Whether the file exists; a test that depends on it fails with a clear message else.
pub(crate) fn require(path: &str) -> &Path {
    assert!(Path::new(path).exists(), "{path} is needed by this test");
    Path::new(path)
}
