//! The macros of `toolgen-runtime`. Each is one call of the compiler, which is an ordinary, testable function.
