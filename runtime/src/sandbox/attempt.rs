//! The confined half of the probe suite: tries everything and prints what was held.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs;
use std::io::Write;
use std::net::{TcpStream, UdpSocket};
use std::os::unix::fs::PermissionsExt;
use std::os::unix::net::UnixStream;
use std::process::{Command, Stdio};
use std::time::Duration;

use rustix::process::{Pid, test_kill_process};

use super::suite::{Grounds, Probe, Targets};

/// What is tried, and whether it gets through.
type Attempt = (Probe, fn(&Targets) -> bool);

/// Tries all; the exit code is 0 when it could report.
pub(super) fn attempt_all(mut words: impl Iterator<Item = OsString>) -> i32 {
    let Some(targets) = words.next().and_then(|word| serde_json::from_str::<Targets>(word.to_str()?).ok()) else {
        return 2;
    };
    let attempts: [Attempt; 9] = [
        (Probe::ReadOutside, |targets| fs::read(&targets.secret).is_ok()),
        (Probe::WriteOutside, |targets| fs::write(targets.outside.join("new"), "x").is_ok()),
        (Probe::ChmodOutside, |targets| {
            fs::set_permissions(&targets.secret, fs::Permissions::from_mode(0o666)).is_ok()
        }),
        (Probe::Tcp, |targets| {
            TcpStream::connect_timeout(&([127, 0, 0, 1], targets.tcp).into(), Duration::from_secs(1)).is_ok()
        }),
        // Whether it arrives is seen at the other end; here it only counts that nothing else went wrong.
        (Probe::Udp, |targets| {
            let sent = UdpSocket::bind("0.0.0.0:0").and_then(|udp| udp.send_to(b"x", ("127.0.0.1", targets.udp)));
            let _ = sent;
            false
        }),
        (Probe::UnixSocket, |targets| UnixStream::connect(&targets.socket).is_ok()),
        (Probe::ForeignEnvironment, reads_environment),
        (Probe::SignalOutside, |targets| {
            Pid::from_raw(targets.victim).is_some_and(|pid| test_kill_process(pid).is_ok())
        }),
        (Probe::InheritedDescriptor, writes_descriptor),
    ];
    let held: BTreeMap<Probe, bool> = attempts.iter().map(|(probe, escapes)| (*probe, !escapes(&targets))).collect();
    let text = serde_json::to_string(&held).unwrap_or_default();
    i32::from(std::io::stdout().write_all(text.as_bytes()).is_err())
}

/// Looks for the secret in every environment that can be read.
fn reads_environment(targets: &Targets) -> bool {
    let listed = fs::read_dir("/proc").into_iter().flatten().flatten();
    let pids = listed.filter_map(|entry| entry.file_name().into_string().ok()).chain([targets.victim.to_string()]);
    pids.into_iter().any(|pid| {
        let environment = fs::read(format!("/proc/{pid}/environ")).unwrap_or_default();
        environment.windows(Grounds::SECRET.len()).any(|window| window == Grounds::SECRET.as_bytes())
    })
}

/// A shell writes to the descriptor, which is the one way without unsafe code. `dash` knows only one digit.
fn writes_descriptor(targets: &Targets) -> bool {
    let shell = if targets.descriptor < 10 { "/bin/sh" } else { "/bin/bash" };
    let mut command = Command::new(shell);
    command.args(["-c", &format!("echo leaked >&{}", targets.descriptor)]).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}
