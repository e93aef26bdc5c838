//! Files and folders as a command line names them: what cannot be read is a located finding, never a hang.

use std::fs;
use std::path::{Path, PathBuf};

use toolgen::diag::{Diagnostic, Sink};
use toolgen::inputs::{Inputs, read};

const GOOD: &str = "manifestVersion: \"1\"\ntools: {a: {description: A., annotations: {readOnlyHint: true}}}\n";

/// A folder of its own for one test.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

fn inputs(paths: &[PathBuf]) -> (Inputs, Vec<Diagnostic>) {
    let mut sink = Sink::default();
    let inputs = read(paths, &mut std::io::empty(), &mut sink);
    (inputs, sink.finish())
}

/// The code and message of the only finding.
fn only(path: PathBuf) -> (&'static str, String) {
    let (inputs, findings) = inputs(&[path]);
    assert_eq!(findings.len(), 1, "{findings:?}");
    let span = findings[0].span.unwrap();
    assert!(inputs.sources.get(span.file).is_some());
    assert!(inputs.files.is_empty());
    (findings[0].code, findings[0].message.clone())
}

#[test]
fn a_folder_gives_its_manifests_in_the_order_of_their_names() {
    let folder = folder("order");
    for name in ["b.yaml", "a/z.yml", "a/y.yaml", "c.txt", ".hidden/x.yaml", "target/t.yaml", "a/cases.yaml"] {
        let path = folder.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, GOOD).unwrap();
    }
    let (inputs, findings) = inputs(std::slice::from_ref(&folder));
    assert!(findings.is_empty());
    let names: Vec<String> = inputs.sources.iter().map(|(_, source)| source.name.clone()).collect();
    let expected: Vec<String> =
        ["a/y.yaml", "a/z.yml", "b.yaml"].iter().map(|name| folder.join(name).display().to_string()).collect();
    assert_eq!(names, expected);
}

#[test]
fn a_file_that_is_named_twice_is_read_once() {
    let folder = folder("twice");
    fs::write(folder.join("a.yaml"), GOOD).unwrap();
    let (inputs, _) = inputs(&[folder.clone(), folder.join("a.yaml"), folder.join("../twice/a.yaml")]);
    assert_eq!(inputs.files.len(), 1);
}

#[test]
fn standard_input_is_a_file_like_others() {
    let mut sink = Sink::default();
    let inputs = read(&[PathBuf::from("-")], &mut GOOD.as_bytes(), &mut sink);
    assert_eq!(inputs.files.len(), 1);
    assert_eq!(inputs.sources.get(inputs.files[0]).map(|source| source.name.as_str()), Some("<stdin>"));
    assert!(sink.finish().is_empty());
}

#[test]
fn a_name_of_nothing_is_reported() {
    let (code, message) = only(folder("missing").join("a.yaml"));
    assert_eq!(code, "TG0001");
    assert!(message.contains("no such file"), "{message}");
}

#[test]
fn a_folder_that_is_named_like_a_manifest_is_reported() {
    let folder = folder("directory");
    fs::create_dir(folder.join("a.yaml")).unwrap();
    for path in [folder.join("a.yaml"), folder] {
        let (code, message) = only(path);
        assert_eq!(code, "TG0001");
        assert!(message.contains("a folder"), "{message}");
    }
}

#[cfg(unix)]
#[test]
fn devices_pipes_and_links_to_nothing_are_reported_and_not_opened() {
    let (code, message) = only(PathBuf::from("/dev/zero"));
    assert_eq!(code, "TG0001");
    assert!(message.contains("a device"), "{message}");

    let folder = folder("special");
    let pipe = folder.join("pipe.yaml");
    let made = std::process::Command::new("mkfifo").arg(&pipe).status().unwrap();
    assert!(made.success());
    let (code, message) = only(pipe.clone());
    assert_eq!(code, "TG0001");
    assert!(message.contains("a pipe"), "{message}");
    fs::remove_file(pipe).unwrap();

    std::os::unix::fs::symlink("nowhere.yaml", folder.join("link.yaml")).unwrap();
    let (code, _) = only(folder.join("link.yaml"));
    assert_eq!(code, "TG0001");
    let (code, _) = only(folder);
    assert_eq!(code, "TG0001");
}

#[cfg(unix)]
#[test]
fn folders_that_link_to_themselves_end() {
    let folder = folder("loop");
    fs::write(folder.join("a.yaml"), GOOD).unwrap();
    std::os::unix::fs::symlink(&folder, folder.join("again")).unwrap();
    let (inputs, findings) = inputs(&[folder]);
    assert!(findings.is_empty());
    assert_eq!(inputs.files.len(), 1);
}

#[test]
fn bytes_that_are_no_utf_8_are_located() {
    let folder = folder("bytes");
    let path = folder.join("a.yaml");
    fs::write(&path, b"manifestVersion: \"1\"\ndescription: Gr\xFC\xDFe\ntools: {}\n").unwrap();
    let (inputs, findings) = inputs(std::slice::from_ref(&path));
    assert_eq!(findings.len(), 1);
    assert_eq!(findings[0].code, "TG0002");
    assert!(findings[0].message.contains("0xFC"), "{findings:?}");
    let span = findings[0].span.unwrap();
    assert_eq!(inputs.sources.get(span.file).unwrap().position(span.start), (2, 16));

    fs::write(&path, b"\xFF\xFEm\0a\0").unwrap();
    let (code, message) = only(path);
    assert_eq!(code, "TG0002");
    assert!(message.contains("UTF-16"), "{message}");
}

#[test]
fn a_huge_file_is_read_no_further_than_the_limit() {
    let folder = folder("huge");
    let path = folder.join("a.yaml");
    fs::write(&path, "é".repeat(toolgen::manifest::LARGEST * 4)).unwrap();
    let (inputs, findings) = inputs(&[path]);
    assert!(findings.is_empty());
    let text = &inputs.sources.get(inputs.files[0]).unwrap().text;
    assert!(text.len() > toolgen::manifest::LARGEST && text.len() < toolgen::manifest::LARGEST + 10);
    let mut sink = Sink::default();
    let _ = toolgen::manifest::parse(&inputs.sources, inputs.files[0], &mut sink);
    let codes: Vec<_> = sink.finish().iter().map(|finding| finding.code).collect();
    assert_eq!(codes, ["TG0003"]);
}

#[test]
fn one_bad_file_among_ten_thousand_is_found() {
    let folder = folder("many");
    for n in 0..10_000 {
        let place = folder.join(format!("{:02}", n / 1000));
        fs::create_dir_all(&place).unwrap();
        let text = if n == 7_777 { b"\xFF".to_vec() } else { format!("# {n}\n{GOOD}").into_bytes() };
        fs::write(place.join(format!("{n:05}.yaml")), text).unwrap();
    }
    let (inputs, findings) = inputs(std::slice::from_ref(&folder));
    assert_eq!(inputs.files.len(), 9_999);
    assert_eq!(findings.len(), 1);
    let file = findings[0].span.unwrap().file;
    assert!(inputs.sources.get(file).unwrap().name.ends_with("07/07777.yaml"));
    fs::remove_dir_all(folder).unwrap();
}
