//! Where a macro call stands: the compiler's span and environment in, an [`Origin`] out.

use std::path::{Path, PathBuf};

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
    let inside = absolute.strip_prefix(package).ok();
    let inside = inside.or_else(|| file.file_name().map(Path::new)).unwrap_or(file);
    inside.to_string_lossy().replace('\\', "/")
}

fn number(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}
