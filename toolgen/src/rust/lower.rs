//! Lowering: a function and its attributes in, the [`Tool`] that it declares out, with what the entry
//! needs to know of each parameter.

use proc_macro2::TokenStream;
use syn::{Attribute, Expr, ExprLit, Lit, Meta};
use toolgen_model::json::Json;

use super::argument::{self, misplaced};
use super::attributes::{self, attributes};
use super::range::Range;
use super::signature::{Function, Parameter};
use super::types::{self, Plain, Shape};
use super::{Front, doc};
use crate::diag::{Span, Spanned};
use crate::ir::{Entry, Handler, Node, NodeKind, RustHandler, Tool};

/// What a function declares.
#[derive(Debug)]
pub(crate) struct Lowered {
    /// The declaration
    pub(crate) tool: Tool,
    /// One a parameter, in their order
    pub(crate) parameters: Vec<Lowering>,
    /// What the return type is taken for
    pub(crate) reply: Option<Plain>,
    /// The path of the runtime, where it is written
    pub(crate) runtime: Option<TokenStream>,
}

/// What is known of a parameter.
#[derive(Debug)]
pub(crate) struct Lowering {
    /// Its name on the wire
    pub(crate) name: String,
    /// What its type is taken for
    pub(crate) shape: Shape,
    /// Whether it has a description
    pub(crate) described: bool,
    /// Whether `#[arg]` says that it is a capability
    pub(crate) scoped: bool,
    /// Whether `#[arg]` says that it is an argument
    pub(crate) schema: bool,
}

/// The declaration of `function`.
pub(crate) fn lower(attribute: TokenStream, function: &Function, front: &mut Front<'_>) -> Lowered {
    let declared = attributes(attribute, front);
    let ident = function.ident();
    let name_span = front.places.at(ident.span());
    let description = doc::description(&function.attributes, front);
    if description.is_none() {
        front.error(
            "TG0206",
            name_span,
            format!("the tool `{ident}` has no description, and a model chooses a tool by its description"),
            "write `/// What it does and when to use it.` above the function",
        );
    }
    let mut tool = tool(declared, super::list::name(ident), name_span, front.whole);
    tool.0.description = description;
    if let Some(note) = deprecation(&function.attributes, front) {
        tool.0.deprecated.get_or_insert(note);
    }
    let (mut tool, runtime) = tool;
    let parameters = parameters(&function.parameters, &mut tool, front);
    let reply = match function.output() {
        None => Some(Plain { schema: Json::Null, known: quote::quote!(()), optional: false }),
        Some(kind) => types::reply(kind),
    };
    match &reply {
        Some(plain) if plain.schema != Json::Null => tool.output = Some(Node::of(&plain.schema, front.whole)),
        Some(_) => {}
        None => tool.output_deferred = true,
    }
    Lowered { tool, parameters, reply, runtime }
}

fn tool(declared: attributes::Declared, ident: String, name: Span, whole: Span) -> (Tool, Option<TokenStream>) {
    let attributes::Declared {
        tool,
        action,
        title,
        group,
        effects,
        permission,
        execution,
        registry,
        when,
        deprecated,
        since,
        runtime,
    } = declared;
    let handler = Handler::Rust(RustHandler { function: Some(Spanned::new(ident.clone(), name)) });
    let tool = Tool {
        span: whole,
        tool: tool.unwrap_or(Spanned::new(ident, name)),
        action,
        title,
        description: None,
        group,
        input: Node::object(whole),
        deferred: Vec::new(),
        output: None,
        output_deferred: false,
        effects,
        permission,
        execution,
        registry,
        when,
        arguments: Vec::new(),
        deprecated,
        since,
        handler: Spanned::new(handler, name),
        cases: Vec::new(),
    };
    (tool, runtime)
}

