//! Leaves: a schema that holds no others in, the same in canonical form out, where a look at each keyword is enough.
//!
//! Most schemas are a type and a description. Whatever is not as simple is left to the long way, which comes to the same.

use super::bounds::is_width;
use super::order::in_order;
use super::types::{are_names, list, named, union};
use crate::json::{Json, Object, Word, whole};

/// Settles a schema where it stands; otherwise it stays as it is and the answer is `false`. Other keys than keywords
/// are a matter of course where they are kept.
pub(super) fn settle(schema: &mut Object, keeps_others: bool) -> bool {
    let mut is_listed = false;
    for (key, value) in schema.entries() {
        let stays = match (key.word(), value) {
            (Some(Word::Type), Json::Array(names)) => {
                is_listed = true;
                !names.is_empty() && names.iter().all(|name| named(name).is_some())
            }
            (Some(Word::Type), name) => named(name).is_some(),
            (Some(Word::Title | Word::Description), Json::String(_)) | (Some(Word::Default), _) => true,
            (Some(word), value) => schema.at(Word::Type).and_then(named).is_some_and(|name| fits(name, word, value)),
            (None, _) => keeps_others,
        };
        if !stays {
            return false;
        }
    }
    if is_listed && let Some(Json::Array(names)) = schema.take(Word::Type) {
        match list(names) {
            Some(Json::Array(names)) => schema.insert(Word::AnyOf, Json::Array(union(names))),
            Some(name) => schema.insert(Word::Type, name),
            None => {}
        }
    }
    in_order(schema);
    true
}

/// Whether a keyword of that type can be seen to stay as it is.
fn fits(name: Word, word: Word, value: &Json) -> bool {
    match (name, word, value) {
        (Word::String, Word::Enum, values) => are_names(values),
        (Word::String, Word::Pattern, Json::String(_)) => true,
        (Word::String, Word::Format, Json::String(format)) => !is_width(format),
        (Word::String, Word::MinLength, Json::Number(count)) => count.as_u64().is_some_and(|count| count > 0),
        (Word::String, Word::MaxLength, Json::Number(count)) => count.is_u64(),
        (Word::Integer, Word::Minimum | Word::Maximum, Json::Number(bound)) => whole(bound).is_some(),
        (Word::Number, Word::Minimum | Word::Maximum, Json::Number(_)) => true,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use crate::json::Json;
    use crate::schema::canonical::canonicalize_any;

    #[test]
    fn the_short_way_comes_to_the_same_as_the_long_one() {
        let types = [
            r#""string""#,
            r#""integer""#,
            r#""number""#,
            r#""boolean""#,
            r#""object""#,
            r#"["null","string"]"#,
            r#"["number","integer"]"#,
            r#"["string","string"]"#,
            r#"["string","number","boolean","object","array","null"]"#,
        ];
        let others = [
            "",
            r#","description":"d","title":"t""#,
            r#","default":null,"x-y":1,"title":"t""#,
            r#","enum":["a","b"]"#,
            r#","enum":["a","a"]"#,
            r#","enum":["a",1,null]"#,
            r#","format":"date-time","pattern":"^a""#,
            r#","format":"int32","minimum":-1"#,
            r#","minLength":0,"maxLength":3"#,
            r#","minLength":2,"maxLength":3.0"#,
            r#","minimum":1.5,"maximum":2"#,
            r#","minimum":1.0,"maximum":2e30"#,
        ];
        let form = |inner: String| {
            let schema = format!(r#"{{"properties":{{"p":{{{inner}}}}}}}"#);
            let form = canonicalize_any(&Json::parse(&schema).unwrap()).unwrap();
            form.pointer("/properties/p").and_then(Json::as_object).unwrap().clone()
        };
        for name in types {
            for other in others {
                let short = form(format!(r#""type":{name}{other}"#));
                let mut long = form(format!(r#""$comment":"","type":{name}{other}"#));
                long.remove("$comment");
                assert_eq!(Json::from(short).to_string(), Json::from(long).to_string(), "{name}{other}");
            }
        }
    }
}
