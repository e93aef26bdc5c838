//! Hostile values in every place of a handler that is data, as tests: a call that works and one of its
//! arguments in, a failed test out where a value left its place.
//!
//! Each value is refused, or it arrives inside the one argument, path segment, query value, header or JSON
//! text that the manifest gives it.

use toolgen_model::json::{Json, Object};

use super::case::called;
use super::mock::Mock;
use crate::tools::Tools;

/// What attackers put where a name is expected.
const HOSTILE: [&str; 22] = [
    "-x",
    "--output=x",
    "-",
    "--",
    "",
    " ",
    "..",
    ".",
    "../../etc/passwd",
    "a/../../b",
    "%2e%2e",
    "%2e%2e%2fx",
    "a?b=c#d",
    "a&b=c",
    "@evil.test/",
    "a\r\nX-Injected: 1\r\n\r\n",
    "a\nb",
    "$(id) `id` ; id | id && id > x",
    "'\"\\",
    "${input.x} {x} %s",
    "nul\0nul",
    "\u{202e}ü\u{7f}",
];

/// Calls the tool `name` with `input`, once as it is and once with each hostile text in place of the text at
/// `pointer`, in a mocked world, and compares what would be sent or run.
///
/// # Panics
/// When a text left its place; it is for tests.
#[expect(clippy::panic, reason = "a failed case is a failed test")]
pub fn hostile<T: Into<Tools>>(tools: impl Fn() -> T, name: &str, input: &str, pointer: &str) {
    let Ok(input) = Json::parse(input) else { panic!("the arguments of `{name}` are no JSON: {input}") };
    let run = |input: &Json| {
        let (tools, came) = called(tools().into(), name, &input.to_string(), None);
        (tools.mock().and_then(Mock::sent), came)
    };
    let (Some(usual), _) = run(&input) else {
        panic!("`{name}` sends nothing with {input}: {}", run(&input).1);
    };
    for text in HOSTILE {
        let changed = replaced(&input, &steps(pointer), text);
        let (sent, came) = run(&changed);
        match sent {
            Some(sent) => {
                let fault = strayed(&usual, &sent, text);
                assert!(fault.is_none(), "{name}: {text:?} at {pointer}: {}\n{sent}", fault.unwrap_or_default());
            }
            // Refused, and in words.
            None => assert!(came.get("message").is_some(), "{name}: {text:?} at {pointer}: {came}"),
        }
    }
}

/// What is different but for the value itself.
fn strayed(usual: &Json, sent: &Json, text: &str) -> Option<String> {
    match (usual.get("argv").and_then(Json::as_array), sent.get("argv").and_then(Json::as_array)) {
        (Some(usual), Some(sent)) => argv(usual, sent, text),
        _ => request(usual, sent),
    }
}

fn argv(usual: &[Json], sent: &[Json], text: &str) -> Option<String> {
    if usual.len() != sent.len() {
        return Some(format!("{} arguments in place of {}", sent.len(), usual.len()));
    }
    let ended = sent.iter().position(|arg| arg.as_str() == Some("--")).unwrap_or(sent.len());
    usual.iter().zip(sent).enumerate().filter(|(_, (usual, sent))| usual != sent).find_map(|(at, (usual, sent))| {
        let (usual, sent) = (usual.as_str()?, sent.as_str()?);
        if !sent.contains(text) {
            return Some(format!("the argument {sent:?} does not hold it as it is"));
        }
        let option = sent.starts_with('-') && !usual.starts_with('-') && at < ended;
        option.then(|| format!("{sent:?} became an option"))
    })
}

fn request(usual: &Json, sent: &Json) -> Option<String> {
    if usual.get("method") != sent.get("method") {
        return Some("another method".to_owned());
    }
    let url = |request: &Json| request.get("url").and_then(Json::as_str).unwrap_or_default().to_owned();
    let (was, is) = (url(usual), url(sent));
    if shape(&was) != shape(&is) {
        return Some(format!("{is} has another shape than {was}"));
    }
    let names = |request: &Json, key: &str| -> Vec<String> {
        let entries = request.get(key).and_then(Json::as_object);
        entries.into_iter().flat_map(Object::keys).map(str::to_owned).collect()
    };
    for key in ["headers", "json"] {
        if names(usual, key) != names(sent, key) {
            return Some(format!("other {key}"));
        }
    }
    let headers = sent.get("headers").and_then(Json::as_object);
    let broken =
        headers.into_iter().flat_map(Object::values).filter_map(Json::as_str).any(|value| value.contains(['\r', '\n']));
    broken.then(|| "a header with a line break".to_owned())
}

