//! Budgets: what each part of a schema counts in, the parts that are sent in a form that counts less out.
//!
//! A provider that limits optional properties and unions of a whole schema is sent the outermost parts typed, and
//! what does not fit in another form: an optional property required, with null for its absence; a null that is the
//! default left out; properties that look alike as pairs; an inner object as JSON text. Each of them comes back.

use std::collections::{HashMap, HashSet};

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
struct Part {
    at: String,
    level: usize,
    is_object: bool,
    unions: usize,
    properties: Vec<Counted>,
}

/// What counts, while it is counted; then the forms.
#[derive(Default)]
pub(in super::super) struct Fit {
    /// Whether less is to be sent; then a definition is written out in itself only once
    sparing: bool,
    counting: bool,
    parts: Vec<Part>,
    open: Vec<usize>,
    level: usize,
    texts: HashSet<String>,
    forms: HashMap<String, Form>,
    /// From this level on, objects go as text
    text_from: Option<usize>,
}

impl Fit {
    /// One that counts.
    pub(in super::super) fn counting() -> Fit {
        Fit { sparing: true, counting: true, ..Fit::default() }
    }

    /// One that sends the objects within `level` others as text.
    pub(in super::super) fn text_from(level: usize) -> Fit {
        Fit { sparing: true, text_from: Some(level), ..Fit::default() }
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

    /// Begins an object or a union.
    pub(super) fn enter(&mut self, at: &Place<'_>, is_object: bool) {
        if self.counting {
            self.open.push(self.parts.len());
            let unions = usize::from(!is_object);
            self.parts.push(Part { at: at.pointer(), level: self.level, is_object, unions, properties: Vec::new() });
        }
        self.level += usize::from(is_object);
    }

    pub(super) fn leave(&mut self, is_object: bool) {
        self.level -= usize::from(is_object);
        if let Some(index) = self.open.pop()
            && index + 1 == self.parts.len()
            && self.parts[index].is_object
            && self.parts[index].properties.is_empty()
        {
            self.parts.pop();
        }
    }

    /// How many parts there are so far.
    pub(super) fn mark(&self) -> usize {
        self.parts.len()
    }

    /// The unions since `mark`, where there is nothing else; they count for the property that they are in.
    pub(super) fn unions_since(&mut self, mark: usize) -> Option<usize> {
        if self.parts[mark..].iter().any(|part| part.is_object) {
            return None;
        }
        Some(self.parts.drain(mark..).map(|part| part.unions).sum())
    }

    /// Adds a property of the object that was entered last.
    pub(super) fn count(&mut self, property: Counted) {
        if let Some(index) = self.open.last()
            && (property.optional.is_some() || property.unions > 0)
        {
            self.parts[*index].properties.push(property);
        }
    }

    /// The forms that keep the whole within the limits: the outermost parts stay as they are.
    pub(in super::super) fn choose(&self, most_optional: usize, most_unions: usize) -> Fit {
        let fit = Fit { sparing: true, ..Fit::default() };
        let mut chosen = Choice { most_optional, most_unions, kept: Vec::new(), unions: 0, fit };
        let mut order: Vec<&Part> = self.parts.iter().collect();
        order.sort_by_key(|part| part.level);
        for part in order {
            chosen.part(part);
        }
        chosen.settle();
        chosen.fit
    }
}

/// What there is too much of.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Over {
    Optional,
    Unions,
}

struct Choice<'p> {
    most_optional: usize,
    most_unions: usize,
    /// The optional properties that are sent on their own
    kept: Vec<&'p Counted>,
    unions: usize,
    fit: Fit,
}

impl<'p> Choice<'p> {
    /// Takes a part as it is, with some of its properties as pairs, or as text.
    fn part(&mut self, part: &'p Part) {
        if self.is_in_text(&part.at) {
            return;
        }
        let mut own: Vec<&Counted> = part.properties.iter().collect();
        let mut lists: Vec<(&str, usize)> = Vec::new();
        let unions = loop {
            let typed = own.iter().filter(|property| !self.fit.texts.contains(&property.at));
            let unions = part.unions
                + typed.map(|property| property.unions).sum::<usize>()
                + lists.iter().map(|(_, unions)| unions).sum::<usize>();
            let Some(over) = self.over(&own, unions) else { break unions };
            let outer = part.is_object && part.level <= OUTER;
            if let Some(index) = paired(&own, &lists, over).filter(|_| outer) {
                let property = own.remove(index);
                let shape = property.shape.as_deref().unwrap_or_default();
                let known = lists.iter().position(|(list, _)| *list == shape);
                if known.is_none() {
                    lists.push((shape, property.unions));
                }
                self.fit.forms.insert(property.at.clone(), Form::Pair(known.unwrap_or(lists.len() - 1)));
                continue;
            }
            let is_union = |property: &&Counted| property.unions > 0 && !self.fit.texts.contains(&property.at);
            if let Some(index) = own.iter().rposition(is_union).filter(|_| outer && over == Over::Unions) {
                self.fit.texts.insert(own[index].at.clone());
            } else if part.at.is_empty() {
                break unions;
            } else {
                for property in &part.properties {
                    self.fit.forms.remove(&property.at);
                    self.fit.texts.remove(&property.at);
                }
                self.fit.texts.insert(part.at.clone());
                return;
            }
        };
        self.unions += unions;
        self.kept.extend(own.into_iter().filter(|property| property.optional.is_some()));
    }

    fn is_in_text(&self, at: &str) -> bool {
        let texts = &self.fit.texts;
        let ends = at.match_indices('/').map(|(end, _)| end).chain([at.len()]);
        !texts.is_empty() && ends.into_iter().any(|end| texts.contains(&at[..end]))
    }

    /// What there would be too much of with these, however many of the optional properties are made required.
    fn over(&self, own: &[&Counted], unions: usize) -> Option<Over> {
        let all = || self.kept.iter().chain(own).filter_map(|property| property.optional);
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
    fn settle(&mut self) {
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
    }
}

/// The property that becomes a pair next: the last of a list that is begun, or of those that most look like.
fn paired(own: &[&Counted], lists: &[(&str, usize)], over: Over) -> Option<usize> {
    let helps = |property: &&&Counted| property.optional.is_some() && (over == Over::Optional || property.unions > 0);
    let shapes = || own.iter().filter(helps).filter_map(|property| property.shape.as_deref());
    let begun = shapes().find(|shape| lists.iter().any(|(list, _)| list == shape));
    let mut counts: HashMap<&str, usize> = HashMap::new();
    shapes().for_each(|shape| *counts.entry(shape).or_default() += 1);
    // The first of those that are as many.
    let most = || shapes().rev().filter(|shape| counts[shape] > 1).max_by_key(|shape| counts[shape]);
    let shape = begun.or_else(most)?;
    own.iter().rposition(|property| property.optional.is_some() && property.shape.as_deref() == Some(shape))
}
