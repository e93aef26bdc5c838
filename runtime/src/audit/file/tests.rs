//! The log in a file: several writers, half lines, tampering, and places where no log can be.

use std::fs::{self, OpenOptions};
use std::path::PathBuf;

use tempfile::TempDir;

use super::*;
use crate::audit::{Call, Report, records, verify};

fn keep(_: &str) -> Option<String> {
    None
}

struct Log {
    _folder: TempDir,
    file: File,
}

impl Log {
    fn new() -> Log {
        let folder = tempfile::tempdir().unwrap();
        let file = File::at(folder.path().join("state/audit.jsonl"));
        Log { _folder: folder, file }
    }

    fn of(count: u64) -> Log {
        let log = Log::new();
        for n in 1..=count {
            assert_eq!(log.write(), n);
        }
        log
    }

    fn write(&self) -> u64 {
        self.file.append(&intent("git_log"), &keep).unwrap()
    }

    fn text(&self) -> String {
        fs::read_to_string(self.file.path()).unwrap()
    }

    fn set(&self, text: &str) {
        fs::write(self.file.path(), text).unwrap();
    }

    fn add(&self, bytes: &[u8]) {
        OpenOptions::new().append(true).open(self.file.path()).unwrap().write_all(bytes).unwrap();
    }

    fn report(&self) -> Report {
        verify(self.file.path()).unwrap()
    }

    /// The codes of the faults.
    fn faults(&self) -> Vec<&'static str> {
        self.report().faults.iter().map(|fault| fault.code).collect()
    }

    fn lines(&self) -> Vec<String> {
        self.text().lines().map(str::to_owned).collect()
    }
}

