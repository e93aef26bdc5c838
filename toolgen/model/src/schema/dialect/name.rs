//! Names: any name in, one that a provider takes out, always the same, and never two alike.

use crate::json::{Json, digest};

/// `^[A-Za-z_][A-Za-z0-9_-]{0,63}$`, which every provider takes.
pub(super) fn strictest(name: &str) -> bool {
    let first = name.chars().next();
    first.is_some_and(|c| c.is_ascii_alphabetic() || c == '_') && plain(name, 64)
}

/// Only of `A-Z a-z 0-9 _ -`, from 1 to `most`.
pub(super) fn plain(name: &str, most: usize) -> bool {
    (1..=most).contains(&name.len()) && name.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '-'))
}

/// How long a name is that had to be changed, with its suffix.
const LONGEST: usize = 63;
const SUFFIX: usize = 9;

/// The name, or where it does not fit, its readable part and a digest of the whole.
pub(super) fn fitting(name: &str, fits: fn(&str) -> bool) -> String {
    if fits(name) {
        return name.to_owned();
    }
    let mut base: String = name.chars().map(|c| if c.is_ascii_alphanumeric() || c == '_' { c } else { '_' }).collect();
    if !base.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_') {
        base.insert(0, '_');
    }
    base.truncate(LONGEST - SUFFIX);
    let hash = digest(&Json::from(name));
    format!("{base}_{}", hash.get(7..15).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_fit_stay_and_others_get_a_digest() {
        assert_eq!(fitting("git_log", strictest), "git_log");
        let (a, b) = (fitting("a b", strictest), fitting("a.b", strictest));
        assert!(a.starts_with("a_b_") && b.starts_with("a_b_") && a != b, "{a} {b}");
        let long = fitting(&"x".repeat(80), strictest);
        assert!(strictest(&long) && long.len() == 63, "{long}");
        assert!(strictest(&fitting("", strictest)) && strictest(&fitting("9é", strictest)));
    }
}
