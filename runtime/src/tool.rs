//! The static descriptor of a tool: what generated code fills in and dispatch reads.

use std::future::Future;
use std::pin::Pin;

use crate::decode::reader::{Reader, Reading, Typed};
use crate::error::ToolError;
use crate::gate::Granted;
use crate::reply::Body;
use crate::slot::Slot;

pub use toolgen_model::Verdict;

/// One tool in the table. Everything is `'static`; the hot path reads only the first fields, the rest
/// of what is known stands in the catalog row.
#[derive(Clone, Copy, Debug)]
pub struct Tool {
    /// The wire name
    pub name: &'static str,
    /// `package file:line` of the declaration
    pub origin: &'static str,
    /// The decoder's plan, one a parameter in the order of the signature
    pub fields: &'static [Field],
    /// The verdict before any policy
    pub verdict: Verdict,
    /// What answers
    pub entry: Entry,
    /// The catalog row
    pub row: RowText,
    /// What few tools have
    pub more: Option<&'static More>,
}

impl Tool {
    /// What reads the whole input, where it reads itself.
    #[inline]
    pub(crate) fn reads(&self) -> Option<ReadInput> {
        self.more.and_then(|more| more.read)
    }

    /// How many slots a call needs: one a field, or one for an input that reads itself.
    #[inline]
    pub(crate) fn slots(&self) -> usize {
        if self.reads().is_some() { 1 } else { self.fields.len() }
    }
}

/// A type of shared state and its name.
pub type StateType = fn() -> (std::any::TypeId, &'static str);

/// What few tools have. Write `More { …, ..More::NONE }`.
#[derive(Debug)]
pub struct More {
    /// The configuration key that must be true
    pub when: Option<&'static str>,
    /// The types of the shared state that it needs; none for a parameter that is something else
    pub states: &'static [Option<StateType>],
    /// Milliseconds after which a call is given up
    pub timeout_ms: Option<u64>,
    /// Whether a call needs an explicit grant of its own (`gated: true`)
    pub gated: bool,
    /// Whether it is in the `default` registry too
    pub minimal: bool,
    /// Whether the input schema says more than its single properties do, so that the whole object is
    /// judged by it: `additionalProperties` other than false, `anyOf` at the root, `minProperties` …
    pub whole: bool,
    /// What reads the whole input into its type and keeps its schema, where values have parts
    pub read: Option<ReadInput>,
}

/// Reads a typed input: `boxed::<Input>`.
pub type ReadInput = for<'t> fn(&mut Reader<'t>) -> Reading<Typed>;

impl More {
    /// None of it.
    pub const NONE: More =
        More { when: None, states: &[], timeout_ms: None, gated: false, minimal: false, whole: false, read: None };
}

/// The row of the catalog as JSON text.
#[derive(Clone, Copy, Debug)]
pub struct RowText {
    /// The row; where parts are deferred, without their schemas, verdict and digest still unsealed
    pub text: &'static str,
    /// Schemas that only the linked program knows
    pub deferred: &'static [Deferred],
    /// The row that `tools.lock.json` pins, sealed: calls read it instead, lists still ask the types
    pub pinned: Option<&'static str>,
}

/// A schema that only the linked program knows.
#[derive(Debug)]
pub struct Deferred {
    /// The property, or none for the output
    pub property: Option<&'static str>,
    /// The schema of the type; none when it turns out to be no argument (or no structured output)
    pub schema: fn() -> Option<schemars::Schema>,
}

/// One parameter of the handler, as the decoder sees it.
#[derive(Debug)]
pub struct Field {
    /// The property
    pub name: &'static str,
    /// What its slot holds
    pub kind: Kind,
    /// Whether it must be there
    pub required: bool,
    /// Whether `null` is a value of it
    pub nullable: bool,
    /// Bounds, default and other names
    pub rules: Option<&'static Rules>,
}

impl Field {
    /// Whether a caller names it: neither handed over nor the rest.
    pub(crate) fn is_argument(&self) -> bool {
        !matches!(self.kind, Kind::Injected | Kind::Rest)
    }
}

/// What a slot holds once it is decoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// No argument: a capability, the context, shared state. The decoder passes it over
    Injected,
    /// `true` or `false`
    Boolean,
    /// A whole number of 64 bits
    Integer,
    /// Any number
    Number,
    /// Text
    String,
    /// Anything else: the JSON text, valid by the row's schema
    Raw,
    /// The members that no other field names; the last field
    Rest,
}

/// What few fields have.
#[derive(Debug)]
pub struct Rules {
    /// JSON text that stands in when the argument is absent
    pub default: Option<&'static str>,
    /// Other accepted names
    pub aliases: &'static [&'static str],
    /// The smallest value
    pub minimum: Bound,
    /// The greatest value
    pub maximum: Bound,
    /// The least number of characters
    pub min_length: u64,
    /// The greatest number of characters
    pub max_length: u64,
    /// The expression that must match
    pub pattern: Option<&'static str>,
    /// The only texts that are allowed; none when empty
    pub choices: &'static [&'static str],
}

/// A bound of a number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Bound {
    /// No bound
    None,
    /// A whole number
    Int(i64),
    /// A whole number above `i64`
    Uint(u64),
    /// Any number
    Float(f64),
}

impl Rules {
    /// No rule at all.
    pub const NONE: Rules = Rules {
        default: None,
        aliases: &[],
        minimum: Bound::None,
        maximum: Bound::None,
        min_length: 0,
        max_length: u64::MAX,
        pattern: None,
        choices: &[],
    };
}

/// What a handler gives back.
pub type Outcome = Result<Body, ToolError>;

/// The future of an async handler.
pub type OutcomeFuture<'call> = Pin<Box<dyn Future<Output = Outcome> + Send + 'call>>;

/// A handler that answers at once.
pub type SyncEntry = for<'call> fn(Granted<'call>, &'call mut [Slot<'call>]) -> Outcome;

/// A handler that may wait.
pub type AsyncEntry = for<'call> fn(Granted<'call>, &'call mut [Slot<'call>]) -> OutcomeFuture<'call>;

/// The way into a handler. It needs a [`Granted`], which only the gate makes.
#[derive(Clone, Copy)]
pub enum Entry {
    /// Answers on the caller's thread
    Sync(SyncEntry),
    /// Answers on the caller's executor
    Async(AsyncEntry),
    /// A handler that is data, and that this build does not run: documented, never listed
    Data,
}

impl std::fmt::Debug for Entry {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Entry::Sync(_) => "Sync",
            Entry::Async(_) => "Async",
            Entry::Data => "Data",
        })
    }
}
