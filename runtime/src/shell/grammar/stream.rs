//! `sed`, `awk` and `tar`: their scripts and options can run programs and write files.

use super::options::{Options, Word, words};
use super::{Inner, Reading};

fn runs(danger: String) -> Reading {
    Reading { dangers: vec![danger], inner: vec![Inner::Unknown], runs_others: true }
}

/// `sed SCRIPT FILE…`.
pub(super) fn sed(name: &str, arguments: &[String]) -> Reading {
    let options = Options { long: &["file", "in-place"], short: "fi", valued: "efl", ..Options::default() };
    if let Some(found) = options.danger(arguments) {
        return runs(format!("`{name} {found}` writes files or reads its script from one"));
    }
    match scripts(arguments).into_iter().find(|script| !only_edits(script)) {
        Some(script) => runs(format!("the {name} script `{script}` can run programs or write files")),
        None => Reading::default(),
    }
}

/// The scripts of a sed call: those of `-e`, else the first operand.
fn scripts(arguments: &[String]) -> Vec<&str> {
    let mut scripts = Vec::new();
    let mut iter = arguments.iter();
    while let Some(word) = iter.next() {
        if word == "-e" || word == "--expression" {
            scripts.extend(iter.next().map(String::as_str));
        } else if let Some(script) = word.strip_prefix("--expression=") {
            scripts.push(script);
        } else if let Some((_, script)) =
            word.split_once('e').filter(|(before, _)| before.starts_with('-') && !before.starts_with("--"))
        {
            // A cluster such as `-ne SCRIPT` or `-es/a/b/`.
            scripts.extend(if script.is_empty() { iter.next().map(String::as_str) } else { Some(script) });
        } else if word.starts_with("--e") {
            return vec!["e"];
        }
    }
    if scripts.is_empty() {
        let first = words(arguments, "l").into_iter().find_map(|word| match word {
            Word::Operand(operand) => Some(operand),
            Word::Long(_) | Word::Short(..) => None,
        });
        scripts.extend(first);
    }
    scripts
}

/// Whether a sed script consists of addresses and of commands that only edit and print.
fn only_edits(script: &str) -> bool {
    let mut chars = script.chars().peekable();
    loop {
        while chars.next_if(|c| c.is_whitespace() || matches!(c, ';' | '{' | '}' | '!' | ',')).is_some() {}
        match chars.next() {
            None => return true,
            Some('0'..='9' | '$' | '~' | '+') => {}
            Some('/') => {
                if !skip_to(&mut chars, '/') {
                    return false;
                }
                while chars.next_if(|c| matches!(c, 'I' | 'M')).is_some() {}
            }
            Some('p' | 'd' | 'q' | 'Q' | 'n' | 'N' | 'D' | 'G' | 'H' | 'h' | 'g' | 'x' | 'P' | 'l' | '=' | 'z') => {
                // A letter must not run into the next one.
                if !chars.peek().is_none_or(|c| c.is_whitespace() || c.is_ascii_digit() || matches!(c, ';' | '}')) {
                    return false;
                }
            }
            Some(command @ ('s' | 'y')) => {
                let Some(delimiter) = chars.next().filter(|c| !c.is_alphanumeric() && !matches!(c, '\\' | '\n')) else {
                    return false;
                };
                if !(skip_to(&mut chars, delimiter) && skip_to(&mut chars, delimiter)) {
                    return false;
                }
                if command == 's' {
                    while chars
                        .next_if(|c| c.is_ascii_digit() || matches!(c, 'g' | 'p' | 'i' | 'I' | 'm' | 'M'))
                        .is_some()
                    {}
                }
                if !chars.peek().is_none_or(|c| c.is_whitespace() || matches!(c, ';' | '}')) {
                    return false;
                }
            }
            Some(_) => return false,
        }
    }
}

