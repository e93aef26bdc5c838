use std::fs;

use super::*;

/// Scans a crate of these files; gives the paths with their predicates, and the findings.
fn crate_of(name: &str, files: &[(&str, &str)]) -> (Scan, Vec<String>) {
    let folder = std::env::temp_dir().join(format!("toolgen-scan-{}-{name}", std::process::id()));
    for (file, text) in files {
        let path = folder.join(file);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    let krate = Crate {
        package: "demo".into(),
        folder: folder.clone(),
        root: files[0].0.into(),
        runtime: "toolgen_runtime".into(),
    };
    let (mut sources, mut sink) = (Sources::default(), Sink::default());
    let scan = scan(&krate, &mut sources, &mut sink);
    let findings = sink
        .finish()
        .into_iter()
        .map(|finding| {
            let span = finding.span.unwrap();
            let source = sources.get(span.file).unwrap();
            format!("{} {}:{} {}", finding.code, source.name, source.position(span.start).0, sources.text(span))
        })
        .collect();
    fs::remove_dir_all(folder).unwrap();
    (scan, findings)
}

fn listed(scan: &Scan) -> Vec<String> {
    scan.tools.iter().map(|tool| format!("{} [{}]", tool.path, tool.cfgs.join(" & "))).collect()
}

const TOOL: &str = "/// Does it.\n#[tool(effect = read)]\n";

#[test]
fn modules_are_followed_as_rustc_does_with_their_predicates() {
    let tool = |name: &str| format!("{TOOL}fn {name}() {{}}\n");
    let main = format!(
        "use toolgen_runtime::tool;\nmod a;\n#[cfg(feature = \"b\")] mod b;\n#[path = \"elsewhere/c.rs\"] mod c;\n\
         mod inline {{ use super::tool; pub mod deep; {} }}\n#[cfg(test)] mod tests {{ {} }}\n{}",
        tool("inside"),
        tool("hidden"),
        tool("top")
    );
    let (scan, findings) = crate_of(
        "modules",
        &[
            ("src/main.rs", &main),
            ("src/a.rs", &format!("pub mod x;\n{}", tool("in_a"))),
            ("src/a/x.rs", &format!("#[cfg(unix)]\n{}", tool("in_x"))),
            ("src/b/mod.rs", &format!("pub(crate) mod y;\n{}", tool("in_b"))),
            ("src/b/y.rs", &tool("in_y")),
            ("src/elsewhere/c.rs", &format!("pub mod z;\n{}", tool("in_c"))),
            ("src/elsewhere/z.rs", &tool("in_z")),
            ("src/inline/deep.rs", &tool("in_deep")),
        ],
    );
    assert_eq!(findings, Vec::<String>::new());
    assert_eq!(
        listed(&scan),
        [
            "crate::a::x::in_x [unix]",
            "crate::a::in_a []",
            "crate::b::y::in_y [feature = \"b\"]",
            "crate::b::in_b [feature = \"b\"]",
            "crate::c::z::in_z []",
            "crate::c::in_c []",
            "crate::inline::deep::in_deep []",
            "crate::inline::inside []",
            "crate::top []",
        ]
    );
    assert_eq!(scan.tools[0].source.file, "src/a/x.rs");
    assert_eq!(scan.tools[0].source.line, 4);
    assert_eq!(scan.files.len(), 8);
}

#[test]
fn methods_have_the_path_of_their_type() {
    let main = "use toolgen_runtime::tool;\nmod repo;\n".to_owned();
    let repo = format!(
        "pub(crate) struct Repo;\nstruct Private;\n#[cfg(unix)] impl Repo {{ {TOOL} fn stats(&self) {{}} }}\n\
         impl Private {{ {TOOL} fn lost(&self) {{}} }}\nimpl Clone for Repo {{ {TOOL} fn clone(&self) -> Repo {{ Repo }} }}\n"
    );
    let (scan, findings) = crate_of("methods", &[("src/lib.rs", &main), ("src/repo.rs", &repo)]);
    assert_eq!(listed(&scan), ["crate::repo::Repo::stats [unix]"]);
    assert_eq!(findings, ["TG0602 src/repo.rs:8 lost", "TG0604 src/repo.rs:11 clone"]);
}

#[test]
fn what_no_list_can_name_is_found() {
    let main = format!(
        "use toolgen_runtime::tool;\nmod a {{ mod b {{ {TOOL} fn lost() {{}} }} }}\nfn main() {{ {TOOL} fn inner() {{}} }}\n\
         macro_rules! make {{ ($n:ident) => {{ {TOOL} fn $n() {{}} }} }}\n"
    );
    let (scan, findings) = crate_of("hidden", &[("src/main.rs", &main)]);
    assert_eq!(listed(&scan), Vec::<String>::new());
    assert_eq!(findings, ["TG0602 src/main.rs:4 lost", "TG0604 src/main.rs:7 inner", "TG0605 src/main.rs:9 #"]);
}

#[test]
fn only_our_attribute_counts_under_whatever_name_it_was_imported() {
    let main = "mod ours { use toolgen_runtime::tool as t; /// D.\n#[t] fn a() {} /// D.\n#[toolgen_runtime::tool] fn b() {} }\n\
                mod foreign { use rmcp::tool; #[tool] fn c() {} #[other::tool] fn d() {} }\n\
                mod renamed { use toolgen_runtime as tg; /// D.\n#[cfg_attr(unix, tg::tool)] fn e() {} }\n";
    let (scan, findings) = crate_of("imports", &[("src/main.rs", main)]);
    assert_eq!(findings, Vec::<String>::new());
    assert_eq!(listed(&scan), ["crate::ours::a []", "crate::ours::b []", "crate::renamed::e [unix]"]);
}

#[test]
fn functions_have_a_signature_and_broken_files_a_warning() {
    let main = "mod a;\nmod broken;\n";
    let (scan, findings) = crate_of(
        "functions",
        &[
            ("src/main.rs", main),
            ("src/a.rs", "pub async fn run(x: i64, y: i64) {}"),
            ("src/broken.rs", "#!/bin/x\nfn f( {"),
        ],
    );
    assert_eq!(scan.function("crate::a::run"), Some(Signature { arity: 2, is_async: true }));
    assert_eq!(scan.function("crate::a::walk"), None);
    assert_eq!(findings.len(), 1);
    assert!(findings[0].starts_with("TG0603 src/broken.rs:2"), "{findings:?}");
}
