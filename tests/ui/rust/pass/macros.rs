// Functions that a macro makes are tools like others.
use toolgen_runtime::{Table, tool, tools};

macro_rules! make {
    ($name:ident, $doc:literal, $kind:ty, $default:expr) => {
        #[doc = $doc]
        #[tool(effect = read)]
        fn $name(
            /// A value.
            #[arg(default = $default)]
            value: $kind,
        ) -> $kind {
            value
        }
    };
}
make!(first, "The first.", i64, 5);
make!(second, "The second.", String, "x");

static TOOLS: Table = tools![first, second];

fn main() {
    let fields = TOOLS.get("first").unwrap().fields;
    assert_eq!(fields[0].rules.unwrap().default, Some("5"));
    assert_eq!(TOOLS.iter().len(), 2);
}
