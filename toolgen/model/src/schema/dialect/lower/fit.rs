//! Budgets: what each part of a schema counts in, the parts that are sent in a form that counts less out.
//!
//! A provider that limits optional properties and unions of a whole schema is sent the outermost parts typed, and
//! what does not fit in another form: an optional property required, with null for its absence; a null that is the
//! default left out; properties that look alike as pairs; an inner object as JSON text. Each of them comes back.

use std::collections::{HashMap, HashSet};

use crate::json::Object;
use crate::schema::Place;

/// An object within this many others goes as pairs sooner than as text: it is what the arguments are made of.
const OUTER: usize = 1;

/// A form of a property that counts less.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// Required; null, or a marker where null is a value, says that it is absent
    Required,
    /// Optional, without the null that is its default
    WithoutNull,
    /// In the list of pairs of this number
    Pair(usize),
}

/// What it takes to make an optional property required.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Cost {
    /// Nothing
    None,
    /// Nothing, since null is its default; with `true` the null is all that makes it a union
    Default(bool),
    /// It becomes a union
    Union,
    /// It stays optional
    Never,
}

/// A property that counts.
pub(super) struct Counted {
    pub(super) at: String,
    /// None where it is required
    pub(super) optional: Option<Cost>,
    /// The unions in it
    pub(super) unions: usize,
    /// The schema of its value, where it may go as a pair
    pub(super) shape: Option<String>,
}

/// An object, or a union that has objects in it.
pub(super) struct Part {
    at: String,
    level: usize,
    is_object: bool,
    unions: usize,
    properties: Vec<Counted>,
}

/// An object that is counted when its turn comes, and only if what is around it does not go as text.
pub(super) struct Pending {
    pub(super) at: String,
    pub(super) level: usize,
    pub(super) schema: Object,
    pub(super) top: bool,
    pub(super) apart: bool,
    pub(super) open: Vec<String>,
}

/// What is found of a schema while it is counted.
pub(super) enum Found {
    Part(Part),
    Pending(Pending),
}

/// What counts, while it is counted; then the forms.
#[derive(Default)]
pub(in super::super) struct Fit {
    /// Whether less is to be sent; then a definition is written out in itself only once
    sparing: bool,
    counting: bool,
    /// Whether the next object is the one that is counted now
    counts_next: bool,
    found: Vec<Found>,
    open: Vec<usize>,
    level: usize,
    /// The most optional properties, and how many there are so far
    most: Option<usize>,
    optional: usize,
    texts: HashSet<String>,
    forms: HashMap<String, Form>,
    /// How many levels of values there may be
    depth: Option<usize>,
    /// From this level on, objects go as text
    text_from: Option<usize>,
}

impl Fit {
    /// One that counts.
    pub(super) fn counting() -> Fit {
        Fit { sparing: true, counting: true, ..Fit::default() }
    }

    /// One for a schema that is given up once values nest deeper than that.
    pub(in super::super) fn within(depth: usize) -> Fit {
        Fit { depth: Some(depth), ..Fit::default() }
    }

    /// The same, which sends the objects within `level` others as text.
    pub(in super::super) fn text_from(level: usize, depth: usize) -> Fit {
        Fit { sparing: true, text_from: Some(level), ..Fit::within(depth) }
    }

    /// Whether a value within so many others is too deep.
    pub(super) fn is_too_deep(&self, within: usize) -> bool {
        self.depth.is_some_and(|depth| within >= depth)
    }

    pub(super) fn counts(&self) -> bool {
        self.counting
    }

    /// Whether less is to be sent than there is room for elsewhere.
    pub(super) fn is_sparing(&self) -> bool {
        self.sparing
    }

    /// Whether the schema goes as text.
    pub(super) fn is_text(&self, at: &Place<'_>) -> bool {
        !self.texts.is_empty() && self.texts.contains(&at.pointer())
    }

    /// Whether objects go as text here.
    pub(super) fn is_deep(&self) -> bool {
        self.text_from.is_some_and(|level| self.level >= level)
    }

    /// The form of a property, where it has one of its own.
    pub(super) fn form(&self, at: &Place<'_>) -> Option<Form> {
        if self.forms.is_empty() { None } else { self.forms.get(&at.pointer()).copied() }
    }

    /// One for a schema that is given up once it has more optional properties.
    pub(in super::super) fn at_most(optional: usize) -> Fit {
        Fit { most: Some(optional), ..Fit::default() }
    }

