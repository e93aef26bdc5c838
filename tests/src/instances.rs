//! Instances: a canonical schema in, values that fit it, nearly fit it, or do not out. The same seed
//! gives the same values.

use toolgen_model::json::{Json, Object};

/// A source of numbers that are the same on every machine (xorshift).
pub struct Random(u64);

impl Random {
    /// A source that starts at `seed`.
    pub fn new(seed: u64) -> Random {
        Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    /// A number below `end`, which is above 0.
    pub fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % end.max(1) as u64) as usize
    }

    fn one_in(&mut self, count: usize) -> bool {
        self.below(count) == 0
    }
}

/// A value that is made for `schema`; one place in `noise` is off.
pub fn instance(root: &Json, schema: &Json, noise: usize, depth: usize, random: &mut Random) -> Json {
    let Some(object) = schema.as_object().filter(|_| depth < 12) else { return anything(random) };
    if noise > 0 && random.one_in(noise) {
        return anything(random);
    }
    if let Some(target) = object.get("$ref").and_then(Json::as_str).and_then(|text| text.strip_prefix('#')) {
        let target = root.pointer(target).cloned().unwrap_or_default();
        return instance(root, &target, noise, depth + 1, random);
    }
    if let Some(choices) = object.get("enum").and_then(Json::as_array).filter(|choices| !choices.is_empty()) {
        return choices[random.below(choices.len())].clone();
    }
    for keyword in ["anyOf", "oneOf", "allOf"] {
        if let Some(branches) = object.get(keyword).and_then(Json::as_array) {
            let branch = &branches[random.below(branches.len())];
            let chosen = instance(root, branch, noise, depth + 1, random);
            return match (chosen, object.get("type").and_then(Json::as_str)) {
                (Json::Object(chosen), Some("object")) => {
                    let mut all = properties(root, object, noise, depth, random);
                    for (name, value) in chosen.iter() {
                        all.insert(name, value.clone());
                    }
                    Json::Object(all)
                }
                (chosen, _) => chosen,
            };
        }
    }
    match object.get("type").and_then(Json::as_str) {
        Some("null") => Json::Null,
        Some("boolean") => Json::Bool(random.one_in(2)),
        Some("integer") => near_bound(object, random, true),
        Some("number") => near_bound(object, random, false),
        Some("string") => text(object, random),
        Some("array") => items(root, object, noise, depth, random),
        Some("object") => Json::Object(properties(root, object, noise, depth, random)),
        _ if object.contains_key("properties") => Json::Object(properties(root, object, noise, depth, random)),
        _ => anything(random),
    }
}

fn near_bound(schema: &Object, random: &mut Random, integer: bool) -> Json {
    let keys = ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"];
    let bounds: Vec<i64> = keys.iter().filter_map(|key| schema.get(key)?.as_i64()).collect();
    let near = match bounds.len() {
        0 => random.below(10) as i64,
        count => bounds[random.below(count)].saturating_add(random.below(5) as i64 - 2),
    };
    match random.below(if integer { 40 } else { 3 }) {
        0 => Json::from(near as f64 + 0.5),
        1 => Json::from(near as f64),
        _ => Json::from(near),
    }
}

fn text(schema: &Object, random: &mut Random) -> Json {
    let bounds: Vec<u64> = ["minLength", "maxLength"].iter().filter_map(|key| schema.get(key)?.as_u64()).collect();
    let texts =
        ["", "a", "abc", "2026-01-31", "/tmp/x", "https://example.com", "owner/repo", "42", "é😀", "true", "A-1"];
    match bounds.len() {
        count if count > 0 && !random.one_in(3) => {
            let length = bounds[random.below(count)].min(3000) as usize + random.below(3);
            Json::from("é".repeat(length.saturating_sub(1)))
        }
        _ => Json::from(texts[random.below(texts.len())]),
    }
}

fn items(root: &Json, schema: &Object, noise: usize, depth: usize, random: &mut Random) -> Json {
    let bounds: Vec<u64> = ["minItems", "maxItems"].iter().filter_map(|key| schema.get(key)?.as_u64()).collect();
    let count = match bounds.len() {
        0 => random.below(3),
        many => (bounds[random.below(many)].min(20) as usize + random.below(3)).saturating_sub(1),
    };
    let first = schema.get("prefixItems").and_then(Json::as_array).unwrap_or_default();
    let any = Json::Object(Object::new());
    let rest = schema.get("items").unwrap_or(&any);
    let item = |n: usize, random: &mut Random| instance(root, first.get(n).unwrap_or(rest), noise, depth + 1, random);
    Json::Array((0..count).map(|n| item(n, random)).collect())
}

fn properties(root: &Json, schema: &Object, noise: usize, depth: usize, random: &mut Random) -> Object {
    let required = schema.get("required").and_then(Json::as_array).unwrap_or_default();
    let mut out = Object::new();
    for (name, property) in schema.get("properties").and_then(Json::as_object).into_iter().flat_map(Object::iter) {
        let needed = required.iter().any(|other| other.as_str() == Some(name));
        let there = if needed { noise == 0 || !random.one_in(noise * 2) } else { random.one_in(2) };
        if there {
            out.insert(name, instance(root, property, noise, depth + 1, random));
        }
    }
    let extra = schema.get("additionalProperties");
    if random.one_in(if extra.and_then(Json::as_bool) == Some(false) { 12 } else { 4 }) {
        let value = match extra {
            Some(schema @ Json::Object(_)) => instance(root, schema, noise, depth + 1, random),
            _ => anything(random),
        };
        out.insert(["extra", "type", "$ref", "x-1"][random.below(4)], value);
    }
    out
}

fn anything(random: &mut Random) -> Json {
    match random.below(12) {
        0 => Json::Null,
        1 => Json::Bool(true),
        2 => Json::from(0),
        3 => Json::from(-1),
        4 => Json::from(1.5),
        5 => Json::from(u64::MAX),
        6 => Json::from(""),
        7 => Json::from("x"),
        8 => Json::Array(vec![]),
        9 => Json::Array(vec![Json::from("a"), Json::from(1), Json::from("a")]),
        10 => Json::Object(Object::new()),
        _ => Json::from([("type", Json::from("object")), ("a", Json::from(1))]),
    }
}
