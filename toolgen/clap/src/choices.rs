//! One of a few texts, or a JSON array of them where the flag repeats.

use std::ffi::OsStr;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Arg, Command, Error};

/// The texts.
#[derive(Clone, Debug)]
pub(crate) struct Choices(pub(crate) Vec<String>);

impl TypedValueParser for Choices {
    type Value = String;

    fn parse_ref(&self, command: &Command, arg: Option<&Arg>, value: &OsStr) -> Result<String, Error> {
        match value.to_str() {
            // The decoder judges the items.
            Some(text) if text.trim_start().starts_with('[') => Ok(text.to_owned()),
            _ => PossibleValuesParser::new(&self.0).parse_ref(command, arg, value),
        }
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(self.0.iter().map(PossibleValue::new)))
    }
}
