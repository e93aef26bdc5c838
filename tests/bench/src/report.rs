//! Measured rows in, JSON lines or a table with ratios and targets out.

use serde_json::{Map, Value, json};

use crate::figure::Figure;
use crate::target::{TARGETS, Target};

/// What a figure counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unit {
    Nanoseconds,
    Seconds,
    Bytes,
    Count,
}

impl Unit {
    fn key(self) -> &'static str {
        match self {
            Unit::Nanoseconds => "median_ns",
            Unit::Seconds => "seconds",
            Unit::Bytes => "bytes",
            Unit::Count => "count",
        }
    }

    fn show(self, value: f64) -> String {
        match self {
            Unit::Nanoseconds if value >= 1e6 => format!("{:.2} ms", value / 1e6),
            Unit::Nanoseconds if value >= 1e4 => format!("{:.1} µs", value / 1e3),
            Unit::Nanoseconds => format!("{value:.0} ns"),
            Unit::Seconds => format!("{value:.2} s"),
            Unit::Bytes if value >= 1e6 => format!("{:.1} MB", value / 1e6),
            Unit::Bytes => format!("{value:.0} B"),
            Unit::Count => format!("{value:.2}"),
        }
    }
}

/// One measured row.
#[derive(Clone, Debug)]
pub(crate) struct Row {
    pub(crate) group: &'static str,
    pub(crate) name: String,
    pub(crate) n: usize,
    pub(crate) unit: Unit,
    pub(crate) figure: Figure,
}

/// All rows of a run.
#[derive(Debug)]
pub(crate) struct Report {
    json: bool,
    rows: Vec<Row>,
    notes: Vec<String>,
}

impl Report {
    pub(crate) fn new(json: bool) -> Report {
        Report { json, rows: Vec::new(), notes: Vec::new() }
    }

    /// Adds a row; with `--json` it is printed at once.
    pub(crate) fn add(&mut self, group: &'static str, name: &str, n: usize, unit: Unit, figure: Figure) {
        if self.json {
            let mut object = Map::new();
            object.insert("group".into(), group.into());
            object.insert("name".into(), name.into());
            object.insert("n".into(), n.into());
            for (key, value) in [(unit.key(), figure.median), ("min", figure.min), ("max", figure.max)] {
                object.insert(key.into(), number(value));
            }
            println!("{}", Value::Object(object));
        }
        self.rows.push(Row { group, name: name.into(), n, unit, figure });
    }

    /// Adds a condition under which the figures were taken.
    pub(crate) fn note(&mut self, note: impl Into<String>) {
        self.notes.push(note.into());
    }

    /// What a row measured, if it is there.
    pub(crate) fn figure(&self, group: &str, name: &str, n: usize) -> Option<Figure> {
        self.rows.iter().find(|row| row.group == group && row.name == name && row.n == n).map(|row| row.figure)
    }

    /// What the row of that name measured, whatever its size.
    pub(crate) fn only(&self, group: &str, name: &str) -> Option<Figure> {
        self.rows.iter().find(|row| row.group == group && row.name == name).map(|row| row.figure)
    }

    /// Prints the table and the targets, unless JSON was printed already.
    pub(crate) fn finish(&self) {
        if self.json {
            return;
        }
        let mut groups: Vec<&str> = self.rows.iter().map(|row| row.group).collect();
        groups.dedup();
        for group in groups {
            self.table(group);
        }
        let judged: Vec<(&Target, f64)> =
            TARGETS.iter().filter_map(|target| Some((target, target.measured(self)?))).collect();
        if !judged.is_empty() {
            println!("targets");
        }
        for (target, measured) in judged {
            let verdict = if target.met(measured) { "met" } else { "missed" };
            println!("  {:<6}  {:<64} {:>10}   {}", verdict, target.what, target.show(measured), target.limit());
        }
        for note in &self.notes {
            println!("note: {note}");
        }
    }

    fn table(&self, group: &str) {
        let mut sizes: Vec<usize> = self.rows.iter().filter(|row| row.group == group).map(|row| row.n).collect();
        sizes.sort_unstable();
        sizes.dedup();
        println!("{group}");
        println!("  {:<20} {:>6} {:>12} {:>12} {:>12}  {:>10}", "name", "n", "median", "min", "max", "× toolgen");
        for n in sizes {
            let own = self.figure(group, "toolgen", n);
            for row in self.rows.iter().filter(|row| row.group == group && row.n == n) {
                let (unit, Figure { median, min, max }) = (row.unit, row.figure);
                let ratio = own.filter(|own| own.median > 0.0);
                let ratio = ratio.map_or_else(String::new, |own| format!("{:.2}", median / own.median));
                let [median, min, max] = [median, min, max].map(|value| unit.show(value));
                println!("  {:<20} {n:>6} {median:>12} {min:>12} {max:>12}  {ratio:>10}", row.name);
            }
        }
        println!();
    }
}

/// Three decimals are more than the noise lets through.
fn number(value: f64) -> Value {
    json!((value * 1000.0).round() / 1000.0)
}
