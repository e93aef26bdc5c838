//! Memory of references: a definition that was written out in, the same for another place out.
//!
//! Only the places in losses differ, so that the wire shares what several references lead to.

use std::collections::HashMap;

use super::super::back::Back;
use super::super::loss::{Loss, Refusal};
use super::definitions::MODEST;
use super::{Lower, MOST_NODES};
use crate::json::{Json, Object};
use crate::schema::Place;

/// What the form of a definition depends on.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Around {
    name: String,
    /// Those within it that are open, in order
    open: Vec<String>,
    apart: bool,
    /// Whether such definitions are not written out any more
    is_late: bool,
}

struct Written {
    schema: Object,
    back: Back,
    nodes: usize,
    optional: usize,
    /// Their places are within the definition
    losses: Vec<Loss>,
}

/// What was written out.
#[derive(Default)]
pub(super) struct Memo(HashMap<Around, Written>);

impl Lower<'_> {
    /// Lowers a definition at a place where a reference to it stands.
    pub(super) fn definition(&mut self, at: &Place<'_>, name: &str, target: &Json) -> Result<(Object, Back), Refusal> {
        let is_late = self.nodes > MODEST;
        // Later on they are not written out, however often they are open.
        let counts = |open: &&String| !is_late && self.reach.reaches(name, open);
        let mut open: Vec<String> = self.open.iter().filter(counts).cloned().collect();
        open.sort_unstable();
        let around = Around { name: name.to_owned(), open, apart: self.apart, is_late };
        let here = at.pointer();
        if let Some(known) = self.memo.0.get(&around)
            && self.nodes + known.nodes <= if is_late { MOST_NODES } else { MODEST }
        {
            self.apart = false;
            self.nodes += known.nodes;
            self.fit.add_optional(known.optional);
            let out = (known.schema.clone(), known.back.clone());
            let losses: Vec<Loss> =
                known.losses.iter().map(|loss| Loss { at: format!("{here}{}", loss.at), ..loss.clone() }).collect();
            losses.into_iter().for_each(|loss| self.add(loss));
            return Ok(out);
        }
        let (nodes, optional, losses) = (self.nodes, self.fit.optional(), self.losses.len());
        self.open.push(around.name.clone());
        let lowered = self.node(at, target);
        self.open.pop();
        let (schema, back) = lowered?;
        if is_late || self.nodes <= MODEST {
            let within = |loss: &Loss| Some(Loss { at: loss.at.strip_prefix(&here)?.to_owned(), ..loss.clone() });
            if let Some(losses) = self.losses[losses..].iter().map(within).collect() {
                let (nodes, optional) = (self.nodes - nodes, self.fit.optional() - optional);
                let written = Written { schema: schema.clone(), back: back.clone(), nodes, optional, losses };
                self.memo.0.insert(around, written);
            }
        }
        Ok((schema, back))
    }
}
