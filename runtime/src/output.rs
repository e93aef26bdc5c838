//! Returns of `#[tool]` functions: a value of any type in, a reply's body or an error out.
//!
//! As with parameters, the type decides: inherent items come before those of a trait that all have.

use std::any::Any;
use std::borrow::Cow;
use std::fmt::Display;
use std::marker::PhantomData;

use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema};
use serde::Serialize;

use crate::argument::whole;
use crate::error::ToolError;
use crate::reply::{Body, Content};
use crate::tool::Outcome;

/// What a handler returned.
#[derive(Debug)]
pub struct Returned<T>(pub T);

/// The type of what a handler returns.
#[derive(Debug)]
pub struct ReturnType<T>(PhantomData<fn() -> T>);

/// A type that a handler can return.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be returned by a tool",
    label = "not a reply",
    note = "a tool returns text (`String`, `&str`), `()`, `Content`, `Vec<Content>`, or a value that implements `serde::Serialize` and `schemars::JsonSchema`, or a `Result` of one of them",
    note = "for a type of your own: `#[derive(Serialize, JsonSchema)]`"
)]
pub trait Structured: Serialize + JsonSchema {}
#[diagnostic::do_not_recommend]
impl<T: Serialize + JsonSchema> Structured for T {}

/// An error that a handler can return.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the error of a tool",
    label = "the model could not read it",
    note = "an error implements `std::fmt::Display`, so that the model can read it, and borrows nothing; `toolgen_runtime::ToolError` adds a kind, data and a suggestion"
)]
pub trait Failure: Display + Any {}
#[diagnostic::do_not_recommend]
impl<E: Display + Any> Failure for E {}

impl<T, E> Returned<Result<T, E>> {
    /// The value, or the error as the model reads it: a [`ToolError`] as it is, anything else as its text.
    ///
    /// # Errors
    /// The handler's.
    pub fn split(self) -> Result<T, ToolError>
    where
        E: Failure,
    {
        self.0.map_err(failure)
    }
}

impl<T, E> ReturnType<Result<T, E>> {
    /// The type of the value.
    pub fn split(self) -> ReturnType<T> {
        ReturnType(PhantomData)
    }
}

/// What holds for every type that is no `Result`.
pub trait Whole {
    /// The same without a `Result` around it
    type Inside;
    /// The same.
    fn split(self) -> Self::Inside;
}

impl<T> Whole for Returned<T> {
    type Inside = Result<T, ToolError>;
    fn split(self) -> Result<T, ToolError> {
        Ok(self.0)
    }
}

impl<T> Whole for ReturnType<T> {
    type Inside = ReturnType<T>;
    fn split(self) -> ReturnType<T> {
        self
    }
}

impl<T> Default for ReturnType<T> {
    fn default() -> ReturnType<T> {
        ReturnType(PhantomData)
    }
}

impl<T> ReturnType<T> {
    /// The type.
    pub const fn new() -> ReturnType<T> {
        ReturnType(PhantomData)
    }
}

/// What holds for every type that is neither text nor content: its JSON.
pub trait AnyReply {
    /// The type
    type Type;

    /// The body of the reply.
    ///
    /// # Errors
    /// When the value does not serialize, for example a map with keys that are no strings.
    fn body(self) -> Outcome
    where
        Self::Type: Structured;
}

impl<T> AnyReply for Returned<T> {
    type Type = T;
    // Once a type, not once a tool.
    #[inline(never)]
    fn body(self) -> Outcome
    where
        T: Structured,
    {
        serde_json::to_string(&self.0).map(Body::Json).map_err(unserializable)
    }
}

/// The schema of every type that is neither text nor content.
pub trait AnySchema {
    /// The type
    type Type;

    /// The schema of what is sent.
    fn schema(self) -> Option<Schema>
    where
        Self::Type: Structured;
}

impl<T> AnySchema for ReturnType<T> {
    type Type = T;
    fn schema(self) -> Option<Schema>
    where
        T: Structured,
    {
        Some(whole(SchemaSettings::draft2020_12().for_serialize(), T::json_schema))
    }
}

macro_rules! bodies {
    ($($(#[$doc:meta])* [$($life:tt)*] $kind:ty: $value:ident => $body:expr;)*) => {$(
        impl<$($life)*> Returned<$kind> {
            $(#[$doc])*
            ///
            /// # Errors
            /// None.
            pub fn body(self) -> Outcome {
                let $value = self.0;
                Ok($body)
            }
        }
        impl<$($life)*> ReturnType<$kind> {
            /// No structured reply, so no schema.
            pub fn schema(self) -> Option<Schema> {
                None
            }
        }
    )*};
}
bodies! {
    /// Nothing.
    [] (): _value => Body::Empty;
    /// Text.
    [] String: text => Body::Text(text);
    /// Text.
    ['a] &'a str: text => Body::Text(text.to_owned());
    /// Text.
    ['a] Cow<'a, str>: text => Body::Text(text.into_owned());
    /// One part.
    [] Content: part => Body::Content(vec![part]);
    /// Several parts.
    [] Vec<Content>: parts => Body::Content(parts);
    /// A body as it is.
    [] Body: body => body;
}

/// A [`ToolError`] is kept whole; of anything else `{:#}` is kept, which for `anyhow` is the whole chain.
fn failure<E: Failure>(error: E) -> ToolError {
    let mut error = Some(error);
    if let Some(own) = (&mut error as &mut dyn Any).downcast_mut::<Option<ToolError>>().and_then(Option::take) {
        return own;
    }
    let text = error.map(|error| format!("{error:#}")).unwrap_or_default();
    ToolError::new("ToolExecutionError", text)
}

#[cold]
#[expect(clippy::needless_pass_by_value, reason = "so that it fits `map_err`")]
fn unserializable(error: serde_json::Error) -> ToolError {
    ToolError::new("ToolExecutionError", format!("the tool's reply does not serialize: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_type_decides_between_text_content_and_structure() {
        assert_eq!(Returned("a").body(), Ok(Body::Text("a".into())));
        assert_eq!(Returned(5_i64).body(), Ok(Body::Json("5".into())));
        assert_eq!(Returned(()).body(), Ok(Body::Empty));
        assert_eq!(Returned(vec!["a"]).body(), Ok(Body::Json(r#"["a"]"#.into())));
        let part = Content::Text("a".into());
        assert_eq!(Returned(vec![part.clone()]).body(), Ok(Body::Content(vec![part])));
        assert_eq!(ReturnType::<String>::new().split().schema(), None);
        assert!(ReturnType::<Result<Vec<i64>, String>>::new().split().schema().is_some());
    }

    #[test]
    fn an_error_of_ours_is_kept_whole_and_any_other_as_its_text() {
        let own = ToolError::new("NotFound", "no").suggestion("look elsewhere");
        assert_eq!(Returned(Err::<(), _>(own.clone())).split(), Err(own));
        let other = Returned("x".parse::<i64>()).split().unwrap_err();
        assert_eq!(other.error_type, "ToolExecutionError");
        assert_eq!(other.message, "invalid digit found in string");
    }
}
