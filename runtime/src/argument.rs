//! Parameters of `#[tool]` functions: a parameter's type and its slot in, the value for the handler out.
//!
//! What a parameter is, its type decides: [`Probe`] has inherent items for the types that are no
//! arguments, and inherent items come before those of the trait [`ByType`], which every type has.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};
use std::marker::PhantomData;
use std::path::{Path, PathBuf};

use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::Deserialize;

use crate::context::Context;
use crate::error::ToolError;
use crate::gate::Granted;
use crate::slot::Slot;
use crate::tool::{Kind, StateType};

/// Why a slot does not fit its parameter. Boxed, since it is rare and the way back is hot.
pub type Misfit = Box<ToolError>;

/// A type that the model can fill in.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be a parameter of a tool",
    label = "neither an argument nor something that the runtime hands over",
    note = "an argument implements `serde::Deserialize` and `schemars::JsonSchema`: `#[derive(Deserialize, JsonSchema)]`, and take it by value",
    note = "what a tool borrows is `&str`, `&Path`, `&Context`, a capability such as `&Dir<Read>`, or shared state as `&State<T>`"
)]
pub trait Argument<'call>: Deserialize<'call> + JsonSchema {}
#[diagnostic::do_not_recommend]
impl<'call, T: Deserialize<'call> + JsonSchema> Argument<'call> for T {}

/// Asks a type what it is as a parameter.
#[derive(Debug)]
pub struct Probe<T>(PhantomData<T>);

/// What holds for every type that [`Probe`] has no inherent items for: it is an argument, read by serde.
pub trait ByType {
    /// The type that is asked
    type Type;
    /// What its slot holds
    const KIND: Kind = Kind::Raw;
    /// Whether it may be absent
    const OPTIONAL: bool = false;
    /// The type of the shared state that it is
    const STATE: Option<StateType> = None;

    /// The value in `slot`.
    ///
    /// # Errors
    /// What serde says when the text does not fit.
    fn take<'call>(_: &Granted<'call>, slot: &'call mut Slot<'call>) -> Result<Self::Type, Misfit>
    where
        Self::Type: Argument<'call>,
    {
        parse(slot)
    }

    /// Its schema, as the model must write it.
    fn schema() -> Option<Schema>
    where
        Self::Type: Argument<'static>,
    {
        Some(incoming::<Self::Type>())
    }
}

impl<T> ByType for Probe<T> {
    type Type = T;
}

impl<T> Probe<Option<T>> {
    /// JSON text
    pub const KIND: Kind = Kind::Raw;
    /// Absent is `None`
    pub const OPTIONAL: bool = true;

    /// `None` when the argument is absent or `null`.
    ///
    /// # Errors
    /// What serde says when the text does not fit.
    pub fn take<'call>(_: &Granted<'call>, slot: &'call mut Slot<'call>) -> Result<Option<T>, Misfit>
    where
        T: Argument<'call>,
    {
        match slot {
            Slot::Absent | Slot::Null | Slot::Raw("null") => Ok(None),
            _ => parse(slot).map(Some),
        }
    }

    /// The schema of what may be there.
    pub fn schema() -> Option<Schema>
    where
        T: Argument<'static>,
    {
        Some(incoming::<T>())
    }
}

impl<'call> Probe<&'call Context> {
    /// No argument
    pub const KIND: Kind = Kind::Injected;
    /// Always there
    pub const OPTIONAL: bool = false;

    /// The context of the call.
    ///
    /// # Errors
    /// None.
    pub fn take(granted: &Granted<'call>, _: &'call mut Slot<'call>) -> Result<&'call Context, Misfit> {
        Ok(granted.context())
    }

    /// No schema.
    pub fn schema() -> Option<Schema> {
        None
    }
}

impl<'call> Probe<&'call str> {
    /// Text
    pub const KIND: Kind = Kind::String;
    /// Always there
    pub const OPTIONAL: bool = false;

    /// The text, borrowed from the call.
    ///
    /// # Errors
    /// When the slot holds something else.
    pub fn take(_: &Granted<'call>, slot: &'call mut Slot<'call>) -> Result<&'call str, Misfit> {
        <&str as Plain>::plain(slot)
    }

    /// The schema of text.
    pub fn schema() -> Option<Schema> {
        Some(incoming::<str>())
    }
}

/// A type whose schema the macro knows, and that needs no serde of its own.
pub trait Plain<'call>: Sized {
    /// The value in `slot`.
    ///
    /// # Errors
    /// When the slot holds something else.
    fn plain(slot: &'call mut Slot<'call>) -> Result<Self, Misfit>;
}

/// Says that a type is the one that the macro took it for.
#[diagnostic::on_unimplemented(
    message = "this type is written like `{Known}`, but it is another one",
    label = "not `{Known}`",
    note = "`#[tool]` wrote the schema of `{Known}` for it; write the path of your own type, for example `crate::Text`, so that the type itself is asked"
)]
pub trait Is<Known>: Sized {
    /// The same value.
    fn known(known: Known) -> Self;
    /// The same value.
    fn unknown(self) -> Known;
}

