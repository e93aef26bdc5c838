//! Projections: a tool and a dialect's table in, name, description, schema and the way back out; each
//! dialect puts them into its envelope.

use super::back::BackMap;
use super::loss::{Loss, Refusal, Relation};
use super::lower::{Fit, lower};
use super::name::fitting;
use super::root;
use super::rules::Rules;
use crate::catalog::Row;
use crate::json::{Json, digest};

/// A tool as a provider takes it.
#[derive(Clone, Debug, PartialEq)]
pub struct Projection {
    /// What is sent
    pub wire: Json,
    /// How arguments come back
    pub back_map: BackMap,
    /// What does not arrive as it was
    pub losses: Vec<Loss>,
}

impl Projection {
    /// How the values that can be sent relate to those of the original.
    pub fn relation(&self) -> Relation {
        Relation::of(&self.losses)
    }

    /// How many optional properties and unions it counts against the budget of a request.
    pub fn budgeted(&self) -> (usize, usize) {
        let counts = schema_of(&self.wire).map(super::accept::counts).unwrap_or_default();
        (counts.optional, counts.unions)
    }

    /// The digest of what is sent.
    pub fn digest(&self) -> String {
        digest(&self.wire)
    }
}

/// What every envelope needs.
pub(super) struct Parts {
    pub(super) name: String,
    pub(super) description: String,
    pub(super) schema: Json,
    pub(super) back_map: BackMap,
    pub(super) losses: Vec<Loss>,
}

/// The schema of the arguments in what is sent.
fn schema_of(wire: &Json) -> Option<&Json> {
    ["/function/parameters", "/input_schema", "/parameters"].iter().find_map(|place| wire.pointer(place))
}

/// Lowers a tool by a table.
pub(super) fn parts(row: &Row, rules: &Rules, name_fits: fn(&str) -> bool) -> Result<Parts, Refusal> {
    fitted(row, rules, name_fits, &mut Fit::default())
}

/// The same with some parts in a form that counts less.
pub(super) fn fitted(row: &Row, rules: &Rules, name_fits: fn(&str) -> bool, fit: &mut Fit) -> Result<Parts, Refusal> {
    let lowered = lower(&row.input, rules, fit)?;
    let name = fitting(&row.name, name_fits);
    let back_map = BackMap {
        name: row.name.clone(),
        wire_name: name.clone(),
        back: lowered.back,
        definitions: lowered.definitions,
        defs: lowered.defs,
    };
    let description = root::with_residuals(&row.description, &lowered.losses);
    Ok(Parts { name, description, schema: lowered.schema, back_map, losses: lowered.losses })
}

impl Parts {
    /// The projection with this wire.
    pub(super) fn with(self, wire: impl Into<Json>) -> Projection {
        Projection { wire: wire.into(), back_map: self.back_map, losses: self.losses }
    }

    /// A refusal where some value of the original could not be sent.
    pub(super) fn refuse_narrowed(&self) -> Result<(), Refusal> {
        match self.losses.iter().find(|loss| loss.relation == Relation::Narrowed) {
            Some(loss) => Err(Refusal::new("narrowed", &loss.at, format!("`{}`: {}", loss.keyword, loss.residual))),
            None => Ok(()),
        }
    }

    /// Cuts the description to `most` characters, at a word; what is cut is said.
    pub(super) fn cut_description(&mut self, most: usize) {
        if self.description.len() <= most {
            return;
        }
        let count = self.description.chars().count();
        if count <= most {
            return;
        }
        let end = self.description.char_indices().nth(most - 1).map_or(self.description.len(), |(at, _)| at);
        let start = &self.description[..end];
        let space = start.rfind(char::is_whitespace).filter(|space| *space > end / 2);
        self.description = format!("{}…", start[..space.unwrap_or(end)].trim_end());
        let residual = format!("the description has {count} characters, {most} are sent");
        self.losses.push(Loss::new("", "description", Relation::Equal, residual));
    }
}

/// A tool that is sent with its canonical schema.
pub(super) fn as_it_is(row: &Row, name: &str, wire: Json, losses: Vec<Loss>) -> Projection {
    let back_map = BackMap { name: row.name.clone(), wire_name: name.to_owned(), ..BackMap::default() };
    Projection { wire, back_map, losses }
}
