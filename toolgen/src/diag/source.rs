//! Texts and places in them: byte spans in, lines and columns out.

/// A text that was given to the compiler.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FileId(pub u32);

/// The bytes from `start` up to `end` of a file.
///
/// In the macro there is no file: `file` is [`Span::TOKENS`], and `start` counts the spans that the
/// front end has taken from tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span {
    /// The file
    pub file: FileId,
    /// The first byte
    pub start: u32,
    /// The byte after the last
    pub end: u32,
}

impl Span {
    /// The file of spans that stand for tokens of a macro call.
    pub const TOKENS: FileId = FileId(u32::MAX);

    /// The bytes `start..end` of `file`.
    pub fn new(file: FileId, start: usize, end: usize) -> Span {
        let clamp = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        Span { file, start: clamp(start), end: clamp(end) }
    }
}

/// A value and where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spanned<T> {
    /// The value
    pub value: T,
    /// Its place
    pub span: Span,
}

impl<T> Spanned<T> {
    /// `value`, which stands at `span`.
    pub fn new(value: T, span: Span) -> Spanned<T> {
        Spanned { value, span }
    }

    /// The same place, another value.
    pub fn map<U>(self, with: impl FnOnce(T) -> U) -> Spanned<U> {
        Spanned { value: with(self.value), span: self.span }
    }
}

/// One text with its name.
#[derive(Clone, Debug)]
pub struct Source {
    /// What findings call it: a path as it was given, with `/`, or `<stdin>`
    pub name: String,
    /// The text; empty where it could not be read
    pub text: String,
    lines: Vec<u32>,
}

/// Every text of a run.
#[derive(Clone, Debug, Default)]
pub struct Sources {
    files: Vec<Source>,
}

impl Sources {
    /// Takes a text in.
    pub fn add(&mut self, name: impl Into<String>, text: impl Into<String>) -> FileId {
        let text = text.into();
        let starts = text.bytes().zip(1u32..).filter(|(byte, _)| *byte == b'\n').map(|(_, next)| next);
        let lines = std::iter::once(0).chain(starts).collect();
        self.files.push(Source { name: name.into(), text, lines });
        FileId(u32::try_from(self.files.len() - 1).unwrap_or(u32::MAX))
    }

    /// The text of `file`; none for tokens.
    pub fn get(&self, file: FileId) -> Option<&Source> {
        self.files.get(file.0 as usize)
    }

    /// The texts in the order in which they came.
    pub fn iter(&self) -> impl Iterator<Item = (FileId, &Source)> {
        (0..).map(FileId).zip(&self.files)
    }

    /// The text that `span` covers, or nothing where there is none.
    pub fn text(&self, span: Span) -> &str {
        let source = self.get(span.file).map_or("", |source| &source.text);
        source.get(span.start as usize..span.end as usize).unwrap_or_default()
    }

    /// Whether a comment allows what the rule `code` finds there: `toolgen: allow(CODE)` on the line itself, or on lines
    /// of comments right above it.
    pub fn allow(&self, span: Span, code: &str) -> bool {
        let Some(source) = self.get(span.file) else { return false };
        let line = source.position(span.start).0 as usize;
        let lines: Vec<&str> = source.text.lines().take(line).collect();
        let comment = |line: &&&str| ["#", "//"].iter().any(|mark| line.trim_start().starts_with(mark));
        let above = lines.iter().rev().skip(1).take_while(comment);
        let says = |line: &str| {
            let list = line.split("toolgen: allow(").nth(1).and_then(|rest| rest.split(')').next());
            list.is_some_and(|list| list.split(',').any(|word| word.trim() == code))
        };
        lines.iter().rev().take(1).chain(above).any(|line| says(line))
    }
}

impl Source {
    /// The line and the column (in characters) of a byte, both from 1.
    pub fn position(&self, byte: u32) -> (u32, u32) {
        let byte = byte.min(u32::try_from(self.text.len()).unwrap_or(u32::MAX));
        let line = self.lines.partition_point(|&start| start <= byte).max(1);
        let start = self.lines.get(line - 1).copied().unwrap_or(0);
        let before = self.text.as_bytes().get(start as usize..byte as usize).unwrap_or_default();
        let column = before.iter().filter(|&&byte| byte & 0xC0 != 0x80).count() + 1;
        (u32::try_from(line).unwrap_or(u32::MAX), u32::try_from(column).unwrap_or(u32::MAX))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_comment_allows_one_rule_on_its_line_and_on_the_next() {
        let text = "a: 1 # toolgen: allow(TG0001, TG0002)\n# toolgen: allow(TG0003)\n# because\nb: 2\nc: 3\n";
        let mut sources = Sources::default();
        let file = sources.add("a.yaml", text);
        let at = |word: &str| text.find(word).map_or(Span::new(file, 0, 0), |at| Span::new(file, at, at + 1));
        for (word, code, allowed) in [
            ("a: 1", "TG0001", true),
            ("a: 1", "TG0002", true),
            ("a: 1", "TG0003", false),
            ("b: 2", "TG0003", true),
            ("b: 2", "TG0001", false),
            ("c: 3", "TG0003", false),
        ] {
            assert_eq!(sources.allow(at(word), code), allowed, "{word} {code}");
        }
    }

    #[test]
    fn positions_count_characters_from_one() {
        let mut sources = Sources::default();
        let file = sources.add("a.yaml", "añb\nc");
        let source = sources.get(file).unwrap();
        assert_eq!(source.position(0), (1, 1));
        assert_eq!(source.position(3), (1, 3));
        assert_eq!(source.position(5), (2, 1));
        assert_eq!(source.position(600), (2, 2));
        assert_eq!(sources.text(Span::new(file, 0, 3)), "añ");
    }
}
