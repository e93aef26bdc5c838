//! Equal values: a list in, each of its values once out. No length of a list takes quadratic time.

use std::collections::HashSet;

use super::Json;

/// Lists of at most this many are compared pair by pair, longer ones by their texts.
const FEW: usize = 24;

/// Whether no two values are equal.
pub(crate) fn are_distinct(values: &[Json]) -> bool {
    if values.len() <= FEW {
        return values.iter().enumerate().all(|(n, value)| !values[..n].contains(value));
    }
    let mut seen = HashSet::with_capacity(values.len());
    values.iter().all(|value| seen.insert(value.canonical()))
}

/// Takes out the values that came before.
pub(crate) fn distinct(values: &mut Vec<Json>) {
    if are_distinct(values) {
        return;
    }
    if values.len() > FEW {
        let mut seen = HashSet::new();
        return values.retain(|value| seen.insert(value.canonical()));
    }
    let mut n = 1;
    while n < values.len() {
        if values[..n].contains(&values[n]) {
            values.remove(n);
        } else {
            n += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_values_are_found_however_they_are_written_and_however_many_there_are() {
        let texts =
            [r#"{"a":1,"b":[2.0]}"#, "1", "1.0", "true", r#""1""#, r#"{"b":[2],"a":1.0}"#, "null", "1e0", "-0.0", "0"];
        for more in [0, 100] {
            let mut values: Vec<Json> = texts.iter().map(|text| Json::parse(text).unwrap()).collect();
            values.extend((0..more).map(|n| Json::from(format!("t{n}"))));
            assert!(!are_distinct(&values));
            distinct(&mut values);
            assert!(are_distinct(&values));
            let left: Vec<String> = values.iter().take(6).map(Json::to_string).collect();
            assert_eq!(left, [r#"{"a":1,"b":[2.0]}"#, "1", "true", r#""1""#, "null", "-0.0"]);
            assert_eq!(values.len(), 6 + more);
        }
    }
}
