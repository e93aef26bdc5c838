//! Which of a program's options are dangerous, however they are abbreviated or clustered.

/// The options of a program that make it run, load or write something.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Options {
    /// Dangerous long options, without the dashes; a prefix of one counts as that one
    pub(super) long: &'static [&'static str],
    /// Long options that are harmless although they are a prefix of a dangerous one
    pub(super) harmless: &'static [&'static str],
    /// Dangerous short options
    pub(super) short: &'static str,
    /// Short options that take a value, attached or as the next word
    pub(super) valued: &'static str,
    /// From which operand on the program writes instead of reading, from 0
    pub(super) writes_from: Option<usize>,
}

/// The words of a command, told apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Word<'a> {
    /// `--name` or `--name=value`
    Long(&'a str),
    /// One letter of `-abc`, and what follows it in the word
    Short(char, &'a str),
    /// An operand, also `-`
    Operand(&'a str),
}

/// Tells options and operands apart. The values of short options that take one are passed over.
pub(super) fn words<'a>(arguments: &'a [String], valued: &str) -> Vec<Word<'a>> {
    let mut words = Vec::new();
    let mut arguments = arguments.iter();
    while let Some(argument) = arguments.next() {
        if argument == "--" {
            words.extend(arguments.map(|operand| Word::Operand(operand)));
            break;
        }
        if let Some(long) = argument.strip_prefix("--") {
            words.push(Word::Long(long));
        } else if let Some(cluster) = argument.strip_prefix('-').filter(|cluster| !cluster.is_empty()) {
            for (at, letter) in cluster.char_indices() {
                let rest = &cluster[at + letter.len_utf8()..];
                words.push(Word::Short(letter, rest));
                if valued.contains(letter) {
                    if rest.is_empty() {
                        arguments.next();
                    }
                    break;
                }
            }
        } else {
            words.push(Word::Operand(argument));
        }
    }
    words
}

impl Options {
    /// The first dangerous thing among the arguments, as written.
    pub(super) fn danger(&self, arguments: &[String]) -> Option<String> {
        let mut operands = 0;
        for word in words(arguments, self.valued) {
            match word {
                Word::Long(long) if self.is_dangerous(long) => return Some(format!("--{long}")),
                Word::Short(letter, _) if self.short.contains(letter) => return Some(format!("-{letter}")),
                Word::Operand(operand) => {
                    if self.writes_from.is_some_and(|from| operands >= from) {
                        return Some(operand.to_owned());
                    }
                    operands += 1;
                }
                Word::Long(_) | Word::Short(..) => {}
            }
        }
        // An option that the table takes for an operand's or an option's value is one to the program.
        arguments.iter().take_while(|argument| *argument != "--").find_map(|argument| {
            let long = argument.strip_prefix("--").filter(|long| self.is_dangerous(long))?;
            Some(format!("--{long}"))
        })
    }

    fn is_dangerous(&self, long: &str) -> bool {
        let name = long.split('=').next().unwrap_or(long);
        !name.is_empty() && !self.harmless.contains(&name) && self.long.iter().any(|danger| danger.starts_with(name))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn abbreviated_and_clustered_options_are_seen() {
        let sort =
            Options { long: &["output", "compress-program"], short: "oT", valued: "kStoT", ..Options::default() };
        let danger = |text: &str| sort.danger(&text.split(' ').map(str::to_owned).collect::<Vec<_>>());
        for text in ["--comp=sh f", "--outp x", "-uo x", "-o/etc/x", "f -o x", "-k --output=x"] {
            assert!(danger(text).is_some(), "{text}");
        }
        for text in ["-rn -k2,2 f", "-to f", "-t o f", "-- --output", "--reverse"] {
            assert_eq!(danger(text), None, "{text}");
        }
    }
}
