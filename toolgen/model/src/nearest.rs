//! "Did you mean": the nearest of the known names, or none when nothing is near.

/// The known name that `wrong` most likely stands for, or `None` when none is close enough to help.
///
/// Close is an edit distance (Damerau, adjacent swaps count one) of at most a third of the length;
/// a different case, or `-` for `_`, is free.
pub fn nearest<'n>(wrong: &str, known: impl IntoIterator<Item = &'n str>) -> Option<&'n str> {
    if wrong.len() > 200 {
        return None;
    }
    let folded = fold(wrong);
    let limit = (folded.len() / 3).clamp(1, 4);
    known
        .into_iter()
        .filter(|name| name.len() <= 200)
        .map(|name| (distance(&folded, &fold(name)), name))
        .filter(|(distance, name)| *distance <= limit && *distance < name.chars().count())
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, name)| name)
}

fn fold(name: &str) -> Vec<char> {
    name.chars().filter(|c| !matches!(c, '_' | '-')).flat_map(char::to_lowercase).collect()
}

fn distance(a: &[char], b: &[char]) -> usize {
    let mut before: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=b.len()).collect();
    for i in 1..=a.len() {
        let mut row = vec![i; b.len() + 1];
        for j in 1..=b.len() {
            let same = usize::from(a[i - 1] != b[j - 1]);
            row[j] = (last[j] + 1).min(row[j - 1] + 1).min(last[j - 1] + same);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                row[j] = row[j].min(before[j - 2] + 1);
            }
        }
        before = std::mem::replace(&mut last, row);
    }
    last[b.len()]
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn a_typo_finds_its_name() {
        let known = ["name", "description", "inputSchema", "effect"];
        assert_eq!(nearest("nmae", known), Some("name"));
        assert_eq!(nearest("descripton", known), Some("description"));
        assert_eq!(nearest("input_schema", known), Some("inputSchema"));
    }

    #[test]
    fn what_is_far_finds_nothing() {
        assert_eq!(nearest("zebra", ["name", "effect"]), None);
        assert_eq!(nearest("a", ["b"]), None);
        assert_eq!(nearest("", ["b"]), None);
    }
}