fn intent(name: &str) -> Event<'_> {
    Event::Intent(Call { name: name.into(), arguments: r#"{"a":1}"#.into(), ..Call::default() })
}

#[test]
fn a_written_log_is_sound_and_reads_back() {
    let log = Log::of(5);
    let report = log.report();
    assert!(report.is_sound() && report.notes.is_empty(), "{report:?}");
    assert_eq!((report.lines, report.last.unwrap().0), (5, 5));
    let records: Vec<_> = records(log.file.path()).unwrap().map(Result::unwrap).collect();
    assert_eq!(records.iter().map(|record| record.seq).collect::<Vec<_>>(), [1, 2, 3, 4, 5]);
    assert_eq!((records[0].event(), records[0].text("arguments")), ("intent", r#"{"a":1}"#));
}

#[cfg(unix)]
#[test]
fn only_the_owner_may_read_it() {
    use std::os::unix::fs::PermissionsExt;
    let log = Log::of(1);
    for (path, mode) in
        [(log.file.path(), 0o600), (log.file.anchor(), 0o600), (log.file.path().parent().unwrap(), 0o700)]
    {
        assert_eq!(fs::metadata(path).unwrap().permissions().mode() & 0o777, mode, "{}", path.display());
    }
}

#[test]
fn every_changed_byte_is_found() {
    let log = Log::of(3);
    let text = log.text();
    for at in 0..text.len() {
        let mut bytes = text.clone().into_bytes();
        bytes[at] = if bytes[at] == b'x' { b'y' } else { b'x' };
        fs::write(log.file.path(), bytes).unwrap();
        assert!(!log.report().is_sound() || at + 1 == text.len(), "byte {at} was changed unseen");
    }
    // Without its line end the last line is a half one, which a process may leave; the anchor knows it was whole.
    let mut bytes = text.clone().into_bytes();
    *bytes.last_mut().unwrap() = b'x';
    fs::write(log.file.path(), bytes).unwrap();
    assert_eq!(log.faults(), ["audit.truncated"]);
}

#[test]
fn every_cut_is_found_and_stays_found() {
    let log = Log::of(4);
    let text = log.text();
    for length in 0..text.len() {
        log.set(&text[..length]);
        assert!(log.faults().contains(&"audit.truncated"), "a cut to {length} bytes was not seen");
    }
    for length in [0, 10, text.lines().next().unwrap().len() + 1] {
        let log = Log::of(4);
        let own = log.text();
        log.set(&own[..length]);
        assert_eq!(log.write(), 6, "a gap tells of it");
        assert_eq!(log.faults(), ["audit.truncated"], "cut to {length}");
        log.write();
        assert_eq!(log.faults(), ["audit.truncated"], "later lines hide nothing");
    }
}

#[test]
fn lines_that_are_taken_out_put_in_or_swapped_are_found() {
    let log = Log::of(4);
    let lines = log.lines();
    let with = |order: &[usize]| {
        log.set(&order.iter().map(|at| format!("{}\n", lines[*at])).collect::<String>());
        log.faults()
    };
    assert_eq!(with(&[0, 1, 2, 3]), [""; 0]);
    assert_eq!(with(&[0, 2, 3]), ["audit.missing"]);
    assert_eq!(with(&[1, 2, 3]), ["audit.missing"]);
    assert_eq!(with(&[0, 2, 1, 3]), ["audit.missing"; 2]);
    assert_eq!(with(&[0, 1, 1, 2, 3]), ["audit.missing"]);
    log.set(&format!("{}\nhello\n{}\n{}\n{}\n", lines[0], lines[1], lines[2], lines[3]));
    assert_eq!(log.faults(), ["audit.foreign"]);
    log.set(&format!("{}\n\n{}\n{}\n{}\n", lines[0], lines[1], lines[2], lines[3]));
    assert_eq!(log.faults(), ["audit.foreign"]);
}

#[test]
fn a_half_line_is_kept_apart_and_the_chain_goes_on() {
    let whole = Log::of(2);
    let last = format!("{}\n", whole.lines()[1]);
    for length in 1..last.len() {
        let log = Log::of(2);
        log.add(&last.as_bytes()[..length]);
        let report = log.report();
        assert!(report.is_sound() && report.notes.len() == 1, "{length}: {report:?}");
        assert_eq!(log.write(), 4, "a gap stands before it");
        let report = log.report();
        assert!(report.is_sound() && report.notes.len() == 1, "{length}: {report:?}");
        assert!(log.text().contains(&last[..length]), "no byte is thrown away");
        assert_eq!(records(log.file.path()).unwrap().count(), 4);
    }
}

#[test]
fn a_half_line_that_was_changed_later_is_found() {
    let log = Log::of(1);
    log.add(b"{\"seq\":2,\"ti");
    log.write();
    let text = log.text();
    log.set(&text.replace("{\"seq\":2,\"ti\n", "{\"seq\":2,\"tu\n"));
    assert_eq!(log.faults(), ["audit.foreign"]);
}

#[test]
fn a_process_that_dies_between_line_and_anchor_leaves_a_sound_log() {
    let log = Log::of(2);
    let anchor = fs::read(log.file.anchor()).unwrap();
    log.write();
    fs::write(log.file.anchor(), anchor).unwrap();
    assert!(log.report().is_sound());
    assert_eq!(log.write(), 4);
    assert!(log.report().is_sound() && log.report().notes.is_empty());
}

#[test]
fn a_lost_anchor_is_told() {
    for anchor in [None, Some("{\"seq\":"), Some("")] {
        let log = Log::of(3);
        match anchor {
            None => fs::remove_file(log.file.anchor()).unwrap(),
            Some(text) => fs::write(log.file.anchor(), text).unwrap(),
        }
        assert_eq!(log.faults(), ["audit.anchor"]);
        assert_eq!(log.write(), 5);
        assert_eq!(log.faults(), ["audit.anchor"], "{anchor:?}");
    }
}

#[test]
fn foreign_lines_at_the_end_are_found() {
    let log = Log::of(1);
    log.add(b"{\"seq\":2,\"event\":\"intent\"}\n");
    assert_eq!(log.faults(), ["audit.foreign"]);
    log.write();
    assert_eq!(log.faults(), ["audit.foreign"]);
}

#[test]
fn endless_lines_end() {
    let log = Log::of(1);
    log.add(&vec![b'x'; 3 << 20]);
    assert!(log.report().is_sound());
    log.write();
    assert_eq!(log.report().notes.len(), 1);
    assert!(log.report().is_sound());
}

#[test]
fn eight_writers_make_one_order() {
    let log = Log::new();
    std::thread::scope(|scope| {
        for _ in 0..8 {
            // Each with a log of its own, as processes have.
            let file = File::at(log.file.path());
            scope.spawn(move || {
                for _ in 0..25 {
                    file.append(&intent("add"), &keep).unwrap();
                }
            });
        }
    });
    let report = log.report();
    assert!(report.is_sound() && report.notes.is_empty(), "{report:?}");
    assert_eq!(report.lines, 200);
}

#[cfg(unix)]
#[test]
fn links_devices_and_folders_are_refused() {
    use std::os::unix::fs::symlink;
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    fs::write(at("target"), "").unwrap();
    symlink(at("target"), at("link")).unwrap();
    symlink(at("nowhere"), at("dangling")).unwrap();
    fs::create_dir(at("folder")).unwrap();
    fs::write(at("two"), "").unwrap();
    fs::hard_link(at("two"), at("names")).unwrap();
    symlink(at("target"), at("anchored.anchor")).unwrap();
    for path in [at("link"), at("dangling"), at("folder"), at("names"), at("anchored"), PathBuf::from("/dev/full")] {
        let error = File::at(&path).append(&intent("x"), &keep).unwrap_err();
        assert!(!error.to_string().is_empty(), "{}", path.display());
    }
    assert_eq!(fs::read(at("target")).unwrap(), b"");
    assert!(!at("nowhere").exists());
}

#[cfg(unix)]
#[test]
fn a_log_inside_of_a_root_is_known_as_such_through_links_too() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    fs::create_dir(at("root")).unwrap();
    fs::create_dir(at("state")).unwrap();
    std::os::unix::fs::symlink(at("root"), at("state/link")).unwrap();
    let outside = |path: &str| File::at(at(path)).is_outside(&at("root")).unwrap();
    assert!(outside("state/audit.jsonl") && outside("missing/deep/audit.jsonl") && outside("roots.jsonl"));
    assert!(!outside("root/audit.jsonl") && !outside("root/new/audit.jsonl") && !outside("state/link/audit.jsonl"));
    assert!(!outside("state/../root/audit.jsonl"));
}
