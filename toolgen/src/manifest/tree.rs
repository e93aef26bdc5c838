//! Events in, a tree with the place of every key and value out. Building never fails: what is no strict
//! YAML becomes a finding and an [`Kind::Absent`] node.

use std::collections::HashMap;
use std::ops::Range;

use super::event::{Cause, Event, EventSource, Stop};
use super::report::Report;
use super::scalar::{self, Scalar};
use super::{block, strict};
use crate::check::invisible;
use crate::diag::{FileId, Span, Spanned};
use crate::ir::{Entry, Node, NodeKind};

/// Levels of nesting that a manifest may have.
pub(super) const DEPTH: usize = 32;

/// A node of the file.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Tree {
    pub(super) kind: Kind,
    pub(super) span: Span,
}

/// The kinds of nodes.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Kind {
    /// A scalar that is JSON as it stands
    Json(NodeKind),
    /// A list
    List(Vec<Tree>),
    /// A mapping; keys are unique
    Map(Vec<Pair>),
    /// A plain scalar that was refused, as text
    Refused(String),
    /// Something else that was refused
    Absent,
}

/// A key and its value.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Pair {
    pub(super) key: Spanned<String>,
    pub(super) value: Tree,
}

/// What became of a text.
pub(super) struct Built {
    /// The tree; none where nothing is written
    pub(super) root: Option<Tree>,
    /// The byte at which reading ended early
    pub(super) broken: Option<usize>,
}

/// The tree of `events`; `base` bytes stand before the text that they count.
pub(super) fn build(
    mut events: impl EventSource,
    text: &str,
    file: FileId,
    base: usize,
    report: &mut Report<'_>,
) -> Built {
    let mut builder = Builder { text, file, base, report, stack: Vec::new(), root: None, documents: 0, tag: None };
    let mut broken = None;
    while let Some(next) = events.next() {
        let more = match next {
            Ok((event, range)) => builder.event(event, range),
            Err(stop) => Err(stop),
        };
        if let Err(stop) = more {
            if stop.cause == Cause::End {
                break;
            }
            let at = strict::stopped(
                &stop,
                text,
                |range| Span::new(file, range.start + base, range.end + base),
                builder.report,
            );
            broken = Some(at + base);
            break;
        }
    }
    let end = broken.map_or(text.len(), |at| at - base);
    while !builder.stack.is_empty() {
        builder.close(end);
    }
    Built { root: builder.root, broken }
}

struct Builder<'b, 's> {
    text: &'b str,
    file: FileId,
    base: usize,
    report: &'b mut Report<'s>,
    stack: Vec<Frame>,
    root: Option<Tree>,
    documents: usize,
    tag: Option<Range<usize>>,
}

struct Frame {
    start: usize,
    /// Where the last part ends; a block ends with it, not with the white space after it
    end: usize,
    items: Items,
}

enum Items {
    List(Vec<Tree>),
    Map { pairs: Vec<Pair>, seen: HashMap<String, Span>, key: Slot },
}

/// What the next node of a mapping is.
enum Slot {
    Key,
    Value(Spanned<String>),
    /// The value of a key that was refused
    Ignored,
}

impl Builder<'_, '_> {
    fn span(&self, range: Range<usize>) -> Span {
        Span::new(self.file, range.start + self.base, range.end + self.base)
    }

    fn event(&mut self, event: Event, range: Range<usize>) -> Result<(), Stop> {
        match event {
            Event::Document(_) => {
                self.documents += 1;
                if self.documents > 1 {
                    let finding = strict::second_document(self.span(range.clone()));
                    self.report.push(finding);
                    return Err(Stop { at: range.start, message: String::new(), cause: Cause::End });
                }
            }
            Event::Tag => self.tag = Some(range),
            Event::Anchor => {
                let finding = strict::anchor(self.span(range));
                self.report.push(finding);
            }
            Event::Alias => {
                let finding = strict::alias(self.span(range.clone()));
                self.report.push(finding);
                let span = self.span(range.clone());
                self.place(Tree { kind: Kind::Absent, span }, range);
            }
            Event::Scalar(text, plain) => self.scalar(text, plain, range),
            Event::Sequence => self.open(Items::List(Vec::new()), range)?,
            Event::Mapping => {
                self.open(Items::Map { pairs: Vec::new(), seen: HashMap::new(), key: Slot::Key }, range)?;
            }
            Event::End => {
                let bracket = self.text.as_bytes().get(range.start).is_some_and(|b| matches!(b, b']' | b'}'));
                let end = if bracket && range.end > range.start { Some(range.end) } else { None };
                let end = end.or_else(|| self.stack.last().map(|frame| frame.end)).unwrap_or(range.end);
                self.close(end);
            }
        }
        Ok(())
    }

    fn open(&mut self, items: Items, range: Range<usize>) -> Result<(), Stop> {
        self.refuse_tag();
        if self.stack.len() >= DEPTH {
            return Err(Stop { at: range.start, message: String::new(), cause: Cause::Depth });
        }
        self.stack.push(Frame { start: range.start, end: range.end, items });
        Ok(())
    }

    fn close(&mut self, end: usize) {
        let Some(frame) = self.stack.pop() else { return };
        let range = frame.start..end.max(frame.end);
        let span = self.span(range.clone());
        let kind = match frame.items {
            Items::List(items) => Kind::List(items),
            Items::Map { pairs, .. } => Kind::Map(pairs),
        };
        self.place(Tree { kind, span }, range);
    }

