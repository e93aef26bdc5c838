//! What does not compile, with its exact message, and what must compile whatever a crate looks like.
//! `TRYBUILD=overwrite cargo test -p toolgen-tests --test ui` writes the messages; read them in review.

#[test]
fn mistakes_are_told_on_their_own_tokens_and_the_rest_compiles() {
    let cases = trybuild::TestCases::new();
    cases.compile_fail("ui/rust/*.rs");
    cases.pass("ui/rust/pass/*.rs");
}
