// The runtime under another name, said in the attribute.
extern crate toolgen_runtime as tg;

mod inner {
    /// Add.
    #[crate::tg::tool(effect = read, crate = crate::tg)]
    pub fn add(
        /// A.
        a: i64,
    ) -> i64 {
        a
    }
}

static TOOLS: tg::Table = tg::tools![inner::add];

fn main() {
    assert_eq!(TOOLS.iter().len(), 1);
}
