//! Plans with several programs, input and output, as they are without a sandbox.

use toolgen_runtime::sandbox::{Cancel, Launcher};
use toolgen_runtime::shell::Plan;

use crate::grounds::{Grounds, agent, backends, environment, plan};

#[test]
fn pipelines_connectors_and_input_work() {
    for &backend in backends() {
        let grounds = Grounds::new(&format!("plan-{backend}"));
        let launcher = Launcher::at(agent(), backend);
        for (script, input, expected, code) in [
            ("tr a-z A-Z | rev", "abc\n", "CBA\n", 0),
            ("false && /bin/echo no || /bin/echo 'a  b' '' c; true", "", "a  b  c\n", 0),
            ("cat", "", "", 0),
            ("no-such-program || /bin/echo after", "", "after\n", 0),
            ("no-such-program", "", "", 127),
            ("sh -c 'exit 9'", "", "", 9),
        ] {
            let running =
                launcher.start(&plan(script), &grounds.profile(), &environment(), input.as_bytes().to_vec()).unwrap();
            let outcome = running.wait(&Cancel::default()).unwrap();
            assert_eq!(outcome.stdout.text(), expected, "{backend}: {script}: {}", outcome.stderr.text());
            assert_eq!((outcome.ended.code, outcome.stop), (code, None), "{backend}: {script}");
        }
    }
}

#[test]
fn large_input_and_output_pass_at_the_same_time() {
    for &backend in backends() {
        let grounds = Grounds::new(&format!("large-{backend}"));
        let input: Vec<u8> = (0..4_000_000u32).map(|number| (number % 251) as u8).collect();
        let running = Launcher::at(agent(), backend)
            .start(&plan("cat"), &grounds.profile(), &environment(), input.clone())
            .unwrap();
        let outcome = running.wait(&Cancel::default()).unwrap();
        assert_eq!(outcome.stdout.total(), input.len() as u64, "{backend}");
        let kept = outcome.stdout.bytes();
        assert_eq!(kept.len(), 1024 * 1024);
        assert_eq!(kept[..1000], input[..1000]);
        assert_eq!(kept[kept.len() - 1000..], input[input.len() - 1000..]);
        // A program that reads nothing must not hold the call up.
        let running =
            Launcher::at(agent(), backend).start(&plan("true"), &grounds.profile(), &environment(), input).unwrap();
        assert_eq!(running.wait(&Cancel::default()).unwrap().ended.code, 0, "{backend}");
    }
}

#[test]
fn metacharacters_arrive_as_one_argument() {
    for &backend in backends() {
        let grounds = Grounds::new(&format!("meta-{backend}"));
        let words = [
            "a b",
            "; id",
            "$(id)",
            "`id`",
            "&& id",
            "x|id",
            "",
            "-n",
            "--",
            "*",
            "'",
            "\"",
            "a\nb",
            "ü\u{202e}",
            "\\",
        ];
        let mut argv = vec!["printf".to_owned(), "<%s>".to_owned()];
        argv.extend(words.map(str::to_owned));
        let outcome =
            Launcher::at(agent(), backend).run(&Plan::single(argv), &grounds.profile(), &environment()).unwrap();
        let expected: String = words.iter().map(|word| format!("<{word}>")).collect();
        assert_eq!(outcome.stdout.text(), expected, "{backend}");
    }
}

#[test]
fn many_calls_at_the_same_time_do_not_disturb_each_other() {
    let grounds = Grounds::new("many");
    std::thread::scope(|scope| {
        let threads: Vec<_> = (0..8)
            .map(|number| {
                let grounds = &grounds;
                scope.spawn(move || {
                    for &backend in backends() {
                        let script = format!("/bin/echo {number} | cat");
                        let outcome = Launcher::at(agent(), backend)
                            .run(&plan(&script), &grounds.profile(), &environment())
                            .unwrap();
                        assert_eq!(outcome.stdout.text(), format!("{number}\n"), "{backend}");
                    }
                })
            })
            .collect();
        threads.into_iter().for_each(|thread| thread.join().unwrap());
    });
}
