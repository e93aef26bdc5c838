//! Differences: two canonical schemas in, how the second relates to the first and at which places out.

use crate::json::{Json, Number, Object, push_pointer, whole};
use crate::schema::canonical::is_annotation;

/// How what the new schema accepts relates to what the old one accepted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Change {
    /// The same
    #[default]
    Equal,
    /// More
    Widened,
    /// Less
    Narrowed,
    /// More of one and less of another, or it cannot be decided here
    Changed,
}

impl Change {
    /// `equal`, `widened`, `narrowed` or `changed`.
    pub fn name(self) -> &'static str {
        match self {
            Change::Equal => "equal",
            Change::Widened => "widened",
            Change::Narrowed => "narrowed",
            Change::Changed => "changed",
        }
    }

    fn and(self, other: Change) -> Change {
        match (self, other) {
            (Change::Equal, other) => other,
            (one, Change::Equal) => one,
            (one, other) if one == other => one,
            _ => Change::Changed,
        }
    }

    fn widened_if(wider: bool) -> Change {
        if wider { Change::Widened } else { Change::Narrowed }
    }
}

/// One place where two schemas differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// RFC 6901 pointer into the new schema, or into the old one for what is gone
    pub at: String,
    /// The keyword
    pub keyword: String,
    /// What it does there
    pub change: Change,
    /// What stood there
    pub was: String,
    /// What stands there
    pub is: String,
}

/// Compares two canonical schemas. Annotations do not count.
pub fn diff(old: &Json, new: &Json) -> (Change, Vec<Difference>) {
    let mut diff = Diff { old, new, found: Vec::new(), open: Vec::new() };
    diff.node(old, new, "");
    let all = diff.found.iter().fold(Change::Equal, |all, one| all.and(one.change));
    (all, diff.found)
}

struct Diff<'s> {
    old: &'s Json,
    new: &'s Json,
    found: Vec<Difference>,
    /// Pairs of definitions that are being compared
    open: Vec<(String, String)>,
}

