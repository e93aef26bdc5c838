//! What an emitter gives back: relative paths and bytes, in the order of the paths.

use std::collections::BTreeMap;

/// The files of one emitter.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Files {
    contents: BTreeMap<String, Vec<u8>>,
}

impl Files {
    /// No file.
    pub fn new() -> Files {
        Files::default()
    }

    /// One file.
    pub fn of(path: impl Into<String>, content: impl Into<Vec<u8>>) -> Files {
        let mut files = Files::new();
        files.insert(path, content);
        files
    }

    /// Adds a file; `path` is relative, with `/`. A second file of that path replaces the first.
    pub fn insert(&mut self, path: impl Into<String>, content: impl Into<Vec<u8>>) {
        self.contents.insert(path.into(), content.into());
    }

    /// The bytes of the file at `path`.
    pub fn get(&self, path: &str) -> Option<&[u8]> {
        self.contents.get(path).map(Vec::as_slice)
    }

    /// The text of the file at `path`, when it is there and UTF-8.
    pub fn text(&self, path: &str) -> Option<&str> {
        std::str::from_utf8(self.get(path)?).ok()
    }

    /// Adds the files of another emitter.
    pub fn extend(&mut self, other: Files) {
        self.contents.extend(other.contents);
    }

    /// The paths and bytes, sorted by path.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &[u8])> {
        self.contents.iter().map(|(path, content)| (path.as_str(), content.as_slice()))
    }

    /// How many files there are.
    pub fn len(&self) -> usize {
        self.contents.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.contents.is_empty()
    }
}