/// What a value cannot change in a URL: the origin, how many path segments there are, the names of the query.
fn shape(url: &str) -> (String, usize, Vec<String>) {
    let (before, query) = url.split_once('?').unwrap_or((url, ""));
    let mut segments = before.split('/');
    let origin = segments.by_ref().take(3).collect::<Vec<_>>().join("/");
    let names = query.split('&').map(|pair| pair.split('=').next().unwrap_or_default().to_owned()).collect();
    (origin, segments.count(), names)
}

fn steps(pointer: &str) -> Vec<String> {
    pointer.split('/').skip(1).map(|step| step.replace("~1", "/").replace("~0", "~")).collect()
}

/// The value with the text, or a list of it, in place of what stands there.
fn replaced(value: &Json, steps: &[String], text: &str) -> Json {
    let Some((first, rest)) = steps.split_first() else {
        return if matches!(value, Json::Array(_)) { Json::Array(vec![text.into()]) } else { text.into() };
    };
    let mut object = value.as_object().cloned().unwrap_or_default();
    let inner = replaced(object.get(first).unwrap_or(&Json::Null), rest, text);
    object.insert(first.clone(), inner);
    object.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn json(text: &str) -> Json {
        Json::parse(text).unwrap()
    }

    #[test]
    fn a_value_that_left_its_place_is_seen() {
        let argv =
            |words: &[&str]| Json::from([("argv", words.iter().map(|&word| Json::from(word)).collect::<Vec<_>>())]);
        let usual = argv(&["git", "log", "HEAD", "--", "a"]);
        for (sent, text, fault) in [
            (argv(&["git", "log", "x y", "--", "a"]), "x y", false),
            (argv(&["git", "log", "HEAD", "--", "-x"]), "-x", false),
            (argv(&["git", "log", "-x", "--", "a"]), "-x", true),
            (argv(&["git", "log", "x", "y", "--", "a"]), "x y", true),
            (argv(&["git", "log", "x", "--", "a"]), "x y", true),
        ] {
            assert_eq!(strayed(&usual, &sent, text).is_some(), fault, "{sent}");
        }
        let usual = json(r#"{"method":"GET","url":"https://a.b/x/y?q=1","headers":{"n":"v"},"json":{"t":"x"}}"#);
        for (sent, fault) in [
            (r#"{"method":"GET","url":"https://a.b/x/%2F?q=2","headers":{"n":"w"},"json":{"t":"\""}}"#, false),
            (r#"{"method":"GET","url":"https://a.b/x/y/z?q=1","headers":{"n":"v"},"json":{"t":"x"}}"#, true),
            (r#"{"method":"GET","url":"https://a.c/x/y?q=1","headers":{"n":"v"},"json":{"t":"x"}}"#, true),
            (r#"{"method":"GET","url":"https://a.b/x/y?q=1&r=2","headers":{"n":"v"},"json":{"t":"x"}}"#, true),
            (r#"{"method":"GET","url":"https://a.b/x/y?q=1","headers":{"n":"v\r\nx: y"},"json":{"t":"x"}}"#, true),
            (r#"{"method":"GET","url":"https://a.b/x/y?q=1","headers":{"n":"v","x":""},"json":{"t":"x"}}"#, true),
            (r#"{"method":"GET","url":"https://a.b/x/y?q=1","headers":{"n":"v"},"json":{"t":"x","u":1}}"#, true),
            (r#"{"method":"PUT","url":"https://a.b/x/y?q=1","headers":{"n":"v"},"json":{"t":"x"}}"#, true),
        ] {
            assert_eq!(strayed(&usual, &json(sent), "").is_some(), fault, "{sent}");
        }
    }

    #[test]
    fn a_text_is_put_where_the_pointer_says() {
        let value = json(r#"{"a":{"b":"x"},"l":["y"]}"#);
        assert_eq!(replaced(&value, &steps("/a/b"), "t"), json(r#"{"a":{"b":"t"},"l":["y"]}"#));
        assert_eq!(replaced(&value, &steps("/l"), "t"), json(r#"{"a":{"b":"x"},"l":["t"]}"#));
        assert_eq!(replaced(&value, &steps("/n"), "t").get("n"), Some(&Json::from("t")));
    }
}
