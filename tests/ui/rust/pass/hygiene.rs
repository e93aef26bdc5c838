// Nothing that a crate calls its own things reaches the generated code, and the other way round.
#![no_implicit_prelude]
#![deny(warnings)]
#![allow(dead_code, non_camel_case_types, non_snake_case, non_upper_case_globals)]

struct Option;
struct Result;
struct Box;
struct Vec;
struct Tool;
struct Kind;
fn Ok() {}
fn Err() {}
fn Some() {}
const None: () = ();
const value: ::core::primitive::i64 = 1;
const error: ::core::primitive::i64 = 1;
const granted: ::core::primitive::i64 = 1;
const slot0: ::core::primitive::i64 = 1;
mod core {}
mod std {}
mod toolgen_runtime {}
mod add {}

/// Add.
#[::toolgen_runtime::tool(effect = read)]
fn add(
    /// A.
    slots: i64,
    /// B.
    x: &str,
    /// C.
    r#type: ::std::option::Option<u8>,
    /// D.
    returned: ::std::vec::Vec<::std::string::String>,
) -> ::std::result::Result<i64, ::std::string::String> {
    let _ = (x, r#type, returned);
    ::std::result::Result::Ok(slots)
}

/// One letter.
#[::toolgen_runtime::tool(effect = read)]
async fn x() {}

/// A raw name.
#[::toolgen_runtime::tool(effect = read)]
fn r#match(context: &::toolgen_runtime::Context) -> ::std::string::String {
    ::std::borrow::ToOwned::to_owned(context.agent())
}

/// A name that the entry uses itself.
#[::toolgen_runtime::tool(effect = read)]
fn slots() -> i64 {
    1
}

static TOOLS: ::toolgen_runtime::Table = ::toolgen_runtime::tools![add, x, r#match, self::slots];

fn main() {
    ::std::assert_eq!(::std::iter::Iterator::count(TOOLS.iter()), 4);
    ::std::assert!(TOOLS.get("match").is_some());
}
