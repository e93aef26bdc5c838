//! Cases of kind `secret` with a `template`: the argument list of a program, in which places for secrets stand.

use toolgen::check::secret::placeholder;
use toolgen_model::json::Json;

use super::compiled::{Compiled, body, manifest, quoted};
use super::{Answer, Decision};

/// The compiler refuses the list, or takes it. `{name}` stands for an argument of the call.
pub(super) fn judge(words: &[Json]) -> Answer {
    let words: Vec<&str> = words.iter().filter_map(Json::as_str).collect();
    let [program, args @ ..] = words.as_slice() else { return Answer::unfit("program") };
    let mut names: Vec<&str> = Vec::new();
    let args: Vec<String> = args.iter().map(|word| quoted(&with_references(word, &mut names))).collect();
    let properties: Vec<String> =
        names.iter().map(|name| format!("{name}: {{type: string, description: It}}")).collect();
    let mut tool = body("A program.");
    if !names.is_empty() {
        let (required, properties) = (names.join(", "), properties.join(", "));
        tool.push_str(&format!(
            "    inputSchema: {{type: object, required: [{required}], properties: {{{properties}}}}}\n"
        ));
    }
    let (program, args) = (quoted(program), args.join(", "));
    tool.push_str(&format!("    permission: {{exec: [{program}]}}\n"));
    tool.push_str(&format!("    handler: {{command: {{program: {program}, args: [{args}]}}}}\n"));
    match Compiled::of(&manifest("", &[("case".to_owned(), tool)])).error() {
        Some(error) => Answer::new(Decision::RejectAtBuild, error),
        None => Answer::new(Decision::Allow, "secret.none_in_argv"),
    }
}

/// The word with `{name}` as a reference; a place for a secret stays as it is.
fn with_references<'w>(word: &'w str, names: &mut Vec<&'w str>) -> String {
    if placeholder(word).is_some() {
        return word.to_owned();
    }
    let (mut out, mut rest) = (String::new(), word);
    while let Some((before, after)) = rest.split_once('{') {
        out.push_str(before);
        match after.split_once('}') {
            Some((name, after)) if is_name(name) && !before.ends_with('$') => {
                if !names.contains(&name) {
                    names.push(name);
                }
                out.push_str(&format!("${{input.{name}}}"));
                rest = after;
            }
            _ => {
                out.push('{');
                rest = after;
            }
        }
    }
    out + rest
}

fn is_name(text: &str) -> bool {
    !text.is_empty()
        && text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
        && !text.starts_with(|c: char| c.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_is_no_argument_and_everything_else_is_one() {
        let decides = |words: &[&str]| {
            let words: Vec<Json> = words.iter().map(|word| Json::from(*word)).collect();
            let answer = judge(&words);
            (answer.decision, answer.reason)
        };
        for words in [
            &["curl", "-H", "Authorization: {secret:github}"][..],
            &["mysql", "-p${secrets.db}"],
            &["gh", "--token", "$GITHUB_TOKEN"],
            &["login", "--password={password}"],
        ] {
            assert_eq!(decides(words).0, Decision::RejectAtBuild, "{words:?}");
        }
        for words in [&["rg", "--", "{pattern}"][..], &["curl", "-w", "%{http_code}", "--", "{url}"], &["git", "log"]] {
            let (decision, reason) = decides(words);
            assert_eq!(decision, Decision::Allow, "{words:?}: {reason}");
        }
    }
}
