//! One tool of a manifest: its row and the function that answers it in, a module with the typed input,
//! the typed output, the call and the descriptor out.
//!
//! The call stands on the line that names the manifest's place, so that rustc shows it when the
//! function is missing or takes something else.

use std::fmt::Write;

use toolgen_model::catalog::Row;
use toolgen_model::json::Json;

use super::descriptor::{FieldPart, Parts, descriptor, plain_fields};
use super::input::{Formats, Input, Root};
use super::literal::string;
use super::name::Scope;
use super::output::Types;
use super::text::docs;

/// Names that the module has besides its types, and those that read like something else.
const TAKEN: [&str; 13] =
    ["TOOL", "Output", "Self", "Ok", "Err", "Some", "None", "Option", "Result", "String", "Vec", "Box", "Value"];

/// The function behind a tool, as the scan found it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Function {
    /// Its path, for example `crate::repo::stats`
    pub path: String,
    /// How many parameters follow the input
    pub injected: usize,
    /// Whether it takes the input at all; a tool without properties may leave it out
    pub takes_input: bool,
    /// Whether it is async
    pub is_async: bool,
}

/// What answers a tool.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// A function
    Function(Function),
    /// A plan that the runtime carries out: the macro of its entry and its JSON text
    Plan(&'static str, String),
    /// Nothing in this program; the tool is documented only
    Nothing,
}

/// The module of one tool.
pub(super) fn module(row: &Row, answer: &Answer, formats: Formats) -> String {
    let mut text = String::from("#[allow(unused_imports)]\nuse super::runtime;\n\n");
    let docs_of = |what: &str| docs(&format!("{what} of `{}`: {}", row.name, row.summary()), "");
    let mut fields = plain_fields(row);
    let plan: Vec<_> = fields.iter().map(|part| part.field.clone()).collect();
    let mut input = Input::new(&row.input, formats, Scope::with(&TAKEN));
    let root = input.root(&plan, &docs_of("The input"));
    let (items, scope) = input.finish();
    text.push_str(&items);
    let mut reads = None;
    if let (Answer::Function(Function { takes_input: true, .. }), Root::Whole { open }) = (answer, &root) {
        reads = Some("runtime::boxed::<Input>");
        fields.extend(open.then(|| FieldPart::rest("runtime")));
    }
    let mut output = None;
    if let Some(schema) = &row.output {
        let mut types = Types::new(schema, scope.free("Output"));
        let name = types.value("Output", schema);
        let items = types.finish();
        text.push('\n');
        text.push_str(&items);
        if !items.contains("pub struct Output ") && !items.contains("pub enum Output ") {
            let _ = write!(text, "\n{}pub type Output = {name};\n", docs_of("The reply"));
        }
        output = Some(());
    }
    let entry = match answer {
        Answer::Nothing => "runtime::Entry::Data".to_owned(),
        Answer::Plan(entry, plan) => format!("runtime::{entry}!({})", string(plan)),
        Answer::Function(function) => {
            if function.takes_input {
                text.push('\n');
                text.push_str(&from_slots(row, &root));
            }
            text.push('\n');
            text.push_str(&call(row, function, output.is_some()));
            format!("runtime::Entry::{}(call)", if function.is_async { "Async" } else { "Sync" })
        }
    };
    let parts = Parts { runtime: "runtime", row, fields: &fields, entry: &entry, reads, deferred: &[], states: &[] };
    let _ = write!(
        text,
        "\n/// The descriptor of `{}`.\npub const TOOL: &[runtime::Tool] = &[{}];\n",
        row.name,
        descriptor(&parts)
    );
    text
}

