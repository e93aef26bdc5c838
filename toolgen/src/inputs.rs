//! PATHs of a command line in, the texts of their manifests out. What cannot be read is a finding with a
//! place; nothing hangs and nothing is left out in silence.

use std::collections::BTreeSet;
use std::fs::{self, FileType};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use crate::diag::{Diagnostic, FileId, Rule, Sink, Sources, Span, code::page};
use crate::manifest::LARGEST;

pub(crate) const RULES: &[Rule] = &[
    page!(
        "TG0001",
        "unreadable",
        Error,
        "Reports a file or folder that cannot be read, and a manifest that is no regular file: a folder, a pipe, a device, a broken link.",
        "A manifest that was asked for and is not read would be missing from the agent.",
        "# toolgen check tools/repo.yaml, where repo.yaml is a link to nothing",
        "A regular file that this user may read; `-` for standard input."
    ),
    page!(
        "TG0002",
        "not-utf-8",
        Error,
        "Reports a file that is no UTF-8 text, with the place of the first wrong byte.",
        "Every other reading would guess.",
        "description: Gr\\xFC\\xDFe   # bytes of Latin-1",
        "The file saved as UTF-8."
    ),
];

/// Names of YAML files that stand beside manifests and are none.
const NO_MANIFESTS: [&str; 2] = ["cases.yaml", "cases.yml"];
/// Folders that hold what is built or fetched.
const NO_SOURCES: [&str; 2] = ["target", "node_modules"];
/// Levels of folders that are searched.
const DEPTH: usize = 64;

/// The texts that a command line names.
#[derive(Debug, Default)]
pub struct Inputs {
    /// Every text, also those that could not be read
    pub sources: Sources,
    /// Those that are to be parsed, in the order of their names
    pub files: Vec<FileId>,
}

/// Reads what `paths` name: files, folders with all their manifests, `-` for `stdin`. Without any, the
/// folder `tools`, or else every manifest below the current folder.
pub fn read(paths: &[PathBuf], stdin: &mut dyn Read, sink: &mut Sink) -> Inputs {
    let mut found = Found::default();
    let everywhere = paths.is_empty() && !Path::new("tools").is_dir();
    let default = [PathBuf::from(if everywhere { "." } else { "tools" })];
    for path in if paths.is_empty() { &default } else { paths } {
        if path == Path::new("-") {
            found.files.insert((String::new(), path.clone()));
        } else {
            found.path(path, everywhere);
        }
    }
    let mut inputs = Inputs::default();
    for (name, fault) in found.faults {
        let file = inputs.sources.add(name, "");
        sink.push(fault.finding(Span::new(file, 0, 0)));
    }
    let mut seen = BTreeSet::new();
    for (name, path) in found.files {
        // One file under two names is one manifest.
        if name.is_empty() || fs::canonicalize(&path).map_or(true, |real| seen.insert(real)) {
            one(name, &path, everywhere, stdin, &mut inputs, sink);
        }
    }
    inputs
}

#[derive(Default)]
struct Found {
    /// By name, so that the order is that of names
    files: BTreeSet<(String, PathBuf)>,
    faults: Vec<(String, Fault)>,
}

/// Why something is no manifest that can be read.
enum Fault {
    Kind(&'static str),
    Error(io::ErrorKind, String),
    Deep,
}

impl Fault {
    fn of(error: &io::Error) -> Fault {
        Fault::Error(error.kind(), error.to_string())
    }

    fn finding(&self, span: Span) -> Diagnostic {
        let error = |message: String| Diagnostic::error("TG0001", span, message);
        match self {
            Fault::Kind(kind) => error(format!("expected a file, and this is {kind}"))
                .help("name a regular file, or `-` for standard input"),
            Fault::Error(io::ErrorKind::NotFound, _) => {
                error("there is no such file or folder".into()).help("check the name, and what a link leads to")
            }
            Fault::Error(io::ErrorKind::PermissionDenied, _) => {
                error("this user may not read it".into()).help("let this user read it, for example with `chmod`")
            }
            Fault::Error(_, text) => error(format!("it cannot be read: {text}")).help("check the file and its disk"),
            Fault::Deep => error(format!("folders are nested deeper than {DEPTH} levels"))
                .help("name the folder that holds the manifests"),
        }
    }
}

impl Found {
    fn path(&mut self, path: &Path, only_manifests: bool) {
        match fs::metadata(path) {
            Ok(about) if about.is_dir() && !is_yaml(path) => self.folder(path, only_manifests, 0),
            Ok(about) => self.file(path, about.file_type()),
            Err(error) => self.faults.push((name(path), Fault::of(&error))),
        }
    }

    fn file(&mut self, path: &Path, kind: FileType) {
        match what(kind) {
            None => _ = self.files.insert((name(path), path.to_owned())),
            Some(kind) => self.faults.push((name(path), Fault::Kind(kind))),
        }
    }