impl Diff<'_> {
    fn note(&mut self, at: &str, keyword: &str, change: Change, was: Option<&Json>, is: Option<&Json>) {
        let text = |value: Option<&Json>| value.map(Json::to_string).unwrap_or_default();
        let (was, is) = (text(was), text(is));
        self.found.push(Difference { at: at.to_owned(), keyword: keyword.to_owned(), change, was, is });
    }

    fn node(&mut self, old: &Json, new: &Json, at: &str) {
        let (empty, none) = (Object::new(), Object::from_iter([("not", Object::new())]));
        let object = |schema: &Json| match schema {
            Json::Object(object) => object.clone(),
            Json::Bool(false) => none.clone(),
            _ => empty.clone(),
        };
        let (a, b) = (asserted(&object(old)), asserted(&object(new)));
        if let (Some(x), Some(y)) = (a.get("$ref").and_then(Json::as_str), b.get("$ref").and_then(Json::as_str)) {
            let pair = (x.to_owned(), y.to_owned());
            if self.open.contains(&pair) {
                return;
            }
            let target = |root: &Json, text: &str| root.pointer(text.strip_prefix('#')?).cloned();
            if let (Some(x), Some(y)) = (target(self.old, x), target(self.new, y)) {
                self.open.push(pair);
                self.node(&x, &y, at);
                return;
            }
        }
        if a == b && !Json::Object(a.clone()).to_string().contains("\"$ref\"") {
            return;
        }
        match (a.is_empty(), b.is_empty()) {
            (true, true) => return,
            (true, false) => return self.note(at, "type", Change::Narrowed, Some(old), Some(new)),
            (false, true) => return self.note(at, "type", Change::Widened, Some(old), Some(new)),
            _ => {}
        }
        if let Some((x, y)) = types(&a, &b) {
            let change = match (x, y) {
                ("integer", "number") => Change::Widened,
                ("number", "integer") => Change::Narrowed,
                _ => Change::Changed,
            };
            self.note(at, "type", change, a.get("type"), b.get("type"));
            if change == Change::Changed {
                return;
            }
        }
        if a.contains_key("anyOf") != b.contains_key("anyOf") {
            return self.one_of_many(&a, &b, at);
        }
        let mut keys: Vec<&str> = a.keys().collect();
        keys.extend(b.keys().filter(|key| !a.contains_key(key)));
        for key in keys {
            match (key, a.get(key), b.get(key)) {
                ("type" | "$defs" | "properties", ..) => {}
                ("required", x, y) => self.required(at, x, y),
                (key, Some(x), Some(y)) => self.both(key, x, y, at),
                // A property that is declared on one side only is judged with the properties.
                (key, x, y) => self.note(at, key, Change::widened_if(y.is_none()), x, y),
            }
        }
        self.properties(&a, &b, at);
    }

    /// A union on one side only.
    fn one_of_many(&mut self, a: &Object, b: &Object, at: &str) {
        let (one, many, wider) = if b.contains_key("anyOf") { (a, b, true) } else { (b, a, false) };
        let branches = many.get("anyOf").and_then(Json::as_array).unwrap_or_default();
        let alone = many.len() == 1;
        let has = branches.iter().any(|branch| branch.as_object().is_some_and(|branch| asserted(branch) == *one));
        let change = if alone && has { Change::widened_if(wider) } else { Change::Changed };
        self.note(at, "anyOf", change, Some(&Json::Object(a.clone())), Some(&Json::Object(b.clone())));
    }

    fn both(&mut self, key: &str, x: &Json, y: &Json, at: &str) {
        let below = push_pointer(at, key);
        match key {
            "items" | "additionalProperties" | "propertyNames" | "contains" => self.node(x, y, &below),
            "prefixItems" if lengths(x) == lengths(y) => {
                for (n, (x, y)) in pairs(x, y).enumerate() {
                    self.node(x, y, &push_pointer(&below, &n.to_string()));
                }
            }
            "minimum" | "exclusiveMinimum" | "minLength" | "minItems" | "minProperties" => {
                self.bound(key, x, y, at, |old, new| new < old);
            }
            "maximum" | "exclusiveMaximum" | "maxLength" | "maxItems" | "maxProperties" => {
                self.bound(key, x, y, at, |old, new| new > old);
            }
            "enum" | "anyOf" => {
                let plain = |value: &Json| -> Vec<String> {
                    let all = value.as_array().unwrap_or_default().iter();
                    all.map(|item| match item.as_object().filter(|_| key == "anyOf") {
                        Some(branch) => Json::Object(deeply_asserted(branch)).canonical(),
                        None => item.canonical(),
                    })
                    .collect()
                };
                let (was, is) = (plain(x), plain(y));
                let more = is.iter().any(|item| !was.contains(item));
                let less = was.iter().any(|item| !is.contains(item));
                match (more, less) {
                    (false, false) => {}
                    (true, true) if key == "anyOf" && lengths(x) == lengths(y) => {
                        for (n, (x, y)) in pairs(x, y).enumerate() {
                            self.node(x, y, &push_pointer(&below, &n.to_string()));
                        }
                    }
                    (true, true) => self.note(at, key, Change::Changed, Some(x), Some(y)),
                    (more, _) => self.note(at, key, Change::widened_if(more), Some(x), Some(y)),
                }
            }
            _ if x == y => {}
            _ => self.note(at, key, Change::Changed, Some(x), Some(y)),
        }
    }

    fn bound(&mut self, key: &str, x: &Json, y: &Json, at: &str, wider: fn(f64, f64) -> bool) {
        let (Some(a), Some(b)) = (x.as_number(), y.as_number()) else { return };
        let exact = whole(a).zip(whole(b)).map(|(a, b)| a == b);
        if exact.unwrap_or(x == y) {
            return;
        }
        let change = match (Number::as_f64(a), Number::as_f64(b)) {
            (Some(a), Some(b)) if a != b => Change::widened_if(wider(a, b)),
            _ => Change::Changed,
        };
        self.note(at, key, change, Some(x), Some(y));
    }

    fn required(&mut self, at: &str, x: Option<&Json>, y: Option<&Json>) {
        let names = |value: Option<&Json>| value.and_then(Json::as_array).unwrap_or_default().to_vec();
        let (was, is) = (names(x), names(y));
        for name in is.iter().filter(|name| !was.contains(name)) {
            self.note(at, "required", Change::Narrowed, None, Some(name));
        }
        for name in was.iter().filter(|name| !is.contains(name)) {
            self.note(at, "required", Change::Widened, Some(name), None);
        }
    }

    fn properties(&mut self, a: &Object, b: &Object, at: &str) {
        let map = |schema: &Object| schema.get("properties").and_then(Json::as_object).cloned().unwrap_or_default();
        let (was, is) = (map(a), map(b));
        let below = push_pointer(at, "properties");
        // What is not declared falls under the rule for the others.
        let others = |schema: &Object| match schema.get("additionalProperties") {
            _ if schema.contains_key("patternProperties") => None,
            None | Some(Json::Bool(true)) => Some(Json::Object(Object::new())),
            Some(value) => Some(value.clone()),
        };
        let (a_others, b_others) = (others(a), others(b));
        for (name, new) in is.iter() {
            let at = push_pointer(&below, name);
            match (was.get(name), &a_others) {
                (Some(old), _) => self.node(old, new, &at),
                (None, Some(old)) => self.node(old, new, &at),
                (None, None) => self.note(&at, "properties", Change::Changed, None, Some(new)),
            }
        }
        for (name, old) in was.iter().filter(|(name, _)| !is.contains_key(name)) {
            let at = push_pointer(&below, name);
            match &b_others {
                Some(new) => self.node(old, new, &at),
                None => self.note(&at, "properties", Change::Changed, Some(old), None),
            }
        }
    }
}

