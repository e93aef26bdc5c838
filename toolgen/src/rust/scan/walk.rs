//! The walk through the modules: files in, tools and functions with their paths out.

use std::path::{Path, PathBuf};

use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::{Attribute, ImplItem, Item, ItemImpl, ItemMod, Type, Visibility};
use toolgen_model::catalog::Source;

use super::files::Place;
use super::imports::Imports;
use super::{Crate, Scan, ScannedTool, Signature, attribute, hidden, named};
use crate::diag::{Diagnostic, FileId, Severity, Sink, Sources};
use crate::rust::list::name;
use crate::rust::lower::lower;
use crate::rust::signature::Function;
use crate::rust::{Front, Places};

/// Modules deeper than this are not followed; rustc's own limit is 128.
const DEEPEST: usize = 128;

/// Walks from the root file.
pub(super) fn root(krate: &Crate, scan: &mut Scan, sources: &mut Sources, sink: &mut Sink) {
    let mut walk = Walk { krate, scan, sources, sink, open: Vec::new() };
    let module = Module { path: "crate".into(), cfgs: Vec::new(), reachable: true, root: true };
    walk.file(&krate.folder.join(&krate.root), true, &module);
}

struct Walk<'a> {
    krate: &'a Crate,
    scan: &'a mut Scan,
    sources: &'a mut Sources,
    sink: &'a mut Sink,
    open: Vec<PathBuf>,
}

/// The module that is being read.
#[derive(Clone)]
struct Module {
    path: String,
    cfgs: Vec<String>,
    /// Whether the root can name it
    reachable: bool,
    root: bool,
}

/// The file that is being read.
#[derive(Clone, Copy)]
struct File<'f> {
    id: FileId,
    path: &'f Path,
    /// Bytes before what the parser sees: a byte order mark, a `#!` line
    shift: usize,
}

