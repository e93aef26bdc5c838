//! What the code of a manifest's tool calls: slots in, the typed input out; what the handler returned
//! in, a reply's body out; and whatever else the handler's signature asks for.

use std::any::Any;

use serde::Serialize;

use crate::context::Context;
use crate::decode::reader::Choice;
use crate::error::ToolError;
use crate::gate::Granted;
use crate::reply::Body;
use crate::slot::Slot;
use crate::tool::Outcome;

/// Something that a handler may take besides its input.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be a parameter of a handler",
    label = "neither the typed input nor something that the runtime hands over",
    note = "a handler is `fn(Input) -> …`, or `fn(Input, …) -> …` with `&Context`, a capability such as `&Dir<Read>`, or shared state as `&State<T>` behind the input"
)]
pub trait Injected<'call>: Sized {
    /// The value for this call.
    ///
    /// # Errors
    /// When the gate's row does not allow it, or there is none.
    fn inject(granted: &Granted<'call>) -> Result<Self, ToolError>;
}

impl<'call> Injected<'call> for &'call Context {
    fn inject(granted: &Granted<'call>) -> Result<&'call Context, ToolError> {
        Ok(granted.context())
    }
}

/// The value of whatever type the handler's signature has at this place.
///
/// # Errors
/// When the gate's row does not allow it, or there is none.
pub fn inject<'call, T: Injected<'call>>(granted: &Granted<'call>) -> Result<T, ToolError> {
    T::inject(granted)
}

/// `true` or `false`.
///
/// # Errors
/// When the slot holds something else.
pub fn boolean(slot: &mut Slot<'_>) -> Result<bool, ToolError> {
    if let Slot::Bool(value) = slot { Ok(*value) } else { Err(misfit("true or false", slot)) }
}

/// A whole number.
///
/// # Errors
/// When the slot holds something else.
pub fn integer(slot: &mut Slot<'_>) -> Result<i64, ToolError> {
    match slot {
        Slot::Int(value) => Ok(*value),
        _ => Err(misfit("a whole number of 64 bits", slot)),
    }
}

/// A whole number that is not negative.
///
/// # Errors
/// When the slot holds something else.
pub fn unsigned(slot: &mut Slot<'_>) -> Result<u64, ToolError> {
    match slot {
        Slot::Uint(value) => Ok(*value),
        Slot::Int(value) => u64::try_from(*value).map_err(|_| misfit("a number from 0", slot)),
        _ => Err(misfit("a whole number from 0", slot)),
    }
}

/// A number.
///
/// # Errors
/// When the slot holds something else.
#[expect(clippy::cast_precision_loss, reason = "a number that was written without a fraction is a number too")]
pub fn number(slot: &mut Slot<'_>) -> Result<f64, ToolError> {
    match slot {
        Slot::Float(value) => Ok(*value),
        Slot::Int(value) => Ok(*value as f64),
        Slot::Uint(value) => Ok(*value as f64),
        _ => Err(misfit("a number", slot)),
    }
}

/// Text.
///
/// # Errors
/// When the slot holds something else.
pub fn string(slot: &mut Slot<'_>) -> Result<String, ToolError> {
    if let Slot::Str(text) = slot { Ok(std::mem::take(text).into_owned()) } else { Err(misfit("text", slot)) }
}

/// One of the texts of a choice.
///
/// # Errors
/// When the slot holds something else.
pub fn choice<T: Choice>(slot: &mut Slot<'_>) -> Result<T, ToolError> {
    if let Slot::Str(text) = slot
        && let Some(choice) = T::chosen(text)
    {
        return Ok(choice);
    }
    Err(misfit("one of the texts of a choice", slot))
}

/// A value of a type that was made from the schema.
///
/// # Errors
/// When the slot holds something else.
pub fn held<T: Any>(slot: &mut Slot<'_>) -> Result<T, ToolError> {
    match std::mem::take(slot) {
        Slot::Typed(value) => value.downcast().map(|value| *value).map_err(|_| misfit("another type", slot)),
        other => Err(misfit("a typed value", &other)),
    }
}

/// `None` for what is absent or null, else what `read` makes of it.
///
/// # Errors
/// Those of `read`.
pub fn optional<'call, T>(
    slot: &mut Slot<'call>,
    read: impl FnOnce(&mut Slot<'call>) -> Result<T, ToolError>,
) -> Result<Option<T>, ToolError> {
    if matches!(slot, Slot::Absent | Slot::Null) { Ok(None) } else { read(slot).map(Some) }
}

/// The body of a structured reply.
///
/// # Errors
/// When the value does not serialize, for example a map with keys that are no strings.
pub fn json<T: Serialize>(value: &T) -> Outcome {
    serde_json::to_string(value)
        .map(Body::Json)
        .map_err(|error| ToolError::new("ToolExecutionError", format!("the tool's reply does not serialize: {error}")))
}

/// What a call answers when its slots are not those of its descriptor.
#[cold]
pub fn slots_differ(tool: &str) -> ToolError {
    ToolError::new("UnhandledError", format!("`{tool}` was called with slots that are not those of its descriptor"))
}

#[cold]
fn misfit(expected: &str, slot: &Slot<'_>) -> ToolError {
    ToolError::new("InvalidArguments", format!("expected {expected}, got {slot:?}"))
}

#[cfg(test)]
mod tests {
    use std::borrow::Cow;

    use super::*;

    #[derive(Clone, Copy, Debug, PartialEq)]
    struct Size;

    impl Choice for Size {
        fn chosen(text: &str) -> Option<Size> {
            (text == "extra large").then_some(Size)
        }
    }

    #[test]
    fn choices_come_from_text_and_the_rest_from_what_was_read() {
        assert_eq!(choice(&mut Slot::Str(Cow::Borrowed("extra large"))), Ok(Size));
        assert!(choice::<Size>(&mut Slot::Str(Cow::Borrowed("small"))).is_err());
        assert_eq!(held(&mut Slot::Typed(Box::new(vec![1, 2]))), Ok(vec![1, 2]));
        assert!(held::<String>(&mut Slot::Typed(Box::new(1))).is_err());
    }

    #[test]
    fn numbers_that_do_not_fit_are_refused() {
        assert_eq!(unsigned(&mut Slot::Int(3)), Ok(3));
        assert!(unsigned(&mut Slot::Int(-1)).is_err());
        assert!(integer(&mut Slot::Uint(u64::MAX)).is_err());
        assert_eq!(optional(&mut Slot::Null, integer), Ok(None));
    }
}