/// The two types, where both have one and they differ.
fn types<'s>(a: &'s Object, b: &'s Object) -> Option<(&'s str, &'s str)> {
    let name = |schema: &'s Object| schema.get("type").and_then(Json::as_str);
    let (x, y) = (name(a)?, name(b)?);
    (x != y).then_some((x, y))
}

fn lengths(value: &Json) -> usize {
    value.as_array().map_or(0, <[Json]>::len)
}

fn pairs<'s>(x: &'s Json, y: &'s Json) -> impl Iterator<Item = (&'s Json, &'s Json)> {
    x.as_array().unwrap_or_default().iter().zip(y.as_array().unwrap_or_default())
}

/// The keywords that decide which values are valid.
fn asserted(schema: &Object) -> Object {
    // An object that is opened in so many words takes what one takes that says nothing.
    let opens = |key: &str, value: &Json| key == "additionalProperties" && value.as_bool() == Some(true);
    let asserted = schema.iter().filter(|(key, value)| !is_annotation(key) && !opens(key, value));
    asserted.map(|(key, value)| (key, value.clone())).collect()
}

/// The same for the properties too, as far as they are plain.
fn deeply_asserted(schema: &Object) -> Object {
    let mut out = asserted(schema);
    if let Some(properties) = out.get_mut("properties").and_then(Json::as_object_mut) {
        for (_, value) in properties.iter_mut() {
            if let Some(object) = value.as_object() {
                *value = Json::Object(deeply_asserted(&object.clone()));
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schema::canonical::canonicalize;

    fn compared(old: &str, new: &str) -> (&'static str, Vec<String>) {
        let form = |text: &str| canonicalize(&Json::parse(text).unwrap()).unwrap();
        let (change, places) = diff(&form(old), &form(new));
        (
            change.name(),
            places.into_iter().map(|place| format!("{} {} {}", place.at, place.keyword, place.change.name())).collect(),
        )
    }

    const OLD: &str = r#"{"type":"object","properties":{"a":{"type":"integer","minimum":1},"b":{"enum":["x","y"]}},"required":["a"],"additionalProperties":false}"#;

    #[test]
    fn each_change_is_named_at_its_place() {
        for (from, to, change, place) in [
            (r#""minimum":1"#, r#""minimum":0"#, "widened", "/properties/a minimum widened"),
            (r#""minimum":1"#, r#""minimum":2"#, "narrowed", "/properties/a minimum narrowed"),
            (r#"["x","y"]"#, r#"["x","y","z"]"#, "widened", "/properties/b enum widened"),
            (r#"["x","y"]"#, r#"["x","z"]"#, "changed", "/properties/b enum changed"),
            (r#"["a"]"#, r#"["a","b"]"#, "narrowed", " required narrowed"),
            (r#","additionalProperties":false"#, "", "widened", " additionalProperties widened"),
            (r#""b":{"enum":["x","y"]}"#, r#""b":{"enum":["x","y"]},"c":{}"#, "widened", "/properties/c type widened"),
            (r#""integer""#, r#""number""#, "widened", "/properties/a type widened"),
            (r#""integer""#, r#""string""#, "changed", "/properties/a type changed"),
        ] {
            let new = OLD.replacen(from, to, 1);
            assert_eq!(compared(OLD, &new), (change, vec![place.to_owned()]), "{new}");
        }
        assert_eq!(compared(OLD, &OLD.replace(r#""minimum":1"#, r#""minimum":1,"description":"d""#)).0, "equal");
    }

    #[test]
    fn a_declared_property_narrows_an_open_object() {
        let (old, new) = (r#"{"type":"object"}"#, r#"{"type":"object","properties":{"a":{"type":"string"}}}"#);
        assert_eq!(compared(old, new).0, "narrowed");
        assert_eq!(compared(new, old).0, "widened");
    }
}
