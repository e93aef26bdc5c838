//! The document: what its references mean, when all of them are resolved.

use std::collections::{HashMap, HashSet};

use super::Fault;
use super::draft::Draft;
use super::graph::order;
use super::reading::Reading;
use crate::json::{Json, Object, Word};
use crate::schema::Place;

/// What is known of a schema with references.
#[derive(Default)]
pub(super) struct Document {
    /// What is referred to; what a target refers to stands before it, as far as that can be
    pub(super) targets: Vec<Target>,
    /// The numbers of targets: by the text of a reference, or by its place where the text alone does not say it
    numbers: HashMap<String, usize>,
    by_place: bool,
    /// All places above the targets, and they themselves
    above_targets: HashSet<String>,
    /// Whether `unevaluatedProperties` or `unevaluatedItems` occur, which see what other keywords saw
    pub(super) unevaluated: bool,
}

/// A schema that is referred to.
pub(super) struct Target {
    /// Its number among all that is referred to
    pub(super) end: usize,
    pub(super) pointer: String,
    /// The draft by which it is read
    pub(super) draft: Draft,
    /// Whether it reaches itself
    pub(super) recursive: bool,
    /// How many references there are to it, as far as the root reaches
    pub(super) uses: usize,
    /// Whether it is a definition of the root in which nothing else is referred to
    pub(super) apart: bool,
}

impl Document {
    /// Resolves all references, or says which lead nowhere.
    pub(super) fn of(schema: &Json, draft: Draft) -> Result<Document, Vec<Fault>> {
        let reading = Reading::of(schema, draft)?;
        let by_place = !reading.is_plain();
        let mut targets = order(&reading)?;
        let mut document = Document { by_place, unevaluated: reading.unevaluated, ..Document::default() };
        for end in &reading.ends {
            let mut above = end.pointer.as_str();
            while let Some(last) = above.rfind('/').filter(|_| !document.above_targets.contains(above)) {
                document.above_targets.insert(above.to_owned());
                above = &above[..last];
            }
        }
        // What the root does not reach is no target.
        let mut reached = vec![None; reading.ends.len()];
        for (number, target) in targets.iter().enumerate() {
            reached[target.end] = Some(number);
        }
        for (key, end) in reading.references() {
            if let Some(number) = reached[end] {
                document.numbers.insert(key.to_owned(), number);
            }
        }
        let mut pointers: Vec<&str> = reading.ends.iter().map(|end| end.pointer.as_str()).collect();
        pointers.sort_unstable();
        for target in &mut targets {
            target.apart = is_apart(&target.pointer, &pointers);
        }
        Ok(Document { targets, ..document })
    }

    /// The numbers of the targets to which the references on a schema lead.
    pub(super) fn targets_of(&self, at: &Place<'_>, schema: &Object) -> Vec<usize> {
        let number = |word: Word| {
            let text = schema.at(word)?.as_str()?;
            let number =
                if self.by_place { self.numbers.get(&at.key(word.text()).pointer()) } else { self.numbers.get(text) };
            number.copied()
        };
        [Word::Ref, Word::DynamicRef, Word::RecursiveRef].into_iter().filter_map(number).collect()
    }

    /// Whether anything is referred to.
    pub(super) fn has_targets(&self) -> bool {
        !self.above_targets.is_empty()
    }

    /// Whether the place holds a schema, itself or below, that something refers to.
    pub(super) fn holds_a_target(&self, at: &Place<'_>) -> bool {
        self.above_targets.contains(&at.pointer())
    }
}

/// Whether a pointer names a definition of the root below which no other target is, and no other pointer names the same:
/// a `~` can be written in two ways.
fn is_apart(pointer: &str, sorted: &[&str]) -> bool {
    let name = pointer.strip_prefix("/$defs/").or_else(|| pointer.strip_prefix("/definitions/"));
    let below = format!("{pointer}/");
    let next = sorted.partition_point(|other| *other < below.as_str());
    name.is_some_and(|name| !name.contains(['/', '~']))
        && !sorted.get(next).is_some_and(|other| other.starts_with(&below))
}
