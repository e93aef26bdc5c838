//! The command line of docker, which no daemon here can try.

use std::ffi::OsString;

use toolgen_runtime::sandbox::{Network, docker_argv};
use toolgen_runtime::shell::Command;

use crate::grounds::Grounds;

#[test]
fn the_container_gets_the_workspace_the_limits_and_nothing_else() {
    let grounds = Grounds::new("docker");
    let mut profile = grounds.profile();
    let names: Vec<OsString> = ["API_REGION", "HOME", "LANG", "PATH"].map(OsString::from).to_vec();
    let command = Command {
        assignments: vec![("A".to_owned(), "b c".to_owned())],
        argv: ["ls", "-la", "; id"].map(str::to_owned).to_vec(),
    };
    let argv = docker_argv(&profile, names.iter(), &command);
    let workspace = grounds.workspace().display().to_string();
    let golden = "docker run --rm --init --pull never --interactive --read-only --cap-drop ALL --security-opt no-new-privileges --ipc none \
        --tmpfs /tmp:rw,nosuid,nodev,size=64m --network none --memory 512m --memory-swap 512m --cpus 0.80 --pids-limit 11 \
        --ulimit nofile=256 --ulimit cpu=60 --ulimit core=0 --volume @:@ --workdir @ --env API_REGION --env LANG --env A=b_c alpine:latest ls -la ;_id";
    let expected: Vec<String> = golden
        .split_whitespace()
        .map(|word| word.replace('@', &workspace).replace("b_c", "b c").replace(";_id", "; id"))
        .collect();
    assert_eq!(argv, expected);
    profile.network = Network::Open;
    assert!(docker_argv(&profile, names.iter(), &command).windows(2).any(|pair| pair == ["--network", "bridge"]));
}
