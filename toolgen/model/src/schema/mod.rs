//! The schema engine: any JSON Schema in, one canonical schema out, and from there every provider's.

/// Whether a known bug is put back at this place, which only the tests of this crate do.
macro_rules! bug {
    ($name:ident) => {{
        #[cfg(test)]
        let is = $crate::schema::mutation::is($crate::schema::mutation::Bug::$name);
        #[cfg(not(test))]
        let is = false;
        is
    }};
}

pub mod call;
pub mod canonical;
pub mod dialect;
pub mod diff;
pub mod export;
pub mod input;
pub mod plan;

#[cfg(test)]
pub(crate) mod mutation;
mod place;

pub(crate) use place::Place;
