use std::str::FromStr;

use super::*;

fn origin() -> Origin {
    Origin { package: "demo".into(), file: "src/main.rs".into(), folder: PathBuf::new(), locate: |_| (7, 4) }
}

fn of(attribute: &str, item: &str) -> String {
    let tokens = |text: &str| TokenStream::from_str(text).unwrap();
    expand(tokens(attribute), tokens(item), &origin()).to_string()
}

/// The messages of the `compile_error!`s in an expansion.
fn errors(attribute: &str, item: &str) -> Vec<String> {
    let file: syn::File = syn::parse_str(&of(attribute, item)).unwrap();
    file.items
        .iter()
        .filter_map(|item| match item {
            syn::Item::Macro(item) => Some(item.mac.parse_body::<syn::LitStr>().unwrap().value()),
            _ => None,
        })
        .map(|message| message.lines().next().unwrap().to_owned())
        .collect()
}

#[test]
fn the_function_stays_as_it_was_but_for_what_only_we_understand() {
    let text = of(
        "effect = read",
        "/// Adds.\n#[inline] pub(crate) fn add(/** A. */ #[arg(default = 1)] #[allow(unused)] a: i64) -> i64 { a + 1 }",
    );
    let function = quote!(
        #[doc = " Adds."]
        #[inline]
        pub(crate) fn add(#[allow(unused)] a: i64) -> i64 {
            a + 1
        }
    );
    let function = function.to_string().replace("# [doc = \" Adds.\"]", "");
    let plain =
        text.replace("/// Adds.\n", "").replace("# [doc = r\" Adds.\"]", "").replace("# [doc = \" Adds.\"]", "");
    assert!(plain.trim_start().starts_with(function.trim_start()), "{text}");
}

#[test]
fn the_twin_is_named_apart_and_allows_everything_but_to_be_forgotten() {
    let text = of("effect = read", "/// Adds.\nfn r#type() {}");
    assert!(text.contains("const type__tool :"), "{text}");
    assert!(!text.contains("dead_code"), "{text}");
    assert!(text.contains("\\\"tool\\\":\\\"type\\\"") || text.contains("\"tool\":\"type\""), "{text}");
}

#[test]
fn every_error_of_a_function_is_reported_at_once_beside_a_stand_in() {
    let item = "fn add<T>(a: i64, #[arg(defualt = 1)] b: u8) {}";
    let found = errors("efect = read", item);
    assert_eq!(
        found,
        [
            "a tool has one signature, but `add` is generic over `T` [TG0404]",
            "`efect` is no key of `#[tool]` [TG0501]",
            "the tool `add` has no description, and a model chooses a tool by its description [TG0206]",
            "the argument `a` has no description, and a model fills it in by its description [TG0207]",
            "the argument `b` has no description, and a model fills it in by its description [TG0207]",
            "`defualt` is no key of `#[arg]` [TG0501]",
        ]
    );
    let text = of("efect = read", item);
    assert!(text.contains("fn add < T > (a : i64 , b : u8) { }"), "{text}");
    assert!(text.contains("# [allow (dead_code)] pub (crate) const add__tool"), "{text}");
}

#[test]
fn what_is_no_function_stays_and_is_told() {
    assert_eq!(errors("", "struct Add;").len(), 1);
    assert!(of("", "struct Add;").contains("struct Add ;"));
    assert_eq!(errors("", "trait T { }").len(), 1);
}

#[test]
fn a_plain_tool_asks_nothing_of_the_linked_program() {
    let text = of(
        "effect = read",
        "/// D.\nfn add(/** A. */ a: i64, /** B. */ b: Option<Vec<String>>) -> Result<u8> { Ok(1) }",
    );
    assert!(text.contains("deferred : & []"), "{text}");
    assert!(!text.contains("Probe"), "{text}");
}

#[test]
fn an_own_type_is_asked_in_the_linked_program() {
    let text = of("effect = read", "/// D.\nfn add(/** A. */ a: Point, call: &Context) -> Point { a }");
    assert!(text.contains("Probe :: < Point > :: schema"), "{text}");
    assert!(text.contains("Probe :: < & Context > :: KIND"), "{text}");
    assert_eq!(text.matches("Deferred").count(), 2, "the argument and the reply, not the context: {text}");
}

#[test]
fn no_input_makes_the_macro_panic() {
    for attribute in [
        "",
        "=",
        "a b",
        "(",
        ",,,",
        "name",
        "name = ",
        "timeout = \"99999999999999999999h\"",
        "'a",
        "[1]",
        "name(\"x\")",
    ] {
        let Ok(attribute) = TokenStream::from_str(attribute) else { continue };
        for item in [
            "fn",
            "fn f",
            "fn f(",
            "fn f(a)",
            "fn f(&self, a: i64)",
            "fn f(#[arg(=)] a: i64) {}",
            "",
            "5",
            "fn f(_: u8) {}",
        ] {
            let Ok(item) = TokenStream::from_str(item) else { continue };
            let _ = expand(attribute.clone(), item, &origin());
        }
        let _ = crate::expand_tools(attribute);
    }
}
