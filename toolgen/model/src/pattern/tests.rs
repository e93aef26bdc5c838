//! Patterns of ECMA-262, against what they match.

use super::Pattern;

fn is_match(expression: &str, text: &str) -> bool {
    Pattern::compile(expression).unwrap_or_else(|error| panic!("{expression}: {error}")).is_match(text)
}

#[test]
fn expressions_mean_what_ecma_262_says() {
    let cases: &[(&str, &[&str], &[&str])] = &[
        ("es", &["expression"], &["x"]),
        ("^a+$", &["aaa"], &["", "ab", "a\n"]),
        (r"^\d$", &["7"], &["߀", "४", "x"]),
        (r"^\w$", &["a", "_", "0"], &["é", "ſ", "-"]),
        (r"^\W$", &["é", "-"], &["a"]),
        (r"^\s$", &[" ", "\t", "\u{a0}", "\u{feff}", "\u{2029}", "\u{3000}"], &["\u{85}", "\u{200b}", "a"]),
        (r"^\S$", &["\u{85}", "a"], &["\u{2003}"]),
        ("^.$", &["a", "😀", "\u{85}"], &["\n", "\r", "\u{2028}", "\u{2029}"]),
        (r"^\/\-\_$", &["/-_"], &["/x_"]),
        (r"^\u0041\x42\u{43}$", &["ABC"], &["abc"]),
        (r"^\uD83D\uDE00$", &["😀"], &["\u{d}"]),
        (r"^[\uD83D\uDE00-\u{1F64F}]$", &["😃"], &["a"]),
        (r"^\cC$", &["\u{3}"], &["\\cC", "cC"]),
        (r"^\0$", &["\0"], &["0"]),
        (r"^(?<year>\d{4})-(?<m>\d\d)$", &["2026-01"], &["26-01"]),
        ("^[^]$", &["\n", "x"], &["", "xy"]),
        ("[]", &[], &["", "x", "[]"]),
        (r"^[[a&&b]+$", &["[a&b"], &["c", "]"]),
        (r"^[a~~&&b\--]+$", &["a", "-", "b", "~", "&"], &["c"]),
        (r"^[\w-.]$", &["-", ".", "a"], &["/"]),
        (r"^[\b]$", &["\u{8}"], &["b"]),
        (r"^[\d\D]$", &["\n"], &[""]),
        (r"^[^\s]$", &["a"], &[" "]),
        (r"\ba\b", &["a", "é a", "éa"], &["ba", "a_"]),
        (r"^\p{L}+$", &["aé本"], &["1"]),
        (r"^\p{Script=Greek}$", &["α"], &["a"]),
        (r"^\P{Lu}$", &["a"], &["A"]),
        (r"^\p{Letter}\p{digit}?$", &["a"], &["1a"]),
        (r"^a{2}b{1,}c{0,2}$", &["aab", "aabbcc"], &["ab", "aabccc"]),
        ("^{}$", &["{}"], &["x"]),
        ("^a{,3}$", &["a{,3}"], &["aaa"]),
        ("^x]}$", &["x]}"], &["x"]),
        ("^(?i:aB)c$", &["ABc"], &["ABC"]),
        ("a|^$", &["", "xax"], &["x"]),
        ("^a*?b+?$", &["aab"], &["aa"]),
        ("^(a|b)*$", &["", "abab"], &["c"]),
        ("#x y", &["#x y"], &["#xy"]),
    ];
    for (expression, matching, other) in cases {
        for text in *matching {
            assert!(is_match(expression, text), "{expression} must match {text:?}");
        }
        for text in *other {
            assert!(!is_match(expression, text), "{expression} must not match {text:?}");
        }
    }
}

#[test]
fn what_cannot_be_linear_is_refused_with_a_sentence() {
    for (expression, part) in [
        ("(?=a)", "look-ahead"),
        ("x(?!a)", "look-ahead"),
        ("(?<=a)b", "look-behind"),
        ("(?<!a)b", "look-behind"),
        (r"(a)\1", "back-reference"),
        (r"(?<n>a)\k<n>", "back-reference"),
        (r"a\Bb", "linear time"),
        ("[a--]", "wrong order"),
        ("a++", "nothing to repeat"),
        ("*a", "nothing to repeat"),
        ("(a", "never closed"),
        ("a)", "closes nothing"),
        ("[a", "never closed"),
        ("[b-a]", "wrong order"),
        ("a{3,2}", "wrong order"),
        (r"\Aa\z", "anchor"),
        (r"\q", "no such escape"),
        ("(?i)a", "for a group"),
        (r"\p{Nonsense}", "Nonsense"),
        (r"\u{110000}", "10FFFF"),
        ("a\\", "escapes nothing"),
    ] {
        let error = Pattern::compile(expression).err().unwrap_or_else(|| panic!("{expression} must be refused"));
        assert!(error.contains(part), "{expression}: {error}");
    }
}

#[test]
fn an_escaped_parenthesis_is_no_look_around() {
    assert!(is_match(r"^\(\?=$", "(?="));
}

#[test]
fn memory_is_bounded() {
    for expression in [r"((a{1000}){1000}){1000}".to_owned(), r"(\p{L}{1000}){1000}".to_owned(), "a".repeat(100_000)] {
        assert!(Pattern::compile(&expression).is_err());
    }
    assert!(Pattern::compile("^.{0,1000}$").is_ok());
    assert!(Pattern::compile(&"(".repeat(50_000)).is_err());
    assert!(Pattern::compile(&format!("{}{}", "(".repeat(30_000), ")".repeat(30_000))).is_err());
}