/// `#[deprecated]`, with its note.
fn deprecation(attributes: &[Attribute], front: &mut Front<'_>) -> Option<Spanned<String>> {
    let attribute = attributes.iter().find(|attribute| attribute.path().is_ident("deprecated"))?;
    let span = front.places.of(attribute, attribute.pound_token.span);
    let note = match &attribute.meta {
        Meta::Path(_) => None,
        Meta::NameValue(pair) => literal(&pair.value),
        Meta::List(list) => {
            let mut note = None;
            let _ = list.parse_nested_meta(|meta| {
                let value: Expr = meta.value()?.parse()?;
                if meta.path.is_ident("note") {
                    note = literal(&value);
                }
                Ok(())
            });
            note
        }
    };
    Some(Spanned::new(note.unwrap_or_else(|| "deprecated".into()), span))
}

fn literal(value: &Expr) -> Option<String> {
    match value {
        Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) => Some(text.value()),
        _ => None,
    }
}

fn parameters(parameters: &[Parameter], tool: &mut Tool, front: &mut Front<'_>) -> Vec<Lowering> {
    let mut position = 0;
    let mut lowered: Vec<Lowering> = Vec::new();
    let mut properties: Vec<Entry> = Vec::new();
    let mut required = Vec::new();
    for parameter in parameters {
        let span = front.places.at(parameter.ident.span());
        let declared = argument::argument(parameter, &mut position, front);
        let shape = types::shape(&parameter.kind);
        let description = doc::description(&parameter.attributes, front);
        let name = declared.rename.clone().unwrap_or(Spanned::new(parameter.name.clone(), span));
        if lowered.iter().any(|other| other.name == name.value) {
            front.error(
                "TG0506",
                name.span,
                format!("two arguments have the name \"{}\"", name.value),
                "rename one of them",
            );
            continue;
        }
        lowered.push(Lowering {
            name: name.value.clone(),
            shape: shape.clone(),
            described: description.is_some(),
            scoped: declared.scope.is_some(),
            schema: declared.schema.is_some(),
        });
        if matches!(shape, Shape::Borrowed) || declared.scope.is_some() {
            handed_over(parameter, &shape, &declared, front);
            let permission = &mut tool.permission;
            permission.read.extend(declared.read);
            permission.write.extend(declared.write);
            permission.net.extend(declared.hosts);
            permission.exec.extend(declared.programs);
            permission.secrets.extend(declared.secrets);
            continue;
        }
        if description.is_none() && matches!(shape, Shape::Plain(_)) {
            front.error(
                "TG0207",
                span,
                format!(
                    "the argument `{}` has no description, and a model fills it in by its description",
                    parameter.name
                ),
                format!("write `/// What it is.` above `{}`", parameter.name),
            );
        }
        let schema = property(&shape, &declared, description.as_ref(), span, front);
        let optional = matches!(&shape, Shape::Plain(plain) if plain.optional);
        if !optional && declared.default.is_none() {
            required.push(Node { kind: NodeKind::String(name.value.clone()), span });
        }
        if matches!(shape, Shape::Unknown) {
            tool.deferred.push(name.value.clone());
        }
        tool.arguments.push((name.clone(), declared.argument));
        properties.push(Entry { key: name, value: schema });
    }
    let node = |kind| Node { kind, span: front.whole };
    let entry = |key: &str, value| Entry { key: Spanned::new(key.to_owned(), front.whole), value };
    let mut root = vec![entry("type", node(NodeKind::String("object".into())))];
    root.push(entry("properties", node(NodeKind::Object(properties))));
    if !required.is_empty() {
        root.push(entry("required", node(NodeKind::Array(required))));
    }
    root.push(entry("additionalProperties", node(NodeKind::Bool(false))));
    tool.input.kind = NodeKind::Object(root);
    lowered
}

/// What is no argument takes none of an argument's keys.
fn handed_over(parameter: &Parameter, shape: &Shape, declared: &argument::Declared, front: &mut Front<'_>) {
    match (shape, &declared.scope, &declared.schema) {
        (Shape::Plain(_), Some(scope), _) => front.error(
            "TG0506",
            scope.span,
            format!("`{}` is for a capability, and `{}` is an argument", scope.value, parameter.name),
            "take a capability with it, for example `#[arg(read = \"${input.path}\")] dir: &Dir<Read>`",
        ),
        (Shape::Borrowed, None, Some(schema)) => front.error(
            "TG0506",
            schema.span,
            format!("`{}` is for an argument, and a reference is handed over by the runtime", schema.value),
            "take the argument by value, or leave the key out",
        ),
        _ => {}
    }
}

