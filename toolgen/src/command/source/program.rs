//! A built program in, the text of its `catalog` command out, in bounded time; or the crate in this folder
//! in, its program out.

use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc;
use std::time::{Duration, Instant};

use toolgen_model::Json;

use super::{MOST_BYTES, text};
use crate::command::{Console, Failure};

/// How long a program may take to print its catalog.
const PATIENCE: Duration = Duration::from_secs(30);

/// What `BINARY catalog` prints.
pub(super) fn catalog(binary: &Path) -> Result<String, Failure> {
    let named = binary.display();
    let fail = |message: String| Failure::Failed(format!("{named} catalog: {message}"));
    // A bare name is a file here before it is a program on the search path.
    let program = if binary.is_file() { std::path::absolute(binary)? } else { binary.to_owned() };
    let mut child = Command::new(program)
        .arg("catalog")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|error| fail(format!("cannot be run: {error}; --bin takes an agent that toolgen built")))?;
    let (out, err) = (drain(child.stdout.take()), drain(child.stderr.take()));
    let Ok(bytes) = out.recv_timeout(PATIENCE) else {
        end(&mut child);
        return Err(fail(format!("printed no catalog within {} s and was stopped", PATIENCE.as_secs())));
    };
    if bytes.len() as u64 > MOST_BYTES {
        end(&mut child);
    }
    let Some(status) = wait(&mut child)? else {
        end(&mut child);
        return Err(fail(format!("did not end within {} s and was stopped", PATIENCE.as_secs())));
    };
    let text = text(bytes).map_err(&fail)?;
    if status.success() {
        return Ok(text);
    }
    let said = err.recv_timeout(Duration::from_secs(1)).unwrap_or_default();
    let said = String::from_utf8_lossy(&said);
    let last = said.lines().rev().find(|line| !line.trim().is_empty()).unwrap_or("it printed nothing");
    Err(fail(format!("ended with {status}: {}; --bin takes an agent that toolgen built", last.trim())))
}

/// Reads a stream to its end on a thread of its own, so that nobody waits for it for ever.
fn drain(stream: Option<impl Read + Send + 'static>) -> mpsc::Receiver<Vec<u8>> {
    let (send, receive) = mpsc::channel();
    std::thread::spawn(move || {
        let mut bytes = Vec::new();
        if let Some(stream) = stream {
            // What was read before a failure is what there is.
            let _ = stream.take(MOST_BYTES + 1).read_to_end(&mut bytes);
        }
        let _ = send.send(bytes);
    });
    receive
}

/// How the program ended; none when it goes on after it has closed its output.
fn wait(child: &mut Child) -> std::io::Result<Option<ExitStatus>> {
    let deadline = Instant::now() + PATIENCE;
    loop {
        match child.try_wait()? {
            None if Instant::now() < deadline => std::thread::sleep(Duration::from_millis(5)),
            ended => return Ok(ended),
        }
    }
}

fn end(child: &mut Child) {
    // It may have ended by itself in this moment.
    let _ = child.kill();
    let _ = child.wait();
}

/// Builds the crate in this folder; the path of its one program comes back.
pub(super) fn build(console: &mut Console) -> Result<PathBuf, Failure> {
    if !Path::new("Cargo.toml").is_file() {
        let help = "pass a PATH to manifests, --bin BINARY or --catalog FILE, or go to the folder of a crate";
        return Err(Failure::Usage(format!("there is no Cargo.toml in this folder; {help}")));
    }
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut child = Command::new(cargo)
        .args(["build", "--message-format=json-render-diagnostics"])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .spawn()
        .map_err(|error| Failure::Failed(format!("cannot run cargo: {error}")))?;
    let mut programs: Vec<PathBuf> = Vec::new();
    for line in child.stdout.take().map(BufReader::new).into_iter().flat_map(BufRead::lines) {
        programs.extend(executable(&line?));
    }
    if !child.wait()?.success() {
        return Err(Failure::Failed("the crate does not build; see above".to_owned()));
    }
    programs.sort();
    match programs.as_slice() {
        [program] => {
            writeln!(console.err, "asking {}", program.display())?;
            Ok(program.clone())
        }
        [] => Err(Failure::Usage("this crate has no program; pass --bin BINARY or a PATH to manifests".to_owned())),
        several => {
            let list: Vec<String> = several.iter().map(|program| format!("\n  --bin {}", program.display())).collect();
            Err(Failure::Usage(format!("this crate has several programs; choose one:{}", list.concat())))
        }
    }
}

/// The program that one message of cargo announces.
fn executable(message: &str) -> Option<PathBuf> {
    let message = Json::parse(message).ok()?;
    let kinds = message.pointer("/target/kind")?.as_array()?;
    let program = kinds.iter().any(|kind| kind.as_str() == Some("bin"));
    message.get("executable")?.as_str().filter(|_| program).map(PathBuf::from)
}
