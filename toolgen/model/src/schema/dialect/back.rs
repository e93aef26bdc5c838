//! The way back: arguments as a provider sends them in, arguments for the original schema out.

use crate::json::{Json, Object, Text, push_pointer};
use crate::validate::is_valid_in;

/// How one value of the wire becomes one of the original.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) enum Back {
    /// As it is
    #[default]
    Same,
    /// Property by property
    Object {
        fields: Vec<Field>,
        /// What is done with the properties that no field names
        rest: Box<Back>,
        /// The properties that hold pairs of further ones
        pairs: Vec<Pairs>,
    },
    /// Item by item
    Array(Box<Back>),
    /// Items by place, and the rest
    Tuple(Vec<Back>, Box<Back>),
    /// As the first branch whose wire schema takes the value
    Union(Vec<(Json, Back)>),
    /// Pairs of `key` and `value`, which become an object
    Pairs(Box<Back>),
    /// JSON text; with `true`, a text that is none stands for itself
    Text(bool),
    /// A string that stands for a value
    Choice(Vec<(String, Json)>),
    /// As a definition says
    Ref(String),
    /// The value of this one property
    Unwrap(String, Box<Back>),
}

/// How one property goes back.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Field {
    pub(super) wire: Text,
    pub(super) name: Text,
    pub(super) absent: Absent,
    pub(super) back: Back,
}

/// A list of properties, as pairs of a key and a value.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Pairs {
    pub(super) wire: Text,
    /// Those that may be in it; none are all that have no place of their own
    pub(super) names: Vec<Text>,
    /// How the values go back
    pub(super) back: Back,
}

/// How the wire says that a property is absent.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) enum Absent {
    /// It is left out
    #[default]
    Left,
    /// By this value, which no present one has
    Marked(Json),
    /// By this value of its own, which means the same
    Alike(Json),
    /// It is left out, as is this value, which means the same
    LeftFor(Json),
}

/// The way back of one tool.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BackMap {
    /// The tool's own name
    pub name: String,
    /// The name under which it is sent
    pub wire_name: String,
    pub(super) back: Back,
    pub(super) definitions: Vec<(String, Back)>,
    /// The `$defs` of the wire schema, which the branches of unions refer to
    pub(super) defs: Json,
}

/// A value that cannot come back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BackFault {
    /// RFC 6901 pointer into the arguments as they came
    pub at: String,
    /// What was expected there
    pub expected: String,
}

/// Deeper values are not what any wire schema asked for.
pub(super) const DEPTH: usize = 200;

impl BackMap {
    /// Whether arguments come back as they are.
    pub fn is_identity(&self) -> bool {
        self.back == Back::Same
    }

    /// The arguments for the original schema. What does not have the form of the wire stays as it is, so
    /// that the validation against the original says what is wrong with it.
    ///
    /// # Errors
    /// Every text that should be JSON and is not, and every key that comes twice in pairs.
    pub fn apply(&self, arguments: Json) -> Result<Json, Vec<BackFault>> {
        let mut faults = Vec::new();
        let value = self.value(&self.back, arguments, "", DEPTH, &mut faults);
        if faults.is_empty() { Ok(value) } else { Err(faults) }
    }

