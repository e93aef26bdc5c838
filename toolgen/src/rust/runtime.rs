//! The name under which the runtime is known in a crate: the crate's environment in, a path out.

use std::path::Path;
use std::str::FromStr;

use proc_macro2::TokenStream;

/// Set by `toolgen::build()`, which reads the crate's dependencies anyway.
const VARIABLE: &str = "TOOLGEN_RUNTIME_CRATE";

/// The path of the runtime: `::toolgen_runtime`, or what the crate calls it.
pub(crate) fn path() -> TokenStream {
    TokenStream::from_str(&format!("::{}", name())).unwrap_or_default()
}

/// The name of the runtime in the crate: `toolgen_runtime`, or what the crate calls it.
pub(crate) fn name() -> String {
    let renamed = std::env::var(VARIABLE).ok().or_else(|| {
        let folder = std::env::var_os("CARGO_MANIFEST_DIR")?;
        renamed(&std::fs::read_to_string(Path::new(&folder).join("Cargo.toml")).ok()?)
    });
    let name = renamed.filter(|name| syn::parse_str::<syn::Ident>(name).is_ok());
    name.unwrap_or_else(|| "toolgen_runtime".to_owned())
}

/// The name that a manifest gives to the package `toolgen-runtime`, where it gives one. It reads lines,
/// as that is all there is to see: `NAME = { …package = "toolgen-runtime"… }` or the same as a table.
fn renamed(manifest: &str) -> Option<String> {
    let mut table = None;
    for line in manifest.lines().map(str::trim) {
        if let Some(header) = line.strip_prefix('[') {
            let header = header.trim_end_matches(']');
            table = header.rsplit_once("dependencies.").map(|(_, name)| name);
        }
        let Some((key, value)) = line.split_once('=') else { continue };
        let named = value.split_once("package").filter(|(_, rest)| quotes_us(rest));
        let name = match (key.trim(), named) {
            ("package", _) if quotes_us(&format!("={value}")) => table,
            (name, Some(_)) => Some(name),
            _ => None,
        };
        if let Some(name) = name {
            return Some(name.trim_matches('"').replace('-', "_"));
        }
    }
    None
}

fn quotes_us(text: &str) -> bool {
    let text = text.trim_start().strip_prefix('=').unwrap_or_default().trim_start();
    text.starts_with("\"toolgen-runtime\"")
}

#[cfg(test)]
mod tests {
    use super::renamed;

    #[test]
    fn a_renamed_dependency_is_found_in_both_forms() {
        let inline = "[dependencies]\ntg = { version = \"1\", package = \"toolgen-runtime\" }\n";
        assert_eq!(renamed(inline).as_deref(), Some("tg"));
        let table = "[dependencies.my-tools]\npackage = \"toolgen-runtime\"\nversion = \"1\"\n";
        assert_eq!(renamed(table).as_deref(), Some("my_tools"));
        assert_eq!(renamed("[dependencies]\ntoolgen-runtime = \"0.1\"\n"), None);
        assert_eq!(renamed("[dependencies]\nx = { package = \"y\" }\n"), None);
    }
}
