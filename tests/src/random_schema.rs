//! Random schemas: a source of numbers in, schemas of few names and small values out, so that keywords meet.

use toolgen_model::json::{Json, Object};

use crate::instances::Random;

const NAMES: [&str; 4] = ["a", "b", "c", "type"];
const TYPES: [&str; 7] = ["null", "boolean", "integer", "number", "string", "array", "object"];

/// A schema of 2020-12 of at most `depth` levels; it may refer to `#/$defs/x`, `#/$defs/y` and to itself.
pub fn schema(depth: usize, unevaluated: bool, random: &mut Random) -> Json {
    if depth == 0 || random.below(12) == 0 {
        return match random.below(10) {
            0 => Json::Bool(true),
            1 => Json::Bool(false),
            2 => Json::Object(Object::new()),
            3 => Json::from([("$ref", if random.below(2) == 0 { "#/$defs/x" } else { "#/$defs/y" })]),
            _ => Json::from([("type", TYPES[random.below(7)])]),
        };
    }
    let mut object = Object::new();
    if random.below(3) > 0 {
        match random.below(4) {
            0 => {
                let first = random.below(7);
                object.insert("type", vec![TYPES[first], TYPES[(first + 1 + random.below(6)) % 7]]);
            }
            _ => object.insert("type", TYPES[random.below(7)]),
        }
    }
    for _ in 0..=random.below(4) {
        keyword(&mut object, depth - 1, unevaluated, random);
    }
    Json::Object(object)
}

/// The root of a random document.
pub fn document(depth: usize, unevaluated: bool, random: &mut Random) -> Json {
    let mut root = schema(depth, unevaluated, random).as_object().cloned().unwrap_or_default();
    let mut defs = Object::new();
    defs.insert("x", Json::from([("type", Json::from(TYPES[random.below(7)])), ("title", Json::from("x"))]));
    let below = Json::from([("properties", Json::from([("a", Json::from([("$ref", "#/$defs/y")]))]))]);
    let mut y = below.as_object().cloned().unwrap_or_default();
    if random.below(2) == 0 {
        y.insert("required", vec!["b"]);
    }
    defs.insert("y", y);
    root.insert("$defs", defs);
    Json::Object(root)
}

fn keyword(object: &mut Object, depth: usize, unevaluated: bool, random: &mut Random) {
    let count = |random: &mut Random| Json::from(random.below(3) as u64);
    let number =
        |random: &mut Random| [Json::from(0), Json::from(1), Json::from(2), Json::from(1.5)][random.below(4)].clone();
    let sub = |random: &mut Random| schema(depth, unevaluated, random);
    let list = |random: &mut Random| {
        Json::Array((0..1 + random.below(3)).map(|_| schema(depth, unevaluated, random)).collect())
    };
    let map = |random: &mut Random| -> Json {
        Json::Object(
            (0..1 + random.below(2)).map(|_| (NAMES[random.below(4)], schema(depth, unevaluated, random))).collect(),
        )
    };
    let texts = |random: &mut Random| {
        let first = random.below(4);
        let both = vec![NAMES[first], NAMES[(first + 1 + random.below(3)) % 4]];
        Json::from(if random.below(2) == 0 { both } else { vec![NAMES[first]] })
    };
    let (key, value) = match random.below(36) {
        0 => ("properties", map(random)),
        1 => ("required", texts(random)),
        2 => ("additionalProperties", if random.below(2) == 0 { Json::Bool(false) } else { sub(random) }),
        3 => (
            "patternProperties",
            Json::Object([(["^a", "b|c", ""][random.below(3)], sub(random))].into_iter().collect()),
        ),
        4 => ("propertyNames", Json::from([("maxLength", 1 + random.below(2))])),
        5 => ("minProperties", count(random)),
        6 => ("maxProperties", count(random)),
        7 => ("dependentRequired", Json::Object([(NAMES[random.below(4)], texts(random))].into_iter().collect())),
        8 => ("dependentSchemas", map(random)),
        9 => ("items", sub(random)),
        10 => ("prefixItems", list(random)),
        11 => ("contains", sub(random)),
        12 => ("minContains", count(random)),
        13 => ("maxContains", count(random)),
        14 => ("minItems", count(random)),
        15 => ("maxItems", count(random)),
        16 => ("uniqueItems", Json::Bool(random.below(3) > 0)),
        17 => ("minimum", number(random)),
        18 => ("maximum", number(random)),
        19 => ("exclusiveMinimum", number(random)),
        20 => ("exclusiveMaximum", number(random)),
        21 => ("multipleOf", [Json::from(1), Json::from(2), Json::from(0.5)][random.below(3)].clone()),
        22 => ("minLength", count(random)),
        23 => ("maxLength", count(random)),
        24 => ("pattern", Json::from(["^a", "b$", "1"][random.below(3)])),
        25 => ("enum", Json::Array((0..1 + random.below(4)).map(|_| value_of(1, random)).collect())),
        26 => ("const", value_of(1, random)),
        27 => ("allOf", list(random)),
        28 => ("anyOf", list(random)),
        29 => ("oneOf", list(random)),
        30 => ("not", sub(random)),
        31 => ("if", sub(random)),
        32 => ("then", sub(random)),
        33 => ("else", sub(random)),
        34 if unevaluated => {
            ("unevaluatedProperties", if random.below(2) == 0 { Json::Bool(false) } else { sub(random) })
        }
        35 if unevaluated => ("unevaluatedItems", if random.below(2) == 0 { Json::Bool(false) } else { sub(random) }),
        34 => ("$ref", Json::from("#/$defs/y")),
        _ => ("description", Json::from("d")),
    };
    object.insert(key, value);
}

/// A small value.
pub fn value_of(depth: usize, random: &mut Random) -> Json {
    match random.below(if depth == 0 { 11 } else { 20 }) {
        0 => Json::Null,
        1 => Json::Bool(true),
        2 => Json::Bool(false),
        3 => Json::from(0),
        4 => Json::from(1),
        5 => Json::from(2),
        6 => Json::from(1.5),
        7 => Json::from("a"),
        8 => Json::from("ab"),
        9 => Json::from(""),
        10 => Json::from(2.0),
        11..15 => Json::Array((0..random.below(4)).map(|_| value_of(depth - 1, random)).collect()),
        _ => {
            Json::Object((0..random.below(4)).map(|_| (NAMES[random.below(4)], value_of(depth - 1, random))).collect())
        }
    }
}
