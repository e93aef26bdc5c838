//! The language as tables: one [`Block`] a kind of mapping, one [`Key`] a key of it. The lowering reads
//! them through [`super::reader`], did-you-mean searches them, the JSON Schema of the manifest is made of them.

/// A kind of mapping.
#[derive(Debug)]
pub(crate) struct Block {
    /// Its name in the JSON Schema
    pub(crate) name: &'static str,
    /// What findings call it: `a tool`
    pub(crate) noun: &'static str,
    /// What it is
    pub(crate) doc: &'static str,
    /// Its keys, in the order in which the documentation shows them
    pub(crate) keys: &'static [Key],
}

/// A key of a block.
#[derive(Debug)]
pub(crate) struct Key {
    /// The key
    pub(crate) name: &'static str,
    /// What it takes
    pub(crate) shape: Shape,
    /// Whether it must be there
    pub(crate) need: Need,
    /// What it says
    pub(crate) doc: &'static str,
}

/// Whether a key must be there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Need {
    /// It may be left out
    Optional,
    /// It must be there
    Required,
    /// It must be there, and a rule of its own reports its absence
    ByRule,
}

/// What a key takes.
#[derive(Debug)]
pub(crate) enum Shape {
    /// Text that is not empty
    Text,
    /// `true` or `false`
    Flag,
    /// A whole number from the first to the second
    Whole(u64, u64),
    /// `20s`, `500ms`, `2m`
    Duration,
    /// `64KiB`
    Size,
    /// One of these words
    Word(&'static [&'static str]),
    /// A list
    List(&'static Shape),
    /// A mapping from names of any kind
    Map(&'static Shape),
    /// A mapping from names of any kind with at least one entry
    Some(&'static Shape),
    /// A mapping with known keys
    Block(&'static Block),
    /// One of two
    Either(&'static Shape, &'static Shape),
    /// A JSON Schema
    Schema,
    /// Any JSON
    Json,
}

/// A key that may be left out.
pub(crate) const fn optional(name: &'static str, shape: Shape, doc: &'static str) -> Key {
    Key { name, shape, need: Need::Optional, doc }
}

/// A key that must be there.
pub(crate) const fn required(name: &'static str, shape: Shape, doc: &'static str) -> Key {
    Key { name, shape, need: Need::Required, doc }
}

/// A key that must be there, whose absence a rule of its own reports.
pub(crate) const fn by_rule(name: &'static str, shape: Shape, doc: &'static str) -> Key {
    Key { name, shape, need: Need::ByRule, doc }
}

impl Block {
    /// The key of that name.
    pub(crate) fn key(&self, name: &str) -> Option<&'static Key> {
        self.keys.iter().find(|key| key.name == name)
    }

    /// The names of its keys.
    pub(crate) fn names(&self) -> impl Iterator<Item = &'static str> + use<> {
        self.keys.iter().map(|key| key.name)
    }
}

impl Shape {
    /// The blocks that stand directly in it.
    pub(crate) fn blocks(&self) -> Vec<&'static Block> {
        match self {
            Shape::Block(block) => vec![block],
            Shape::List(inner) | Shape::Map(inner) | Shape::Some(inner) => inner.blocks(),
            Shape::Either(one, other) => one.blocks().into_iter().chain(other.blocks()).collect(),
            _ => Vec::new(),
        }
    }
}

/// Whether a key of that name takes a truth value wherever it stands, in blocks and in schemas.
pub(crate) fn is_flag(name: &str) -> bool {
    const FLAGS: [&str; 10] = [
        "readOnlyHint",
        "destructiveHint",
        "idempotentHint",
        "openWorldHint",
        "gated",
        "backgroundEligible",
        "allowOptions",
        "uniqueItems",
        "additionalProperties",
        "nullable",
    ];
    FLAGS.contains(&name)
}

/// Every block below `root`, itself first, each once.
pub(crate) fn every(root: &'static Block) -> Vec<&'static Block> {
    let mut found = vec![root];
    let mut at = 0;
    while let Some(block) = found.get(at).copied() {
        at += 1;
        for inner in block.keys.iter().flat_map(|key| key.shape.blocks()) {
            if !found.iter().any(|known| std::ptr::eq(*known, inner)) {
                found.push(inner);
            }
        }
    }
    found
}