    /// Whether there are too many optional properties with these.
    pub(super) fn is_over(&mut self, optional: usize) -> bool {
        self.optional += optional;
        self.most.is_some_and(|most| self.optional > most)
    }

    pub(super) fn optional(&self) -> usize {
        self.optional
    }

    pub(super) fn add_optional(&mut self, optional: usize) {
        self.optional += optional;
    }

    /// Whether properties of the object that was entered last may go as pairs.
    pub(super) fn pairs(&self) -> bool {
        self.level <= OUTER + 1
    }

    /// Begins an object or a union.
    pub(super) fn enter(&mut self, at: &Place<'_>, is_object: bool) {
        if self.counting {
            self.open.push(self.found.len());
            let unions = usize::from(!is_object);
            let part = Part { at: at.pointer(), level: self.level, is_object, unions, properties: Vec::new() };
            self.found.push(Found::Part(part));
        }
        self.level += usize::from(is_object);
    }

    pub(super) fn leave(&mut self, is_object: bool) {
        self.open.pop();
        self.level -= usize::from(is_object);
    }

    /// Whether an object is left for later.
    pub(super) fn is_later(&mut self) -> bool {
        self.counting && !std::mem::take(&mut self.counts_next)
    }

    pub(super) fn level(&self) -> usize {
        self.level
    }

    pub(super) fn later(&mut self, pending: Pending) {
        self.found.push(Found::Pending(pending));
    }

    /// Begins to count the object whose turn it is.
    pub(super) fn count_next(&mut self, level: usize) {
        (self.counts_next, self.level) = (true, level);
    }

    /// What was found since the last time, in its order.
    pub(super) fn found(&mut self) -> Vec<Found> {
        std::mem::take(&mut self.found)
    }

    /// How much was found so far.
    pub(super) fn mark(&self) -> usize {
        self.found.len()
    }

    /// The unions since `mark`, where there is nothing else; they count for the property that they are in.
    pub(super) fn unions_since(&mut self, mark: usize) -> Option<usize> {
        let is_union = |found: &Found| matches!(found, Found::Part(part) if !part.is_object);
        if !self.found[mark..].iter().all(is_union) {
            return None;
        }
        let unions = self.found.len() - mark;
        self.found.truncate(mark);
        Some(unions)
    }

    /// Adds a property of the object that was entered last.
    pub(super) fn count(&mut self, property: Counted) {
        if let Some(Found::Part(part)) = self.open.last().and_then(|index| self.found.get_mut(*index))
            && (property.optional.is_some() || property.unions > 0)
        {
            part.properties.push(property);
        }
    }
}

/// What there is too much of.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Over {
    Optional,
    Unions,
}

/// The forms that keep the whole within the limits, chosen part by part from the outside in.
pub(super) struct Choice {
    most_optional: usize,
    most_unions: usize,
    /// The optional properties that are sent on their own
    kept: Vec<Counted>,
    unions: usize,
    fit: Fit,
}

impl Choice {
    pub(super) fn new(most_optional: usize, most_unions: usize) -> Choice {
        let fit = Fit { sparing: true, ..Fit::default() };
        Choice { most_optional, most_unions, kept: Vec::new(), unions: 0, fit }
    }

