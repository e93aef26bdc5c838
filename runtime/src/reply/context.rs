//! A reply on its way into a model's context: what a call gave in, at most so many characters of it out.

use std::borrow::Cow;

use super::Reply;
use super::cap::MOST;

/// So many characters of a reply go into a context where nobody says otherwise.
pub const CHARACTERS: usize = 30_000;

/// The text of a reply for a context.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InContext<'r> {
    /// The text; where it was cut, its end says so
    pub text: Cow<'r, str>,
    /// What was cut off, if anything
    pub cut: Option<Limited>,
}

/// What was cut off, by the tightest of the limits that apply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limited {
    /// By the limit of every reply, in bytes
    Bytes {
        /// Before the cut
        original: usize,
        /// What was kept
        kept: usize,
        /// The limit
        most: usize,
    },
    /// By that of the context, in characters
    Characters {
        /// Before the cut; where the limit of every reply cut already, what that had left
        original: usize,
        /// What was kept
        kept: usize,
        /// The limit
        most: usize,
    },
}

impl Reply {
    /// The text for a model's context, at most `most` characters of it ([`CHARACTERS`] where nobody says otherwise).
    ///
    /// ```
    /// use toolgen_runtime::{Context, Table, Tools, tool, tools};
    ///
    /// /// Say much.
    /// #[tool(effect = read)]
    /// fn talk() -> String {
    ///     "bla ".repeat(10)
    /// }
    /// static TOOLS: Table = tools![talk];
    ///
    /// let reply = Tools::from(&TOOLS).call_now(&Context::new(), "talk", "{}");
    /// let shown = reply.in_context(8);
    /// assert_eq!(shown.text, "bla bla \n[truncated: output exceeded context limit (40 chars, kept 8)]");
    /// assert!(shown.cut.is_some());
    /// ```
    pub fn in_context(&self, most: usize) -> InContext<'_> {
        let text = self.text();
        let whole = self.cut.map(|cut| Limited::Bytes { original: cut.original, kept: cut.kept, most: MOST });
        // No text has more characters than bytes.
        let Some((at, _)) = (text.len() > most).then(|| text.char_indices().nth(most)).flatten() else {
            return InContext { text, cut: whole };
        };
        let original = text.chars().count();
        let mut text = text.into_owned();
        text.truncate(at);
        text.push_str(&format!("\n[truncated: output exceeded context limit ({original} chars, kept {most})]"));
        InContext { text: Cow::Owned(text), cut: Some(Limited::Characters { original, kept: most, most }) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reply::Body;

    fn cut(text: String, most: usize) -> (String, Option<Limited>) {
        let reply = Reply::of(Body::Text(text));
        let shown = reply.in_context(most);
        (shown.text.into_owned(), shown.cut)
    }

    #[test]
    fn characters_are_counted_and_the_cut_is_told() {
        assert_eq!(cut("é".repeat(5), 5), ("é".repeat(5), None));
        let (text, limited) = cut("é".repeat(6), 5);
        assert_eq!(text, "ééééé\n[truncated: output exceeded context limit (6 chars, kept 5)]");
        assert_eq!(limited, Some(Limited::Characters { original: 6, kept: 5, most: 5 }));
        assert_eq!(cut("abc".into(), 0).0, "\n[truncated: output exceeded context limit (3 chars, kept 0)]");
    }

    #[test]
    fn the_tightest_limit_is_told() {
        let (text, limited) = cut("a".repeat(60_000), 60_000);
        assert_eq!(limited, Some(Limited::Bytes { original: 60_000, kept: 50_000, most: 50_000 }));
        assert!(text.ends_with("Original size: 60000]"));
        let (_, limited) = cut("a".repeat(60_000), CHARACTERS);
        assert!(matches!(limited, Some(Limited::Characters { kept: CHARACTERS, .. })));
    }
}
