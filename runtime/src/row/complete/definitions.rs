//! `$defs` of a type's schema: moved to the root of the input, under a new name where two types share one.

use toolgen_model::json::{Json, Object};

/// Keywords whose values are data, not schemas.
const DATA: [&str; 5] = ["default", "enum", "const", "examples", "example"];

/// Moves the definitions of `schema` to the root.
pub(super) fn hoist(root: &mut Json, schema: &mut Object) {
    let Some(Json::Object(mut definitions)) = schema.remove("$defs") else { return };
    let Some(root) = root.as_object_mut() else { return };
    let mut all = match root.remove("$defs") {
        Some(Json::Object(all)) => all,
        _ => Object::new(),
    };
    for name in definitions.keys().map(str::to_owned).collect::<Vec<_>>() {
        let taken = |new: &str, own: &Json| all.get(new).is_some_and(|other| other != own);
        let own = definitions.get(&name).cloned().unwrap_or_default();
        if !taken(&name, &own) {
            continue;
        }
        let free =
            (2..).map(|n| format!("{name}{n}")).find(|new| !all.contains_key(new) && !definitions.contains_key(new));
        let Some(new) = free else { continue };
        let (from, to) = (reference(&name), reference(&new));
        for value in definitions.iter_mut().map(|(_, value)| value) {
            rename(value, &from, &to);
        }
        for value in schema.iter_mut().map(|(_, value)| value) {
            rename(value, &from, &to);
        }
        if let Some(Json::String(at)) = schema.get_mut("$ref")
            && *at == from.as_str()
        {
            *at = to.into();
        }
        let own = definitions.remove(&name).unwrap_or_default();
        definitions.insert(new, own);
    }
    for (name, value) in definitions {
        all.insert(name, value);
    }
    root.insert("$defs", all);
}

fn reference(name: &str) -> String {
    format!("#/$defs/{}", name.replace('~', "~0").replace('/', "~1"))
}

fn rename(schema: &mut Json, from: &str, to: &str) {
    match schema {
        Json::Array(items) => items.iter_mut().for_each(|item| rename(item, from, to)),
        Json::Object(object) => {
            for (key, value) in object.iter_mut() {
                match value {
                    Json::String(at) if key == "$ref" && *at == *from => *at = to.into(),
                    _ if DATA.contains(&key) => {}
                    _ => rename(value, from, to),
                }
            }
        }
        _ => {}
    }
}
