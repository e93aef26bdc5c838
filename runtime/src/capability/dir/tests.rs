//! What a directory lets through, on a real file system.

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;

use super::*;
use crate::Result;

/// A workspace and, beside it, a place that must not be reached.
struct Ground {
    folder: tempfile::TempDir,
}

impl Ground {
    fn new() -> Ground {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir_all(folder.path().join("ws/sub")).unwrap();
        fs::create_dir(folder.path().join("outside")).unwrap();
        fs::write(folder.path().join("outside/secret"), "secret").unwrap();
        fs::write(folder.path().join("ws/sub/a.txt"), "text").unwrap();
        Ground { folder }
    }

    fn path(&self, path: &str) -> PathBuf {
        self.folder.path().join(path)
    }

    fn dir<A: Access>(&self, scope: &[&str]) -> Dir<A> {
        Dir::within(self.path("ws"), scope.iter().map(|&entry| entry.to_owned()).collect()).unwrap()
    }

    fn all<A: Access>(&self) -> Dir<A> {
        self.dir(&["."])
    }
}

#[track_caller]
fn refused<T: fmt::Debug>(result: Result<T>, kind: &str, part: &str) {
    let error = result.unwrap_err();
    assert!(error.error_type == kind && error.message.contains(part), "{}: {error}", error.error_type);
}

#[test]
fn files_inside_are_read_however_their_path_is_spelled() {
    let ground = Ground::new();
    let dir = ground.all::<Read>();
    let absolute = ground.path("ws/sub/a.txt");
    for path in ["sub/a.txt", "./sub//a.txt", "sub/../sub/a.txt", "../ws/sub/a.txt", absolute.to_str().unwrap()] {
        assert_eq!(dir.read_to_string(path), Ok("text".to_owned()), "{path}");
    }
    refused(dir.read("sub/b.txt"), "FileNotFound", "File not found: sub/b.txt");
}

#[test]
fn no_spelling_leads_outside() {
    let ground = Ground::new();
    let dir = ground.all::<Read>();
    let secret = ground.path("outside/secret");
    for path in ["../outside/secret", "sub/../../outside/secret", "/etc/passwd", "..", "/", secret.to_str().unwrap()] {
        refused(dir.read(path), "PermissionDenied", &format!("Path escapes workspace: {path}"));
        refused(dir.exists(path), "PermissionDenied", "escapes");
        refused(ground.all::<Write>().write(path, "x"), "PermissionDenied", "escapes");
    }
    refused(dir.read(""), "InvalidArguments", "no path");
    refused(dir.read("a\0b"), "InvalidArguments", "no path");
}

#[test]
fn links_count_as_what_they_lead_to() {
    let ground = Ground::new();
    let link = |target: &Path, name: &str| symlink(target, ground.path(&format!("ws/{name}"))).unwrap();
    link(Path::new("sub"), "inner");
    link(&ground.path("ws/sub/a.txt"), "absolute");
    link(Path::new("../outside"), "out");
    link(&ground.path("outside/new"), "dangling");
    link(Path::new("loop"), "loop");
    let (read, write) = (ground.all::<Read>(), ground.all::<Write>());
    assert_eq!(read.read_to_string("inner/a.txt").as_deref(), Ok("text"));
    assert_eq!(read.read_to_string("absolute").as_deref(), Ok("text"));
    for path in ["out/secret", "out", "out/../secret", "dangling"] {
        refused(read.read(path), "PermissionDenied", "escapes");
    }
    for path in ["out/new", "dangling", "out/new/deep"] {
        refused(write.write(path, "x"), "PermissionDenied", "escapes");
    }
    refused(read.read("loop"), "InvalidArguments", "too many links");
    assert!(!ground.path("outside/new").exists());
    write.write("inner/b.txt", "b").unwrap();
    assert_eq!(fs::read_to_string(ground.path("ws/sub/b.txt")).unwrap(), "b");
}

#[test]
fn the_scope_holds_inside_the_workspace_too() {
    let ground = Ground::new();
    fs::write(ground.path("ws/b.txt"), "b").unwrap();
    fs::create_dir(ground.path("ws/sub2")).unwrap();
    symlink("../b.txt", ground.path("ws/sub/link")).unwrap();
    let dir = ground.dir::<Read>(&["sub"]);
    assert_eq!(dir.read_to_string("sub/a.txt").as_deref(), Ok("text"));
    for path in ["b.txt", "sub2", ".", "sub/../b.txt", "sub/link"] {
        refused(dir.read(path), "PermissionDenied", "no permission to read");
    }
    refused(
        ground.dir::<Write>(&["sub/new.txt"]).write("sub/a.txt", "x"),
        "PermissionDenied",
        "no permission to write",
    );
}

