//! `toolgen new` from end to end: the project builds, its tools run, its docs, its lock and the code that is made of
//! its manifests hold together. The runtime is built once for all steps, in the target folder of this workspace.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The projects have one name and one target folder, so that they take turns.
static TURN: Mutex<()> = Mutex::new(());

struct Project {
    _turn: MutexGuard<'static, ()>,
    folder: tempfile::TempDir,
    target: PathBuf,
}

impl Project {
    fn new() -> Project {
        let turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
        let folder = tempfile::TempDir::new().unwrap();
        let program = Path::new(env!("CARGO_BIN_EXE_toolgen"));
        let target = program.parent().and_then(Path::parent).unwrap().join("new-project");
        let project = Project { _turn: turn, folder, target };
        let checkout = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let ended = project.run(project.folder.path(), program, &["new", "demo", "--path", checkout.to_str().unwrap()]);
        assert_eq!(ended.0, 0, "{}", ended.2);
        project
    }

    fn path(&self) -> PathBuf {
        self.folder.path().join("demo")
    }

    fn run(&self, folder: &Path, program: &Path, args: &[&str]) -> (i32, String, String) {
        let output = Command::new(program)
            .args(args)
            .current_dir(folder)
            .env("CARGO_TARGET_DIR", &self.target)
            .env_remove("RUSTC_WRAPPER")
            .output()
            .unwrap();
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        (output.status.code().unwrap_or(-1), text(&output.stdout), text(&output.stderr))
    }

    fn cargo(&self, args: &[&str]) -> (i32, String, String) {
        self.run(&self.path(), Path::new(env!("CARGO")), args)
    }

    fn toolgen(&self, args: &[&str]) -> (i32, String, String) {
        self.run(&self.path(), Path::new(env!("CARGO_BIN_EXE_toolgen")), args)
    }

    fn edit(&self, path: &str, from: &str, to: &str) {
        let path = self.path().join(path);
        let text = fs::read_to_string(&path).unwrap();
        assert!(text.contains(from), "{from:?} is not in {}", path.display());
        fs::write(path, text.replace(from, to)).unwrap();
    }
}

