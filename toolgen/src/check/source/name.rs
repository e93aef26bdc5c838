//! What a path of a file stands for: the `use` declarations and types around it in, its full readings out.

use std::collections::{HashMap, HashSet};

use proc_macro2::{Span, TokenStream, TokenTree};
use syn::{Block, Item, Stmt};

use crate::rust::uses::{Use, uses};

/// As many renamings are followed.
const DEEPEST: usize = 8;

/// The scopes around a place, the outermost first.
#[derive(Debug, Default)]
pub(super) struct Scopes(Vec<Scope>);

/// A module or a block.
#[derive(Debug, Default)]
struct Scope {
    /// What names stand for
    names: HashMap<String, Vec<String>>,
    /// Where all names come from
    globs: Vec<Vec<String>>,
    /// What is declared here
    own: HashSet<String>,
    /// Whether names of the scope around it are not seen
    closed: bool,
}

impl Scopes {
    /// Enters a module.
    pub(super) fn module(&mut self, items: &[Item]) {
        let mut scope = Scope::of(items.iter());
        scope.closed =
            !scope.globs.iter().any(|glob| glob.len() == 1 && glob.first().is_some_and(|word| word == "super"));
        self.0.push(scope);
    }

    /// Enters a block.
    pub(super) fn block(&mut self, block: &Block) {
        let items = block.stmts.iter().filter_map(|stmt| if let Stmt::Item(item) = stmt { Some(item) } else { None });
        self.0.push(Scope::of(items));
    }

    /// Leaves the innermost scope.
    pub(super) fn leave(&mut self) {
        self.0.pop();
    }

    /// What the path may stand for. A path of the crate itself has no reading.
    pub(super) fn readings(&self, written: &[String]) -> Vec<Vec<String>> {
        let mut path = written.to_vec();
        let mut readings = Vec::new();
        for _ in 0..DEEPEST {
            let Some((first, rest)) = path.split_first() else { return readings };
            if matches!(first.as_str(), "crate" | "self" | "super" | "Self") {
                return readings;
            }
            match self.find(first, rest, &mut readings) {
                Found::Imported(full) if full != path => path = full,
                Found::Own => return readings,
                _ => break,
            }
        }
        readings.push(path);
        readings
    }

    fn find(&self, first: &str, rest: &[String], readings: &mut Vec<Vec<String>>) -> Found {
        for scope in self.0.iter().rev() {
            if let Some(before) = scope.names.get(first) {
                return Found::Imported(before.iter().chain(rest).cloned().collect());
            }
            if scope.own.contains(first) {
                return Found::Own;
            }
            let with = |glob: &Vec<String>| {
                let whole = glob.iter().cloned().chain([first.to_owned()]);
                whole.chain(rest.iter().cloned()).collect::<Vec<_>>()
            };
            readings.extend(scope.globs.iter().map(with));
            if scope.closed {
                break;
            }
        }
        Found::Nothing
    }
}

enum Found {
    Imported(Vec<String>),
    Own,
    Nothing,
}

impl Scope {
    fn of<'i>(items: impl Iterator<Item = &'i Item>) -> Scope {
        let mut scope = Scope::default();
        for item in items {
            match item {
                Item::Use(item) => uses(&item.tree).into_iter().for_each(|found| scope.bring(found)),
                Item::Type(item) => {
                    if let syn::Type::Path(path) = &*item.ty {
                        let words = path.path.segments.iter().map(|segment| segment.ident.to_string()).collect();
                        scope.names.insert(item.ident.to_string(), words);
                    }
                }
                Item::Fn(item) => drop(scope.own.insert(item.sig.ident.to_string())),
                Item::Mod(item) => drop(scope.own.insert(item.ident.to_string())),
                Item::Struct(item) => drop(scope.own.insert(item.ident.to_string())),
                Item::Enum(item) => drop(scope.own.insert(item.ident.to_string())),
                Item::Trait(item) => drop(scope.own.insert(item.ident.to_string())),
                _ => {}
            }
        }
        scope
    }

    fn bring(&mut self, found: Use) {
        match found {
            // `use tokio;` says nothing.
            Use::Name(name, path) if path.len() == 1 && path.first() == Some(&name) => {}
            Use::Name(name, path) => drop(self.names.insert(name, path)),
            Use::Glob(path) => self.globs.push(path),
        }
    }
}

/// The paths in the tokens of a macro, each with the places of its first and last word.
pub(super) fn in_tokens(tokens: TokenStream) -> Vec<(Vec<String>, Span, Span)> {
    let mut found = Vec::new();
    search(tokens, &mut found);
    found
}

fn search(tokens: TokenStream, found: &mut Vec<(Vec<String>, Span, Span)>) {
    let mut path: Option<(Vec<String>, Span, Span)> = None;
    // How many colons stand since the last word, and whether a dot stood before it.
    let (mut colons, mut dot) = (0, false);
    for token in tokens {
        match token {
            TokenTree::Ident(ident) => {
                match &mut path {
                    Some((words, _, last)) if colons == 2 => {
                        words.push(ident.to_string());
                        *last = ident.span();
                    }
                    _ => {
                        found.extend(path.take());
                        path = (!dot).then(|| (vec![ident.to_string()], ident.span(), ident.span()));
                    }
                }
                (colons, dot) = (0, false);
            }
            TokenTree::Punct(punct) if punct.as_char() == ':' => colons += 1,
            other => {
                found.extend(path.take());
                colons = 0;
                dot = matches!(&other, TokenTree::Punct(punct) if punct.as_char() == '.');
                if let TokenTree::Group(group) = other {
                    search(group.stream(), found);
                }
            }
        }
    }
    found.extend(path);
}
