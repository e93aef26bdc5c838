//! The function behind a manifest's tool: its path and the scan in, how it is called out.

use std::fs;
use std::path::Path;

use toolgen_model::catalog::Row;

use crate::emit::rust::binding::Function;
use crate::emit::rust::snake;
use crate::ir::RustHandler;
use crate::rust::scan::{Scan, Signature};

/// The function, and `handler.rs` where that holds it. A function that the scan does not know is taken
/// to be `fn(Input)`, and rustc judges it.
pub(super) fn function(
    rust: &RustHandler,
    row: &Row,
    beside: Option<&Path>,
    scan: &Scan,
) -> (Function, Option<String>) {
    let unknown = Signature { arity: 1, is_async: false };
    match &rust.function {
        Some(path) => {
            let signature = scan.function(&path.value).unwrap_or(unknown);
            (called(path.value.clone(), signature), None)
        }
        None => {
            let name = snake(row.action.as_deref().unwrap_or(&row.tool));
            // The module of an action stands beside `handler`, that of a tool holds it.
            let path =
                if row.action.is_some() { format!("super::handler::{name}") } else { format!("handler::{name}") };
            let signature = beside.and_then(|file| signature(file, &name)).unwrap_or(unknown);
            (called(path, signature), beside.map(|file| file.to_string_lossy().into_owned()))
        }
    }
}

fn called(path: String, signature: Signature) -> Function {
    Function {
        path,
        takes_input: signature.arity > 0,
        injected: signature.arity.saturating_sub(1),
        is_async: signature.is_async,
    }
}

/// The signature of the function `name` in a file.
fn signature(file: &Path, name: &str) -> Option<Signature> {
    let file = syn::parse_file(&fs::read_to_string(file).ok()?).ok()?;
    file.items.iter().find_map(|item| match item {
        syn::Item::Fn(function) if function.sig.ident == name => {
            Some(Signature { arity: function.sig.inputs.len(), is_async: function.sig.asyncness.is_some() })
        }
        _ => None,
    })
}