    pub(super) fn value(&self, back: &Back, value: Json, at: &str, depth: usize, faults: &mut Vec<BackFault>) -> Json {
        if depth == 0 {
            return value;
        }
        let depth = depth - 1;
        match (back, value) {
            (Back::Same, value) => value,
            (Back::Object { fields, rest, pairs }, Json::Object(object)) => {
                let mut out = Object::new();
                for (key, value) in object {
                    let at = push_pointer(at, &key);
                    if let Some(field) = fields.iter().find(|field| field.wire == key) {
                        if bug!(NullComesBack) || !matches!(&field.absent, Absent::Marked(marker) if *marker == value) {
                            let name = if bug!(RenamedComesBack) { &field.wire } else { &field.name };
                            out.insert(name, self.value(&field.back, value, &at, depth, faults));
                        }
                    } else if let Some(list) = pairs.iter().find(|list| list.wire == key) {
                        match self.pairs(&list.back, value, &at, depth, faults) {
                            Json::Object(more) => more.into_iter().for_each(|(key, value)| out.insert(key, value)),
                            other => out.insert(key, other),
                        }
                    } else {
                        out.insert(key, self.value(rest, value, &at, depth, faults));
                    }
                }
                Json::Object(out)
            }
            (Back::Array(items), Json::Array(values)) => {
                let each = values.into_iter().enumerate();
                Json::Array(
                    each.map(|(n, v)| self.value(items, v, &push_pointer(at, &n.to_string()), depth, faults)).collect(),
                )
            }
            (Back::Tuple(first, rest), Json::Array(values)) => {
                let each = values.into_iter().enumerate();
                Json::Array(
                    each.map(|(n, v)| {
                        let back = first.get(n).unwrap_or(rest);
                        self.value(back, v, &push_pointer(at, &n.to_string()), depth, faults)
                    })
                    .collect(),
                )
            }
            (Back::Union(branches), value) => {
                match branches.iter().find(|(schema, _)| is_valid_in(&self.defs, schema, &value)) {
                    Some((_, back)) => self.value(back, value, at, depth, faults),
                    None => value,
                }
            }
            (Back::Pairs(back), value) => self.pairs(back, value, at, depth, faults),
            (Back::Text(any), Json::String(text)) => match Json::parse(&text) {
                Ok(value) => value,
                Err(_) if *any => Json::String(text),
                Err(error) => {
                    faults.push(BackFault { at: at.to_owned(), expected: format!("JSON text: {error}") });
                    Json::String(text)
                }
            },
            (Back::Choice(choices), Json::String(text)) => match choices.iter().find(|(wire, _)| text == *wire) {
                Some((_, value)) => value.clone(),
                None => Json::String(text),
            },
            (Back::Ref(name), value) => match self.definitions.iter().find(|(known, _)| known == name) {
                Some((_, back)) => self.value(back, value, at, depth, faults),
                None => value,
            },
            (Back::Unwrap(name, back), Json::Object(mut object)) if object.len() == 1 => match object.remove(name) {
                Some(value) => self.value(back, value, &push_pointer(at, name), depth, faults),
                None => Json::Object(object),
            },
            (_, value) => value,
        }
    }

    fn pairs(&self, back: &Back, value: Json, at: &str, depth: usize, faults: &mut Vec<BackFault>) -> Json {
        let is_pair = |item: &Json| item.get("key").and_then(Json::as_str).is_some() && item.get("value").is_some();
        let Json::Array(items) = value else { return value };
        if !items.iter().all(is_pair) || bug!(PairsComeBack) {
            return Json::Array(items);
        }
        let mut entries: Vec<(Text, Json)> = Vec::with_capacity(items.len());
        let mut seen = std::collections::HashSet::new();
        for (n, item) in items.into_iter().enumerate() {
            let Json::Object(mut item) = item else { continue };
            let (Some(Json::String(key)), Some(value)) = (item.remove("key"), item.remove("value")) else { continue };
            let at = push_pointer(at, &n.to_string());
            if !seen.insert(key.clone()) {
                faults.push(BackFault {
                    at: at.clone(),
                    expected: format!("another key than {key:?}, which came before"),
                });
            }
            let value = self.value(back, value, &push_pointer(&at, "value"), depth, faults);
            entries.push((key, value));
        }
        Json::Object(entries.into_iter().collect())
    }
}

impl Back {
    /// The way back of an object.
    pub(super) fn object(fields: Vec<Field>, rest: Back, pairs: Vec<Pairs>) -> Back {
        let is_plain = |f: &Field| f.wire == f.name && f.absent == Absent::Left && matches!(f.back, Back::Same);
        if pairs.is_empty() && matches!(rest, Back::Same) && fields.iter().all(is_plain) {
            return Back::Same;
        }
        Back::Object { fields, rest: Box::new(rest), pairs }
    }