impl Walk<'_> {
    fn file(&mut self, path: &Path, beside: bool, module: &Module) {
        let path = &plain(path);
        if self.open.len() >= DEEPEST || self.open.contains(path) {
            return; // rustc reports the circle
        }
        let Ok(text) = std::fs::read_to_string(path) else { return }; // as it does a missing file
        let id = self.sources.add(named(path, &self.krate.folder), text.clone());
        if !self.scan.files.contains(path) {
            self.scan.texts.push(id);
        }
        self.scan.files.push(path.clone());
        let shift = shift(&text);
        match syn::parse_file(&text) {
            Ok(parsed) => {
                self.open.push(path.clone());
                self.items(&parsed.items, File { id, path, shift }, &Place::of_file(path, beside), module);
                self.open.pop();
            }
            Err(error) => {
                let span = Places::of_file(id, shift).at(error.span());
                self.sink.push(
                    Diagnostic::warning("TG0603", span, format!("this file cannot be read as Rust: {error}"))
                        .help("the compiler says more about it; its tools are not listed"),
                );
            }
        }
    }

    fn items(&mut self, items: &[Item], file: File<'_>, place: &Place, module: &Module) {
        let imports = Imports::of(items, &self.krate.runtime);
        for item in items {
            match item {
                Item::Mod(item) if !attribute::only_tests(&item.attrs) => self.module(item, file, place, module),
                Item::Fn(item) if !attribute::only_tests(&item.attrs) => {
                    let ident = name(&item.sig.ident);
                    let path = format!("{}::{}", module.path, item.sig.ident);
                    let signature = Signature { arity: item.sig.inputs.len(), is_async: item.sig.asyncness.is_some() };
                    self.scan.functions.insert(format!("{}::{ident}", module.path), signature);
                    self.function(&item.attrs, item.to_token_stream(), path, file, module, &imports);
                    for ident in hidden::in_body(&item.block, &imports) {
                        let message = format!("`{ident}` stands in the body of a function, where no list can name it");
                        let help = "move it out of the function";
                        self.report(Severity::Error, "TG0604", file, ident.span(), message, help);
                    }
                }
                Item::Impl(item) if !attribute::only_tests(&item.attrs) => {
                    self.methods(item, items, file, module, &imports);
                }
                Item::Macro(item) => {
                    for span in hidden::in_macro(item, &imports) {
                        let message = "a `#[tool]` function that a macro makes is not listed by itself";
                        let help = "list it by hand: `pub static MORE: Table = tools![path::to::it];`";
                        self.report(Severity::Warning, "TG0605", file, span, message, help);
                    }
                }
                _ => {}
            }
        }
    }

    fn module(&mut self, item: &ItemMod, file: File<'_>, place: &Place, parent: &Module) {
        let ident = name(&item.ident);
        let mut module = Module {
            path: format!("{}::{}", parent.path, item.ident),
            cfgs: parent.cfgs.iter().cloned().chain(attribute::cfgs(&item.attrs)).collect(),
            reachable: parent.reachable && (parent.root || is_open(&item.vis)),
            root: false,
        };
        if let Some((_, items)) = &item.content {
            self.items(items, file, &place.inside(&ident), &module);
            return;
        }
        let paths = attribute::paths(&item.attrs);
        for (path, predicate) in &paths {
            let mut module = module.clone();
            module.cfgs.extend(predicate.clone());
            self.file(&place.path(path), true, &module);
        }
        if paths.iter().any(|(_, predicate)| predicate.is_none()) {
            return;
        }
        module.cfgs.extend(paths.iter().filter_map(|(_, predicate)| Some(format!("not({})", predicate.as_ref()?))));
        if let Some((path, beside)) = place.module(&ident) {
            self.file(&path, beside, &module);
        }
    }

    fn methods(&mut self, item: &ItemImpl, items: &[Item], file: File<'_>, module: &Module, imports: &Imports<'_>) {
        let mut module = module.clone();
        module.cfgs.extend(attribute::cfgs(&item.attrs));
        for method in &item.items {
            let ImplItem::Fn(method) = method else { continue };
            if attribute::tool(&method.attrs, imports).is_none() || attribute::only_tests(&method.attrs) {
                continue;
            }
            let span = method.sig.ident.span();
            if item.trait_.is_some() {
                let message = format!("`{}` is a method of a trait, which cannot carry a tool", method.sig.ident);
                let help = "write it in an `impl` block of the type itself";
                self.report(Severity::Error, "TG0604", file, span, message, help);
                continue;
            }
            match owner(&item.self_ty, items, &module, imports) {
                Ok(owner) => {
                    let path = format!("{owner}::{}", method.sig.ident);
                    let tokens = method.to_token_stream();
                    self.function(&method.attrs, tokens, path, file, &module, imports);
                }
                Err(owner) => {
                    let message = format!("the list of tools cannot name `{owner}` from the root of the crate");
                    let help = format!("write `pub(crate)` before `{owner}`, or before the `use` that brings it in");
                    self.report(Severity::Error, "TG0602", file, span, message, help);
                }
            }
        }
    }

    fn function(
        &mut self,
        attributes: &[Attribute],
        item: TokenStream,
        path: String,
        file: File<'_>,
        module: &Module,
        imports: &Imports<'_>,
    ) {
        let Some((attribute, predicate)) = attribute::tool(attributes, imports) else { return };
        let Ok(mut function) = Function::parse(item) else { return };
        function.attributes.retain(|attribute| !imports.is_tool(attribute.path()));
        let ident = function.ident().clone();
        if !module.reachable {
            let message = format!("the list of tools cannot name `{path}` from the root of the crate");
            let help = format!("write `pub(crate) mod …` for each module on the way to `{}`", module.path);
            self.report(Severity::Error, "TG0602", file, ident.span(), message, help);
            return;
        }
        let mut places = Places::of_file(file.id, file.shift);
        let whole = places.at(ident.span());
        let folder = file.path.parent().map(Path::to_owned).unwrap_or_default();
        let mut front = Front { places, sink: self.sink, whole, folder };
        function.inspect(&mut front);
        let lowered = lower(attribute, &function, &mut front);
        let mut tool = lowered.tool;
        if let crate::ir::Handler::Rust(handler) = &mut tool.handler.value
            && let Some(function) = &mut handler.function
        {
            function.value.clone_from(&path);
        }
        let mut cfgs = module.cfgs.clone();
        cfgs.extend(attribute::cfgs(attributes));
        cfgs.extend(predicate);
        let (line, column) = self.sources.get(file.id).map_or((1, 1), |source| source.position(whole.start));
        let file = named(file.path, &self.krate.folder);
        let source = Source { package: self.krate.package.clone(), file, line, column };
        self.scan.tools.push(ScannedTool { path, cfgs, tool, source });
    }

    fn report(
        &mut self,
        severity: Severity,
        code: &'static str,
        file: File<'_>,
        span: proc_macro2::Span,
        message: impl Into<String>,
        help: impl Into<String>,
    ) {
        let span = Places::of_file(file.id, file.shift).at(span);
        self.sink.push(Diagnostic { severity, ..Diagnostic::error(code, span, message).help(help) });
    }
}

