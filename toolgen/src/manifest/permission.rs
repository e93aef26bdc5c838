//! `annotations:` and `permission:`: what a call can do, what the gate asks, and what the handler may touch.

use toolgen_model::effect::Effect;
use toolgen_model::gate::Verdict;

use super::block::{Block, Shape, optional};
use super::lower::Lower;
use super::reader::Reader;
use crate::diag::{Diagnostic, Rule, Spanned, code::page};
use crate::ir::{Effects, Handler, Method, Permission};

pub(crate) const RULES: &[Rule] = &[
    page!(
        "TG0221",
        "contradicting-annotations",
        Error,
        "Reports annotations that cannot hold together.",
        "What only reads cannot destroy; a client that believes one of the two acts wrongly.",
        "annotations: {readOnlyHint: true, destructiveHint: true}",
        "The one that is true of the tool."
    ),
    page!(
        "TG0222",
        "lowered-effect",
        Error,
        "Reports annotations that claim less than the handler does.",
        "The method of a request says what it may do, and the gate relies on it. An author may only raise it.",
        "annotations: {readOnlyHint: true}\nhandler: {http: {method: DELETE, url: \"https://example.com/{id}\"}}",
        "Annotations that fit: GET and HEAD read, DELETE destroys, the others write; an HTTP request reaches the open world."
    ),
];

/// The hints of MCP.
pub(crate) static ANNOTATIONS: Block = Block {
    name: "Annotations",
    noun: "`annotations`",
    doc: "What a call can do to the world, in the words of MCP. What nobody declares asks.",
    keys: &[
        optional("readOnlyHint", Shape::Flag, "Whether it only looks"),
        optional("destructiveHint", Shape::Flag, "Whether it can destroy what was there"),
        optional("idempotentHint", Shape::Flag, "Whether the same call twice does what it does once"),
        optional("openWorldHint", Shape::Flag, "Whether it touches what lies outside this machine and its workspace"),
    ],
};

/// The permission block.
pub(crate) static PERMISSION: Block = Block {
    name: "Permission",
    noun: "`permission`",
    doc: "What the gate asks and what the handler may touch. What is not listed is refused.",
    keys: &[
        optional("default", Shape::Word(&["allow", "supervised", "deny"]), "The verdict, before any policy"),
        optional("gated", Shape::Flag, "Whether it needs an explicit grant of its own"),
        optional("gatedAs", Shape::Text, "The name of that grant, where it is not TOOL_ACTION"),
        optional("confirm", Shape::Text, "The question for the approver, with `${input.NAME}` references"),
        optional("fs", Shape::Block(&FS), "The files that the handler may touch"),
        optional("net", Shape::List(&Shape::Text), "The hosts that the handler may reach"),
        optional("exec", Shape::List(&Shape::Text), "The programs that the handler may run"),
        optional("secrets", Shape::List(&Shape::Text), "The credentials that the handler may read"),
    ],
};

static FS: Block = Block {
    name: "Files",
    noun: "`fs`",
    doc: "Files: paths, or `${input.NAME}` references.",
    keys: &[
        optional("read", Shape::List(&Shape::Text), "What may be read"),
        optional("write", Shape::List(&Shape::Text), "What may be written"),
    ],
};

/// The permission block of an action.
pub(super) fn permission(action: &Reader<'_>, cx: &mut Lower<'_, '_>) -> Permission {
    let mut permission = Permission::default();
    let Some(pair) = action.pair("permission") else { return permission };
    let Some(block) = cx.open(&pair.value, &PERMISSION, pair.key.span) else { return permission };
    let report = &mut *cx.report;
    permission.default =
        block.word("default", report).and_then(|word| Some(Spanned::new(Verdict::from_name(word.value)?, word.span)));
    permission.gated = block.flag("gated", report);
    permission.gated_as = block.text("gatedAs", report);
    permission.confirm = block.text("confirm", report);
    permission.net = block.texts("net", report);
    permission.exec = block.texts("exec", report);
    permission.secrets = block.texts("secrets", report);
    cx.sent.extend(permission.secrets.iter().map(|name| name.value.clone()));
    if let Some(pair) = block.pair("fs")
        && let Some(fs) = cx.open(&pair.value, &FS, pair.key.span)
    {
        permission.read = fs.texts("read", cx.report);
        permission.write = fs.texts("write", cx.report);
    }
    permission
}

