//! Files of modules: where a module stands and what its declaration says in, the file that holds it out.

use std::path::{Path, PathBuf};

/// Where modules without a body of their own are looked for.
#[derive(Clone, Debug)]
pub(super) struct Place {
    /// The folder of the children: `src/a` for `src/a.rs`, `src` for `src/main.rs`
    pub(super) children: PathBuf,
    /// The folder that a `#[path]` is relative to
    pub(super) base: PathBuf,
}

impl Place {
    /// Of a file; a root and a `mod.rs` have their children beside them.
    pub(super) fn of_file(file: &Path, beside: bool) -> Place {
        let folder = file.parent().map(Path::to_owned).unwrap_or_default();
        let children = match file.file_stem() {
            Some(stem) if !beside => folder.join(stem),
            _ => folder.clone(),
        };
        Place { children, base: folder }
    }

    /// Of a module that is written out inside this one.
    pub(super) fn inside(&self, name: &str) -> Place {
        let children = self.children.join(name);
        Place { base: children.clone(), children }
    }

    /// The file of the module `name`, and whether its children stand beside it.
    pub(super) fn module(&self, name: &str) -> Option<(PathBuf, bool)> {
        let flat = self.children.join(format!("{name}.rs"));
        let nested = self.children.join(name).join("mod.rs");
        if flat.is_file() { Some((flat, false)) } else { nested.is_file().then_some((nested, true)) }
    }

    /// The file that `#[path]` names.
    pub(super) fn path(&self, path: &str) -> PathBuf {
        self.base.join(path)
    }
}