fn skip_to(chars: &mut impl Iterator<Item = char>, delimiter: char) -> bool {
    while let Some(character) = chars.next() {
        if character == delimiter {
            return true;
        }
        // In a bracket expression sed may read the delimiter differently from here.
        if character == '[' || (character == '\\' && chars.next().is_none()) {
            return false;
        }
    }
    false
}

/// `awk PROGRAM FILE…`.
pub(super) fn awk(name: &str, arguments: &[String]) -> Reading {
    let options = words(arguments, "Fv");
    let odd = options.iter().find_map(|word| match word {
        Word::Long(long) => Some(format!("--{long}")),
        Word::Short(letter, _) if !"Fv".contains(*letter) => Some(format!("-{letter}")),
        Word::Short(..) | Word::Operand(_) => None,
    });
    if let Some(odd) = odd {
        return runs(format!("`{name} {odd}` can read its program from a file or load code"));
    }
    let program =
        options.into_iter().find_map(|word| if let Word::Operand(program) = word { Some(program) } else { None });
    let program = program.unwrap_or_default();
    // `>` also compares, but only a parser could tell; `@` and `[` with a name reach functions indirectly.
    let danger = ["system", "|", ">", "getline", "@", "SYMTAB", "FUNCTAB", "close", "ENVIRON", "extension"];
    if danger.iter().any(|word| program.contains(word)) {
        return runs(format!("the {name} program can run others or write files"));
    }
    Reading::default()
}

/// `tar`: listing looks; extraction and creation change files, some options run programs.
pub(super) fn tar(name: &str, arguments: &[String]) -> Reading {
    let options = Options {
        long: &[
            "checkpoint-action",
            "to-command",
            "use-compress-program",
            "rsh-command",
            "rmt-command",
            "info-script",
            "new-volume-script",
            "absolute-names",
            "files-from",
            "index-file",
            "volno-file",
            "unlink-first",
            "recursive-unlink",
            "remove-files",
        ],
        harmless: &["checkpoint", "files"],
        short: "IFPT",
        valued: "fCbXgLHVK",
        writes_from: None,
    };
    let bundled = arguments.first().filter(|word| !word.starts_with('-')).map_or("", String::as_str);
    let danger = options.danger(arguments).or_else(|| bundled.chars().find(|c| "IFPT".contains(*c)).map(String::from));
    if let Some(found) = danger {
        return runs(format!("`{name} {found}` runs a program or leaves the folder"));
    }
    let lists = bundled.contains('t')
        || words(arguments, "fCbXgLHVK").iter().any(|word| matches!(word, Word::Short('t', _) | Word::Long("list")));
    if lists {
        return Reading::default();
    }
    Reading { dangers: vec![format!("`{name}` writes files that an archive or a pattern names")], ..Reading::default() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sed_scripts_that_only_edit_are_told_from_others() {
        for script in
            ["s/a/b/g", "1,5p", "/x/d", "$d", "s|/usr|/opt|2;3q", "/a/,/b/{p;d}", "y/ab/cd/", "1!d", "=", "s/a/\\//"]
        {
            assert!(only_edits(script), "{script}");
        }
        for script in [
            "1e id",
            "s/x/id/e",
            "w /etc/x",
            "s/x/y/w out",
            "r /etc/x",
            "R f",
            "W f",
            "e",
            "F",
            "s/a/b",
            "a text",
            "1p e",
            "pe",
            "s/[/]e/x/",
            "i\\\nx",
            "b;e",
            ":a;e",
            "s/x/y/ge",
        ] {
            assert!(!only_edits(script), "{script}");
        }
    }

    #[test]
    fn scripts_of_sed_are_found_behind_clusters() {
        for call in ["-n -e 1p -ew f", "-ne e f", "--expression=e", "--exp e f", "-nz --expression e"] {
            let arguments: Vec<String> = call.split(' ').map(str::to_owned).collect();
            assert!(!sed("sed", &arguments).dangers.is_empty(), "{call}");
        }
    }
}