    /// Takes a part as it is, with some of its properties as pairs, or as text.
    pub(super) fn part(&mut self, part: Part) {
        if self.is_in_text(&part.at) {
            return;
        }
        let all = &part.properties;
        // The numbers of those that are sent on their own, and of those as text.
        let mut own: Vec<usize> = (0..all.len()).collect();
        let mut texts: Vec<usize> = Vec::new();
        let mut lists: Vec<(&str, usize)> = Vec::new();
        let unions = loop {
            let typed = own.iter().filter(|n| !texts.contains(n)).map(|n| all[*n].unions);
            let unions = part.unions + typed.sum::<usize>() + lists.iter().map(|(_, unions)| unions).sum::<usize>();
            let Some(over) = self.over(own.iter().map(|n| &all[*n]), unions) else { break unions };
            let outer = part.is_object && part.level <= OUTER;
            if let Some(index) = paired(all, &own, &lists, over).filter(|_| outer) {
                let property = &all[own.remove(index)];
                let shape = property.shape.as_deref().unwrap_or_default();
                let known = lists.iter().position(|(list, _)| *list == shape);
                if known.is_none() {
                    lists.push((shape, property.unions));
                }
                self.fit.forms.insert(property.at.clone(), Form::Pair(known.unwrap_or(lists.len() - 1)));
                continue;
            }
            let mut others = own.iter().rev().filter(|n| all[**n].unions > 0 && !texts.contains(n));
            if let Some(n) = others.next().filter(|_| outer && over == Over::Unions) {
                texts.push(*n);
            } else if part.at.is_empty() {
                break unions;
            } else {
                for property in all {
                    self.fit.forms.remove(&property.at);
                }
                self.fit.texts.insert(part.at.clone());
                return;
            }
        };
        self.unions += unions;
        self.fit.texts.extend(texts.into_iter().map(|n| all[n].at.clone()));
        let mut own = own.into_iter().peekable();
        let kept = part.properties.into_iter().enumerate().filter(|(n, _)| own.next_if_eq(n).is_some());
        self.kept.extend(kept.map(|(_, property)| property).filter(|property| property.optional.is_some()));
    }

    /// Whether it is within what goes as text.
    pub(super) fn is_in_text(&self, at: &str) -> bool {
        let texts = &self.fit.texts;
        let ends = at.match_indices('/').map(|(end, _)| end).chain([at.len()]);
        !texts.is_empty() && ends.into_iter().any(|end| texts.contains(&at[..end]))
    }

    /// What there would be too much of with these, however many of the optional properties are made required.
    fn over<'c>(&'c self, own: impl Iterator<Item = &'c Counted> + Clone, unions: usize) -> Option<Over> {
        let all = || self.kept.iter().chain(own.clone()).filter_map(|property| property.optional);
        let count = |cost: Cost| all().filter(|other| *other == cost).count();
        let unions = self.unions + unions;
        let without_null = unions.saturating_sub(self.most_unions);
        if without_null > count(Cost::Default(true)) {
            return Some(Over::Unions);
        }
        let free = count(Cost::None) + count(Cost::Default(false)) + count(Cost::Default(true)) - without_null;
        let over = all().count().saturating_sub(self.most_optional).saturating_sub(free);
        let room = self.most_unions.saturating_sub(unions);
        (over > room.min(count(Cost::Union))).then_some(Over::Optional)
    }

    /// Makes as many optional properties required as have to be.
    pub(super) fn settled(mut self) -> Fit {
        let mut over = self.kept.len().saturating_sub(self.most_optional);
        let mut unions = self.unions;
        let mut rest: Vec<&Counted> = Vec::new();
        for property in &self.kept {
            if unions > self.most_unions && property.optional == Some(Cost::Default(true)) {
                unions -= 1;
                self.fit.forms.insert(property.at.clone(), Form::WithoutNull);
            } else {
                rest.push(property);
            }
        }
        let is_free = |cost: Option<Cost>| matches!(cost, Some(Cost::None | Cost::Default(_)));
        let (free, rest): (Vec<&Counted>, Vec<&Counted>) = rest.into_iter().partition(|p| is_free(p.optional));
        for property in free.into_iter().chain(rest.into_iter().filter(|p| p.optional == Some(Cost::Union))) {
            if over == 0 {
                break;
            }
            over -= 1;
            self.fit.forms.insert(property.at.clone(), Form::Required);
        }
        self.fit
    }
}

/// The one of `own` that becomes a pair next: the last of a list that is begun, or of those that most look like.
fn paired(all: &[Counted], own: &[usize], lists: &[(&str, usize)], over: Over) -> Option<usize> {
    let own = || own.iter().map(|n| &all[*n]);
    let helps = |property: &&Counted| property.optional.is_some() && (over == Over::Optional || property.unions > 0);
    let shapes = || own().filter(helps).filter_map(|property| property.shape.as_deref());
    let begun = shapes().find(|shape| lists.iter().any(|(list, _)| list == shape));
    let mut counts: HashMap<&str, usize> = HashMap::new();
    shapes().for_each(|shape| *counts.entry(shape).or_default() += 1);
    // The first of those that are as many.
    let most = || shapes().rev().filter(|shape| counts[shape] > 1).max_by_key(|shape| counts[shape]);
    let shape = begun.or_else(most)?;
    own().rposition(|property| property.optional.is_some() && property.shape.as_deref() == Some(shape))
}