#[test]
fn a_new_project_builds_runs_and_documents_itself() {
    let project = Project::new();
    let greeted = project.cargo(&["run", "-q", "--", "greet", "--name", "World"]);
    assert_eq!((greeted.0, greeted.1.as_str()), (0, "Hello, World!\n"), "{}", greeted.2);
    assert!(!greeted.2.contains("warning"), "{}", greeted.2);
    let counted = project.cargo(&["run", "-q", "--", "count_words", "one two", "--json"]);
    assert!(counted.1.contains(r#""structured":{"words":2,"lines":1}"#), "{counted:?}");
    let wrong = project.cargo(&["run", "-q", "--", "call", "greet", r#"{"nam":"x"}"#]);
    assert!(wrong.0 == 2 && wrong.2.contains("did you mean `name`?"), "{wrong:?}");
    let tested = project.cargo(&["test", "-q"]);
    assert!(tested.0 == 0 && tested.1.contains("1 passed"), "{tested:?}");

    let docs = project.toolgen(&["docs"]);
    assert!(docs.0 == 0 && docs.1.contains("Whom to greet.") && docs.1.contains("The text to count"), "{docs:?}");
    assert_eq!(project.toolgen(&["check"]).0, 0);

    // The same manifests as code that is checked in.
    assert_eq!(project.toolgen(&["build", "tools", "--out", "src/made", "--emit", "rust"]).0, 0);
    assert_eq!(project.toolgen(&["build", "tools", "--out", "src/made", "--emit", "rust", "--check"]).0, 0);
    project.edit(
        "src/main.rs",
        "use std::process::ExitCode;",
        "#![deny(warnings)]\n\nuse std::process::ExitCode;\n\npub mod made;",
    );
    let built = project.cargo(&["build", "-q"]);
    assert_eq!(built.0, 0, "{}", built.2);
}

#[test]
fn types_of_the_linked_program_are_pinned_and_a_change_is_seen() {
    let project = Project::new();
    project.edit(
        "Cargo.toml",
        "[build-dependencies]",
        "schemars = \"1\"\nserde = { version = \"1\", features = [\"derive\"] }\n\n[build-dependencies]",
    );
    let nested = "use toolgen_runtime::tool;\n\n/// Where.\n#[derive(serde::Deserialize, schemars::JsonSchema)]\nstruct Place {\n    /// A town.\n    town: String,\n}\n\n/// Say where.\n#[tool(effect = read)]\nfn place(\n    /// The place.\n    place: Place,\n) -> String {\n    place.town\n}\n";
    project.edit("src/main.rs", "use toolgen_runtime::tool;", nested);
    let locked = project.toolgen(&["lock"]);
    assert!(locked.0 == 0 && locked.2.contains("1 of 3 tools pinned"), "{locked:?}");
    assert_eq!(project.toolgen(&["lock", "--check"]).0, 0);
    let called = project.cargo(&["run", "-q", "--", "call", "place", r#"{"place":{"town":"Ulm"}}"#]);
    assert_eq!((called.0, called.1.as_str()), (0, "Ulm\n"), "{}", called.2);

    project.edit(
        "src/main.rs",
        "    town: String,\n}",
        "    town: String,\n    /// Its height.\n    height: Option<u8>,\n}",
    );
    let stale = project.toolgen(&["lock", "--check"]);
    assert!(stale.0 == 1 && stale.1.contains("tools.lock.json"), "{stale:?}");
    project.edit("tools.lock.json", "A town.", "Another town.");
    let forged = project.cargo(&["build", "-q"]);
    assert!(forged.0 != 0 && forged.2.contains("`place` was changed by hand"), "{forged:?}");
}

#[test]
fn a_handler_that_is_missing_is_told_at_its_manifest() {
    let project = Project::new();
    project.edit("tools/count_words/handler.rs", "pub fn count_words", "pub fn other");
    let built = project.cargo(&["build", "-q"]);
    assert!(built.0 != 0 && built.2.contains("tools/count_words/tool.yaml:7:3"), "{}", built.2);
    project.edit(
        "tools/count_words/handler.rs",
        "pub fn other(input: Input) -> Output {",
        "pub fn count_words(input: Input) -> u8 { let _ = Output { words: 0, lines: 0 };",
    );
    let built = project.cargo(&["build", "-q"]);
    assert!(built.0 != 0 && built.2.contains("tools/count_words/tool.yaml:7:3"), "{}", built.2);
}

#[test]
fn the_runtime_may_have_another_name() {
    let project = Project::new();
    project.edit("Cargo.toml", "toolgen-runtime = { path", "tg = { package = \"toolgen-runtime\", path");
    project.edit("src/main.rs", "toolgen_runtime::", "tg::");
    let greeted = project.cargo(&["run", "-q", "--", "greet", "--name", "World"]);
    assert_eq!((greeted.0, greeted.1.as_str()), (0, "Hello, World!\n"), "{}", greeted.2);
}

#[test]
fn a_pack_of_another_crate_is_in_the_table_and_a_clash_names_both() {
    let project = Project::new();
    let pack = project.path().join("pack");
    fs::create_dir_all(pack.join("src")).unwrap();
    let manifest = fs::read_to_string(project.path().join("Cargo.toml")).unwrap();
    fs::write(
        pack.join("Cargo.toml"),
        manifest.replace("name = \"demo\"", "name = \"pack\"").replace("\n[workspace]\n", ""),
    )
    .unwrap();
    fs::copy(project.path().join("build.rs"), pack.join("build.rs")).unwrap();
    let tool = "/// Say goodbye.\n#[toolgen_runtime::tool(effect = read)]\nfn leave() -> &'static str {\n    \"bye\"\n}\n\ntoolgen_runtime::include_tools!();\n";
    fs::write(pack.join("src/lib.rs"), tool).unwrap();
    project.edit("Cargo.toml", "[build-dependencies]", "pack = { path = \"pack\" }\n\n[build-dependencies]");
    project.edit("build.rs", "toolgen::build();", "toolgen::Build::default().pack(\"pack::TOOLS\").run();");
    let left = project.cargo(&["run", "-q", "--", "leave"]);
    assert_eq!((left.0, left.1.as_str()), (0, "bye\n"), "{}", left.2);
    assert!(project.cargo(&["run", "-q", "--", "tools"]).1.contains("greet"));

    fs::write(pack.join("src/lib.rs"), tool.replace("leave", "greet")).unwrap();
    let clash = project.cargo(&["build", "-q"]);
    let named = "two tools have the name `greet`: the one of demo src/main.rs:9, and the one of pack src/lib.rs:3";
    assert!(clash.0 != 0 && clash.2.contains(named), "{}", clash.2);
}

#[test]
fn a_function_that_no_table_can_name_is_found() {
    let project = Project::new();
    let hidden = "mod outer {\n    mod inner {\n        /// Hidden.\n        #[toolgen_runtime::tool(effect = read)]\n        pub fn hidden() {}\n    }\n}\n\ntoolgen_runtime::include_tools!();";
    project.edit("src/main.rs", "toolgen_runtime::include_tools!();", hidden);
    let checked = project.toolgen(&["check"]);
    assert!(checked.0 == 1 && checked.1.contains("src/main.rs:") && checked.1.contains("inner"), "{checked:?}");
    let built = project.cargo(&["build", "-q"]);
    assert!(built.0 != 0 && built.2.contains("TG06"), "{}", built.2);
}

#[test]
fn one_name_under_opposite_predicates_is_one_tool() {
    let project = Project::new();
    let twice = "/// Here.\n#[cfg(unix)]\n#[tool(effect = read)]\nfn place() -> &'static str {\n    \"unix\"\n}\n\n/// There.\n#[cfg(not(unix))]\n#[tool(effect = read)]\nfn place() -> &'static str {\n    \"elsewhere\"\n}\n\ntoolgen_runtime::include_tools!();";
    project.edit("src/main.rs", "toolgen_runtime::include_tools!();", twice);
    assert_eq!(project.toolgen(&["check"]).0, 0);
    let called = project.cargo(&["run", "-q", "--", "place"]);
    assert_eq!((called.0, called.1.as_str()), (0, "unix\n"), "{}", called.2);
}
