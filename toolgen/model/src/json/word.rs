//! Words: a text in, its number out where it is a keyword of JSON Schema or another frequent text, and sets of such numbers.
//!
//! The texts of schemas are compared far more often than they are read, and most of them are words.

macro_rules! words {
    ($($name:ident = $text:literal,)*) => {
        /// A keyword of JSON Schema or of one of its relatives, or another text that is frequent in the definitions of
        /// tools. The keywords of canonical form come first, in the order in which it is written.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub(crate) enum Word { $(#[doc = $text] $name,)* }

        const TEXTS: [&str; [$($text),*].len()] = [$($text),*];
        /// The words as keys in JSON text, after another entry.
        const KEYS: [&str; TEXTS.len()] = [$(concat!(",\"", $text, "\":")),*];
        const ALL: [Word; TEXTS.len()] = [$(Word::$name),*];
    };
}

words! {
    Ref = "$ref",
    Type = "type",
    Title = "title",
    Description = "description",
    Deprecated = "deprecated",
    Enum = "enum",
    Format = "format",
    MinLength = "minLength",
    MaxLength = "maxLength",
    Pattern = "pattern",
    Minimum = "minimum",
    ExclusiveMinimum = "exclusiveMinimum",
    Maximum = "maximum",
    ExclusiveMaximum = "exclusiveMaximum",
    MultipleOf = "multipleOf",
    PrefixItems = "prefixItems",
    Items = "items",
    Contains = "contains",
    MinContains = "minContains",
    MaxContains = "maxContains",
    MinItems = "minItems",
    MaxItems = "maxItems",
    UniqueItems = "uniqueItems",
    UnevaluatedItems = "unevaluatedItems",
    Properties = "properties",
    PatternProperties = "patternProperties",
    PropertyNames = "propertyNames",
    Required = "required",
    AdditionalProperties = "additionalProperties",
    UnevaluatedProperties = "unevaluatedProperties",
    MinProperties = "minProperties",
    MaxProperties = "maxProperties",
    DependentRequired = "dependentRequired",
    DependentSchemas = "dependentSchemas",
    AllOf = "allOf",
    AnyOf = "anyOf",
    OneOf = "oneOf",
    Not = "not",
    If = "if",
    Then = "then",
    Else = "else",
    Default = "default",
    Examples = "examples",
    ReadOnly = "readOnly",
    WriteOnly = "writeOnly",
    ContentEncoding = "contentEncoding",
    ContentMediaType = "contentMediaType",
    Comment = "$comment",
    Defs = "$defs",
    Schema = "$schema",
    Id = "$id",
    OldId = "id",
    Anchor = "$anchor",
    DynamicAnchor = "$dynamicAnchor",
    DynamicRef = "$dynamicRef",
    RecursiveAnchor = "$recursiveAnchor",
    RecursiveRef = "$recursiveRef",
    Vocabulary = "$vocabulary",
    Definitions = "definitions",
    Dependencies = "dependencies",
    Const = "const",
    AdditionalItems = "additionalItems",
    ContentSchema = "contentSchema",
    Discriminator = "discriminator",
    Nullable = "nullable",
    PropertyOrdering = "propertyOrdering",
    Example = "example",
    Strict = "strict",
    Null = "null",
    Boolean = "boolean",
    Integer = "integer",
    Number = "number",
    String = "string",
    Array = "array",
    Object = "object",
    Name = "name",
    Function = "function",
    Parameters = "parameters",
    InputSchema = "inputSchema",
    InputSchemaSnake = "input_schema",
    OutputSchema = "outputSchema",
    Annotations = "annotations",
    ReadOnlyHint = "readOnlyHint",
    DestructiveHint = "destructiveHint",
    IdempotentHint = "idempotentHint",
    OpenWorldHint = "openWorldHint",
    DateTime = "date-time",
    Date = "date",
    Time = "time",
    Uri = "uri",
    Uuid = "uuid",
    Email = "email",
    Key = "key",
    Value = "value",
    OtherProperties = "other_properties",
    MoreProperties = "more_properties",
}

/// A set of words is made of 128 bits.
const _: () = assert!(ALL.len() <= 128);
const SLOTS: usize = 1024;
/// A factor with which no two words have the same slot.
const FACTOR: u64 = factor();
/// The words in their slots.
static BY_TEXT: [Option<Word>; SLOTS] = by_text(FACTOR).1;

const fn factor() -> u64 {
    let mut factor = 0x9e37_79b9_7f4a_7c15;
    while !by_text(factor).0 {
        factor = factor.wrapping_mul(0xd6e8_feb8_6659_fd93);
    }
    factor
}

