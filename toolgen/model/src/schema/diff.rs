//! Differences: two canonical schemas in, how the second relates to the first and at which places out.

use std::collections::BTreeSet;

use crate::json::{Json, Number, Object, push_pointer, whole};
use crate::schema::canonical::is_annotation;
use crate::validate::is_valid_in;

mod array;
mod object;
mod union;

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

    /// Of what holds both ways: all that was accepted still is, and nothing else is.
    fn of(all_stay: bool, none_come: bool) -> Change {
        match (all_stay, none_come) {
            (true, true) => Change::Equal,
            (true, false) => Change::Widened,
            (false, true) => Change::Narrowed,
            (false, false) => Change::Changed,
        }
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

/// Compares two canonical schemas. Annotations do not count. What is called equal, widened or narrowed is so; what
/// cannot be decided is called changed.
pub fn diff(old: &Json, new: &Json) -> (Change, Vec<Difference>) {
    let mut diff = Diff { old, new, found: Vec::new(), open: Vec::new(), exact: false, steps: STEPS };
    diff.node(old, new, "");
    (diff.change(), diff.found)
}

/// How many pairs of schemas are looked at; beyond, a pair that is not written alike counts as changed.
const STEPS: usize = 20_000;

struct Diff<'s> {
    old: &'s Json,
    new: &'s Json,
    found: Vec<Difference>,
    /// Pairs of definitions that are being compared, or were
    open: Vec<(String, String)>,
    /// Whether only what is equal counts
    exact: bool,
    steps: usize,
}

/// The keywords that are compared together, under the name of the first.
const TOGETHER: [&[&str]; 4] = [
    &["contains", "minContains", "maxContains"],
    &["if", "then", "else"],
    &["prefixItems", "items"],
    &["additionalProperties", "patternProperties", "properties"],
];

