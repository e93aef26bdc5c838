//! The macros of `toolgen-runtime`. Each is one call of the compiler, which is an ordinary, testable function.

use proc_macro::TokenStream;

mod origin;

/// Makes a tool of a function or of a method.
#[proc_macro_attribute]
pub fn tool(attribute: TokenStream, item: TokenStream) -> TokenStream {
    toolgen::expand(attribute.into(), item.into(), &origin::origin()).into()
}

/// The static table of the tools and packs that it lists.
#[proc_macro]
pub fn tools(input: TokenStream) -> TokenStream {
    toolgen::expand_tools(input.into()).into()
}
