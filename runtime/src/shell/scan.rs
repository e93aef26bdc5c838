//! Text that is not understood goes in, the program names that stand in it come out. It errs towards finding
//! too much: it can only make a verdict stricter.

use super::policy::Rule;
use super::programs::base_name;
use super::risk;

/// Words after which another command follows.
const BEFORE_COMMAND: &[&str] = &[
    "if", "then", "else", "elif", "while", "until", "do", "time", "exec", "eval", "command", "builtin", "env", "xargs",
    "sudo", "nohup", "nice", "timeout", "setsid", "coproc",
];

/// The rule whose program and words all stand in the text, in order.
pub(super) fn denied<'a>(text: &str, rules: &'a [Rule]) -> Option<&'a Rule> {
    let readings = [words(text), words(&unquoted(text))];
    rules.iter().find(|rule| {
        readings.iter().any(|words| {
            let starts = words.iter().enumerate().filter(|(_, word)| rule.meets(word, &[]) || rule.name() == *word);
            let mut after = starts.map(|(index, word)| (word, words.get(index + 1..).unwrap_or_default()));
            rule.name() == "*" || rule_meets(rule, words) || after.any(|(word, rest)| rule.meets(word, rest))
        })
    })
}

/// Whether the rule meets the words from any of them on.
fn rule_meets(rule: &Rule, words: &[String]) -> bool {
    words.iter().enumerate().any(|(index, word)| rule.meets(word, words.get(index + 1..).unwrap_or_default()))
}

/// The first program of high risk that stands where a command begins.
pub(super) fn high_risk(text: &str) -> Option<String> {
    [text.to_owned(), unquoted(text)].iter().find_map(|text| {
        let mut command_follows = true;
        for piece in pieces(text) {
            match piece {
                Piece::Connector => command_follows = true,
                Piece::Word(word) => {
                    let name = base_name(word);
                    if command_follows && risk::is_high(name) {
                        return Some(name.to_owned());
                    }
                    command_follows = BEFORE_COMMAND.contains(&name)
                        || (command_follows && (word.contains('=') || word.starts_with('-') || word == "!"));
                }
            }
        }
        None
    })
}

/// The text without what a shell takes away: a quoted name is still that name.
fn unquoted(text: &str) -> String {
    text.chars().filter(|character| !matches!(character, '\\' | '\'' | '"')).collect()
}

fn words(text: &str) -> Vec<String> {
    let parts = text.split(|c: char| !(c.is_alphanumeric() || "_./+-:@%,".contains(c)));
    parts.filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

enum Piece<'a> {
    Connector,
    Word(&'a str),
}

fn pieces(text: &str) -> impl Iterator<Item = Piece<'_>> {
    text.split_inclusive(|c: char| c.is_whitespace() || ";|&(){}`".contains(c)).flat_map(|part| {
        let word = part.trim_end_matches(|c: char| c.is_whitespace() || ";|&(){}`".contains(c));
        let connector = part[word.len()..].chars().any(|c| ";|&(){}`\n".contains(c));
        let word = word.trim_start_matches(['"', '\'', '$']);
        let word = (!word.is_empty()).then_some(Piece::Word(word));
        word.into_iter().chain(connector.then_some(Piece::Connector))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_denied_program_is_found_behind_quotes_and_substitutions() {
        let rules = ["rm".parse().unwrap(), "git push".parse().unwrap()];
        for text in ["echo $(rm x)", "\\rm x", "r''m x", "/bin/rm x &", "eval 'rm x'", "git -C a push > b"] {
            assert!(denied(text, &rules).is_some(), "{text}");
        }
        assert!(denied("echo $(trim x) > git-push", &rules).is_none());
    }

    #[test]
    fn high_risk_counts_where_a_command_begins() {
        for text in ["a | curl x > y", "$(ssh h)", "A=1 rm x &", "if sudo x; then", "`wget x`", "x && \\dd if=a"] {
            assert!(high_risk(text).is_some(), "{text}");
        }
        assert_eq!(high_risk("git commit -m \"$(cat msg about ssh)\""), None);
    }
}
