//! The lines of a `permissions.md` in, its sections out: which part each belongs to, with the lines that say
//! something.

/// A part of the permissions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Part {
    Files,
    DeniedCommands,
    AllowedCommands,
    Tools,
    Creation,
}

/// The words in a heading that name a part. The order matters: the first that is in the heading counts.
const HEADINGS: &[(Part, &[&str])] = &[
    (Part::DeniedCommands, &["実行できないコマンド", "denied commands"]),
    (Part::AllowedCommands, &["コマンド実行", "実行できるコマンド", "executable commands", "command execution"]),
    (Part::Files, &["ファイル操作", "読める場所", "file operations", "readable locations"]),
    (Part::Tools, &["外部ツール", "external tools"]),
    (Part::Creation, &["ツール作成", "tool creation"]),
];

/// The headings that are known, for messages.
pub(super) const KNOWN: &str =
    "File Operations, Readable Locations, Executable Commands, Denied Commands, External Tools, Tool Creation";

impl Part {
    /// The part that a heading names.
    fn of(heading: &str) -> Option<Part> {
        let heading = heading.to_lowercase();
        let named = |words: &&(Part, &[&str])| words.1.iter().any(|word| heading.contains(word));
        HEADINGS.iter().find(named).map(|(part, _)| *part)
    }
}

/// A line that says something: its number from 1, and its text without white space around it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Line<'t> {
    pub(super) number: u32,
    pub(super) text: &'t str,
}

/// A heading with what is below it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Section<'t> {
    /// The part; none for the title, or for a heading that is not known
    pub(super) part: Option<Part>,
    /// How many `#`; 0 for what stands before the first heading
    pub(super) level: usize,
    pub(super) heading: Line<'t>,
    pub(super) lines: Vec<Line<'t>>,
}

/// The sections in order; the first is what stands before any heading. Blank lines, rules, quotes and HTML
/// comments say nothing.
pub(super) fn sections(text: &str) -> Vec<Section<'_>> {
    let start = Line { number: 1, text: "" };
    let mut all = vec![Section { part: None, level: 0, heading: start, lines: Vec::new() }];
    let mut comment = false;
    for (number, raw) in (1_u32..).zip(text.lines()) {
        let text = raw.trim();
        if comment {
            comment = !text.ends_with("-->");
            continue;
        }
        if text.starts_with("<!--") {
            comment = !text.ends_with("-->");
            continue;
        }
        let rule =
            text.len() >= 3 && ["-", "*", "_"].iter().any(|mark| text.trim_matches(' ').replace(mark, "").is_empty());
        if text.is_empty() || text.starts_with('>') || rule {
            continue;
        }
        let line = Line { number, text };
        let level = text.chars().take_while(|c| *c == '#').count();
        if (1..=6).contains(&level) && text[level..].starts_with([' ', '\u{3000}']) {
            let part = if level == 1 && all.len() == 1 { None } else { Part::of(text) };
            all.push(Section { part, level, heading: line, lines: Vec::new() });
        } else if let Some(section) = all.last_mut() {
            section.lines.push(line);
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_name_parts_in_two_languages() {
        for (heading, part) in [
            ("## 実行できないコマンド", Some(Part::DeniedCommands)),
            ("## 実行できるコマンド", Some(Part::AllowedCommands)),
            ("## コマンド実行", Some(Part::AllowedCommands)),
            ("### Denied Commands (never)", Some(Part::DeniedCommands)),
            ("## external tools", Some(Part::Tools)),
            ("## 外部ツール", Some(Part::Tools)),
            ("## ツール作成", Some(Part::Creation)),
            ("## 書ける場所", None),
        ] {
            assert_eq!(Part::of(heading), part, "{heading}");
        }
    }

    #[test]
    fn comments_rules_quotes_and_blank_lines_say_nothing() {
        let text = "# Title\n\n> quote\n---\n<!-- a\nb -->\n<!-- c -->\n## External Tools\n- x: yes\n";
        let all = sections(text);
        assert_eq!(all.len(), 3);
        assert!(all[1].lines.is_empty() && all[1].part.is_none());
        assert_eq!(all[2].lines, [Line { number: 9, text: "- x: yes" }]);
    }
}