#[test]
fn references_cover_what_the_call_names_and_nothing_else() {
    let ground = Ground::new();
    let root = workspace(&ground.path("ws")).unwrap();
    let input = toolgen_model::Json::parse(r#"{"path":"sub/a.txt","more":["b","c"],"in":{"x":"d"}}"#).unwrap();
    let scope = |entry: &str| Scope::new(&root, &[entry.to_owned()], &input).unwrap();
    assert!(scope("${input.path}").covers(Path::new("sub/a.txt")));
    assert!(!scope("${input.path}").covers(Path::new("sub")));
    assert!(scope("${input.more}").covers(Path::new("c/deep")) && scope("${input.in.x}").covers(Path::new("d")));
    assert!(!scope("${input.absent}").covers(Path::new("sub")));
    let escaping = toolgen_model::Json::parse(r#"{"path":"../outside"}"#).unwrap();
    refused(
        Scope::new(&root, &["${input.path}".to_owned()], &escaping),
        "PermissionDenied",
        "escapes workspace: ../outside",
    );
}

#[test]
fn what_is_no_file_is_refused_without_waiting() {
    let ground = Ground::new();
    let pipe = ground.path("ws/pipe");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    refused(ground.all::<Read>().read("pipe"), "ToolExecutionError", "a device, a pipe or a socket");
    refused(ground.all::<Write>().write("pipe", "x"), "ToolExecutionError", "a device, a pipe or a socket");
    refused(ground.all::<Read>().read("sub"), "ToolExecutionError", "a directory");
    refused(ground.all::<Write>().write("sub", "x"), "ToolExecutionError", "a directory");
    refused(ground.all::<Write>().write(".", "x"), "InvalidArguments", "names no file");
}

#[test]
fn binary_files_are_said_to_be_binary() {
    let ground = Ground::new();
    fs::write(ground.path("ws/nul"), b"a\0b").unwrap();
    fs::write(ground.path("ws/latin"), b"caf\xe9").unwrap();
    let dir = ground.all::<Read>();
    refused(dir.read_to_string("nul"), "ToolExecutionError", "binary file");
    refused(dir.read_to_string("latin"), "ToolExecutionError", "byte 3 starts no character");
    assert_eq!(dir.read("latin").unwrap(), b"caf\xe9");
}

#[test]
fn a_write_replaces_the_whole_and_keeps_permissions() {
    let ground = Ground::new();
    let (file, dir) = (ground.path("ws/sub/a.txt"), ground.all::<Write>());
    fs::set_permissions(&file, fs::Permissions::from_mode(0o640)).unwrap();
    let hard = ground.path("outside/hard");
    fs::hard_link(&file, &hard).unwrap();
    dir.write("sub/a.txt", "new").unwrap();
    assert_eq!(fs::read_to_string(&file).unwrap(), "new");
    assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o640);
    assert_eq!(fs::read_to_string(&hard).unwrap(), "text", "a hard link keeps the old content");
    dir.write("deep/er/b.txt", "b").unwrap();
    assert_eq!(fs::read_to_string(ground.path("ws/deep/er/b.txt")).unwrap(), "b");
    let long = "n".repeat(255);
    dir.write(&long, "long").unwrap();
    let names = ground.all::<Read>().entries(".").unwrap();
    assert!(names.iter().all(|entry| !entry.name.contains("tmp")), "{names:?}");
    refused(dir.write("sub/a.txt/b", "x"), "ToolExecutionError", "cannot be written");
}

#[test]
fn a_file_of_several_names_is_not_read() {
    let ground = Ground::new();
    fs::hard_link(ground.path("outside/secret"), ground.path("ws/hard")).unwrap();
    refused(ground.all::<Read>().read("hard"), "PermissionDenied", "has 2 names");
}

#[test]
fn what_decides_about_the_agent_is_not_written_even_where_it_is_missing() {
    let ground = Ground::new();
    symlink(".git", ground.path("ws/link")).unwrap();
    fs::create_dir(ground.path("ws/.git")).unwrap();
    let dir = ground.all::<Write>();
    for path in [
        ".git/hooks/pre-commit",
        ".Git/Hooks/x",
        "link/hooks/x",
        "sub/../toolgen.toml",
        "sub/.git/config",
        ".toolgen/policy.yaml",
        "audit/audit.jsonl",
    ] {
        refused(dir.write(path, "x"), "PermissionDenied", "no tool writes it");
    }
    for (path, part) in [("a:b", "`:`"), ("sub/", "names no file"), ("a/.", "names no file"), ("a\nb", "control")] {
        refused(dir.write(path, "x"), "InvalidArguments", part);
    }
    refused(dir.write("~/.bashrc", "x"), "PermissionDenied", "`~`");
    dir.write("docs/.gitignore", "x").unwrap();
    dir.write("~notes", "x").unwrap();
    assert!(!ground.path("ws/.git/hooks").exists() && !ground.path("ws/.toolgen").exists());
}

/// As many tries as the whole test run has time for; the full count with `TOOLGEN_RACE=100000`.
fn tries() -> u32 {
    std::env::var("TOOLGEN_RACE").map_or(3_000, |count| count.parse().unwrap())
}

#[test]
fn a_folder_that_is_swapped_for_a_link_never_leads_outside() {
    use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
    let ground = Ground::new();
    fs::create_dir(ground.path("ws/d")).unwrap();
    fs::write(ground.path("ws/d/secret"), "inside").unwrap();
    symlink("../outside", ground.path("ws/other")).unwrap();
    let read = ground.all::<Read>();
    let over = AtomicBool::new(false);
    let swap = |a: &str, b: &str| fs::rename(ground.path(a), ground.path(b));
    let (mut inside, swaps) = (0, AtomicU32::new(0));
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while !over.load(Ordering::Relaxed) {
                swap("ws/d", "ws/away").and_then(|()| swap("ws/other", "ws/d")).unwrap();
                swap("ws/d", "ws/other").and_then(|()| swap("ws/away", "ws/d")).unwrap();
                swaps.fetch_add(1, Ordering::Relaxed);
                std::thread::yield_now();
            }
        });
        let is_race = |inside| inside > 0 && swaps.load(Ordering::Relaxed) > 10;
        // On a busy machine the two may keep step, so that none is read for long.
        let (mut tried, started) = (0, std::time::Instant::now());
        while tried < tries() || (!is_race(inside) && started.elapsed().as_secs() < 30) {
            tried += 1;
            match read.read_to_string("d/secret") {
                Ok(text) => {
                    assert_eq!(text, "inside");
                    inside += 1;
                }
                Err(error) => assert!(!error.message.contains("secret\n"), "{error}"),
            }
        }
        over.store(true, Ordering::Relaxed);
    });
    assert!(inside > 0 && swaps.load(Ordering::Relaxed) > 10, "{inside} reads, {swaps:?} swaps: there was no race");
}