impl<T> Is<T> for T {
    fn known(known: T) -> T {
        known
    }
    fn unknown(self) -> T {
        self
    }
}

/// The value in `slot` for a parameter of type `T`, which the macro took for `Known`.
///
/// # Errors
/// When the slot holds something else.
pub fn plain<'call, T: Is<Known>, Known: Plain<'call>>(slot: &'call mut Slot<'call>) -> Result<T, Misfit> {
    Known::plain(slot).map(T::known)
}

/// The value for what the macro took its type for.
pub fn same<Known, T: Is<Known>>(value: T) -> Known {
    value.unknown()
}

/// The shared state that a method runs on.
///
/// # Errors
/// When the program has none of that type.
pub fn state<'call, T: Send + Sync + 'static>(granted: &Granted<'call>) -> Result<&'call T, Misfit> {
    granted.state::<T>().map_err(Box::new)
}

/// The type of that shared state.
pub fn state_type<T: 'static>() -> (std::any::TypeId, &'static str) {
    (std::any::TypeId::of::<T>(), std::any::type_name::<T>())
}

/// Whether a parameter of that kind is handed over by the runtime.
pub const fn is_injected(kind: Kind) -> bool {
    matches!(kind, Kind::Injected)
}

/// `kind`, which must be handed over.
#[track_caller]
#[expect(clippy::panic, reason = "runs in const evaluation, where a panic is the compile error")]
pub const fn injected(kind: Kind, otherwise: &'static str) -> Kind {
    if !is_injected(kind) {
        panic!("{}", otherwise);
    }
    kind
}

/// `kind`, which must be an argument.
#[track_caller]
#[expect(clippy::panic, reason = "runs in const evaluation, where a panic is the compile error")]
pub const fn argument(kind: Kind, otherwise: &'static str) -> Kind {
    if is_injected(kind) {
        panic!("{}", otherwise);
    }
    kind
}

/// `kind` of a parameter without a description, so it must be handed over.
#[track_caller]
pub const fn described(kind: Kind, otherwise: &'static str) -> Kind {
    injected(kind, otherwise)
}

macro_rules! integers {
    ($($int:ident)*) => {$(
        impl<'call> Plain<'call> for $int {
            fn plain(slot: &'call mut Slot<'call>) -> Result<$int, Misfit> {
                match slot {
                    Slot::Int(n) => $int::try_from(*n).ok(),
                    Slot::Uint(n) => $int::try_from(*n).ok(),
                    _ => None,
                }
                .ok_or_else(|| misfit(concat!("a whole number that fits `", stringify!($int), "`"), slot))
            }
        }
    )*};
}
integers!(i8 i16 i32 i64 isize u8 u16 u32 u64 usize);

impl<'call> Plain<'call> for bool {
    fn plain(slot: &'call mut Slot<'call>) -> Result<bool, Misfit> {
        if let Slot::Bool(value) = slot { Ok(*value) } else { Err(misfit("true or false", slot)) }
    }
}

impl<'call> Plain<'call> for f64 {
    #[expect(clippy::cast_precision_loss, reason = "a number that was written without a fraction is a number too")]
    fn plain(slot: &'call mut Slot<'call>) -> Result<f64, Misfit> {
        match slot {
            Slot::Float(value) => Ok(*value),
            Slot::Int(value) => Ok(*value as f64),
            Slot::Uint(value) => Ok(*value as f64),
            _ => Err(misfit("a number", slot)),
        }
    }
}

impl<'call> Plain<'call> for f32 {
    #[expect(clippy::cast_possible_truncation, reason = "the nearest f32, as serde reads one")]
    fn plain(slot: &'call mut Slot<'call>) -> Result<f32, Misfit> {
        f64::plain(slot).map(|value| value as f32)
    }
}

impl<'call> Plain<'call> for char {
    fn plain(slot: &'call mut Slot<'call>) -> Result<char, Misfit> {
        if let Slot::Str(text) = slot {
            let mut chars = text.chars();
            if let (Some(only), None) = (chars.next(), chars.next()) {
                return Ok(only);
            }
        }
        Err(misfit("one character", slot))
    }
}

impl<'call> Plain<'call> for Cow<'call, str> {
    fn plain(slot: &'call mut Slot<'call>) -> Result<Cow<'call, str>, Misfit> {
        if let Slot::Str(text) = slot { Ok(std::mem::take(text)) } else { Err(misfit("text", slot)) }
    }
}

impl<'call> Plain<'call> for String {
    fn plain(slot: &'call mut Slot<'call>) -> Result<String, Misfit> {
        Cow::plain(slot).map(Cow::into_owned)
    }
}

