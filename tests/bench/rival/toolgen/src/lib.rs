//! toolgen
