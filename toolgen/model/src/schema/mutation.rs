//! Known bugs of converters: one of them put back into the engine in, what the checks see of it out.
//!
//! `bug!(Name)` marks the place of each in the source; it is `false` in everything but the tests of this crate.

use std::cell::Cell;

use super::canonical::{canonicalize, canonicalize_any};
use super::dialect::{Dialect, Relation, accept, project};
use crate::catalog::Row;
use crate::json::Json;
use crate::validate::is_valid;

/// A bug that some converter has or had.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bug {
    /// A property that is called like a keyword is taken for one
    KeywordName,
    /// Of two objects that are merged the second's properties stay
    ShallowMerge,
    /// Of a union the first branch stays
    FirstBranch,
    /// Null is dropped from a union
    NullDropped,
    /// `oneOf` becomes `anyOf` though its branches overlap
    OneOfIsAnyOf,
    /// What stands beside a reference counts in draft-07
    SiblingsCount,
    /// An exclusive bound of whole numbers becomes an inclusive one as it is
    ExclusiveBound,
    /// Numbers are sent as strings under `integer`
    TextChoices,
    /// An array is sent without `items`
    NoItems,
    /// `required` is forgotten below the root
    NestedRequired,
    /// A keyword is left out in silence
    SilentLoss,
    /// The definitions are not sent
    NoDefinitions,
    /// Null comes back for an optional property that is not nullable
    NullComesBack,
    /// Pairs come back as they are
    PairsComeBack,
    /// A property that was renamed comes back under its new name
    RenamedComesBack,
    /// An open object is closed
    ClosesOpen,
}

const BUGS: [Bug; 16] = [
    Bug::KeywordName,
    Bug::ShallowMerge,
    Bug::FirstBranch,
    Bug::NullDropped,
    Bug::OneOfIsAnyOf,
    Bug::SiblingsCount,
    Bug::ExclusiveBound,
    Bug::TextChoices,
    Bug::NoItems,
    Bug::NestedRequired,
    Bug::SilentLoss,
    Bug::NoDefinitions,
    Bug::NullComesBack,
    Bug::PairsComeBack,
    Bug::RenamedComesBack,
    Bug::ClosesOpen,
];

thread_local! {
    static CURRENT: Cell<Option<Bug>> = const { Cell::new(None) };
}

/// Whether this bug is put back at the moment.
pub(crate) fn is(bug: Bug) -> bool {
    CURRENT.get() == Some(bug)
}

