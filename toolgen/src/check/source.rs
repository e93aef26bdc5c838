//! Lints over the Rust of handlers: the text of a file in, what reaches past the gate or holds a secret as plain text
//! out.
//!
//! They go by the syntax: a name that a macro of another crate makes, and a method whose receiver only the compiler
//! knows, are left to clippy, for which `toolgen new` installs the same list.

use std::path::Path;

use proc_macro2::Span as TokenSpan;
use syn::visit::{self, Visit};
use syn::{Attribute, Block, Expr, Item};

use crate::diag::{Diagnostic, FileId, Rule, Severity, Sink, Sources, code::page};
use crate::rust::Places;
use crate::rust::scan::{only_tests, shift};

pub mod authority;
mod field;
mod name;

use name::Scopes;

pub(crate) const RULES: &[Rule] = &[
    page!(
        rust,
        "TG0606",
        "ambient-authority",
        Error,
        "Reports handler code that opens files, starts programs, reaches the network or reads the environment by itself; outside of handlers it is a warning.",
        "The gate holds what a handler is given (`&Dir<Read>`, `&Exec`, `&Net`, `&Secret<C>`) to the permission of the tool. Of the rest it knows nothing: no scope, no sandbox, no audit, no limit.",
        "#[tool(effect = read)]\nfn log() -> String {\n    String::from_utf8_lossy(&std::process::Command::new(\"git\").arg(\"log\").output().unwrap().stdout).into()\n}",
        "The capability as a parameter. Where it is meant, `#[expect(clippy::disallowed_methods, reason = \"…\")]` on the item, the statement or the module, which clippy hears too; or `// toolgen: allow(TG0606)` on the line or above it."
    ),
    page!(
        rust,
        "TG0607",
        "plain-secret-field",
        Error,
        "Reports a struct of arguments, or one that can be printed or sent (`Debug`, `Serialize`, `Deserialize`, `JsonSchema`), with a secret in a field of plain text.",
        "The model would have to know it, and it would stand in the conversation, in logs and in the audit.",
        "#[derive(Debug, Deserialize, JsonSchema)]\nstruct Args { token: String }",
        "A parameter `&Secret<C>` of the handler, or a type that does not print itself. Where the name only sounds like it, `// toolgen: allow(TG0607)` on the line or above it."
    ),
];

/// The lint of clippy that an attribute allows, and ours with it.
const CLIPPY: &str = "disallowed_methods";

/// Checks a file of Rust. In a file of handlers what is found is an error.
pub fn check(sources: &Sources, file: FileId, sink: &mut Sink) {
    let Some(source) = sources.get(file) else { return };
    // What is no Rust is a finding of the scan, or rustc's.
    let Ok(parsed) = syn::parse_file(&source.text) else { return };
    let handlers = source.name.ends_with("handler.rs") || parsed.items.iter().any(has_tool);
    let mut walk =
        Walk { places: Places::of_file(file, shift(&source.text)), scopes: Scopes::default(), found: Vec::new() };
    if !allows(&parsed.attrs) {
        walk.scopes.module(&parsed.items);
        parsed.items.iter().for_each(|item| walk.visit_item(item));
    }
    for mut finding in walk.found {
        if finding.span.is_some_and(|span| sources.allow(span, finding.code)) {
            continue;
        }
        if finding.code == "TG0606" && !handlers {
            finding.severity = Severity::Warning;
        }
        sink.push(finding);
    }
}

/// Checks the `handler.rs` beside each of these manifests.
pub fn check_beside(sources: &mut Sources, manifests: &[FileId], sink: &mut Sink) {
    let mut done: Vec<String> = Vec::new();
    for manifest in manifests {
        let Some(path) = sources.get(*manifest).map(|source| Path::new(&source.name).with_file_name("handler.rs"))
        else {
            continue;
        };
        let name = path.display().to_string();
        let Ok(text) = std::fs::read_to_string(&path) else { continue };
        if !done.contains(&name) {
            let file = sources.add(name.clone(), text);
            check(sources, file, sink);
            done.push(name);
        }
    }
}

/// Whether there is a `#[tool]` function in it.
fn has_tool(item: &Item) -> bool {
    let marked = |attributes: &[Attribute]| {
        attributes.iter().any(|attribute| attribute.path().segments.last().is_some_and(|last| last.ident == "tool"))
    };
    match item {
        Item::Fn(item) => marked(&item.attrs),
        Item::Mod(item) => item.content.iter().flat_map(|(_, items)| items).any(has_tool),
        Item::Impl(item) => item.items.iter().any(|it| matches!(it, syn::ImplItem::Fn(it) if marked(&it.attrs))),
        _ => false,
    }
}

/// Whether attributes allow the lint, by the name that clippy has for it.
fn allows(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        let path = attribute.path();
        (path.is_ident("allow") || path.is_ident("expect"))
            && matches!(&attribute.meta, syn::Meta::List(list) if list.tokens.to_string().contains(CLIPPY))
    })
}

/// Whether what carries these attributes is passed over.
fn passed_over(attributes: &[Attribute]) -> bool {
    allows(attributes) || only_tests(attributes) || attributes.iter().any(|attribute| attribute.path().is_ident("test"))
}

struct Walk {
    places: Places,
    scopes: Scopes,
    found: Vec<Diagnostic>,
}

impl Walk {
    /// Reports a path that is a known authority.
    fn path(&mut self, written: &[String], first: TokenSpan, last: TokenSpan) {
        self.reported(written, "", first, last);
    }