    /// The way back of a list of such items.
    pub(super) fn array(items: Back) -> Back {
        if matches!(items, Back::Same) { Back::Same } else { Back::Array(Box::new(items)) }
    }

    /// The way back of a list of such items by place.
    pub(super) fn tuple(first: Vec<Back>, rest: Back) -> Back {
        let is_same = |back: &Back| matches!(back, Back::Same);
        if is_same(&rest) && first.iter().all(is_same) { Back::Same } else { Back::Tuple(first, Box::new(rest)) }
    }

    /// Whether nothing changes, when the definitions in `same` change nothing.
    pub(super) fn is_same(&self, same: &[&str]) -> bool {
        match self {
            Back::Same => true,
            Back::Object { fields, rest, pairs } => {
                let same_field = |f: &Field| f.wire == f.name && f.absent == Absent::Left && f.back.is_same(same);
                pairs.is_empty() && rest.is_same(same) && fields.iter().all(same_field)
            }
            Back::Array(items) => items.is_same(same),
            Back::Tuple(first, rest) => first.iter().all(|back| back.is_same(same)) && rest.is_same(same),
            Back::Union(branches) => branches.iter().all(|(_, back)| back.is_same(same)),
            Back::Ref(name) => same.contains(&name.as_str()),
            Back::Pairs(_) | Back::Text(_) | Back::Choice(_) | Back::Unwrap(..) => false,
        }
    }

    /// Whether what is sent stands for a value of another type.
    pub(super) fn stands_for(&self) -> bool {
        matches!(self, Back::Text(_) | Back::Choice(_) | Back::Pairs(_))
    }

    /// Whether a list may be sent for what is none.
    pub(super) fn sends_lists(&self) -> bool {
        match self {
            Back::Pairs(_) | Back::Ref(_) => true,
            Back::Union(branches) => branches.iter().any(|(_, back)| back.sends_lists()),
            _ => false,
        }
    }

    /// The same way with all that changes nothing cut off.
    fn pruned(self, same: &[&str]) -> Back {
        if self.is_same(same) {
            return Back::Same;
        }
        let boxed = |back: Box<Back>| Box::new(back.pruned(same));
        match self {
            Back::Object { fields, rest, pairs } => Back::Object {
                fields: fields.into_iter().map(|f| Field { back: f.back.pruned(same), ..f }).collect(),
                rest: boxed(rest),
                pairs: pairs.into_iter().map(|list| Pairs { back: list.back.pruned(same), ..list }).collect(),
            },
            Back::Array(items) => Back::Array(boxed(items)),
            Back::Tuple(first, rest) => Back::Tuple(first.into_iter().map(|b| b.pruned(same)).collect(), boxed(rest)),
            Back::Union(branches) => Back::Union(branches.into_iter().map(|(s, b)| (s, b.pruned(same))).collect()),
            Back::Pairs(back) => Back::Pairs(boxed(back)),
            Back::Unwrap(name, back) => Back::Unwrap(name, boxed(back)),
            other => other,
        }
    }
}

/// The way back without what changes nothing.
pub(super) fn pruned(back: Back, definitions: Vec<(String, Back)>) -> (Back, Vec<(String, Back)>) {
    let mut same: Vec<String> = definitions.iter().map(|(name, _)| name.clone()).collect();
    loop {
        let known: Vec<&str> = same.iter().map(String::as_str).collect();
        let changed = |name: &str| definitions.iter().any(|(n, back)| n == name && !back.is_same(&known));
        let kept: Vec<String> = same.iter().filter(|name| !changed(name)).cloned().collect();
        if kept.len() == same.len() {
            break;
        }
        same = kept;
    }
    let known: Vec<&str> = same.iter().map(String::as_str).collect();
    let back = back.pruned(&known);
    let definitions = definitions.into_iter().filter(|(name, _)| !known.contains(&name.as_str()));
    let definitions = definitions.map(|(name, back)| (name, back.pruned(&known))).collect();
    (back, definitions)
}