impl<'call> Plain<'call> for &'call str {
    fn plain(slot: &'call mut Slot<'call>) -> Result<&'call str, Misfit> {
        if let Slot::Str(text) = slot { Ok(text) } else { Err(misfit("text", slot)) }
    }
}

impl<'call> Plain<'call> for PathBuf {
    fn plain(slot: &'call mut Slot<'call>) -> Result<PathBuf, Misfit> {
        String::plain(slot).map(PathBuf::from)
    }
}

impl<'call> Plain<'call> for &'call Path {
    fn plain(slot: &'call mut Slot<'call>) -> Result<&'call Path, Misfit> {
        <&str>::plain(slot).map(Path::new)
    }
}

impl<'call, T: Plain<'call>> Plain<'call> for Option<T> {
    fn plain(slot: &'call mut Slot<'call>) -> Result<Option<T>, Misfit> {
        if matches!(slot, Slot::Absent | Slot::Null) { Ok(None) } else { T::plain(slot).map(Some) }
    }
}

impl<'call, T: Deserialize<'call>> Plain<'call> for Vec<T> {
    fn plain(slot: &'call mut Slot<'call>) -> Result<Vec<T>, Misfit> {
        parse(slot)
    }
}

impl<'call, T: Deserialize<'call>> Plain<'call> for HashMap<String, T> {
    fn plain(slot: &'call mut Slot<'call>) -> Result<HashMap<String, T>, Misfit> {
        parse(slot)
    }
}

impl<'call, T: Deserialize<'call>> Plain<'call> for BTreeMap<String, T> {
    fn plain(slot: &'call mut Slot<'call>) -> Result<BTreeMap<String, T>, Misfit> {
        parse(slot)
    }
}

fn parse<'call, T: Deserialize<'call>>(slot: &'call mut Slot<'call>) -> Result<T, Misfit> {
    let text = match slot {
        Slot::Raw(text) => text,
        Slot::Null => "null",
        _ => return Err(misfit("JSON", slot)),
    };
    serde_json::from_str(text).map_err(invalid)
}

/// The schema of `T` as one has to write it.
pub fn incoming<T: JsonSchema + ?Sized>() -> Schema {
    whole(SchemaSettings::draft2020_12().for_deserialize(), T::json_schema)
}

/// A schema with its definitions, without the title that is only the name of the Rust type.
pub(crate) fn whole(settings: SchemaSettings, schema: fn(&mut SchemaGenerator) -> Schema) -> Schema {
    let mut generator = settings.into_generator();
    let mut schema = schema(&mut generator);
    let definitions = generator.take_definitions(true);
    if !definitions.is_empty() {
        schema.insert("$defs".into(), definitions.into());
    }
    schema
}

#[cold]
#[expect(clippy::needless_pass_by_value, reason = "so that it fits `map_err`")]
fn invalid(error: serde_json::Error) -> Misfit {
    Box::new(ToolError::new("InvalidArguments", format!("an argument is not what its type takes: {error}")))
}

#[cold]
fn misfit(expected: &str, slot: &Slot<'_>) -> Misfit {
    Box::new(ToolError::new("InvalidArguments", format!("expected {expected}, got {slot:?}")))
}

/// What an entry answers when it is called with other slots than its descriptor says.
#[cold]
pub fn miscount() -> crate::tool::Outcome {
    Err(ToolError::new("InvalidArguments", "the number of arguments is not that of the tool's parameters"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_parameter_is_follows_from_its_type_whatever_it_is_called() {
        type Alias<'a> = &'a Context;
        struct Own;
        assert_eq!(Probe::<Alias<'_>>::KIND, Kind::Injected);
        assert_eq!(Probe::<&str>::KIND, Kind::String);
        assert_eq!(Probe::<Own>::KIND, Kind::Raw);
        const { assert!(Probe::<Option<Own>>::OPTIONAL && !Probe::<Own>::OPTIONAL) };
    }

    #[test]
    fn numbers_that_do_not_fit_are_refused_and_never_wrapped() {
        assert_eq!(u8::plain(&mut Slot::Int(255)), Ok(255));
        assert!(u8::plain(&mut Slot::Int(256)).is_err());
        assert!(i64::plain(&mut Slot::Uint(u64::MAX)).is_err());
        assert_eq!(u64::plain(&mut Slot::Uint(u64::MAX)), Ok(u64::MAX));
    }

    #[test]
    fn text_is_borrowed_and_lists_are_read_from_their_json() {
        assert_eq!(<&str>::plain(&mut Slot::Str(Cow::Borrowed("a"))), Ok("a"));
        assert_eq!(Vec::<i64>::plain(&mut Slot::Raw("[1,2]")), Ok(vec![1, 2]));
        assert_eq!(Option::<i64>::plain(&mut Slot::Null), Ok(None));
        assert!(Vec::<i64>::plain(&mut Slot::Raw("[1,true]")).is_err());
    }
}
