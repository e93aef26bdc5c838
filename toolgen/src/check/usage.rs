//! Where a tool's texts refer to its arguments: a tool in, every reference with its position out.

use crate::diag::{Sink, Spanned};
use crate::ir::{Handler, Reference, Template, Tool, UrlPart, Value};
use crate::manifest::reference::parse;

/// Where a reference stands, which decides what it may refer to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Position {
    /// After the origin of a URL
    Url,
    /// A value of `query:`
    Query,
    /// A header
    Header,
    /// In the JSON body
    Body,
    /// An argument of a program
    Argument,
    /// The condition of a group of arguments
    Condition,
    /// Standard input
    Stdin,
    /// A variable of the environment
    Variable,
    /// The folder that a program runs in
    Folder,
    /// The question for the approver
    Confirm,
    /// A file that may be touched
    File,
    /// A host that may be reached
    Host,
    /// A program or a credential: no place for a reference
    Constant,
}

/// A reference and where it stands.
pub(super) struct Usage {
    pub(super) reference: Reference,
    pub(super) position: Position,
    /// Whether it is the whole text
    pub(super) whole: bool,
    /// The argument that must be there for it to be read
    pub(super) condition: Option<Reference>,
}

impl Position {
    /// Whether the handler reads it; the others are for the gate.
    pub(super) fn is_handler(self) -> bool {
        !matches!(self, Position::Confirm | Position::File | Position::Host | Position::Constant)
    }

    /// What a finding calls it.
    pub(super) fn name(self) -> &'static str {
        match self {
            Position::Url => "a URL",
            Position::Query => "a query value",
            Position::Header => "a header",
            Position::Body => "a JSON body",
            Position::Argument => "an argument of a program",
            Position::Condition => "a condition",
            Position::Stdin => "standard input",
            Position::Variable => "a variable",
            Position::Folder => "a folder",
            Position::Confirm => "a question",
            Position::File => "a path",
            Position::Host => "a host",
            Position::Constant => "a fixed name",
        }
    }
}

/// Every reference of `tool`. What is no reference in its permission block goes to `sink`.
pub(super) fn usages(tool: &Tool, sink: &mut Sink) -> Vec<Usage> {
    let mut found = Vec::new();
    let permission = &tool.permission;
    let mut gate = |text: &Spanned<String>, position| {
        if text.value.contains('{') {
            template(&parse(text, |finding| sink.push(finding)), position, None, &mut found);
        }
    };
    permission.confirm.iter().for_each(|text| gate(text, Position::Confirm));
    permission.read.iter().chain(&permission.write).for_each(|text| gate(text, Position::File));
    permission.net.iter().for_each(|text| gate(text, Position::Host));
    permission.exec.iter().chain(&permission.secrets).for_each(|text| gate(text, Position::Constant));
    match &tool.handler.value {
        Handler::Http(http) => {
            for part in &http.url.parts {
                let UrlPart::Expression { operator, variables } = part else { continue };
                // What is absent there is left out, and a list has a place.
                let position = if operator.leaves_out() { Position::Query } else { Position::Url };
                found.extend(variables.iter().map(|variable| Usage {
                    reference: variable.reference.clone(),
                    position,
                    whole: position == Position::Query,
                    condition: None,
                }));
            }
            http.query.iter().for_each(|(_, query)| value(query, Position::Query, &mut found));
            http.headers.iter().for_each(|(_, header)| template(header, Position::Header, None, &mut found));
            http.body.iter().for_each(|body| value(&body.value, Position::Body, &mut found));
        }
        Handler::Command(command) => {
            for arg in &command.args {
                let condition = arg.condition();
                found.extend(condition.map(|reference| Usage {
                    reference: reference.clone(),
                    position: Position::Condition,
                    whole: true,
                    condition: None,
                }));
                arg.templates().iter().for_each(|text| template(text, Position::Argument, condition, &mut found));
            }
            command.env.iter().for_each(|(_, text)| template(text, Position::Variable, None, &mut found));
            command.cwd.iter().for_each(|text| template(text, Position::Folder, None, &mut found));
            command.stdin.iter().for_each(|text| template(text, Position::Stdin, None, &mut found));
            command.output.file.iter().for_each(|text| template(text, Position::Folder, None, &mut found));
        }
        Handler::Rust(_) | Handler::Mcp(_) => {}
    }
    found
}

fn value(value: &Value, position: Position, found: &mut Vec<Usage>) {
    value.templates().into_iter().for_each(|text| template(text, position, None, found));
}

fn template(text: &Template, position: Position, condition: Option<&Reference>, found: &mut Vec<Usage>) {
    let whole = text.whole().is_some();
    found.extend(text.references().map(|reference| Usage {
        reference: reference.clone(),
        position,
        whole,
        condition: condition.cloned(),
    }));
}
