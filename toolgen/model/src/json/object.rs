//! An object's entries in the order in which they were written, each key once.
//!
//! Copies share their entries until one of them changes: a schema stands in many places and is changed in few.

use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, LazyLock, OnceLock};

use super::Json;
use super::text::Text;
use super::word::{Word, WordSet};

/// A JSON object that keeps the order of its keys.
#[derive(Clone)]
pub struct Object {
    entries: Arc<Entries>,
}

#[derive(Default)]
struct Entries {
    list: Vec<(Text, Json)>,
    /// Where each key stands: made when one of many is looked for
    #[expect(clippy::box_collection, reason = "few objects have it, and it would make all of them larger")]
    places: OnceLock<Box<HashMap<Text, usize>>>,
}

/// In an object of more entries than this, keys are found by a map.
const SMALL: usize = 32;

impl Entries {
    fn place(&self, key: &str) -> Option<usize> {
        if self.list.len() <= SMALL {
            return self.list.iter().position(|(name, _)| *name == *key);
        }
        let places = || self.list.iter().map(|(key, _)| key.clone()).zip(0..).collect();
        self.places.get_or_init(|| Box::new(places())).get(key).copied()
    }

    /// The same for a key, which is compared faster than its text.
    fn place_of(&self, key: &Text) -> Option<usize> {
        if self.list.len() <= SMALL { self.list.iter().position(|(name, _)| name == key) } else { self.place(key) }
    }
}

impl Clone for Entries {
    fn clone(&self) -> Entries {
        Entries { list: self.list.clone(), places: OnceLock::new() }
    }
}

impl Object {
    /// An object without entries.
    pub fn new() -> Object {
        static EMPTY: LazyLock<Arc<Entries>> = LazyLock::new(Arc::default);
        Object { entries: Arc::clone(&EMPTY) }
    }

    /// An object without entries that has room for some.
    pub fn with_capacity(count: usize) -> Object {
        Object::of_distinct(Vec::with_capacity(count))
    }

    /// An object of entries; the last of two equal keys wins, in the place of the first.
    pub(crate) fn of(entries: Vec<(Text, Json)>) -> Object {
        let distinct = if entries.len() <= SMALL {
            let mut marks = 0;
            entries.iter().enumerate().all(|(n, (key, _))| {
                let known = marks;
                marks |= key.mark();
                known != marks || entries[..n].iter().all(|(other, _)| other != key)
            })
        } else {
            let mut seen = std::collections::HashSet::with_capacity(entries.len());
            entries.iter().all(|(key, _)| seen.insert(key))
        };
        if distinct { Object::of_distinct(entries) } else { Object::of_doubled(entries) }
    }

    fn of_doubled(entries: Vec<(Text, Json)>) -> Object {
        let mut places: HashMap<Text, usize> = HashMap::new();
        let mut first: Vec<(Text, Json)> = Vec::with_capacity(entries.len());
        for (key, value) in entries {
            match places.get(&key) {
                Some(&at) => first[at].1 = value,
                None => {
                    places.insert(key.clone(), first.len());
                    first.push((key, value));
                }
            }
        }
        Object::of_distinct(first)
    }

    /// An object of entries whose keys differ, as the caller knows.
    pub(crate) fn of_distinct(entries: Vec<(Text, Json)>) -> Object {
        Object { entries: Arc::new(Entries { list: entries, places: OnceLock::new() }) }
    }

    /// The entries to change; they are copied if others have them, too.
    fn own(&mut self) -> &mut Entries {
        Arc::make_mut(&mut self.entries)
    }

    /// The list of entries, in which keys may come, go or change their places.
    fn own_list(&mut self) -> &mut Vec<(Text, Json)> {
        let entries = self.own();
        entries.places.take();
        &mut entries.list
    }

    /// The value under `key`.
    pub fn get(&self, key: &str) -> Option<&Json> {
        self.entries.place(key).map(|at| &self.entries.list[at].1)
    }