/// How the input comes out of the slots, and out of JSON text.
fn from_slots(row: &Row, root: &Root) -> String {
    let (places, made) = match root {
        Root::Whole { .. } => ("slot".to_owned(), "runtime::held(slot)".to_owned()),
        Root::Slots(lines) => {
            let places: Vec<String> = (0..lines.len()).map(|at| format!("slot_{at}")).collect();
            let lines: String = lines.iter().map(|line| format!("            {line},\n")).collect();
            (places.join(", "), format!("runtime::Ok(Input {{\n{lines}        }})"))
        }
    };
    format!(
        "impl Input {{
    /// The input of a call with these arguments, for tests of the handler.
    ///
    /// # Errors
    /// Everything that is wrong with them, as a call would say it.
    pub fn from_json(arguments: &str) -> runtime::Result<Input> {{
        runtime::input(TOOL, arguments, Input::of)
    }}

    fn of(slots: &mut [runtime::Slot<'_>]) -> runtime::Result<Input> {{
        let [{places}] = slots else {{ return runtime::Err(runtime::slots_differ({})) }};
        {made}
    }}
}}
",
        string(&row.name)
    )
}

fn call(row: &Row, function: &Function, structured: bool) -> String {
    let mut body = String::from("#[allow(unused_imports)]\nuse runtime::{AnyReply as _, Whole as _};\n");
    let mut arguments = Vec::new();
    if function.takes_input {
        body.push_str("let input = Input::of(slots)?;\n");
        arguments.push("input".to_owned());
    } else {
        body.push_str("let _ = slots;\n");
    }
    arguments.extend((0..function.injected).map(|_| "runtime::inject(&granted)?".to_owned()));
    if function.injected == 0 {
        body.push_str("let _ = granted;\n");
    }
    let wait = if function.is_async { ".await" } else { "" };
    // On each line that the handler's signature can break, so that rustc shows where it was declared.
    let place = format!("// {}:{}:{}", row.source.file, row.source.line, row.source.column);
    let _ = writeln!(body, "let returned = {}({}){wait}; {place}", function.path, arguments.join(", "));
    let _ = if structured {
        writeln!(body, "let output: Output = runtime::Returned(returned).split()?; {place}\nruntime::json(&output)")
    } else {
        writeln!(body, "runtime::Returned(runtime::Returned(returned).split()?).body() {place}")
    };
    let body = body.lines().map(|line| format!("    {line}\n")).collect::<String>();
    let arguments = "granted: runtime::Granted<'call>, slots: &'call mut [runtime::Slot<'call>]";
    if function.is_async {
        format!(
            "fn call<'call>({arguments}) -> runtime::OutcomeFuture<'call> {{\n    ::std::boxed::Box::pin(async move {{\n{}    }})\n}}\n",
            body.lines().map(|line| format!("    {line}\n")).collect::<String>()
        )
    } else {
        format!("fn call<'call>({arguments}) -> runtime::Outcome {{\n{body}}}\n")
    }
}

/// The tests of a tool's cases, for `#[cfg(test)]`.
pub(super) fn cases(row: &Row, cases: &[(String, Json, Json)], places: &[(&'static str, Json, String)]) -> String {
    let mut text = String::new();
    let mut names = super::name::Scope::default();
    for (name, input, expect) in cases {
        let function = names.give(super::name::snake(&format!("{}_{name}", row.name)));
        let _ = write!(
            text,
            "#[test]\nfn {function}() {{\n    runtime::case(&super::TOOLS, {}, {}, {}); // {}:{}\n}}\n\n",
            string(&row.name),
            string(&input.to_string()),
            string(&expect.to_string()),
            row.source.file,
            row.source.line
        );
    }
    for (kind, input, pointer) in places {
        let function = names.give(super::name::snake(&format!("{}_holds_{pointer}_in_{kind}", row.name)));
        let _ = write!(
            text,
            "#[test]\nfn {function}() {{\n    runtime::hostile(|| &super::TOOLS, {}, {}, {}); // {}:{}\n}}\n\n",
            string(&row.name),
            string(&input.to_string()),
            string(pointer),
            row.source.file,
            row.source.line
        );
    }
    text
}
