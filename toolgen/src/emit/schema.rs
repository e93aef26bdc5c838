//! A catalog and a dialect in, the tools as that provider takes them out.

use toolgen_model::catalog::{Catalog, Row};
use toolgen_model::json::Json;
use toolgen_model::schema::dialect::{Dialect, Loss, project};

use super::Files;

/// The tools of a catalog in one dialect.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Schemas {
    /// The tool objects, in the order of the catalog
    pub tools: Vec<Json>,
    /// What did not arrive as it was: the tool, and what
    pub losses: Vec<(String, Loss)>,
    /// Tools that the dialect cannot express, each a sentence that names it
    pub refusals: Vec<String>,
}

/// Projects the rows of `catalog` that `keep` takes.
pub fn schemas(catalog: &Catalog, dialect: Dialect, keep: impl Fn(&Row) -> bool) -> Schemas {
    let mut schemas = Schemas::default();
    for row in catalog.tools.iter().filter(|row| keep(row)) {
        match project(row, dialect) {
            Ok(projection) => {
                schemas.tools.push(projection.wire);
                schemas.losses.extend(projection.losses.into_iter().map(|loss| (row.name.clone(), loss)));
            }
            Err(refusal) => schemas.refusals.push(refusal),
        }
    }
    schemas
}

impl Schemas {
    /// The tool objects as a JSON array, with a final line feed.
    pub fn text(&self) -> String {
        format!("{}\n", Json::Array(self.tools.clone()).pretty())
    }
}

/// `schema/DIALECT.json` for each dialect that takes at least one tool.
pub fn schema_files(catalog: &Catalog) -> Files {
    let mut files = Files::new();
    for dialect in Dialect::ALL {
        files.insert(format!("schema/{}.json", dialect.name()), schemas(catalog, dialect, |_| true).text());
    }
    files
}
