//! Bedrock Converse: a row in, a `toolSpec` out.
//!
//! | Bedrock | what is done |
//! |---|---|
//! | no unions at the root, as the models behind it have it | the branches' properties are merged, a loss |
//! | a name matches `[a-zA-Z0-9_-]{1,64}` | another is cut and gets a digest |
//! | a description has at least one character | an empty one is left out |
//! | all else | as it is |

use super::accept::{ANY, Accepts};
use super::anthropic::is_key;
use super::loss::Refusal;
use super::name::plain;
use super::projection::{Projection, parts};
use super::rules::{FREE, Keys, Root, Rules};
use crate::catalog::Row;
use crate::json::{Json, Object};

const RULES: Rules = Rules { root: Root::Merged, items: true, keys: Keys::Root(is_key), ..FREE };

pub(super) static ACCEPTS: Accepts = Accepts { root_unions: false, name: |name| plain(name, 64), ..ANY };

/// `{toolSpec: {name, description?, inputSchema: {json}}}`.
pub(super) fn project(row: &Row) -> Result<Projection, Refusal> {
    let mut parts = parts(row, &RULES, |name| plain(name, 64))?;
    let mut spec = Object::from_iter([("name", parts.name.as_str())]);
    if !parts.description.is_empty() {
        spec.insert("description", &parts.description);
    }
    spec.insert("inputSchema", Json::from([("json", std::mem::take(&mut parts.schema))]));
    Ok(parts.with([("toolSpec", spec)]))
}
