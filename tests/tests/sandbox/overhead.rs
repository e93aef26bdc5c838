//! What confinement costs when a program is started.

use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use toolgen_runtime::sandbox::{Backend, Launcher};

use crate::grounds::{Grounds, agent, backends, environment, plan};

/// The shortest of many: what else the machine does can only add to it. Between two there is a pause, as there is
/// between the calls of an agent.
fn shortest(mut measure: impl FnMut()) -> Duration {
    let once = |_| {
        std::thread::sleep(Duration::from_millis(8));
        let start = Instant::now();
        measure();
        start.elapsed()
    };
    (0..30).map(once).min().unwrap()
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
    let mut costly = Vec::new();
    for &backend in backends() {
        let launcher = Launcher::at(agent(), backend);
        let time = shortest(|| {
            let outcome = launcher.run(&true_plan, &grounds.profile(), &environment()).unwrap();
            assert_eq!(outcome.ended.code, 0);
        });
        println!("{backend}: {time:?}, {:.1} times a plain start", time.as_secs_f64() / plain.as_secs_f64());
        // Far above what it takes, and below what waiting for a timer or a control group would add on top. How
        // often a plain start fits in depends on what else the machine does: it is held where the machine is said
        // to be idle, and printed elsewhere.
        let (times, milliseconds) = match backend {
            Backend::Landlock | Backend::None => (2.5, 60),
            Backend::Bubblewrap => (10.0, 250),
            Backend::Firejail | Backend::Docker => (400.0, 1500),
        };
        let idle = std::env::var_os("TOOLGEN_IDLE").is_some();
        let bound = if idle { plain.mul_f64(times) } else { Duration::from_millis(milliseconds) };
        if time > bound {
            costly.push(format!("{backend}: {time:?}, {bound:?} at most"));
        }
    }
    assert!(costly.is_empty(), "{costly:?}");
}
