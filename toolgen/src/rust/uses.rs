//! The tree of a `use` declaration in, the names that it brings in, each with its path, out.

use syn::UseTree;

/// What a `use` brings in.
pub(crate) enum Use {
    /// A name, and the path that it stands for
    Name(String, Vec<String>),
    /// Every name of a path
    Glob(Vec<String>),
}

/// All that the tree brings in, in the order in which it is written.
pub(crate) fn uses(tree: &UseTree) -> Vec<Use> {
    let mut found = Vec::new();
    walk(tree, &mut Vec::new(), &mut found);
    found
}

fn walk(tree: &UseTree, before: &mut Vec<String>, found: &mut Vec<Use>) {
    match tree {
        UseTree::Path(path) => {
            before.push(path.ident.to_string());
            walk(&path.tree, before, found);
            before.pop();
        }
        UseTree::Name(name) => found.extend(named(None, name.ident.to_string(), before)),
        UseTree::Rename(name) => {
            found.extend(named(Some(name.rename.to_string()), name.ident.to_string(), before));
        }
        UseTree::Group(group) => group.items.iter().for_each(|tree| walk(tree, before, found)),
        UseTree::Glob(_) => found.push(Use::Glob(before.clone())),
    }
}

/// `self` stands for what is before it.
fn named(rename: Option<String>, last: String, before: &[String]) -> Option<Use> {
    let mut path = before.to_vec();
    if last != "self" {
        path.push(last);
    }
    let own = path.last().cloned()?;
    Some(Use::Name(rename.unwrap_or(own), path))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_form_brings_its_names() {
        let item: syn::ItemUse = syn::parse_quote!(
            use a::{
                b, c as d,
                e::{self, f::*},
                g::{self as h},
            };
        );
        let found = uses(&item.tree).into_iter().map(|found| match found {
            Use::Name(name, path) => format!("{name}={}", path.join("::")),
            Use::Glob(path) => format!("*={}", path.join("::")),
        });
        assert_eq!(found.collect::<Vec<_>>(), ["b=a::b", "d=a::c", "e=a::e", "*=a::e::f", "h=a::g"]);
    }
}
