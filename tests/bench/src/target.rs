//! What the project set out to reach: the rows of a run in, a ratio and whether it is met out.

use crate::report::Report;

/// A figure to reach.
#[derive(Debug)]
pub(crate) struct Target {
    pub(crate) what: &'static str,
    measure: Measure,
    bound: Bound,
}

#[derive(Debug)]
enum Measure {
    /// The first row over the second, both of that size; [`ANY`] is whatever size they have
    Ratio(&'static str, [&'static str; 2], usize),
    /// One row at the first size over itself at the second
    Growth(&'static str, &'static str, [usize; 2]),
    /// One row as it is
    Value(&'static str, &'static str, usize),
}

/// The size of rows that come in one size only, which the run itself decides.
const ANY: usize = 0;

#[derive(Debug)]
enum Bound {
    AtMost(f64),
    AtLeast(f64),
}

impl Target {
    /// The measured figure; none when its rows were not part of the run.
    pub(crate) fn measured(&self, report: &Report) -> Option<f64> {
        match self.measure {
            Measure::Ratio(group, [over, under], n) => {
                let figure = |name| if n == ANY { report.only(group, name) } else { report.figure(group, name, n) };
                Some(figure(over)?.median / figure(under)?.median)
            }
            Measure::Growth(group, name, [over, under]) => {
                Some(report.figure(group, name, over)?.median / report.figure(group, name, under)?.median)
            }
            Measure::Value(group, name, n) => Some(report.figure(group, name, n)?.median),
        }
    }

    pub(crate) fn met(&self, measured: f64) -> bool {
        match self.bound {
            Bound::AtMost(limit) => measured <= limit,
            Bound::AtLeast(limit) => measured >= limit,
        }
    }

    pub(crate) fn show(&self, measured: f64) -> String {
        if matches!(self.measure, Measure::Value(..)) { format!("{measured:.2}") } else { format!("{measured:.2} ×") }
    }

    /// The bound in words.
    pub(crate) fn limit(&self) -> String {
        match self.bound {
            Bound::AtMost(limit) => format!("at most {limit}"),
            Bound::AtLeast(limit) => format!("at least {limit}"),
        }
    }
}

const fn target(what: &'static str, measure: Measure, bound: Bound) -> Target {
    Target { what, measure, bound }
}

use Bound::{AtLeast, AtMost};
use Measure::{Growth, Ratio, Value};

/// All of them.
pub(crate) const TARGETS: &[Target] = &[
    target("a call beside the match, 1 tool", Ratio("dispatch", ["toolgen", "match"], 1), AtMost(1.5)),
    target("a call beside the match, 50 tools", Ratio("dispatch", ["toolgen", "match"], 50), AtMost(1.3)),
    target("a call beside the match, 500 tools", Ratio("dispatch", ["toolgen", "match"], 500), AtMost(1.3)),
    target("rmcp with its router kept, 50 tools", Ratio("dispatch", ["rmcp-kept", "toolgen"], 50), AtLeast(3.0)),
    target("rmcp with its router kept, 500 tools", Ratio("dispatch", ["rmcp-kept", "toolgen"], 500), AtLeast(3.0)),
    target("rmcp by default, 50 tools", Ratio("dispatch", ["rmcp-default", "toolgen"], 50), AtLeast(400.0)),
    target("rig, 50 tools", Ratio("dispatch", ["rig", "toolgen"], 50), AtLeast(8.0)),
    target("rig, 500 tools", Ratio("dispatch", ["rig", "toolgen"], 500), AtLeast(8.0)),
    target("lookup alone among 1,000 tools, ns", Value("lookup", "toolgen", 1000), AtMost(25.0)),
    target("the gate beyond the base verdict, ns", Value("gate", "beyond the base verdict", 500), AtMost(1000.0)),
    target("a program through Landlock beside a plain one", Ratio("spawn", ["landlock", "plain"], 1), AtMost(2.5)),
    target("a program through bubblewrap beside a plain one", Ratio("spawn", ["bubblewrap", "plain"], 1), AtMost(10.0)),
    target("a small file through the gate beside cap-std", Ratio("read", ["toolgen", "cap-std"], 1), AtMost(1.5)),
    target("allocations of a call beyond its reply's one", Value("allocations", "toolgen", 50), AtMost(1.0)),
    target("first call with 500 tools beside one with 1", Growth("startup", "toolgen", [500, 1]), AtMost(1.5)),
    target("typed input beside serde, small schemas", Ratio("decode-small", ["toolgen", "serde"], ANY), AtMost(1.3)),
    target("typed input beside serde, medium schemas", Ratio("decode-medium", ["toolgen", "serde"], ANY), AtMost(1.3)),
    target("typed input beside serde, large schemas", Ratio("decode-large", ["toolgen", "serde"], ANY), AtMost(1.3)),
    target("Value, jsonschema and serde, small", Ratio("decode-small", ["validated", "toolgen"], ANY), AtLeast(2.0)),
    target("Value, jsonschema and serde, medium", Ratio("decode-medium", ["validated", "toolgen"], ANY), AtLeast(2.0)),
    target("Value, jsonschema and serde, large", Ratio("decode-large", ["validated", "toolgen"], ANY), AtLeast(2.0)),
    target("clean build of the crate, rmcp, 500 #[tool]", Ratio("clean", ["rmcp", "toolgen"], 500), AtLeast(8.0)),
    target("  in processor time", Ratio("clean-cpu", ["rmcp", "toolgen"], 500), AtLeast(8.0)),
    target("clean build of the crate, rmcp, 500 actions", Ratio("clean", ["rmcp", "manifest"], 500), AtLeast(8.0)),
    target("  in processor time", Ratio("clean-cpu", ["rmcp", "manifest"], 500), AtLeast(8.0)),
    target("after one edit, rmcp, 500 #[tool]", Ratio("incremental", ["rmcp", "toolgen"], 500), AtLeast(5.0)),
    target("  in processor time", Ratio("incremental-cpu", ["rmcp", "toolgen"], 500), AtLeast(5.0)),
    target("after one edit, rmcp, 500 actions", Ratio("incremental", ["rmcp", "manifest"], 500), AtLeast(5.0)),
    target("  in processor time", Ratio("incremental-cpu", ["rmcp", "manifest"], 500), AtLeast(5.0)),
    target("clean build with dependencies, rmcp, 50 #[tool]", Ratio("full", ["rmcp", "toolgen"], 50), AtLeast(3.0)),
    target("  in processor time", Ratio("full-cpu", ["rmcp", "toolgen"], 50), AtLeast(3.0)),
    target("clean build with dependencies, rmcp, 50 actions", Ratio("full", ["rmcp", "manifest"], 50), AtLeast(3.0)),
    target("  in processor time", Ratio("full-cpu", ["rmcp", "manifest"], 50), AtLeast(3.0)),
    target("bytes a #[tool] in the stripped binary, no texts", Value("size-a-tool", "toolgen", 500), AtMost(650.0)),
    target("bytes an action in the stripped binary, no texts", Value("size-a-tool", "manifest", 500), AtMost(650.0)),
    target("check of 1,000 manifests, seconds", Value("check", "toolgen", 1000), AtMost(0.5)),
    target(
        "time a manifest at 10,000 beside 1,000",
        Growth("check-a-manifest", "toolgen", [10_000, 1000]),
        AtMost(1.2),
    ),
    target("peak memory at 1,000 manifests, bytes", Value("check-memory", "toolgen", 1000), AtMost(100e6)),
];