/// The schema of one property as far as it is known here.
fn property(
    shape: &Shape,
    declared: &argument::Declared,
    description: Option<&Spanned<String>>,
    span: Span,
    front: &mut Front<'_>,
) -> Node {
    let known = match shape {
        Shape::Plain(plain) => plain.schema.clone(),
        _ => Json::Object(Default::default()),
    };
    let mut node = Node::of(&known, span);
    let mut set = |key: &str, value: Node| {
        if let NodeKind::Object(entries) = &mut node.kind {
            entries.retain(|entry| entry.key.value != key);
            entries.push(Entry { key: Spanned::new(key.to_owned(), value.span), value });
        }
    };
    if let Some(description) = description {
        set("description", Node { kind: NodeKind::String(description.value.clone()), span: description.span });
    }
    let kind = known.get("type").and_then(Json::as_str);
    if let Some(range) = &declared.range {
        if kind.is_none() || matches!(kind, Some("integer" | "number")) {
            bounds("minimum", "maximum", range, &known, front).into_iter().for_each(|(key, value)| set(key, value));
        } else {
            misplaced("range", range.span, &known, front);
        }
    }
    if let Some(length) = &declared.length {
        let keys = match kind {
            None | Some("string") => Some(("minLength", "maxLength")),
            Some("array") => Some(("minItems", "maxItems")),
            Some("object") => Some(("minProperties", "maxProperties")),
            Some(_) => None,
        };
        match keys {
            Some((least, most)) => {
                bounds(least, most, length, &known, front).into_iter().for_each(|(key, value)| set(key, value));
            }
            None => misplaced("length", length.span, &known, front),
        }
    }
    if let Some(pattern) = &declared.pattern {
        if kind.is_none() || kind == Some("string") {
            set("pattern", Node { kind: NodeKind::String(pattern.value.clone()), span: pattern.span });
        } else {
            misplaced("pattern", pattern.span, &known, front);
        }
    }
    if let Some(default) = &declared.default {
        if matches!(shape, Shape::Plain(plain) if plain.optional) {
            front.error(
                "TG0506",
                default.span,
                "an `Option` with a default is never `None`",
                "leave out the `Option` or the default",
            );
        }
        set("default", default.clone());
    }
    if let Some(example) = &declared.example {
        set("examples", Node { kind: NodeKind::Array(vec![example.clone()]), span: example.span });
    }
    node
}

/// The bounds as keywords, held against those of the type.
fn bounds<'k>(
    least: &'k str,
    most: &'k str,
    range: &Spanned<Range>,
    known: &Json,
    front: &mut Front<'_>,
) -> Vec<(&'k str, Node)> {
    let mut set = Vec::new();
    for (key, bound) in [(least, &range.value.minimum), (most, &range.value.maximum)] {
        let Some(bound) = bound else { continue };
        let of = |key: &str| known.get(key).and_then(Json::as_number).and_then(|number| number.as_f64());
        let value = bound.as_f64().unwrap_or_default();
        if of(least).is_some_and(|least| value < least) || of(most).is_some_and(|most| value > most) {
            let has = |key: &str| of(key).map(|bound| bound.to_string()).unwrap_or_default();
            let message = format!("{bound} is outside of what the type holds, {}..={}", has(least), has(most));
            front.error("TG0506", range.span, message, "choose a wider type or a narrower range");
        } else if known.get("type").and_then(Json::as_str) == Some("integer") && bound.is_f64() {
            front.error("TG0506", range.span, format!("{bound} is no bound of a whole number"), "write a whole number");
        } else {
            set.push((key, Node { kind: NodeKind::Number(bound.clone()), span: range.span }));
        }
    }
    set
}