impl Diff<'_> {
    fn change(&self) -> Change {
        self.found.iter().fold(Change::Equal, |all, one| all.and(one.change))
    }

    fn note(&mut self, at: &str, keyword: &str, change: Change, was: Option<&Json>, is: Option<&Json>) {
        let text = |value: Option<&Json>| value.map(Json::to_string).unwrap_or_default();
        let (was, is) = (text(was), text(is));
        self.found.push(Difference { at: at.to_owned(), keyword: keyword.to_owned(), change, was, is });
    }

    /// How two schemas relate, without a note of where they differ.
    fn relation(&mut self, old: &Json, new: &Json) -> Change {
        self.inside(self.open.clone(), self.exact, old, new)
    }

    /// Whether two values of a keyword are the same, and what they refer to is so too.
    fn same(&mut self, old: &Json, new: &Json) -> bool {
        let mut references = BTreeSet::new();
        old == new && {
            collect(old, &mut references);
            // Elsewhere a pair that is looked at already may have turned out wider, which is not the same.
            let open = if self.exact { self.open.clone() } else { Vec::new() };
            references.into_iter().all(|text| {
                let reference = Json::from([("$ref", text)]);
                self.inside(open.clone(), true, &reference, &reference) == Change::Equal
            })
        }
    }

    fn inside(&mut self, open: Vec<(String, String)>, exact: bool, old: &Json, new: &Json) -> Change {
        let mut inner = Diff { old: self.old, new: self.new, found: Vec::new(), open, exact, steps: self.steps };
        inner.node(old, new, "");
        self.steps = inner.steps;
        inner.change()
    }

    fn node(&mut self, old: &Json, new: &Json, at: &str) {
        let (a, b) = (asserted(old), asserted(new));
        match (a.is_empty(), b.is_empty()) {
            (true, true) => return,
            (true, false) => return self.note(at, "type", Change::Narrowed, Some(old), Some(new)),
            (false, true) => return self.note(at, "type", Change::Widened, Some(old), Some(new)),
            _ => {}
        }
        match (takes_nothing(&a), takes_nothing(&b)) {
            (true, true) => return,
            (true, false) => return self.note(at, "not", Change::Widened, Some(old), Some(new)),
            (false, true) => return self.note(at, "not", Change::Narrowed, Some(old), Some(new)),
            _ => {}
        }
        self.steps = self.steps.saturating_sub(1);
        if self.steps == 0 {
            return self.note(at, "type", Change::Changed, Some(old), Some(new));
        }
        let (x, y) = (reference(&a), reference(&b));
        if x.is_some() || y.is_some() {
            return self.references(&a, &b, at);
        }
        if choices(&a).is_some() || choices(&b).is_some() {
            return self.choices(&a, &b, at);
        }
        if union::is_alone(&a) != union::is_alone(&b) {
            return self.one_of_many(&a, &b, at);
        }
        if let (Some(x), Some(y)) = (type_of(&a), type_of(&b))
            && x != y
        {
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
        for key in ["unevaluatedProperties", "unevaluatedItems"] {
            // It speaks of what all the others do not look at.
            let there = a.contains_key(key) || b.contains_key(key);
            if there && !self.same(&Json::Object(a.clone()), &Json::Object(b.clone())) {
                return self.note(at, key, Change::Changed, a.get(key), b.get(key));
            }
        }
        let mut keys: Vec<&str> = a.keys().collect();
        keys.extend(b.keys().filter(|key| !a.contains_key(key)));
        keys.retain(|key| TOGETHER.iter().all(|group| !group[1..].contains(key)));
        for group in TOGETHER {
            let there = group.iter().any(|key| a.contains_key(key) || b.contains_key(key));
            if there && !keys.contains(&group[0]) {
                keys.push(group[0]);
            }
        }
        for key in keys {
            match (key, a.get(key), b.get(key)) {
                ("type", Some(_), Some(_)) | ("$defs", ..) => {}
                ("required", x, y) => self.required(at, x, y),
                ("contains", ..) => self.contains(&a, &b, at),
                ("if", ..) => self.conditions(&a, &b, at),
                ("prefixItems", ..) => self.items(&a, &b, at),
                ("additionalProperties", ..) => self.properties(&a, &b, at),
                (key, Some(x), Some(y)) => self.both(key, x, y, at),
                (key, x, y) => self.note(at, key, Change::widened_if(y.is_none()), x, y),
            }
        }
    }

    /// Where one of the two refers to a definition.
    fn references(&mut self, a: &Object, b: &Object, at: &str) {
        let (was, is) = (Json::Object(a.clone()), Json::Object(b.clone()));
        let (x, y) = (reference(a), reference(b));
        if x.is_some() && a.len() > 1 || y.is_some() && b.len() > 1 {
            if !self.same(&was, &is) {
                self.note(at, "$ref", Change::Changed, Some(&was), Some(&is));
            }
            return;
        }
        let target = |text: &str, root: &Json| root.pointer(text.strip_prefix('#')?).cloned();
        let old = x.map_or_else(|| Some(was.clone()), |text| target(text, self.old));
        let new = y.map_or_else(|| Some(is.clone()), |text| target(text, self.new));
        let (Some(old), Some(new)) = (old, new) else {
            return self.note(at, "$ref", Change::Changed, Some(&was), Some(&is));
        };
        let name = |text: Option<&str>, schema: &Object| {
            text.map_or_else(|| Json::Object(schema.clone()).canonical(), str::to_owned)
        };
        let pair = (name(x, a), name(y, b));
        if !self.open.contains(&pair) {
            self.open.push(pair);
            self.node(&old, &new, at);
        }
    }

    /// Where one of the two, at least, has a list of all that it takes.
    fn choices(&mut self, a: &Object, b: &Object, at: &str) {
        let (was, is) = (Json::Object(a.clone()), Json::Object(b.clone()));
        let stay =
            choices(a).map(|all| all.iter().all(|v| !is_valid_in(self.old, &was, v) || is_valid_in(self.new, &is, v)));
        let known =
            choices(b).map(|all| all.iter().all(|v| !is_valid_in(self.new, &is, v) || is_valid_in(self.old, &was, v)));
        // A list on one side is never all of what has none.
        let change = Change::of(stay.unwrap_or(false), known.unwrap_or(false));
        if change != Change::Equal {
            let keyword = if a.contains_key("enum") || b.contains_key("enum") { "enum" } else { "type" };
            let shown = |schema: &Object| schema.get(keyword).or_else(|| schema.get("type")).cloned();
            self.note(at, keyword, change, shown(a).as_ref(), shown(b).as_ref());
        }
    }

    fn both(&mut self, key: &str, x: &Json, y: &Json, at: &str) {
        let below = push_pointer(at, key);
        match key {
            "propertyNames" => self.node(x, y, &below),
            "allOf" if lengths(x) == lengths(y) => {
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
            "anyOf" => self.unions(x, y, at),
            _ if self.same(x, y) => {}
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

    /// `if`, `then` and `else`: without `if` the others say nothing.
    fn conditions(&mut self, a: &Object, b: &Object, at: &str) {
        let any = Json::Object(Object::new());
        let part = |schema: &Object, key: &str| schema.get(key).cloned().unwrap_or_else(|| any.clone());
        match (a.get("if"), b.get("if")) {
            (None, None) => {}
            (Some(x), Some(y)) if self.same(x, y) => {
                for key in ["then", "else"] {
                    self.node(&part(a, key), &part(b, key), &push_pointer(at, key));
                }
            }
            (Some(x), Some(y)) => self.note(at, "if", Change::Changed, Some(x), Some(y)),
            (x, y) => self.note(at, "if", Change::widened_if(y.is_none()), x, y),
        }
    }
}

fn type_of(schema: &Object) -> Option<&str> {
    schema.get("type").and_then(Json::as_str)
}

fn reference(schema: &Object) -> Option<&str> {
    schema.get("$ref").and_then(Json::as_str)
}

/// All that a schema may take, where it has a list of it; some of it may be ruled out by what stands beside.
fn choices(schema: &Object) -> Option<Vec<Json>> {
    match (schema.get("enum"), schema.get("const"), type_of(schema)) {
        (Some(all), ..) => all.as_array().map(<[Json]>::to_vec),
        (_, Some(one), _) => Some(vec![one.clone()]),
        (_, _, Some("boolean")) => Some(vec![Json::Bool(false), Json::Bool(true)]),
        (_, _, Some("null")) => Some(vec![Json::Null]),
        _ => None,
    }
}

/// Whether it says in so many words that nothing fits.
fn takes_nothing(schema: &Object) -> bool {
    schema.get("not").is_some_and(|not| asserted(not).is_empty())
}

/// The texts of all references in a schema, and in what only looks like one.
fn collect(value: &Json, found: &mut BTreeSet<String>) {
    match value {
        Json::Object(object) => {
            found.extend(reference(object).map(str::to_owned));
            object.values().for_each(|value| collect(value, found));
        }
        Json::Array(items) => items.iter().for_each(|item| collect(item, found)),
        _ => {}
    }
}

fn lengths(value: &Json) -> usize {
    value.as_array().map_or(0, <[Json]>::len)
}

fn pairs<'s>(x: &'s Json, y: &'s Json) -> impl Iterator<Item = (&'s Json, &'s Json)> {
    x.as_array().unwrap_or_default().iter().zip(y.as_array().unwrap_or_default())
}

/// The keywords that decide which values are valid; none for what takes anything.
fn asserted(schema: &Json) -> Object {
    let says = |key: &str, value: &Json| match key {
        // What is opened in so many words takes what one takes that says nothing.
        "additionalProperties" | "items" | "propertyNames" => value.as_bool() != Some(true),
        "uniqueItems" => value.as_bool() == Some(true),
        "$defs" => false,
        _ => !is_annotation(key),
    };
    match schema {
        Json::Object(object) => {
            object.iter().filter(|(key, value)| says(key, value)).map(|(key, value)| (key, value.clone())).collect()
        }
        Json::Bool(false) => Object::from_iter([("not", Object::new())]),
        _ => Object::new(),
    }
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

    #[test]
    fn keywords_that_take_hold_of_each_other_are_judged_together() {
        for (old, new, change) in [
            (r#"{"type":"integer"}"#, r#"{"enum":["x"]}"#, "changed"),
            (r#"{"type":"integer"}"#, r#"{"enum":[1,2]}"#, "narrowed"),
            (r#"{"type":"boolean"}"#, r#"{"type":["boolean","null"]}"#, "widened"),
            (r#"{"type":"array","items":false}"#, r#"{"type":"array","prefixItems":[{}],"items":false}"#, "widened"),
            (r#"{"type":"array"}"#, r#"{"type":"array","prefixItems":[{"type":"string"}]}"#, "narrowed"),
            (
                r#"{"type":"object","additionalProperties":false}"#,
                r#"{"type":"object","patternProperties":{"^x":{}},"additionalProperties":false}"#,
                "changed",
            ),
            (
                r#"{"type":"array","contains":{"type":"string"}}"#,
                r#"{"type":"array","contains":{"type":"string"},"minContains":0}"#,
                "widened",
            ),
            (
                r#"{"anyOf":[{"type":"string"},{"type":"integer","minimum":1}]}"#,
                r#"{"anyOf":[{"type":"integer"},{"type":"string"}]}"#,
                "widened",
            ),
            ("false", r#"{"type":"string"}"#, "widened"),
        ] {
            let wrap = |schema: &str| format!(r#"{{"type":"object","properties":{{"a":{schema}}}}}"#);
            assert_eq!(compared(&wrap(old), &wrap(new)).0, change, "{old} {new}");
        }
    }

    #[test]
    fn a_definition_that_changed_is_seen_where_it_is_referred_to() {
        let with = |schema: &str, minimum: i32| {
            format!(
                r##"{{"type":"object","properties":{{"a":{schema}}},"$defs":{{"x":{{"type":"object","properties":{{"n":{{"type":"integer","minimum":{minimum}}},"x":{{"$ref":"#/$defs/x"}}}}}}}}}}"##
            )
        };
        let reference = r##"{"$ref":"#/$defs/x"}"##;
        let union = r##"{"anyOf":[{"type":"string"},{"$ref":"#/$defs/x"}]}"##;
        let not = r##"{"not":{"$ref":"#/$defs/x"}}"##;
        for (schema, change) in [(reference, "widened"), (union, "widened"), (not, "changed")] {
            assert_eq!(compared(&with(schema, 1), &with(schema, 0)).0, change, "{schema}");
            assert_eq!(compared(&with(schema, 1), &with(schema, 1)).0, "equal", "{schema}");
        }
    }
}
