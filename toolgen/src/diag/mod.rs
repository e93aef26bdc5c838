//! Findings: where a thing stands ([`Span`], [`Sources`]), what is wrong with it ([`Diagnostic`]), and
//! the faces in which people and programs read it.

pub mod code;
mod diagnostic;
pub mod render;
mod sink;
mod source;

pub use code::Rule;
pub use diagnostic::{Diagnostic, Fix, Label, Severity};
pub use sink::Sink;
pub use source::{FileId, Source, Sources, Span, Spanned};