/// The words in the slots that they have with a factor, and whether each has one of its own.
const fn by_text(factor: u64) -> (bool, [Option<Word>; SLOTS]) {
    let (mut slots, mut word) = ([None; SLOTS], 0);
    while word < ALL.len() {
        let slot = slot(TEXTS[word].as_bytes(), factor);
        if slots[slot].is_some() {
            return (false, slots);
        }
        slots[slot] = Some(ALL[word]);
        word += 1;
    }
    (true, slots)
}

/// Where a word with that text would be: made of its first and its last eight bytes, or four, or one.
const fn slot(text: &[u8], factor: u64) -> usize {
    let (first, last) = match (text, text.first_chunk::<4>(), text.last_chunk::<4>()) {
        ([], ..) => (0, 0),
        ([first, ..], None, _) | ([first, ..], _, None) => (*first as u64, text[text.len() - 1] as u64),
        (_, Some(first), Some(last)) => match (text.first_chunk::<8>(), text.last_chunk::<8>()) {
            (Some(first), Some(last)) => (u64::from_le_bytes(*first), u64::from_le_bytes(*last)),
            _ => (u32::from_le_bytes(*first) as u64, u32::from_le_bytes(*last) as u64),
        },
    };
    let mixed = (first ^ last.rotate_left(29) ^ text.len() as u64).wrapping_mul(factor);
    (mixed >> (64 - SLOTS.ilog2())) as usize
}

impl Word {
    /// The word with that text.
    pub(crate) fn of(text: &str) -> Option<Word> {
        BY_TEXT[slot(text.as_bytes(), FACTOR)].filter(|word| word.text() == text)
    }

    /// Its text as a key in JSON text: a comma, itself in quotes, a colon.
    pub(super) const fn as_key(self) -> &'static str {
        KEYS[self as usize]
    }

    /// Its text.
    pub(crate) const fn text(self) -> &'static str {
        TEXTS[self as usize]
    }
}

/// Some words.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct WordSet(u128);

impl WordSet {
    /// These words.
    pub(crate) const fn of(words: &[Word]) -> WordSet {
        let (mut set, mut n) = (0, 0);
        while n < words.len() {
            set |= 1 << words[n] as u128;
            n += 1;
        }
        WordSet(set)
    }

    /// The words with these texts; one that is none does not compile.
    pub(crate) const fn named(texts: &[&str]) -> WordSet {
        let (mut set, mut n) = (0, 0);
        while n < texts.len() {
            let mut word = 0;
            while !is_same(TEXTS[word], texts[n]) {
                word += 1;
            }
            set |= 1 << word;
            n += 1;
        }
        WordSet(set)
    }

    /// `word` and all that follow it.
    pub(crate) const fn since(word: Word) -> WordSet {
        WordSet(!0 << word as u128)
    }

    /// Whether `word` is one of them.
    pub(crate) const fn has(self, word: Word) -> bool {
        self.0 & (1 << word as u128) != 0
    }

    /// Whether both have a word.
    pub(crate) const fn meets(self, other: WordSet) -> bool {
        self.0 & other.0 != 0
    }

    /// All of both.
    pub(crate) const fn and(self, other: WordSet) -> WordSet {
        WordSet(self.0 | other.0)
    }

    /// Those that `other` does not have.
    pub(crate) const fn without(self, other: WordSet) -> WordSet {
        WordSet(self.0 & !other.0)
    }
}

const fn is_same(one: &str, other: &str) -> bool {
    let (one, other) = (one.as_bytes(), other.as_bytes());
    let mut n = 0;
    while n < one.len() && n < other.len() && one[n] == other[n] {
        n += 1;
    }
    n == one.len() && n == other.len()
}

impl FromIterator<Word> for WordSet {
    fn from_iter<I: IntoIterator<Item = Word>>(words: I) -> WordSet {
        words.into_iter().fold(WordSet::default(), |set, word| set.and(WordSet::of(&[word])))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_is_found_by_its_text_and_nothing_else_is() {
        for word in ALL {
            assert_eq!(Word::of(word.text()), Some(word));
        }
        for text in ["", "Type", "typ", "types", "anyof", "unevaluatedPropertiess", &"x".repeat(1_000)] {
            assert_eq!(Word::of(text), None, "{text}");
        }
    }

    #[test]
    fn sets_hold_what_was_put_in() {
        let all: WordSet = ALL.into_iter().collect();
        assert!(ALL.into_iter().all(|word| all.has(word)));
        let set = WordSet::of(&[Word::Ref, Word::Discriminator]);
        assert!(set.has(Word::Ref) && set.has(Word::Discriminator) && !set.has(Word::Type));
        assert_eq!(WordSet::named(&["$ref", "discriminator"]), set);
        assert!(set.meets(all) && !set.without(set).meets(all) && all.without(set).and(set) == all);
    }
}
