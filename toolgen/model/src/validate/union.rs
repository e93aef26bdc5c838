//! What applies in place: references, conjunctions, unions, conditions. Of a union that fails, the
//! branch that was most likely meant is reported.

use super::check::{Check, is_type};
use super::{Violation, describe};
use crate::json::{Json, Object};

impl<'s> Check<'s> {
    pub(super) fn in_place(&mut self, schema: &'s Object, value: &Json) -> bool {
        let mut valid = true;
        for (key, asked) in schema.iter() {
            valid &= match key {
                "$ref" => match asked.as_str().and_then(|text| self.target(text)) {
                    Some(target) => self.schema(target, value),
                    None => true,
                },
                "allOf" => {
                    let mut all = true;
                    for branch in asked.as_array().unwrap_or_default() {
                        all &= self.schema(branch, value);
                        if self.is_done(all) {
                            return false;
                        }
                    }
                    all
                }
                "anyOf" => self.any_of(asked.as_array().unwrap_or_default(), value),
                "oneOf" => self.one_of(asked.as_array().unwrap_or_default(), value),
                "not" => {
                    !self.fits(asked, value) || {
                        let expected = if asked.as_object().is_some_and(Object::is_empty) {
                            "nothing here".to_owned()
                        } else {
                            format!("anything but {}", describe::schema(asked))
                        };
                        self.fail("not", value, expected, None)
                    }
                }
                "if" => match schema.get(if self.fits(asked, value) { "then" } else { "else" }) {
                    Some(consequence) => self.schema(consequence, value),
                    None => true,
                },
                _ => true,
            };
            if self.is_done(valid) {
                return false;
            }
        }
        valid
    }

    fn any_of(&mut self, branches: &'s [Json], value: &Json) -> bool {
        if branches.iter().any(|branch| self.fits(branch, value)) {
            return true;
        }
        if self.words {
            self.explain("anyOf", branches, value);
        }
        false
    }

    fn one_of(&mut self, branches: &'s [Json], value: &Json) -> bool {
        let mut fitting = Vec::new();
        for (n, branch) in branches.iter().enumerate() {
            if self.fits(branch, value) {
                fitting.push(n);
            }
            if fitting.len() > 1 {
                let shapes: Vec<String> = fitting.iter().map(|n| describe::resolved(self, &branches[*n])).collect();
                let expected = format!("exactly one of {} shapes", branches.len());
                let hint = format!("it fits two: {}", shapes.join("; and "));
                return self.fail("oneOf", value, expected, Some(hint));
            }
        }
        if fitting.is_empty() && self.words {
            self.explain("oneOf", branches, value);
        }
        !fitting.is_empty()
    }

    /// Reports a union that no branch fits.
    fn explain(&mut self, keyword: &'static str, branches: &'s [Json], value: &Json) {
        let open: Vec<&'s Json> = branches.iter().map(|branch| self.unfolded(branch)).collect();
        let of_type: Vec<&'s Json> = open.iter().copied().filter(|branch| may_be(branch, value)).collect();
        let shapes = describe::shapes(self, &open);
        let candidates = if let [only] = of_type.as_slice() {
            vec![*only]
        } else if let Some((name, choices)) = discriminator(&of_type) {
            let tagged: Vec<&'s Json> = of_type.iter().copied().filter(|branch| has_tag(branch, name, value)).collect();
            if tagged.is_empty() {
                return self.wrong_tag(name, &choices, value);
            }
            tagged
        } else {
            of_type
        };
        match candidates.as_slice() {
            [] => {
                let hint = self.type_hint(&open, value);
                self.fail(keyword, value, format!("one of: {shapes}"), hint);
            }
            [only] => {
                self.schema(only, value);
            }
            several => {
                let best =
                    several.iter().map(|branch| (self.attempt(branch, value), *branch)).min_by_key(|(found, _)| {
                        found
                            .iter()
                            .map(|violation| if violation.keyword == "additionalProperties" { 3 } else { 2 })
                            .sum::<usize>()
                    });
                let Some((found, branch)) = best else { return };
                let hint = format!("nearest is {}: see what it asks below", describe::resolved(self, branch));
                self.fail(keyword, value, format!("one of: {shapes}"), Some(hint));
                for violation in found {
                    self.note(violation);
                }
            }
        }
    }

    /// The violations of one branch alone.
    fn attempt(&mut self, branch: &'s Json, value: &Json) -> Vec<Violation> {
        let before = std::mem::take(&mut self.found);
        self.trying += 1;
        self.schema(branch, value);
        self.trying -= 1;
        std::mem::replace(&mut self.found, before)
    }

    /// A branch that is a bare reference, as what it leads to.
    pub(super) fn unfolded(&self, mut schema: &'s Json) -> &'s Json {
        for _ in 0..8 {
            match schema.get("$ref").and_then(Json::as_str).and_then(|text| self.target(text)) {
                Some(target) => schema = target,
                None => break,
            }
        }
        schema
    }

    fn wrong_tag(&mut self, name: &str, choices: &[&Json], value: &Json) {
        let choices: Vec<Json> = choices.iter().map(|&choice| choice.clone()).collect();
        match value.get(name) {
            Some(tag) => {
                self.below(name, |check| check.wrong_choice(&choices, tag));
            }
            None => {
                let pointer = crate::json::push_pointer(&self.pointer, name);
                let expected = format!("one of {}", describe::values(&choices));
                let hint = Some(format!("add `{name}`: it says which shape this is"));
                let got = "nothing".to_owned();
                self.note(Violation { pointer, keyword: "required", expected, got, hint });
            }
        }
    }
}

/// Whether the type of a branch leaves the value possible.
fn may_be(branch: &Json, value: &Json) -> bool {
    match branch.get("type").and_then(Json::as_str) {
        Some(name) => is_type(value, name),
        None => true,
    }
}

/// The property that tells object branches apart: all of them require it and list its values.
fn discriminator<'s>(branches: &[&'s Json]) -> Option<(&'s str, Vec<&'s Json>)> {
    let (first, rest) = branches.split_first()?;
    if rest.is_empty() {
        return None;
    }
    let names = first.get("properties")?.as_object()?.keys();
    names
        .filter_map(|name| {
            let mut all = Vec::new();
            for branch in branches {
                let choices = tags(branch, name)?;
                if choices.iter().any(|choice| all.contains(&choice)) {
                    return None;
                }
                all.extend(choices);
            }
            Some((name, all))
        })
        .next()
}

fn tags<'s>(branch: &'s Json, name: &str) -> Option<&'s [Json]> {
    branch.get("properties")?.get(name)?.get("enum")?.as_array()
}

fn has_tag(branch: &Json, name: &str, value: &Json) -> bool {
    match (tags(branch, name), value.get(name)) {
        (Some(tags), Some(tag)) => tags.contains(tag),
        _ => false,
    }
}