    fn refuse_tag(&mut self) -> bool {
        let Some(tag) = self.tag.take() else { return false };
        let text = self.text.get(tag.clone()).unwrap_or_default().to_owned();
        let finding = strict::tag(&text, self.span(tag));
        self.report.push(finding);
        true
    }

    fn scalar(&mut self, text: String, plain: bool, range: Range<usize>) {
        let tagged = self.refuse_tag();
        let range = self.trimmed(range);
        let text = self.visible(text, &range);
        let span = self.span(range.clone());
        let is_key = matches!(self.stack.last(), Some(Frame { items: Items::Map { key: Slot::Key, .. }, .. }));
        if is_key {
            return self.key(text, plain, range);
        }
        let kind = match scalar::resolve(if plain { &text } else { "text" }) {
            _ if tagged => Kind::Absent,
            Scalar::Null => Kind::Json(NodeKind::Null),
            Scalar::Bool(value) => Kind::Json(NodeKind::Bool(value)),
            Scalar::Number(number) => Kind::Json(NodeKind::Number(number)),
            Scalar::Text => Kind::Json(NodeKind::String(text)),
            Scalar::Refused(refusal) => {
                let flag = matches!(self.stack.last(), Some(Frame { items: Items::Map { key: Slot::Value(key), .. }, .. })
                    if block::is_flag(&key.value));
                self.report.push(scalar::refused(&text, refusal, flag, span));
                Kind::Refused(text)
            }
        };
        self.place(Tree { kind, span }, range);
    }

    /// A block scalar's range reaches to the next line's text.
    fn trimmed(&self, range: Range<usize>) -> Range<usize> {
        let text = self.text.get(range.clone()).unwrap_or_default();
        range.start..range.start + text.trim_end().len()
    }

    /// The text without the invisible characters that stand in the file as such: they are reported.
    fn visible(&self, text: String, range: &Range<usize>) -> String {
        let raw = self.text.get(range.clone()).unwrap_or_default();
        if raw.is_ascii() || invisible::invisible(raw).is_empty() {
            return text;
        }
        let mut kept = String::with_capacity(text.len());
        let mut at = 0;
        for run in invisible::invisible(&text) {
            kept.push_str(&text[at..run.at]);
            at = run.at + run.len;
        }
        kept + &text[at..]
    }

    fn key(&mut self, text: String, plain: bool, range: Range<usize>) {
        let span = self.span(range.clone());
        let Some(Frame { items: Items::Map { seen, key, .. }, end, .. }) = self.stack.last_mut() else { return };
        *end = (*end).max(range.end);
        let refusal = if plain { strict::refused_key(&text, span) } else { None };
        let refusal = refusal.or_else(|| seen.get(&text).map(|first| strict::duplicate(&text, span, *first)));
        if let Some(finding) = refusal {
            *key = Slot::Ignored;
            self.report.push(finding);
        } else {
            seen.insert(text.clone(), span);
            *key = Slot::Value(Spanned::new(text, span));
        }
    }

    /// Puts a finished node where it belongs.
    fn place(&mut self, node: Tree, range: Range<usize>) {
        let Some(frame) = self.stack.last_mut() else {
            self.root.get_or_insert(node);
            return;
        };
        frame.end = frame.end.max(range.end);
        match &mut frame.items {
            Items::List(items) => items.push(node),
            Items::Map { pairs, key, .. } => match std::mem::replace(key, Slot::Key) {
                Slot::Value(key) => pairs.push(Pair { key, value: node }),
                Slot::Ignored => {}
                Slot::Key => {
                    *key = Slot::Ignored;
                    if node.kind != Kind::Absent {
                        self.report.push(strict::complex_key(node.span));
                    }
                }
            },
        }
    }
}

impl Tree {
    /// As JSON with places; what was refused is left out.
    pub(super) fn node(&self) -> Node {
        let kind = match &self.kind {
            Kind::Json(kind) => kind.clone(),
            Kind::Absent => NodeKind::Null,
            Kind::Refused(text) => NodeKind::String(text.clone()),
            Kind::List(items) => {
                NodeKind::Array(items.iter().filter(|item| item.kind != Kind::Absent).map(Tree::node).collect())
            }
            Kind::Map(pairs) => NodeKind::Object(
                pairs
                    .iter()
                    .filter(|pair| !pair.value.is_refused())
                    .map(|pair| Entry { key: pair.key.clone(), value: pair.value.node() })
                    .collect(),
            ),
        };
        Node { kind, span: self.span }
    }

    /// Whether it has its finding already.
    pub(super) fn is_refused(&self) -> bool {
        matches!(self.kind, Kind::Absent | Kind::Refused(_))
    }

    /// The entries, if this is a mapping.
    pub(super) fn pairs(&self) -> &[Pair] {
        if let Kind::Map(pairs) = &self.kind { pairs } else { &[] }
    }

    /// What a finding calls it: `a list`, `the number 3`.
    pub(super) fn what(&self) -> String {
        match &self.kind {
            Kind::Json(NodeKind::Null) => "nothing".into(),
            Kind::Json(NodeKind::Bool(value)) => format!("the truth value {value}"),
            Kind::Json(NodeKind::Number(number)) => format!("the number {number}"),
            Kind::Json(_) => "text".into(),
            Kind::List(_) => "a list".into(),
            Kind::Map(_) => "a mapping".into(),
            Kind::Absent | Kind::Refused(_) => "something that was refused".into(),
        }
    }
}
