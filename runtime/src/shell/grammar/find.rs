//! `find` and `fd`: they look, unless an expression runs a program or deletes or writes.

use super::options::Options;
use super::{Inner, Reading};

/// `find PATH… EXPRESSION`.
pub(super) fn find(_: &str, arguments: &[String]) -> Reading {
    let mut reading = Reading::default();
    let mut rest = arguments;
    while let Some((word, after)) = rest.split_first() {
        rest = after;
        match word.as_str() {
            "-exec" | "-execdir" | "-ok" | "-okdir" => {
                let end = rest.iter().position(|word| word == ";" || word == "+").unwrap_or(rest.len());
                reading.dangers.push(format!("`find {word}` runs a program on what it finds"));
                reading.inner.push(Inner::Partial(rest[..end].to_vec()));
                reading.runs_others = true;
            }
            "-delete" | "-fprint" | "-fprint0" | "-fprintf" | "-fls" | "-files0-from" => {
                reading.dangers.push(format!("`find {word}` deletes or writes files"));
            }
            _ => {}
        }
    }
    reading
}

/// `fd`, a finder whose options run programs.
pub(super) fn fd(name: &str, arguments: &[String]) -> Reading {
    let options = Options {
        long: &["exec", "exec-batch"],
        harmless: &["exclude"],
        short: "xX",
        valued: "dtESceoxX",
        ..Options::default()
    };
    match options.danger(arguments) {
        None => Reading::default(),
        Some(found) => Reading {
            dangers: vec![format!("`{name} {found}` runs a program on what it finds")],
            inner: vec![Inner::Unknown],
            runs_others: true,
        },
    }
}