/// The path of the type that an `impl` block is for, or its name when the root cannot name it.
fn owner(kind: &Type, items: &[Item], module: &Module, imports: &Imports<'_>) -> Result<String, String> {
    let written = kind.to_token_stream().to_string().replace(' ', "");
    let Type::Path(path) = kind else { return Err(written) };
    let first = path.path.segments.first().map(|segment| segment.ident.to_string()).unwrap_or_default();
    if first == "crate" {
        return Ok(written);
    }
    let here = format!("{}::{written}", module.path);
    if path.path.segments.len() > 1 {
        return if module.root { Ok(here) } else { Err(written) };
    }
    let declared = items.iter().find_map(|item| match item {
        Item::Struct(item) if item.ident == first => Some(&item.vis),
        Item::Enum(item) if item.ident == first => Some(&item.vis),
        Item::Union(item) if item.ident == first => Some(&item.vis),
        Item::Type(item) if item.ident == first => Some(&item.vis),
        _ => None,
    });
    match (declared, imports.path(&first)) {
        (Some(visibility), _) if module.root || is_open(visibility) => Ok(here),
        (Some(_), _) => Err(written),
        (None, Some([root, ..])) if root == "crate" => {
            let imported = imports.path(&first).unwrap_or_default().join("::");
            Ok(written.replacen(&first, &imported, 1))
        }
        (None, Some([root, rest @ ..])) if root == "super" && !module.root => {
            let parent = module.path.rsplit_once("::").map_or("crate", |(parent, _)| parent);
            Ok(written.replacen(&first, &format!("{parent}::{}", rest.join("::")), 1))
        }
        _ if module.root => Ok(here),
        _ => Err(written),
    }
}

/// Whether more than the own module sees it.
fn is_open(visibility: &Visibility) -> bool {
    match visibility {
        Visibility::Public(_) => true,
        Visibility::Restricted(restricted) => !restricted.path.is_ident("self"),
        Visibility::Inherited => false,
    }
}

/// `a/../b` as `b`, without asking the disk.
fn plain(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            std::path::Component::ParentDir if plain.file_name().is_some() => {
                plain.pop();
            }
            std::path::Component::CurDir => {}
            part => plain.push(part),
        }
    }
    plain
}

/// How many bytes `syn::parse_file` leaves out before it counts.
pub(crate) fn shift(text: &str) -> usize {
    let mark = if text.starts_with('\u{FEFF}') { 3 } else { 0 };
    let rest = &text[mark..];
    if rest.starts_with("#!") && !rest[2..].trim_start().starts_with('[') {
        return mark + rest.find('\n').unwrap_or(rest.len());
    }
    mark
}
