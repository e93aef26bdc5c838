//! The schema engine: any JSON Schema in, one canonical schema out, and from there every provider's.

pub mod call;
pub mod canonical;
pub mod dialect;
pub mod diff;
pub mod export;
pub mod input;
pub mod plan;