/// Schemas with traps, values that they accept, and values that they refuse.
const TRAPS: &[(&str, &[&str], &[&str])] = &[
    (
        r##"{"type":"object","properties":{"title":{"type":"string","title":"Title"},
            "r":{"$ref":"#/$defs/base","required":["foo"],"properties":{"foo":{"type":"integer"}}},
            "n":{"type":["string","null"]},"e":{"type":"integer","enum":[0,1,2]},"l":{"type":"array"},
            "f[x]":{"type":"integer","exclusiveMinimum":0}},
            "required":["title","e"],"additionalProperties":false,
            "$defs":{"base":{"type":"object","properties":{"bar":{"type":"string"}},"required":["bar"]}}}"##,
        &[
            r#"{"title":"a","e":1,"r":{"foo":1,"bar":"b"},"n":null,"l":[1,"x"]}"#,
            r#"{"title":"a","e":2,"n":"s","f[x]":1}"#,
        ],
        &[
            r#"{"e":1}"#,
            r#"{"title":"a","e":1,"r":{"foo":1}}"#,
            r#"{"title":"a","e":1,"r":{"bar":"b"}}"#,
            r#"{"title":"a","e":1,"r":{"foo":"x","bar":"b"}}"#,
            r#"{"title":"a","e":"1"}"#,
            r#"{"title":"a","e":1,"f[x]":0}"#,
        ],
    ),
    (
        r#"{"type":"object","properties":{"v":{"oneOf":[{"type":"integer"},{"type":"number","minimum":5}]},
            "u":{"anyOf":[{"type":"integer"},{"type":"string","pattern":"^(?!x)"}]},
            "m":{"type":"object","additionalProperties":{"type":"integer"}}},"required":["v"],"additionalProperties":false}"#,
        &[r#"{"v":1,"u":"a","m":{"k":1}}"#, r#"{"v":5.5,"u":2,"m":{}}"#],
        &[r#"{"v":7}"#, r#"{"v":1,"m":{"k":"1"}}"#, r#"{"v":1,"u":true}"#],
    ),
    (
        r##"{"$schema":"http://json-schema.org/draft-07/schema#","type":"object","definitions":{"t":{"type":"string"}},
            "properties":{"a":{"$ref":"#/definitions/t","maxLength":1},"o":{"type":"object","properties":{"x":{"type":"integer"}},
            "additionalProperties":true}},"required":["a"],"additionalProperties":false}"##,
        &[r#"{"a":"long","o":{"x":1,"y":[2]}}"#, r#"{"a":""}"#],
        &[r#"{"a":1}"#, r#"{"a":"b","o":{"x":"1"}}"#],
    ),
    (
        r##"{"type":"object","properties":{"root":{"$ref":"#/$defs/N"}},"required":["root"],"additionalProperties":false,
            "$defs":{"N":{"type":"object","properties":{"v":{"type":"string"},"kids":{"type":"array","items":{"$ref":"#/$defs/N"}}},
            "required":["v"],"additionalProperties":false}}}"##,
        &[r#"{"root":{"v":"a","kids":[{"v":"b"}]}}"#],
        &[r#"{"root":{"kids":[]}}"#, r#"{"root":{"v":"a","kids":[{}]}}"#],
    ),
];

const DIALECTS: [(Dialect, &str); 4] = [
    (Dialect::OpenAi, "/function/parameters"),
    (Dialect::Anthropic, "/input_schema"),
    (Dialect::Gemini, "/parametersJsonSchema"),
    (Dialect::OpenAiStrict, "/function/parameters"),
];

/// All that the checks have to say about the engine as it is.
fn seen() -> Vec<String> {
    let mut wrong = Vec::new();
    for (schema, valid, invalid) in TRAPS {
        let labelled = |texts: &[&str]| texts.iter().map(|text| Json::parse(text).unwrap()).collect::<Vec<Json>>();
        let (valid, invalid) = (labelled(valid), labelled(invalid));
        let input = match canonicalize(&Json::parse(schema).unwrap()) {
            Ok(input) => input,
            Err(faults) => {
                wrong.push(format!("{faults:?}"));
                continue;
            }
        };
        wrong.extend(valid.iter().filter(|value| !is_valid(&input, value)).map(|v| format!("canonical refuses {v}")));
        wrong.extend(invalid.iter().filter(|value| is_valid(&input, value)).map(|v| format!("canonical takes {v}")));
        let row = Row { name: "t".into(), input, ..Row::default() };
        for (dialect, at) in DIALECTS {
            let Ok(sent) = project(&row, dialect) else {
                wrong.push(format!("{} refuses it", dialect.name()));
                continue;
            };
            let sent_schema = sent.wire.pointer(at).unwrap();
            wrong.extend(accept(dialect, &[("t", sent_schema)]).into_iter().map(|fault| format!("{fault:?}")));
            let Ok(wire) = canonicalize_any(sent_schema) else {
                wrong.push(format!("{} has no canonical form", dialect.name()));
                continue;
            };
            for value in &valid {
                let out = sent.back_map.send(value);
                if !is_valid(&wire, &out) || sent.back_map.apply(out).as_ref() != Ok(value) {
                    wrong.push(format!("{} does not bring home {value}", dialect.name()));
                }
            }
            for value in invalid.iter().filter(|_| sent.relation() == Relation::Equal) {
                if is_valid(&wire, &sent.back_map.send(value)) {
                    wrong.push(format!("{} takes {value}", dialect.name()));
                }
            }
        }
    }
    wrong
}

#[test]
fn the_checks_are_content_with_the_engine_and_see_every_known_bug_in_it() {
    assert_eq!(seen(), Vec::<String>::new());
    for bug in BUGS {
        CURRENT.set(Some(bug));
        let wrong = seen();
        CURRENT.set(None);
        assert!(!wrong.is_empty(), "{bug:?} is not seen");
    }
}