    fn folder(&mut self, folder: &Path, only_manifests: bool, depth: usize) {
        if depth > DEPTH {
            return self.faults.push((name(folder), Fault::Deep));
        }
        let entries = match fs::read_dir(folder) {
            Ok(entries) => entries,
            Err(error) => return self.faults.push((name(folder), Fault::of(&error))),
        };
        for entry in entries {
            let entry = match entry {
                Ok(entry) => entry,
                Err(error) => {
                    self.faults.push((name(folder), Fault::of(&error)));
                    continue;
                }
            };
            let (path, file_name) = (entry.path(), entry.file_name());
            let file_name = file_name.to_string_lossy();
            let Ok(kind) = entry.file_type() else { continue };
            if file_name.starts_with('.') || NO_MANIFESTS.contains(&file_name.as_ref()) {
                continue;
            }
            if kind.is_dir() && !is_yaml(&path) {
                if !NO_SOURCES.contains(&file_name.as_ref()) {
                    self.folder(&path, only_manifests, depth + 1);
                }
            } else if is_yaml(&path) {
                // A link to a file counts as the file; below the current folder anything may lie around.
                match fs::metadata(&path) {
                    Ok(about) if only_manifests && !about.is_file() => {}
                    Ok(about) => self.file(&path, about.file_type()),
                    Err(error) => self.faults.push((name(&path), Fault::of(&error))),
                }
            }
        }
    }
}

fn is_yaml(path: &Path) -> bool {
    path.extension()
        .is_some_and(|extension| extension.eq_ignore_ascii_case("yaml") || extension.eq_ignore_ascii_case("yml"))
}

/// What something is that is no regular file.
fn what(kind: FileType) -> Option<&'static str> {
    if kind.is_file() {
        return None;
    }
    if kind.is_dir() {
        return Some("a folder");
    }
    #[cfg(unix)]
    {
        use std::os::unix::fs::FileTypeExt;
        if kind.is_fifo() {
            return Some("a pipe");
        }
        if kind.is_char_device() || kind.is_block_device() {
            return Some("a device");
        }
        if kind.is_socket() {
            return Some("a socket");
        }
    }
    Some("something else")
}

/// The path as findings show it: with `/`, without a leading `./`.
fn name(path: &Path) -> String {
    let text = path.to_string_lossy();
    let text = if std::path::MAIN_SEPARATOR == '/' { text.into_owned() } else { text.replace('\\', "/") };
    match text.strip_prefix("./").filter(|_| path.components().nth(1).is_some()) {
        Some(rest) => rest.trim_start_matches('/').to_owned(),
        None => text,
    }
}

fn one(name: String, path: &Path, only_manifests: bool, stdin: &mut dyn Read, inputs: &mut Inputs, sink: &mut Sink) {
    let mut bytes = Vec::new();
    let limit = LARGEST as u64 + 1;
    let read = if name.is_empty() {
        stdin.take(limit).read_to_end(&mut bytes).map(|_| ())
    } else {
        // What was a file may have become something else that never ends.
        fs::File::open(path).and_then(|file| match what(file.metadata()?.file_type()) {
            Some(kind) => Err(io::Error::other(format!("it has become {kind}"))),
            None => file.take(limit).read_to_end(&mut bytes).map(|_| ()),
        })
    };
    let name = if name.is_empty() { "<stdin>".to_owned() } else { name };
    if let Err(error) = read {
        let file = inputs.sources.add(name, "");
        sink.push(Fault::of(&error).finding(Span::new(file, 0, 0)));
        return;
    }
    match String::from_utf8(bytes) {
        Ok(text) if only_manifests && !looks_like_one(&text) => {}
        Ok(text) => {
            let file = inputs.sources.add(name, text);
            inputs.files.push(file);
        }
        Err(error) => {
            let at = error.utf8_error().valid_up_to();
            let bytes = error.into_bytes();
            // A character may have been cut in two by the limit.
            let cut = bytes.len() > LARGEST && at + 4 > bytes.len();
            let wide = bytes.starts_with(&[0xFF, 0xFE]) || bytes.starts_with(&[0xFE, 0xFF]);
            let byte = bytes.get(at).copied().unwrap_or_default();
            let file = inputs.sources.add(name, String::from_utf8_lossy(&bytes));
            if cut {
                inputs.files.push(file);
                return;
            }
            let message = match wide {
                true => "this file is UTF-16, and a manifest is UTF-8".to_owned(),
                false => format!("the byte 0x{byte:02X} is no UTF-8"),
            };
            sink.push(Diagnostic::error("TG0002", Span::new(file, at, at + 3), message).help("save the file as UTF-8"));
        }
    }
}

/// Whether a file that was only found, not named, is a manifest at all.
fn looks_like_one(text: &str) -> bool {
    text.trim_start_matches('\u{FEFF}').lines().any(|line| line.starts_with("manifestVersion"))
}
