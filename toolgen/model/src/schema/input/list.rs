//! Lists of tools: a reply or a request that holds several in, one value a tool out.

use super::OF_SCHEMAS;
use crate::json::{Json, Object};

/// How deep lists stand in one another: `{"result": {"tools": [{"functionDeclarations": […]}]}}` is the deepest.
const DEPTH: usize = 4;

/// The tools of a value, one after another: of an array, of MCP's `tools/list` and of what is around it, of the
/// request of a provider, and of Gemini's `functionDeclarations`. Whatever is none of these is one itself.
pub fn tools(value: Json) -> Vec<Json> {
    let mut all = Vec::new();
    match value {
        Json::Array(items) => items.into_iter().for_each(|item| take_apart(item, DEPTH, &mut all)),
        value => take_apart(value, DEPTH, &mut all),
    }
    all
}

fn take_apart(value: Json, depth: usize, all: &mut Vec<Json>) {
    match value.as_object().filter(|_| depth > 0).and_then(inner) {
        Some(Json::Array(items)) => items.iter().for_each(|item| take_apart(item.clone(), depth - 1, all)),
        Some(around) => take_apart(around.clone(), depth - 1, all),
        None => all.push(value),
    }
}

/// What holds the tools, if the object is no tool and no schema itself.
fn inner(object: &Object) -> Option<&Json> {
    const OF_TOOLS: [&str; 7] =
        ["inputSchema", "input_schema", "parameters", "parametersJsonSchema", "toolSpec", "function", "tool"];
    if object.words().meets(OF_SCHEMAS) || OF_TOOLS.iter().any(|key| object.contains_key(key)) {
        return None;
    }
    let lists = ["tools", "functionDeclarations", "function_declarations"];
    let list = lists.iter().find_map(|key| object.get(key)).filter(|list| is_list(list));
    let around = || ["result", "toolConfig"].iter().find_map(|key| object.get(key));
    list.or_else(|| around().filter(|inner| inner.as_object().and_then(self::inner).is_some()))
}

/// One item that is no tool does not keep the others from being taken.
fn is_list(value: &Json) -> bool {
    let is_tool = |item: &Json| item.as_object().is_some();
    value.as_array().is_some_and(|items| items.is_empty() || items.iter().any(is_tool))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_of_tools_are_taken_apart_and_nothing_else_is() {
        let names = |text: &str| -> Vec<String> {
            let all = tools(Json::parse(text).unwrap());
            all.iter().map(|tool| tool.get("name").and_then(Json::as_str).unwrap_or("?").to_owned()).collect()
        };
        for (text, expected) in [
            (r#"[{"name":"a"},{"name":"b"}]"#, vec!["a", "b"]),
            (r#"{"tools":[{"name":"a"},{"name":"b"}],"nextCursor":"x"}"#, vec!["a", "b"]),
            (r#"{"jsonrpc":"2.0","id":1,"result":{"tools":[{"name":"a"}]}}"#, vec!["a"]),
            (r#"{"model":"m","tools":[{"functionDeclarations":[{"name":"a"},{"name":"b"}]}]}"#, vec!["a", "b"]),
            (r#"[{"function_declarations":[{"name":"a"}]},{"name":"b"}]"#, vec!["a", "b"]),
            (r#"{"toolConfig":{"tools":[{"name":"a"}]}}"#, vec!["a"]),
            (r#"{"tools":[]}"#, vec![]),
            (r#"{"name":"t","inputSchema":{},"tools":[{"name":"a"}]}"#, vec!["t"]),
            (r#"{"name":"t","type":"object","tools":[{"name":"a"}]}"#, vec!["t"]),
            (r#"{"tools":[{"name":"a"},7]}"#, vec!["a", "?"]),
            (r#"{"name":"t","tools":["a"]}"#, vec!["t"]),
            (r#"{"name":"t","result":{"a":1}}"#, vec!["t"]),
            ("7", vec!["?"]),
            (r#"[[{"name":"a"}],{"name":"b"}]"#, vec!["?", "b"]),
        ] {
            assert_eq!(names(text), expected, "{text}");
        }
        let mut deep = Json::from([("name", "a")]);
        for _ in 0..100 {
            deep = Json::from([("tools", Json::Array(vec![deep]))]);
        }
        assert_eq!(tools(deep).len(), 1);
    }
}
