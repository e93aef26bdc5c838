//! How each rival is used: its name in, dependencies and files of a crate out.

use bench_workload::source;

/// Files of a crate, by path: a number of tools and of an edit in.
type Files = fn(tools: usize, edit: usize) -> Vec<(String, String)>;

/// One way to write a crate of tools.
#[derive(Debug)]
pub(crate) struct Recipe {
    pub(crate) name: &'static str,
    pub(crate) dependencies: fn() -> String,
    pub(crate) files: Files,
    /// Whether the program holds schemas as text and says how long they are
    pub(crate) rows: bool,
}

/// All of them.
pub(crate) const RECIPES: [Recipe; 7] = [
    Recipe { name: "plain", dependencies: String::new, files: plain, rows: false },
    Recipe { name: "match", dependencies: serde, files: handwritten, rows: false },
    Recipe { name: "toolgen", dependencies: surface, files: toolgen, rows: true },
    Recipe { name: "manifest", dependencies: surface, files: manifest, rows: true },
    Recipe { name: "toolgen-library", dependencies: library, files: toolgen_library, rows: true },
    Recipe { name: "rmcp", dependencies: rmcp, files: rmcp_files, rows: false },
    Recipe { name: "rig", dependencies: rig, files: rig_files, rows: false },
];

fn serde() -> String {
    "[dependencies]\nserde = { version = \"1\", features = [\"derive\"] }\nserde_json = \"1\"\n".into()
}

/// What `toolgen new` writes, with the paths of this checkout: the tools and their command line.
fn surface() -> String {
    runtime(", features = [\"cli\"]")
}

/// Dispatch alone.
fn library() -> String {
    runtime("")
}

fn runtime(features: &str) -> String {
    let checkout = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
    format!(
        "[dependencies]\ntoolgen-runtime = {{ path = {:?}{features} }}\n\n[build-dependencies]\n\
         toolgen = {{ path = {:?}, default-features = false, features = [\"build\"] }}\n",
        format!("{checkout}/runtime"),
        format!("{checkout}/toolgen"),
    )
}

fn rmcp() -> String {
    "[dependencies]\nrmcp = { version = \"3.11\", features = [\"transport-io\"] }\nschemars = \"1\"\n\
     serde = { version = \"1\", features = [\"derive\"] }\n\
     tokio = { version = \"1\", default-features = false, features = [\"rt\"] }\n"
        .into()
}

fn rig() -> String {
    "[dependencies]\nrig-agent = { version = \"0.44\", default-features = false, features = [\"derive\"] }\n\
     schemars = \"1\"\nserde = { version = \"1\", features = [\"derive\"] }\nserde_json = \"1\"\n\
     futures-executor = { version = \"0.3\", default-features = false, features = [\"std\"] }\n"
        .into()
}

/// The program makes one call from its two arguments.
fn called(call: &str) -> String {
    format!(
        "mod tools;\n\nfn main() {{\n    let mut arguments = std::env::args().skip(1);\n    \
         let (name, text) = (arguments.next().unwrap_or_default(), arguments.next().unwrap_or_default());\n{call}}}\n"
    )
}

fn crate_of(main: String, tools: String) -> Vec<(String, String)> {
    vec![("src/main.rs".into(), main), ("src/tools.rs".into(), tools)]
}

fn plain(tools: usize, edit: usize) -> Vec<(String, String)> {
    let main = called("    println!(\"{:?}\", tools::call(&name, text.len() as i64, 1));\n");
    crate_of(main, source::plain(tools, edit))
}

fn handwritten(tools: usize, edit: usize) -> Vec<(String, String)> {
    let main = called("    println!(\"{:?}\", tools::call(&name, &text));\n");
    crate_of(main, source::handwritten(tools, edit))
}

const BUILD: &str = "fn main() {\n    toolgen::build();\n}\n";

/// The first lines of `main`, by which a program says how long its schemas and catalog rows are.
const TEXTS: &str = "\
    if std::env::args().nth(1).as_deref() == Some(\"--texts\") {
        println!(\"{}\", TOOLS.iter().map(|tool| tool.row.text.len()).sum::<usize>());
        return std::process::ExitCode::SUCCESS;
    }
";

fn toolgen(tools: usize, edit: usize) -> Vec<(String, String)> {
    built(&agent("    toolgen_runtime::main(&TOOLS)\n"), source::toolgen(tools, edit))
}

fn toolgen_library(tools: usize, edit: usize) -> Vec<(String, String)> {
    let call = "\
    let mut arguments = std::env::args().skip(1);
    let (name, text) = (arguments.next().unwrap_or_default(), arguments.next().unwrap_or_default());
    let tools = toolgen_runtime::Tools::from(&TOOLS);
    println!(\"{}\", tools.call_now(&toolgen_runtime::Context::new(), &name, &text).text());
    std::process::ExitCode::SUCCESS
";
    built(&agent(call), source::toolgen(tools, edit))
}

fn manifest(tools: usize, edit: usize) -> Vec<(String, String)> {
    let mut files = built(&agent("    toolgen_runtime::main(&TOOLS)\n"), source::manifest_handlers(tools, edit));
    files.extend(source::manifest(tools).into_iter().map(|(file, text)| (format!("tools/{file}"), text)));
    files
}

fn agent(body: &str) -> String {
    format!(
        "mod tools;\n\ntoolgen_runtime::include_tools!();\n\nfn main() -> std::process::ExitCode {{\n{TEXTS}{body}}}\n"
    )
}

fn built(main: &str, tools: String) -> Vec<(String, String)> {
    let mut files = crate_of(main.into(), tools);
    files.push(("build.rs".into(), BUILD.into()));
    files
}

/// A server over standard input and output, as rmcp's own guide has it.
fn rmcp_files(tools: usize, edit: usize) -> Vec<(String, String)> {
    let main = "\
mod tools;

use rmcp::ServiceExt;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        tools::Server.serve(rmcp::transport::stdio()).await?.waiting().await?;
        Ok(())
    })
}
";
    crate_of(main.into(), source::rmcp(tools, edit))
}

fn rig_files(tools: usize, edit: usize) -> Vec<(String, String)> {
    let main = called(
        "    let mut context = rig_agent::tool::ToolContext::new();\n    let set = tools::tools();\n    \
         let result = futures_executor::block_on(set.execute(&name, text, &mut context));\n    \
         println!(\"{:?}\", result.into_result().map(|output| output.render()));\n",
    );
    crate_of(main, source::rig(tools, edit))
}
