//! The document: what its references mean, when all of them are resolved.

use std::collections::{HashMap, HashSet};

use super::Fault;
use super::draft::Draft;
use super::graph::order;
use super::reading::{End, Reading};
use crate::json::{Json, Object, Text, Word};
use crate::schema::Place;

/// What is known of a schema with references.
#[derive(Default)]
pub(super) struct Document {
    /// What is referred to; what a target refers to stands before it, as far as that can be
    pub(super) targets: Vec<Target>,
    /// The numbers of targets: by the text of a reference, or by its place where the text alone does not say it
    numbers: HashMap<Text, usize>,
    by_place: bool,
    /// All places above what is referred to, and they themselves, if any is no definition of the root
    above_ends: HashSet<String>,
    /// Whether `unevaluatedProperties` or `unevaluatedItems` occur, which see what other keywords saw
    pub(super) unevaluated: bool,
}

/// A schema that is referred to.
pub(super) struct Target {
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
        match Document::once(schema, draft, false) {
            // Then it counts where each reference stands.
            Err(_) => Document::once(schema, draft, true),
            Ok(document) if document.by_place => Document::once(schema, draft, true),
            plain => plain,
        }
    }

    fn once(schema: &Json, draft: Draft, complete: bool) -> Result<Document, Vec<Fault>> {
        let mut reading = Reading::of(schema, draft, complete)?;
        let reached = order(&reading)?;
        let mut document = Document {
            by_place: !reading.is_plain(),
            above_ends: above(&reading.ends),
            unevaluated: reading.unevaluated,
            ..Document::default()
        };
        // What the root does not reach is no target.
        let mut numbers = vec![None; reading.ends.len()];
        for (number, target) in reached.iter().enumerate() {
            numbers[target.end] = Some(number);
        }
        document.numbers.reserve(reading.ends.len());
        document.numbers.extend(reading.references().filter_map(|(key, end)| Some((key, numbers[end]?))));
        let definitions = reading.ends.iter().filter_map(|end| definition(&end.pointer));
        let divided: HashSet<String> =
            definitions.filter(|(_, is_inside)| *is_inside).map(|(pointer, _)| pointer.to_owned()).collect();
        for target in reached {
            let End { pointer, spot, .. } = &mut reading.ends[target.end];
            // A `~` can be written in two ways.
            let is_apart = |(whole, _): (&str, bool)| !divided.contains(whole) && !whole.contains('~');
            document.targets.push(Target {
                apart: definition(pointer).is_some_and(is_apart),
                pointer: std::mem::take(pointer),
                draft: spot.draft,
                recursive: target.recursive,
                uses: target.uses,
            });
        }
        Ok(document)
    }

    /// The numbers of the targets to which the references on a schema lead.
    pub(super) fn targets_of(&self, at: &Place<'_>, schema: &Object) -> impl Iterator<Item = usize> {
        [Word::Ref, Word::DynamicRef, Word::RecursiveRef].into_iter().filter_map(move |word| {
            let text = schema.at(word)?.as_str()?;
            let number =
                if self.by_place { self.numbers.get(&*at.key(word.text()).pointer()) } else { self.numbers.get(text) };
            number.copied()
        })
    }

    /// Whether nothing that is referred to contains anything else that is.
    pub(super) fn is_flat(&self) -> bool {
        self.targets.iter().all(|target| target.apart || target.pointer.is_empty())
    }

    /// How many references the root reaches.
    pub(super) fn references(&self) -> usize {
        self.targets.iter().map(|target| target.uses).sum()
    }

    /// Whether schemas that are referred to may stand where no keyword holds them.
    pub(super) fn has_stores(&self) -> bool {
        !self.above_ends.is_empty()
    }

    /// Whether the place holds a schema, itself or below, that something refers to.
    pub(super) fn holds_an_end(&self, at: &Place<'_>) -> bool {
        self.above_ends.contains(&at.pointer())
    }
}

/// All places above the ends, and they themselves, if any is no definition of the root: those stand below keywords.
fn above(ends: &[End<'_>]) -> HashSet<String> {
    let mut above = HashSet::new();
    let is_plain =
        |end: &End<'_>| end.pointer.is_empty() || definition(&end.pointer).is_some_and(|(_, is_inside)| !is_inside);
    if ends.iter().all(is_plain) {
        return above;
    }
    for end in ends {
        let mut at = end.pointer.as_str();
        while let Some(last) = at.rfind('/').filter(|_| !above.contains(at)) {
            above.insert(at.to_owned());
            at = &at[..last];
        }
    }
    above
}

/// The pointer to the definition of the root that a place is or stands in, and whether it stands in it.
fn definition(pointer: &str) -> Option<(&str, bool)> {
    let name = pointer.strip_prefix("/$defs/").or_else(|| pointer.strip_prefix("/definitions/"))?;
    let end = name.find('/').map(|end| pointer.len() - name.len() + end);
    Some(end.map_or((pointer, false), |end| (&pointer[..end], true)))
}
