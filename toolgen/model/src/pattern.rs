//! `pattern` keywords: an ECMA-262 expression in, a linear-time matcher out.

#[cfg(feature = "pattern")]
mod class;
#[cfg(feature = "pattern")]
mod escape;
#[cfg(feature = "pattern")]
mod translate;

/// A compiled `pattern`. Matching takes time linear in the text, whatever the expression.
#[derive(Clone, Debug)]
pub struct Pattern {
    #[cfg(feature = "pattern")]
    regex: regex::Regex,
}

/// The longest expression that is compiled, in bytes.
#[cfg(feature = "pattern")]
const LONGEST: usize = 64 << 10;
/// The most memory that a compiled expression may take, in bytes.
#[cfg(feature = "pattern")]
const LARGEST: usize = 4 << 20;

impl Pattern {
    /// Compiles an ECMA-262 expression as JSON Schema uses it (`u` mode, not anchored).
    ///
    /// # Errors
    /// A sentence: a syntax error with its place, or a construct that has no linear-time form
    /// (look-around, back-references).
    #[cfg(feature = "pattern")]
    pub fn compile(expression: &str) -> Result<Pattern, String> {
        if expression.len() > LONGEST {
            return Err(format!("the expression has more than {} KiB", LONGEST >> 10));
        }
        let translated = translate::translate(expression)?;
        regex::RegexBuilder::new(&translated)
            .size_limit(LARGEST)
            .dfa_size_limit(LARGEST)
            .nest_limit(200)
            .build()
            .map(|regex| Pattern { regex })
            .map_err(|error| match error {
                regex::Error::CompiledTooBig(_) => {
                    "the expression needs too much memory; use smaller repetition counts".to_owned()
                }
                other => {
                    // The last line says what is wrong; the ones before show our own translation.
                    let text = other.to_string();
                    let last = text.lines().last().unwrap_or_default().trim().trim_start_matches("error: ");
                    format!("the expression cannot be compiled: {last}")
                }
            })
    }

    /// Without the feature `pattern`, no expression can be compiled.
    ///
    /// # Errors
    /// Always: a sentence that names the feature.
    #[cfg(not(feature = "pattern"))]
    pub fn compile(_expression: &str) -> Result<Pattern, String> {
        Err("patterns need the feature `pattern` of toolgen-model".to_owned())
    }

    /// Whether the expression matches somewhere in `text`.
    #[cfg(feature = "pattern")]
    pub fn is_match(&self, text: &str) -> bool {
        self.regex.is_match(text)
    }

    /// Whether the expression matches somewhere in `text`. There is no value of this type without the
    /// feature `pattern`.
    #[cfg(not(feature = "pattern"))]
    pub fn is_match(&self, _text: &str) -> bool {
        false
    }
}

#[cfg(test)]
#[cfg(feature = "pattern")]
mod tests;