    /// The value under a keyword.
    pub(crate) fn at(&self, word: Word) -> Option<&Json> {
        self.entries.list.iter().find(|(name, _)| name.is(word)).map(|(_, value)| value)
    }

    /// Whether the keyword is there.
    pub(crate) fn has(&self, word: Word) -> bool {
        self.at(word).is_some()
    }

    /// The value under a keyword, to change it.
    pub(crate) fn at_mut(&mut self, word: Word) -> Option<&mut Json> {
        let at = self.entries.list.iter().position(|(name, _)| name.is(word))?;
        Some(&mut self.own().list[at].1)
    }

    /// Takes a keyword out; the others keep their order.
    pub(crate) fn take(&mut self, word: Word) -> Option<Json> {
        let at = self.entries.list.iter().position(|(name, _)| name.is(word))?;
        Some(self.own_list().remove(at).1)
    }

    /// Takes out all of these keywords.
    pub(crate) fn drop_all(&mut self, words: WordSet) {
        self.retain(|key, _| key.word().is_none_or(|word| !words.has(word)));
    }

    /// The keywords among the keys.
    pub(crate) fn words(&self) -> WordSet {
        self.entries.list.iter().filter_map(|(key, _)| key.word()).collect()
    }

    /// The value under `key`, to change it.
    pub fn get_mut(&mut self, key: &str) -> Option<&mut Json> {
        let at = self.entries.place(key)?;
        Some(&mut self.own().list[at].1)
    }

    /// Whether `key` is there.
    pub fn contains_key(&self, key: &str) -> bool {
        self.get(key).is_some()
    }

    /// Sets `key`, in its old place or else at the end.
    pub fn insert(&mut self, key: impl Into<Text>, value: impl Into<Json>) {
        let (key, value) = (key.into(), value.into());
        let place = self.entries.place_of(&key);
        let entries = self.own();
        match place {
            Some(at) => entries.list[at].1 = value,
            None => {
                if let Some(places) = entries.places.get_mut() {
                    places.insert(key.clone(), entries.list.len());
                }
                entries.list.push((key, value));
            }
        }
    }

    /// Takes `key` out; the others keep their order.
    pub fn remove(&mut self, key: &str) -> Option<Json> {
        let at = self.entries.place(key)?;
        Some(self.own_list().remove(at).1)
    }

    /// Keeps the entries for which `keep` holds.
    pub fn retain(&mut self, mut keep: impl FnMut(&Text, &mut Json) -> bool) {
        self.own_list().retain_mut(|(key, value)| keep(key, value));
    }

    /// Brings the entries in the order of what `rank` says of their keys; equals stay in their order.
    pub(crate) fn sort_by_key<R: Ord>(&mut self, rank: impl Fn(&Text) -> R) {
        if !self.entries.list.iter().map(|(key, _)| rank(key)).is_sorted() {
            self.own_list().sort_by_key(|(key, _)| rank(key));
        }
    }

    /// A number that copies which share their entries have in common, and no other object that lives meanwhile.
    pub(crate) fn identity(&self) -> usize {
        Arc::as_ptr(&self.entries) as usize
    }

    /// How many entries there are.
    pub fn len(&self) -> usize {
        self.entries.list.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.entries.list.is_empty()
    }

    /// The entries in order.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (&str, &Json)> {
        self.entries.list.iter().map(|(key, value)| (key.as_str(), value))
    }

    /// The entries in order, with their keys.
    pub(crate) fn entries(&self) -> impl DoubleEndedIterator<Item = (&Text, &Json)> + Clone {
        self.entries.list.iter().map(|(key, value)| (key, value))
    }

    /// The same, to change the values.
    pub(crate) fn entries_mut(&mut self) -> impl DoubleEndedIterator<Item = (&Text, &mut Json)> {
        self.own().list.iter_mut().map(|(key, value)| (&*key, value))
    }

    /// The entries in order, to change the values.
    pub fn iter_mut(&mut self) -> impl DoubleEndedIterator<Item = (&str, &mut Json)> {
        self.own().list.iter_mut().map(|(key, value)| (key.as_str(), value))
    }

    /// The keys in order.
    pub fn keys(&self) -> impl DoubleEndedIterator<Item = &str> + Clone {
        self.entries.list.iter().map(|(key, _)| key.as_str())
    }

    /// The values in order.
    pub fn values(&self) -> impl DoubleEndedIterator<Item = &Json> {
        self.entries.list.iter().map(|(_, value)| value)
    }
}