#[test]
fn a_link_that_comes_and_goes_never_leads_a_write_outside() {
    use std::sync::atomic::{AtomicBool, Ordering};
    let ground = Ground::new();
    let write = ground.all::<Write>();
    let (over, place) = (AtomicBool::new(false), ground.path("ws/d"));
    let mut refused = 0;
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while !over.load(Ordering::Relaxed) {
                // A write makes the folder when it is missing, so that any of these may fail.
                let _ = fs::remove_dir_all(&place);
                let _ = symlink("../outside", &place);
                let _ = fs::remove_file(&place);
            }
        });
        // Each write syncs its file, which is slow.
        let (mut tried, started) = (0, std::time::Instant::now());
        while tried < tries() / 10 || (refused == 0 && started.elapsed().as_secs() < 30) {
            tried += 1;
            refused += u32::from(write.write("d/made", "x").is_err());
        }
        over.store(true, Ordering::Relaxed);
    });
    assert!(!ground.path("outside/made").exists(), "a write went outside");
    assert_eq!(fs::read_dir(ground.path("outside")).unwrap().count(), 1, "something is left outside");
    assert!(refused > 0, "there was no race");
}

#[test]
fn entries_are_sorted_and_links_are_not_followed() {
    let ground = Ground::new();
    symlink("/", ground.path("ws/root")).unwrap();
    fs::write(ground.path("ws/b"), "12").unwrap();
    let found: Vec<_> = ground.all::<Read>().entries(".").unwrap();
    let found: Vec<_> = found.iter().map(|entry| (entry.name.as_str(), entry.kind, entry.size)).collect();
    assert_eq!(found, [("b", EntryKind::File, 2), ("root", EntryKind::Link, 0), ("sub", EntryKind::Dir, 0)]);
    assert_eq!(ground.all::<Read>().exists("sub/nothing"), Ok(false));
    assert_eq!(ground.all::<Read>().exists("sub/a.txt"), Ok(true));
    assert_eq!(ground.all::<Read>().exists("sub/a.txt/x"), Ok(false));
}
