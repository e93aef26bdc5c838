//! Where a macro call stands: the compiler's span and environment in, an [`Origin`] out.

use std::path::{Component, Path, PathBuf};

use proc_macro::Span;
use toolgen::rust::Origin;

/// The place of the call that is being expanded.
pub(crate) fn origin() -> Origin {
    let here = Span::call_site();
    let local = here.local_file().unwrap_or_default();
    let package = std::env::var_os("CARGO_MANIFEST_DIR").map(PathBuf::from).unwrap_or_default();
    Origin {
        package: std::env::var("CARGO_PKG_NAME").unwrap_or_default(),
        file: relative(&local, &package),
        folder: local.parent().map(Path::to_owned).unwrap_or_default(),
        locate: |span| {
            let span = span.unwrap();
            (number(span.line()), number(span.column()))
        },
    }
}

/// The file from the package's folder, with `/`. Cargo gives it from the workspace's folder, where rustc runs.
fn relative(file: &Path, package: &Path) -> String {
    let absolute = std::env::current_dir().map(|folder| folder.join(file)).unwrap_or_else(|_| file.to_owned());
    let absolute = plain(&absolute);
    let inside = absolute.strip_prefix(package).ok().filter(|inside| inside.is_relative());
    let outside = || if file.is_relative() { file } else { Path::new(file.file_name().unwrap_or_default()) };
    inside.unwrap_or_else(outside).to_string_lossy().replace('\\', "/")
}

/// The path without `.` and `..`, as the module tree of `#[path]` writes them.
fn plain(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for step in path.components() {
        match step {
            Component::CurDir => {}
            Component::ParentDir if matches!(plain.components().next_back(), Some(Component::Normal(_))) => {
                plain.pop();
            }
            step => plain.push(step),
        }
    }
    plain
}

fn number(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_shown_from_the_folder_of_its_package() {
        for (file, shown) in [
            ("/w/p/src/main.rs", "src/main.rs"),
            ("/w/p/src/../core/bash/handler.rs", "core/bash/handler.rs"),
            ("/w/./p/src/./a/../b.rs", "src/b.rs"),
            ("/w/p/../other/x.rs", "x.rs"),
            ("/elsewhere/x.rs", "x.rs"),
        ] {
            assert_eq!(relative(Path::new(file), Path::new("/w/p")), shown, "{file}");
        }
    }
}
