//! Files of tools: JSON, a list of tools in any form or JSON Lines in, one value a tool out.

use std::io::Read;
use std::path::{Path, PathBuf};

use clap::builder::PossibleValuesParser;
use clap::{Arg, ArgAction, ArgMatches, ValueHint, value_parser};
use toolgen_model::Row;
use toolgen_model::json::Json;
use toolgen_model::schema::input::{Leniency, Shape, read_owned, tools};

use super::{Failure, error};

/// The most that a file may hold.
const MOST_BYTES: u64 = 256 << 20;

/// A file, or `-` for standard input.
pub(super) fn file(name: &'static str, value_name: &'static str, help: &'static str) -> Arg {
    Arg::new(name)
        .value_name(value_name)
        .value_parser(value_parser!(PathBuf))
        .value_hint(ValueHint::FilePath)
        .help(help)
}

/// `--from` and `--lenient`.
pub(super) fn shape_arguments() -> [Arg; 2] {
    let from = Arg::new("from")
        .long("from")
        .value_name("SHAPE")
        .default_value("auto")
        .value_parser(PossibleValuesParser::new(Shape::ALL.map(Shape::name)))
        .help("Whose form the tools have");
    let lenient = Arg::new("lenient")
        .long("lenient")
        .action(ArgAction::SetTrue)
        .help("Take type names of other languages, such as dict, float, tuple and any");
    [from, lenient]
}

/// How tools are read.
#[derive(Clone, Copy)]
pub(super) struct Reading {
    shape: Shape,
    lenient: bool,
}

impl Reading {
    pub(super) fn of(matches: &ArgMatches) -> Reading {
        let shape = matches.get_one::<String>("from").and_then(|name| Shape::from_name(name)).unwrap_or_default();
        Reading { shape, lenient: matches.get_flag("lenient") }
    }

    /// One tool as a row, or the error as JSON.
    pub(super) fn row(self, value: Json) -> Result<(Row, Vec<Leniency>), Json> {
        let mut tool = read_owned(value, self.shape, self.lenient)
            .map_err(|fault| error(fault.code, &fault.message, &fault.at))?;
        let leniencies = std::mem::take(&mut tool.leniencies);
        match tool.into_row() {
            Ok(row) => Ok((row, leniencies)),
            Err(faults) => {
                let first = faults.first();
                let at = first.map(|fault| fault.at.as_str()).unwrap_or_default();
                let all: Vec<String> =
                    faults.iter().map(|fault| format!("{}; {}", fault.message, fault.help)).collect();
                Err(error("invalid-schema", &all.join(". "), at))
            }
        }
    }
}

/// The bytes of a file, without the mark that some editors put first.
pub(super) fn bytes(file: &Path) -> Result<Vec<u8>, Failure> {
    let fail = |error: &dyn std::fmt::Display| Failure::Failed(format!("cannot read {}: {error}", file.display()));
    let mut bytes = Vec::new();
    let read = if file == Path::new("-") {
        std::io::stdin().lock().take(MOST_BYTES + 1).read_to_end(&mut bytes)
    } else {
        std::fs::File::open(file).and_then(|file| file.take(MOST_BYTES + 1).read_to_end(&mut bytes))
    };
    read.map_err(|error| fail(&error))?;
    if bytes.len() as u64 > MOST_BYTES {
        return Err(fail(&format!("it has more than {} MiB", MOST_BYTES >> 20)));
    }
    if bytes.starts_with(MARK) {
        bytes.drain(..MARK.len());
    }
    Ok(bytes)
}

const MARK: &[u8] = "\u{feff}".as_bytes();

/// One JSON value, or the error as JSON.
pub(super) fn json(file: &Path) -> Result<Result<Json, Json>, Failure> {
    let named = |why: String| error("json", &format!("{} is no JSON: {why}", file.display()), "");
    Ok(parsed(&bytes(file)?).map_err(named))
}

fn parsed(bytes: &[u8]) -> Result<Json, String> {
    let text = std::str::from_utf8(bytes);
    let text = text.map_err(|error| format!("it is no UTF-8 from byte {} on", error.valid_up_to()))?;
    Json::parse(text).map_err(|error| error.to_string())
}

/// The tools of a file, one after another; a line that is no JSON is an error of its own.
pub(super) fn each(
    bytes: &[u8],
    mut take: impl FnMut(Result<Json, Json>) -> Result<(), Failure>,
) -> Result<(), Failure> {
    match parsed(bytes) {
        Ok(whole) => tools(whole).into_iter().try_for_each(|tool| take(Ok(tool))),
        Err(whole) => {
            let lines = bytes.split(|byte| *byte == b'\n').enumerate();
            let lines: Vec<_> = lines.filter(|(_, line)| !line.trim_ascii().is_empty()).collect();
            if !is_one_a_line(&lines) {
                return take(Err(error("json", &format!("this is no JSON: {whole}"), "")));
            }
            lines.into_iter().try_for_each(|(number, line)| {
                take(parsed(line).map_err(|why| error("json", &format!("line {}: {why}", number + 1), "")))
            })
        }
    }
}

/// Whether each line is a value of its own. A broken value over several lines is one error, not one a line: only
/// its first line begins with a bracket.
fn is_one_a_line(lines: &[(usize, &[u8])]) -> bool {
    let Some((_, first)) = lines.first() else { return false };
    let opens = |line: &[u8]| line.first() == Some(&b'{') && line.trim_ascii().len() > 1;
    match first.first() {
        Some(b'{') if lines[1..].iter().any(|(_, line)| opens(line)) && opens(first) => true,
        Some(b'{' | b'[') => parsed(first).is_ok(),
        _ => lines.iter().any(|(_, line)| parsed(line).is_ok_and(|value| value.as_object().is_some())),
    }
}
