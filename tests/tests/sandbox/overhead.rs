//! What confinement costs when a program is started.

use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use toolgen_runtime::sandbox::{Backend, Launcher};

use crate::grounds::{Grounds, agent, backends, environment, plan};

fn median(mut measure: impl FnMut()) -> Duration {
    let mut times: Vec<Duration> = (0..41)
        .map(|_| {
            let start = Instant::now();
            measure();
            start.elapsed()
        })
        .collect();
    times.sort_unstable();
    times[times.len() / 2]
}

#[test]
fn starting_a_confined_program_is_affordable() {
    let grounds = Grounds::new("overhead");
    let plain = median(|| {
        let output =
            Command::new("/bin/true").env_clear().current_dir(grounds.workspace()).stdin(Stdio::null()).output();
        assert!(output.unwrap().status.success());
    });
    println!("plain: {plain:?}");
    let true_plan = plan("/bin/true");
    for &backend in backends() {
        let launcher = Launcher::at(agent(), backend);
        let time = median(|| {
            let outcome = launcher.run(&true_plan, &grounds.profile(), &environment()).unwrap();
            assert_eq!(outcome.ended.code, 0);
        });
        let ratio = time.as_secs_f64() / plain.as_secs_f64();
        println!("{backend}: {time:?}, {ratio:.1} times a plain start");
        // Other tests run at the same time, and unoptimized: the figures proper are taken alone, optimized.
        let bound = match backend {
            Backend::Landlock | Backend::None => 12.0,
            Backend::Bubblewrap => 40.0,
            Backend::Firejail | Backend::Docker => 120.0,
        };
        assert!(ratio < bound, "{backend}: {ratio:.1} times a plain start");
    }
}