    /// The same of a function, or of a macro, whose `mark` is `!`.
    fn reported(&mut self, written: &[String], mark: &str, first: TokenSpan, last: TokenSpan) {
        let known = self.scopes.readings(written).into_iter().find_map(|mut path| {
            path.last_mut()?.push_str(mark);
            let authority = authority::of(&path)?;
            Some((path.join("::"), authority))
        });
        if let Some((path, authority)) = known {
            let text = format!("`{path}` {}", authority.what());
            let help = format!(
                "{}; where it is meant, `#[expect(clippy::{CLIPPY}, reason = \"…\")]` says so",
                authority.instead()
            );
            self.found.push(Diagnostic::error("TG0606", self.places.between(first, last), text).help(help));
        }
    }

    fn segments(&mut self, path: &syn::Path, of_type: Option<&syn::Path>) {
        let all = of_type.into_iter().chain([path]).flat_map(|path| &path.segments);
        let idents: Vec<&syn::Ident> = all.map(|segment| &segment.ident).collect();
        let words: Vec<String> = idents.iter().map(|ident| ident.to_string()).collect();
        if let (Some(first), Some(last)) = (idents.first(), idents.last()) {
            self.path(&words, first.span(), last.span());
        }
    }
}

impl<'ast> Visit<'ast> for Walk {
    fn visit_item(&mut self, item: &'ast Item) {
        let attributes: &[Attribute] = match item {
            Item::Const(item) => &item.attrs,
            Item::Enum(item) => &item.attrs,
            Item::Fn(item) => &item.attrs,
            Item::Impl(item) => &item.attrs,
            Item::Macro(item) => &item.attrs,
            Item::Mod(item) => &item.attrs,
            Item::Static(item) => &item.attrs,
            Item::Struct(item) => &item.attrs,
            Item::Trait(item) => &item.attrs,
            _ => &[],
        };
        if !passed_over(attributes) {
            visit::visit_item(self, item);
        }
    }

    fn visit_item_fn(&mut self, item: &'ast syn::ItemFn) {
        // The program itself has to read its words and its environment.
        if item.sig.ident != "main" {
            visit::visit_item_fn(self, item);
        }
    }

    fn visit_item_mod(&mut self, item: &'ast syn::ItemMod) {
        if let Some((_, items)) = &item.content {
            self.scopes.module(items);
            items.iter().for_each(|item| self.visit_item(item));
            self.scopes.leave();
        }
    }

    fn visit_impl_item_fn(&mut self, item: &'ast syn::ImplItemFn) {
        if !passed_over(&item.attrs) {
            visit::visit_impl_item_fn(self, item);
        }
    }

    fn visit_block(&mut self, block: &'ast Block) {
        self.scopes.block(block);
        visit::visit_block(self, block);
        self.scopes.leave();
    }

    fn visit_local(&mut self, local: &'ast syn::Local) {
        if !allows(&local.attrs) {
            visit::visit_local(self, local);
        }
    }

    fn visit_expr(&mut self, expression: &'ast Expr) {
        let attributes: &[Attribute] = match expression {
            Expr::Block(it) => &it.attrs,
            Expr::Call(it) => &it.attrs,
            Expr::MethodCall(it) => &it.attrs,
            Expr::Macro(it) => &it.attrs,
            Expr::Match(it) => &it.attrs,
            Expr::If(it) => &it.attrs,
            Expr::Unsafe(it) => &it.attrs,
            Expr::Try(it) => &it.attrs,
            Expr::Return(it) => &it.attrs,
            Expr::Path(it) => &it.attrs,
            _ => &[],
        };
        if !allows(attributes) {
            visit::visit_expr(self, expression);
        }
    }

    fn visit_expr_path(&mut self, expression: &'ast syn::ExprPath) {
        let of_type = expression.qself.as_ref().and_then(|own| match &*own.ty {
            syn::Type::Path(path) if own.position == 0 => Some(&path.path),
            _ => None,
        });
        self.segments(&expression.path, of_type);
        visit::visit_expr_path(self, expression);
    }

    fn visit_macro(&mut self, item: &'ast syn::Macro) {
        let idents: Vec<&syn::Ident> = item.path.segments.iter().map(|segment| &segment.ident).collect();
        let words: Vec<String> = idents.iter().map(|ident| ident.to_string()).collect();
        if let (Some(first), Some(last)) = (idents.first(), idents.last()) {
            self.reported(&words, "!", first.span(), last.span());
        }
        for (words, first, last) in name::in_tokens(item.tokens.clone()) {
            self.path(&words, first, last);
        }
    }

    fn visit_item_struct(&mut self, item: &'ast syn::ItemStruct) {
        let found = field::plain(&item.ident, &item.attrs, &item.fields);
        self.fields(found);
        visit::visit_item_struct(self, item);
    }

    fn visit_item_enum(&mut self, item: &'ast syn::ItemEnum) {
        for variant in &item.variants {
            let found = field::plain(&item.ident, &item.attrs, &variant.fields);
            self.fields(found);
        }
        visit::visit_item_enum(self, item);
    }
}

impl Walk {
    fn fields(&mut self, found: Vec<field::Plain>) {
        for field in found {
            let text = format!("the field `{}` holds a secret as plain text: {}", field.name, field.why);
            let span = self.places.at(field.span);
            self.found.push(Diagnostic::error("TG0607", span, text).help(
                "take `&Secret<…>` as a parameter of the handler, so that the model never knows it; or a type that does not print itself",
            ));
        }
    }
}

#[cfg(test)]
mod tests;
