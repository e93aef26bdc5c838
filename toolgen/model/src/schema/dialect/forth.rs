//! The way out: arguments for the original schema in, the same as they go over the wire out.
//!
//! It is the way back read the other way round: for the examples and the history of a conversation, and to
//! prove that whatever can be called can be sent.

use super::back::{Absent, Back, Field, Pairs};
use super::{BackMap, back};
use crate::json::{Json, Object};
use crate::validate::is_valid_in;

impl BackMap {
    /// The arguments as they go over the wire; [`BackMap::apply`] brings them back.
    pub fn send(&self, arguments: &Json) -> Json {
        self.forth(&self.back, arguments, back::DEPTH)
    }

    fn forth(&self, back: &Back, value: &Json, depth: usize) -> Json {
        if depth == 0 {
            return value.clone();
        }
        let depth = depth - 1;
        match (back, value) {
            (Back::Object { fields, rest, pairs }, Json::Object(object)) => {
                let mut out = Object::new();
                for Field { wire, name, absent, back } in fields {
                    match (object.get(name), absent) {
                        (Some(value), Absent::LeftFor(absent)) if value == absent => {}
                        (Some(value), _) => out.insert(wire, self.forth(back, value, depth)),
                        (None, Absent::Marked(marker) | Absent::Alike(marker)) => {
                            out.insert(wire, marker.clone());
                        }
                        (None, Absent::Left | Absent::LeftFor(_)) => {}
                    }
                }
                let listed = |list: &Pairs, key: &str| list.names.iter().any(|name| *name == *key);
                let others = object.iter().filter(|(key, _)| {
                    !fields.iter().any(|field| field.name == *key) && !pairs.iter().any(|list| listed(list, key))
                });
                for list in pairs.iter().filter(|list| !list.names.is_empty()) {
                    let own = object.iter().filter(|(key, _)| listed(list, key));
                    out.insert(&list.wire, self.as_pairs(&list.back, own, depth));
                }
                match pairs.iter().find(|list| list.names.is_empty()) {
                    Some(list) => out.insert(&list.wire, self.as_pairs(&list.back, others, depth)),
                    None => others.for_each(|(key, value)| out.insert(key, self.forth(rest, value, depth))),
                }
                Json::Object(out)
            }
            (Back::Array(back), Json::Array(items)) => {
                Json::Array(items.iter().map(|item| self.forth(back, item, depth)).collect())
            }
            (Back::Tuple(first, rest), Json::Array(items)) => {
                let each = items.iter().enumerate();
                Json::Array(each.map(|(n, item)| self.forth(first.get(n).unwrap_or(rest), item, depth)).collect())
            }
            (Back::Union(branches), value) => {
                // The branch that takes what is sent, and gives back what it was.
                let sent = branches.iter().filter_map(|(schema, back)| {
                    let sent = self.forth(back, value, depth);
                    is_valid_in(&self.defs, schema, &sent).then_some(sent)
                });
                let comes_back = |sent: &Json| {
                    self.value(&Back::Union(branches.clone()), sent.clone(), "", depth, &mut Vec::new()) == *value
                };
                sent.into_iter().find(comes_back).unwrap_or_else(|| value.clone())
            }
            (Back::Pairs(back), Json::Object(object)) => self.as_pairs(back, object.iter(), depth),
            (Back::Text(_), value) => Json::from(value.to_string()),
            (Back::Choice(choices), value) => {
                let label = choices.iter().find(|(_, choice)| choice == value).map(|(label, _)| label.as_str());
                label.map_or_else(|| value.clone(), Json::from)
            }
            (Back::Ref(name), value) => match self.definitions.iter().find(|(known, _)| known == name) {
                Some((_, back)) => self.forth(back, value, depth),
                None => value.clone(),
            },
            (Back::Unwrap(name, back), value) => Json::from([(name.as_str(), self.forth(back, value, depth))]),
            (_, value) => value.clone(),
        }
    }

    fn as_pairs<'v>(&self, back: &Back, entries: impl Iterator<Item = (&'v str, &'v Json)>, depth: usize) -> Json {
        let pair = |(key, value)| Json::from([("key", Json::from(key)), ("value", self.forth(back, value, depth))]);
        Json::Array(entries.map(pair).collect())
    }
}