impl Default for Object {
    fn default() -> Object {
        Object::new()
    }
}

impl fmt::Debug for Object {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Object").field("entries", &self.entries.list).finish()
    }
}

impl PartialEq for Object {
    fn eq(&self, other: &Object) -> bool {
        if Arc::ptr_eq(&self.entries, &other.entries) {
            return true;
        }
        if self.len() != other.len() {
            return false;
        }
        self.iter().all(|(key, value)| other.get(key) == Some(value))
    }
}

impl Eq for Object {}

impl<K: Into<Text>, V: Into<Json>> FromIterator<(K, V)> for Object {
    fn from_iter<I: IntoIterator<Item = (K, V)>>(entries: I) -> Object {
        Object::of(entries.into_iter().map(|(key, value)| (key.into(), value.into())).collect())
    }
}

impl IntoIterator for Object {
    type Item = (Text, Json);
    type IntoIter = std::vec::IntoIter<(Text, Json)>;

    fn into_iter(self) -> Self::IntoIter {
        Arc::unwrap_or_clone(self.entries).list.into_iter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn copies_share_their_entries_until_one_changes() {
        let one = Object::from_iter([("a", Object::from_iter([("b", 1)]))]);
        let mut other = one.clone();
        assert!(Arc::ptr_eq(&one.entries, &other.entries));
        assert!(other.get_mut("c").is_none() && Arc::ptr_eq(&one.entries, &other.entries));
        if let Some(Json::Object(inner)) = other.get_mut("a") {
            inner.insert("b", 2);
        }
        assert_eq!(
            (one.get("a").unwrap().to_string(), other.get("a").unwrap().to_string()),
            ("{\"b\":1}".into(), "{\"b\":2}".into())
        );
        assert!(Object::new().is_empty() && other.remove("a").is_some() && one.len() == 1);
    }

    #[test]
    fn a_large_object_finds_its_keys_whatever_is_done_to_it() {
        let name = |n: usize| format!("k{n}");
        let mut object: Object = (0..100).map(|n| (name(n), n)).collect();
        let check = |object: &Object, there: &dyn Fn(usize) -> bool| {
            for n in 0..300 {
                let found = object.iter().find(|(key, _)| *key == name(n)).map(|(_, value)| value);
                assert_eq!((object.get(&name(n)), found.is_some()), (found, there(n)), "{n}");
            }
        };
        check(&object, &|n| n < 100);
        (100..300).for_each(|n| object.insert(name(n), n));
        object.insert(name(7), "again");
        check(&object, &|_| true);
        let copy = object.clone();
        object.remove(&name(3));
        object.retain(|key, _| key.as_str() != "k5");
        object.sort_by_key(|key| std::cmp::Reverse(key.to_string()));
        check(&object, &|n| n != 3 && n != 5);
        check(&copy, &|_| true);
        assert!(object != copy && copy == copy.entries().rev().map(|(key, value)| (key, value.clone())).collect());
    }

    #[test]
    fn entries_are_sorted_only_by_their_rank() {
        let mut object = Object::from_iter([("c", 1), ("bb", 2), ("a", 3)]);
        object.sort_by_key(|key| key.len());
        assert_eq!(object.keys().collect::<Vec<_>>(), ["c", "a", "bb"]);
    }

    #[test]
    fn of_two_equal_keys_the_last_wins_in_the_place_of_the_first() {
        for count in [2, 100] {
            let keys = (0..count).map(|n| (format!("k{n}"), n)).chain([("k0".to_owned(), 7)]);
            let object: Object = keys.collect();
            assert_eq!((object.len(), object.iter().next()), (count, Some(("k0", &Json::from(7)))));
        }
    }
}
