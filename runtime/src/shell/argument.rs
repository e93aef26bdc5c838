//! A template's element and the value for its placeholder go in; out comes whether the value can only be data.

use std::fmt;

/// A value that would change what a command means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArgumentError {
    /// `exec.` and what is wrong
    pub code: &'static str,
    /// What was found and what to do
    pub message: String,
}

impl fmt::Display for ArgumentError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.code, self.message)
    }
}

impl std::error::Error for ArgumentError {}

/// Checks the value that fills the placeholder of one element of an argument list. `before` are the elements
/// in front of it; `prefix` is the element's text in front of the placeholder, as in `--name={value}`.
///
/// Everything else about a value is harmless: it becomes one argument, and no shell reads it.
///
/// # Errors
/// `exec.empty_argument` for an empty element, `exec.leading_dash` for one that the program would take for an
/// option because no `--` stands in front, `exec.nul` for a NUL, which no argument can hold.
pub fn check_argument(before: &[impl AsRef<str>], prefix: &str, value: &str) -> Result<(), ArgumentError> {
    let refuse = |code, message: &str| Err(ArgumentError { code, message: message.to_owned() });
    if value.contains('\0') {
        return refuse("exec.nul", "the value contains a NUL, which no argument can hold");
    }
    if !prefix.is_empty() {
        return Ok(());
    }
    if value.is_empty() {
        return refuse(
            "exec.empty_argument",
            "the value is empty, and an empty argument changes what the command means",
        );
    }
    if value.starts_with('-') && !before.iter().any(|element| element.as_ref() == "--") {
        let message = "the value begins with `-` and would be an option; put `--` before it in the template";
        return refuse("exec.leading_dash", message);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_never_an_option_nor_nothing() {
        let code = |before: &[&str], prefix, value| check_argument(before, prefix, value).map_err(|error| error.code);
        assert_eq!(code(&["git", "show"], "", "--output=/tmp/x"), Err("exec.leading_dash"));
        assert_eq!(code(&["rm", "-rf"], "", ""), Err("exec.empty_argument"));
        assert_eq!(code(&["rg", "--"], "", "-foo"), Ok(()));
        assert_eq!(code(&["x"], "--name=", "-v"), Ok(()));
        assert_eq!(code(&["x"], "--name=", "a\0b"), Err("exec.nul"));
        for value in ["a; id", "$(id)", "a.zip && id", "x|id", "file:/c:/x", "-"] {
            assert_eq!(code(&["x", "--"], "", value), Ok(()), "{value}");
        }
    }
}