/// The effects of an action: the annotations, and where those say nothing, the handler.
pub(super) fn effects(action: &Reader<'_>, handler: &Spanned<Handler>, cx: &mut Lower<'_, '_>) -> Effects {
    let declared = declared(action, cx);
    let Handler::Http(http) = &handler.value else { return declared };
    let least = match http.method.value {
        Method::Get | Method::Head => Effect::Read,
        Method::Delete => Effect::Destructive,
        Method::Post | Method::Put | Method::Patch => Effect::Write,
    };
    if let Some(effect) = declared.effect.as_ref().filter(|effect| effect.value < least) {
        let (method, name) = (http.method.value.name(), effect.value.name());
        cx.report.push(
            Diagnostic::error(
                "TG0222",
                effect.span,
                format!("the annotations say `{name}`, and {method} is `{}`", least.name()),
            )
            .also(http.method.span, format!("a {method} request"))
            .help("annotations may claim more than the handler does, never less"),
        );
    }
    let local = matches!(http.url.host.as_str(), "localhost" | "127.0.0.1" | "[::1]");
    if let Some(open) = declared.open_world.as_ref().filter(|open| !open.value && !local) {
        cx.report.push(
            Diagnostic::error(
                "TG0222",
                open.span,
                "the annotations say that this stays inside, and the request goes out",
            )
            .also(http.url.span, format!("to {}", http.url.host))
            .help("write `openWorldHint: true`")
            .fix("write `true`", open.span, "true"),
        );
    }
    Effects {
        effect: declared.effect.or_else(|| Some(Spanned::new(least, http.method.span))),
        idempotent: declared.idempotent,
        open_world: declared.open_world.or_else(|| (!local).then(|| Spanned::new(true, http.url.span))),
    }
}

fn declared(action: &Reader<'_>, cx: &mut Lower<'_, '_>) -> Effects {
    // What was written and refused has its finding; the strongest effect stands for it.
    let refused = |span| Effects { effect: Some(Spanned::new(Effect::Destructive, span)), ..Effects::default() };
    let Some(pair) = action.pair("annotations") else {
        return action.span_of("annotations").map(refused).unwrap_or_default();
    };
    let Some(block) = cx.open(&pair.value, &ANNOTATIONS, pair.key.span) else { return refused(pair.key.span) };
    let report = &mut *cx.report;
    let reads = block.flag("readOnlyHint", report);
    let destroys = block.flag("destructiveHint", report);
    let idempotent = block.flag("idempotentHint", report);
    let open_world = block.flag("openWorldHint", report);
    let effect = match (&reads, &destroys) {
        (Some(reads), Some(destroys)) if reads.value && destroys.value => {
            report.push(
                Diagnostic::error(
                    "TG0221",
                    destroys.span,
                    "this says that a call destroys, and `readOnlyHint` that it only reads",
                )
                .also(reads.span, "only reads")
                .help("keep the one that is true"),
            );
            Some(Spanned::new(Effect::Destructive, destroys.span))
        }
        (Some(reads), _) if reads.value => Some(Spanned::new(Effect::Read, reads.span)),
        (_, Some(destroys)) if destroys.value => Some(Spanned::new(Effect::Destructive, destroys.span)),
        (_, Some(destroys)) => Some(Spanned::new(Effect::Write, destroys.span)),
        // MCP: what writes and says no more is taken to destroy.
        (Some(reads), None) => Some(Spanned::new(Effect::Destructive, reads.span)),
        (None, None) => ["readOnlyHint", "destructiveHint"]
            .iter()
            .find_map(|hint| block.span_of(hint))
            .map(|span| Spanned::new(Effect::Destructive, span)),
    };
    Effects { effect, idempotent, open_world }
}
