//! What confinement costs when a program is started.

use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use toolgen_runtime::sandbox::{Backend, Launcher};

use crate::grounds::{Grounds, agent, backends, environment, plan};

/// The shortest of many: what else the machine does can only add to it.
fn shortest(mut measure: impl FnMut()) -> Duration {
    let once = |_| {
        let start = Instant::now();
        measure();
        start.elapsed()
    };
    (0..100).map(once).min().unwrap()
}

#[test]
fn starting_a_confined_program_is_affordable() {
    let grounds = Grounds::new("overhead");
    let plain = shortest(|| {
        let output =
            Command::new("/bin/true").env_clear().current_dir(grounds.workspace()).stdin(Stdio::null()).output();
        assert!(output.unwrap().status.success());
    });
    println!("plain: {plain:?}");
    let true_plan = plan("/bin/true");
    for &backend in backends() {
        let launcher = Launcher::at(agent(), backend);
        let time = shortest(|| {
            let outcome = launcher.run(&true_plan, &grounds.profile(), &environment()).unwrap();
            assert_eq!(outcome.ended.code, 0);
        });
        let ratio = time.as_secs_f64() / plain.as_secs_f64();
        println!("{backend}: {time:?}, {ratio:.1} times a plain start");
        // The figures to reach are for optimized code; a debug build only shows that nothing is out of hand.
        let slack = if cfg!(debug_assertions) { 4.0 } else { 1.0 };
        let bound = slack
            * match backend {
                Backend::Landlock | Backend::None => 2.5,
                Backend::Bubblewrap => 10.0,
                Backend::Firejail | Backend::Docker => 60.0,
            };
        assert!(ratio < bound, "{backend}: {ratio:.1} times a plain start");
    }
}
