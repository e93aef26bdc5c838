//! Configuration: typed values under dotted keys. Conditions (`when:`) read it.

pub use toolgen_model::config::{Config, Layer, Origin, Setting};
