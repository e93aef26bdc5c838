//! A catalog in, `gates.json` out: what the gate knows of each tool before any policy, sorted by name.

use toolgen_model::catalog::{Catalog, Row};
use toolgen_model::json::{Json, Object};

use super::Files;

/// The gate rows as a file.
pub fn gates(catalog: &Catalog) -> Files {
    let mut rows: Vec<&Row> = catalog.tools.iter().collect();
    rows.sort_by(|a, b| a.name.cmp(&b.name));
    let rows: Vec<Json> = rows.into_iter().map(gate).collect();
    Files::of("gates.json", format!("{}\n", Json::Array(rows).pretty()))
}

fn gate(row: &Row) -> Json {
    let mut object = Object::new();
    object.insert("name", row.name.as_str());
    object.insert("tool", row.tool.as_str());
    if let Some(action) = &row.action {
        object.insert("action", action.as_str());
    }
    if let Some(group) = &row.group {
        object.insert("group", group.as_str());
    }
    object.insert("verdict", row.verdict.name());
    // Plain data with string keys always has a JSON form.
    object.insert("effects", Json::of(&row.effects).unwrap_or_default());
    object.insert("gate", Json::of(&row.gate).unwrap_or_default());
    if let Some(when) = &row.when {
        object.insert("when", when.as_str());
    }
    object.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gate_rows_are_sorted_and_complete() {
        let row = |tool: &str| Row { tool: tool.into(), when: Some("a.b".into()), ..Row::default() }.seal();
        let files = gates(&Catalog::new("", "", vec![row("b"), row("a")]));
        let rows = Json::parse(files.text("gates.json").unwrap()).unwrap();
        let names: Vec<_> = rows.as_array().unwrap().iter().map(|row| row.get("name").unwrap().to_string()).collect();
        assert_eq!(names, ["\"a\"", "\"b\""]);
        assert_eq!(rows.pointer("/0/verdict"), Some(&Json::from("supervised")));
        assert_eq!(rows.pointer("/0/when"), Some(&Json::from("a.b")));
    }
}
