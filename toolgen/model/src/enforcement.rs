//! What is enforced: one row for each promise, with the test that proves it and the way to see it.
//!
//! The place in the code that decides asks [`enforced!`](crate::enforced):
//!
//! ```
//! # fn listed() -> bool { false }
//! if toolgen_model::enforced!("gate.surface") && !listed() {
//!     // refuse
//! }
//! ```
//!
//! That is `true` at no cost, and an id without a row does not compile. With the feature `weaken`, which only the
//! test of these rows turns on, the environment variable `TOOLGEN_WEAKEN` names one id that is then *not* enforced,
//! so that the test sees each row's proof fail when what it proves is taken away.

mod approval;
mod audit;
pub mod backend;
mod capability;
mod config;
mod gate;
mod output;
mod policy;
mod rate;

/// One promise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Enforcement {
    /// Its stable id, `AREA.NAME`
    pub id: &'static str,
    /// What holds, one sentence
    pub promise: &'static str,
    /// The test that fails without it: a path in `tests/tests/enforcement`
    pub proof: &'static str,
    /// How a person sees that it holds: a command and what it says
    pub see: &'static str,
}

/// The rows by area, in the order of the page.
const AREAS: &[(&str, &[Enforcement])] = &[
    ("The gate", gate::ROWS),
    ("Configuration", config::ROWS),
    ("Policy", policy::ROWS),
    ("Approval", approval::ROWS),
    ("Audit", audit::ROWS),
    ("Rate and cost", rate::ROWS),
    ("Output and secrets", output::ROWS),
    ("Capabilities", capability::ROWS),
];

/// Every area with its rows, in the order of the page.
pub fn areas() -> impl Iterator<Item = (&'static str, &'static [Enforcement])> {
    AREAS.iter().copied()
}

/// Every row.
pub fn all() -> impl Iterator<Item = &'static Enforcement> {
    AREAS.iter().flat_map(|(_, rows)| *rows)
}

/// Whether there is a row for `id`.
pub const fn known(id: &str) -> bool {
    let mut area = 0;
    while area < AREAS.len() {
        let rows = AREAS[area].1;
        let mut row = 0;
        while row < rows.len() {
            if same(rows[row].id, id) {
                return true;
            }
            row += 1;
        }
        area += 1;
    }
    false
}

/// Equality of texts in const evaluation.
const fn same(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    if a.len() != b.len() {
        return false;
    }
    let mut at = 0;
    while at < a.len() {
        if a[at] != b[at] {
            return false;
        }
        at += 1;
    }
    true
}

/// Whether `id` is enforced: always. [`enforced!`](crate::enforced) is the way to ask.
#[cfg(not(feature = "weaken"))]
#[doc(hidden)]
#[inline(always)]
pub const fn holds(_id: &str) -> bool {
    true
}

/// Whether `id` is enforced: unless the environment names it.
#[cfg(feature = "weaken")]
#[doc(hidden)]
pub fn holds(id: &str) -> bool {
    weakened() != Some(id)
}

/// The variable that names the id that is not enforced.
#[cfg(feature = "weaken")]
pub const WEAKEN: &str = "TOOLGEN_WEAKEN";

/// The id that is not enforced in this process; for launchers that pass it on to a process with a cleared environment.
#[cfg(feature = "weaken")]
pub fn weakened() -> Option<&'static str> {
    static ID: std::sync::LazyLock<Option<String>> = std::sync::LazyLock::new(|| std::env::var(WEAKEN).ok());
    ID.as_deref()
}

#[cfg(all(feature = "weaken", not(debug_assertions)))]
compile_error!(
    "the feature `weaken` takes enforcement away at run time: it is for the test of the enforcement rows only"
);

/// Whether the enforcement of that id holds; it does. The id must have a row in `toolgen_model::enforcement`.
#[macro_export]
macro_rules! enforced {
    ($id:literal) => {{
        const { assert!($crate::enforcement::known($id), concat!("toolgen_model::enforcement has no row for ", $id)) };
        $crate::enforcement::holds($id)
    }};
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn every_row_is_whole_and_has_its_own_id() {
        let mut ids = HashSet::new();
        for row in all() {
            assert!(ids.insert(row.id), "{} stands twice", row.id);
            assert!(
                row.id.split_once('.').is_some_and(|(area, name)| !area.is_empty() && !name.is_empty()),
                "{}",
                row.id
            );
            for text in [row.promise, row.proof, row.see] {
                assert!(!text.is_empty() && !text.contains('\n'), "{}", row.id);
            }
            assert!(known(row.id));
        }
        assert!(!known("gate.nothing") && !known(""));
    }

    #[cfg(not(feature = "weaken"))]
    #[test]
    fn everything_is_enforced() {
        assert!(all().all(|row| holds(row.id)));
        assert!(crate::enforced!("gate.surface"));
    }
}
