//! YAML text in, events with byte ranges out. All that is known of the parser is known here.

use std::ops::Range;

use granit_parser::{ErrorKind, Parser, ScalarStyle, StrInput};

/// What the tree is built from.
#[derive(Debug, PartialEq)]
pub(super) enum Event {
    /// A document begins; the flag tells whether `---` is written
    Document(bool),
    /// Text; the flag tells whether it stands without quotes
    Scalar(String, bool),
    /// `[` or the first `-`
    Sequence,
    /// `{` or the first key
    Mapping,
    /// The end of a sequence or mapping
    End,
    /// `*name`
    Alias,
    /// `&name`, after the node that it stands before
    Anchor,
    /// `!tag`, before the node that it belongs to
    Tag,
}

/// Where and why the text is no YAML.
#[derive(Debug, PartialEq)]
pub(super) struct Stop {
    /// The byte at which reading ended
    pub(super) at: usize,
    /// What is wrong, for people
    pub(super) message: String,
    /// The kind, where the tree treats it in a way of its own
    pub(super) cause: Cause,
}

/// Kinds of [`Stop`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Cause {
    /// A tab where white space counts
    Tab,
    /// Too many levels
    Depth,
    /// A `%` line
    Directive,
    /// `key:value`, or `key: a: b`
    Colon,
    /// A quote that is not closed
    Quote,
    /// Nothing is wrong; what follows is another document
    End,
    /// Anything else
    Syntax,
}

/// A source of events. It is a trait so that the parser behind it can be replaced.
pub(super) trait EventSource {
    /// The next event and the bytes that it covers; `None` at the end.
    fn next(&mut self) -> Option<Result<(Event, Range<usize>), Stop>>;
}

/// The events of `granit-parser`.
pub(super) struct Granit<'t> {
    parser: Parser<'t, StrInput<'t>>,
    /// A tag stands before its node: the node waits here
    waiting: Option<(Event, Range<usize>)>,
}

impl<'t> Granit<'t> {
    /// Reads `text`, down to `depth` levels of one kind.
    pub(super) fn new(text: &'t str, depth: usize) -> Granit<'t> {
        let mut options = granit_parser::options! {
            disallow_directives: true,
            emit_unresolved_aliases: true,
            emit_anchor_events: true,
            flow_nesting_limit: depth,
            block_nesting_limit: depth,
        };
        options.set_emit_comments(false);
        Granit { parser: Parser::new_from_str_with_options(text, options), waiting: None }
    }
}

impl EventSource for Granit<'_> {
    fn next(&mut self) -> Option<Result<(Event, Range<usize>), Stop>> {
        if let Some(event) = self.waiting.take() {
            return Some(Ok(event));
        }
        loop {
            let (event, span) = match self.parser.next_event()? {
                Ok(next) => next,
                Err(error) => {
                    let at = error.marker().byte_offset().unwrap_or_default();
                    return Some(Err(stop(at, error.kind())));
                }
            };
            let range = span.byte_range().unwrap_or_default();
            let event = match event {
                granit_parser::Event::DocumentStart(explicit, _) => Event::Document(explicit),
                granit_parser::Event::Scalar(text, style, ..) => {
                    Event::Scalar(text.into_owned(), style == ScalarStyle::Plain)
                }
                granit_parser::Event::SequenceStart(..) => Event::Sequence,
                granit_parser::Event::MappingStart(..) => Event::Mapping,
                granit_parser::Event::SequenceEnd | granit_parser::Event::MappingEnd => Event::End,
                granit_parser::Event::Alias(_) | granit_parser::Event::UnresolvedAlias(_) => Event::Alias,
                granit_parser::Event::Anchor(..) => Event::Anchor,
                _ => continue,
            };
            if let Some(tag) = span.tag_span().and_then(|tag| tag.byte_range()) {
                self.waiting = Some((event, range));
                return Some(Ok((Event::Tag, tag)));
            }
            return Some(Ok((event, range)));
        }
    }
}

fn stop(at: usize, kind: &ErrorKind) -> Stop {
    let cause = match kind {
        ErrorKind::TabNotAllowed
        | ErrorKind::TabInBlockIndentation
        | ErrorKind::TabInIndentation
        | ErrorKind::TabInPlainScalar
        | ErrorKind::TabAtBlockScalarStart => Cause::Tab,
        ErrorKind::RecursionLimitExceeded => Cause::Depth,
        ErrorKind::DirectiveDisallowed => Cause::Directive,
        ErrorKind::MappingValueNotAllowed | ErrorKind::InvalidColonPlacement => Cause::Colon,
        ErrorKind::UnclosedQuotedScalar => Cause::Quote,
        _ => Cause::Syntax,
    };
    Stop { at, message: sentence(kind), cause }
}

/// What is wrong in the words of somebody who writes manifests, not of somebody who writes parsers.
fn sentence(kind: &ErrorKind) -> String {
    match kind {
        ErrorKind::UnexpectedEofFlowSequence => "this list is not closed: expected `]` before the end".into(),
        ErrorKind::UnexpectedEofFlowMapping | ErrorKind::UnexpectedEofImplicitFlowMapping => {
            "this mapping is not closed: expected `}` before the end".into()
        }
        ErrorKind::UnclosedFlowCollection { open } => format!("`{open}` is never closed"),
        ErrorKind::MismatchedFlowCollectionEnd { open, close } => format!("`{open}` is closed by `{close}`"),
        ErrorKind::MisplacedFlowCollectionEnd => "this bracket closes nothing".into(),
        ErrorKind::ExpectedFlowMappingSeparator => "expected `,` or `}` in this mapping".into(),
        ErrorKind::ExpectedFlowSequenceSeparator => "expected `,` or `]` in this list".into(),
        ErrorKind::UnclosedQuotedScalar => "this quote is never closed".into(),
        ErrorKind::ExpectedBlockMappingKey => "expected a key at this indentation".into(),
        ErrorKind::ExpectedBlockSequenceEntry => "expected `- ` at this indentation".into(),
        ErrorKind::MappingValueNotAllowed | ErrorKind::InvalidColonPlacement => {
            "a second `: ` cannot stand in this value".into()
        }
        ErrorKind::SimpleKeyExpected | ErrorKind::InvalidSimpleKey => "expected `:` after this key".into(),
        ErrorKind::InvalidIndentation => "this indentation fits no line above".into(),
        ErrorKind::BomInsideDocument => "a byte-order mark can only be the first character of the file".into(),
        ErrorKind::UnexpectedCharacter { character } => {
            format!("`{}` cannot begin a value", character.escape_default())
        }
        ErrorKind::DirectiveDisallowed => "a manifest has no `%` directives".into(),
        ErrorKind::UnknownQuotedScalarEscape => "`\\` and this character are no escape in double quotes".into(),
        ErrorKind::TabNotAllowed
        | ErrorKind::TabInBlockIndentation
        | ErrorKind::TabInIndentation
        | ErrorKind::TabInPlainScalar
        | ErrorKind::TabAtBlockScalarStart => "a tab cannot indent YAML".into(),
        other => other.to_string().replace("while parsing", "in").replace("while scanning", "in"),
    }
}
